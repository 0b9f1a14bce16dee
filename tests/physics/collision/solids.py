"""Meshes and height fields for tests of colliders, and places for them."""

from collections.abc import Callable

import numpy as np

from physics.collision.pairs import (
    Pair,
    Place,
    Shape,
    difference,
    matrix,
    product,
    random_quat,
    random_shape,
    turned_a_little,
)

TURNS = [np.array([1.0, 0.0, 0.0, 0.0])] + [
    np.array([np.cos(angle / 2), *(np.sin(angle / 2) * axis)])
    for axis in np.eye(3) for angle in (np.pi / 4, np.pi / 2, np.pi)]


# ---- vertices ----
def ball(rng, count: int) -> np.ndarray:
    """Points on an ellipsoid, so that all are on the hull."""
    points = rng.normal(size=(count, 3))
    return 0.3 * points / np.linalg.norm(points, axis=1)[:, None] * rng.uniform(0.5, 1.5, 3)


def block(size) -> np.ndarray:
    """Corners of a box."""
    return np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * size


def prism(sides: int, radius: float = 0.3, height: float = 0.2) -> np.ndarray:
    """Corners of a prism on a regular polygon."""
    angle = np.arange(sides) * 2 * np.pi / sides
    return np.array([[radius * np.cos(a), radius * np.sin(a), z] for z in (-height, height) for a in angle])


SOLIDS: dict[str, Callable] = {
    'tetrahedron': lambda rng: ball(rng, 4),
    'block': lambda rng: block(rng.uniform(0.1, 0.4, 3)),
    'nine': lambda rng: ball(rng, 9),  # the largest of which all vertices are tried
    'twenty': lambda rng: ball(rng, 20),
    'many': lambda rng: ball(rng, 200),
    'prism': lambda rng: prism(6),
    'column': lambda rng: prism(20),
}


def numbers(values) -> str:
    return ' '.join(repr(float(x)) for x in np.ravel(values))


def mesh_asset(name: str, vertices) -> str:
    return f'<mesh name="{name}" vertex="{numbers(vertices)}"/>'


def mesh(name: str) -> Shape:
    return Shape('mesh', more=f'mesh="{name}"')


def mesh_pair(rng, kind: str, solid: str, reach: float = 0.0, option: str = '') -> Pair:
    """A shape of some kind and a mesh."""
    asset = mesh_asset('one', SOLIDS[solid](rng)) + mesh_asset('other', SOLIDS[solid](rng))
    first = {'plane': lambda: Shape('plane', (1, 1, 1)), 'mesh': lambda: mesh('one')}
    return Pair(first.get(kind, lambda: random_shape(rng, kind))(), mesh('other'), reach, asset, option)


def field_pair(rng, kind: str, reach: float = 0.0, option: str = '', rows: int = 6, columns: int = 7) -> Pair:
    """A height field of random elevations, and a shape of some kind."""
    asset = (f'<hfield name="field" nrow="{rows}" ncol="{columns}" elevation="{numbers(rng.random(rows * columns))}" '
             f'size="1 1.2 0.4 0.1"/>' + mesh_asset('one', ball(rng, 30)))
    second = mesh('one') if kind == 'mesh' else random_shape(rng, kind)
    return Pair(Shape('hfield', more='hfield="field"'), second, reach, asset, option)


# ---- places ----
def any_place(rng, pair: Pair) -> Place:
    """From concentric to a little out of reach, turned in any way."""
    way, radii = rng.normal(size=3), pair.wheel_model.geom_rbound.sum()
    pos = rng.normal(size=3)
    step = way / np.linalg.norm(way) * rng.uniform(0, 0.9 * (radii + pair.reach))
    return Place(pos, random_quat(rng), pos + step, random_quat(rng))


def parallel_place(rng, pair: Pair) -> Place:
    """Axes are parallel, or nearly so: faces meet faces and edges."""
    place = any_place(rng, pair)
    turn = turned_a_little(rng, TURNS[rng.integers(len(TURNS))], rng.choice([0, 1e-6, 1e-3, 0.02, 0.06]))
    return place._replace(quat2=product(place.quat1, turn))


def lattice_place(rng, pair: Pair) -> Place:
    """Axes are parallel or at 45 degrees, and centres in line with them, so that many choices are ties."""
    step = rng.integers(-4, 5, 3) / 8 * (rng.random(3) < 0.6)
    return Place((0, 0, 0), TURNS[rng.integers(len(TURNS))], step, TURNS[rng.integers(len(TURNS))])


def over_field(rng, pair: Pair) -> Place:
    """A shape around the surface of a height field, or beyond its border."""
    turn, pos = random_quat(rng) if rng.random() < 0.7 else TURNS[0], rng.normal(size=3)
    step = rng.uniform((-1.3, -1.5, -0.3), (1.3, 1.5, 0.8))
    return Place(pos, turn, pos + matrix(turn) @ step, random_quat(rng))


# ---- comparison ----
def is_tie(pair: Pair, place: Place) -> bool:
    """Whether rounding decides: what the wheel finds itself depends on the last bits of where the geoms stand."""
    pair.place(*place)
    theirs, rng = pair.wheel(), np.random.default_rng(0)
    for _ in range(8):
        pair.place(*place._replace(pos2=np.asarray(place.pos2) + 4e-16 * rng.normal(size=3)))
        if not difference(pair.wheel(), theirs) < 1e-6:
            return True
    return False


class Tally:
    """How often our contacts are the wheel's, and how often neither has to be right as rounding decides."""

    def __init__(self):
        self.places = self.touching = self.several = self.ties = 0
        self.wrong = []

    def add(self, collider, pair: Pair, place: Place) -> None:
        pair.place(*place)
        ours, theirs = pair.ours(collider), pair.wheel()
        self.places += 1
        self.touching += len(theirs) > 0
        self.several += len(theirs) > 1
        if not difference(ours, theirs) < 1e-6:
            if is_tie(pair, place):
                self.ties += 1
            else:
                self.wrong.append((pair.shapes, pair.reach, place))


def tally(collider, make: Callable, place: Callable, count: int, seed: int = 0) -> Tally:
    """Compare with the wheel in many places, with a new pair every fifty: make(rng, reach)."""
    rng, result, pair = np.random.default_rng(seed), Tally(), None
    for k in range(count):
        if k % 50 == 0:
            pair = make(rng, float(rng.choice([0.0, 0.02, 0.2])))
        result.add(collider, pair, place(rng, pair))
    return result
