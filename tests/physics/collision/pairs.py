"""A pair of geoms, seen by the wheel and by one of our colliders: the same contacts, in any order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import mujoco
import numpy as np

from reference import worlds
from torsor.jit.stage import Stage

UNTURNED = (1.0, 0.0, 0.0, 0.0)
SIZES = {'plane': 3, 'sphere': 1, 'capsule': 2, 'ellipsoid': 3, 'cylinder': 2, 'box': 3}


@dataclass(frozen=True)
class Shape:
    """A geom: its type, size and other attributes in MJCF."""

    type: str
    size: Sequence[float] = ()
    more: str = ''

    def xml(self, margin: float = 0.0) -> str:
        size = f'size="{" ".join(repr(float(x)) for x in self.size)}"' if len(self.size) else ''
        return f'<geom type="{self.type}" {size} margin="{float(margin)!r}" {self.more}/>'


class Place(NamedTuple):
    """Where the two geoms stand."""

    pos1: Sequence[float] = (0.0, 0.0, 0.0)
    quat1: Sequence[float] = UNTURNED
    pos2: Sequence[float] = (0.0, 0.0, 0.0)
    quat2: Sequence[float] = UNTURNED

    def moved(self, pos, quat) -> 'Place':
        """Both after a rigid motion."""
        turn = matrix(quat)
        return Place(turn @ self.pos1 + pos, product(quat, self.quat1),
                     turn @ self.pos2 + pos, product(quat, self.quat2))


@dataclass
class Contacts:
    """Contact points, one per row; a tangent that the collider leaves free is zero."""

    dist: np.ndarray
    pos: np.ndarray
    normal: np.ndarray
    tangent: np.ndarray

    def __len__(self):
        return len(self.dist)

    def moved(self, pos, quat) -> 'Contacts':
        """The same contacts after a rigid motion."""
        turn = matrix(quat)
        return Contacts(self.dist, self.pos @ turn.T + pos, self.normal @ turn.T, self.tangent @ turn.T)

    def flipped(self) -> 'Contacts':
        """The same contacts with the two geoms in the other order."""
        return Contacts(self.dist, self.pos, -self.normal, self.tangent)


class Pair:
    """Two geoms that may stand anywhere, the one of the lower type first, as colliders want it."""

    def __init__(self, first: Shape, second: Shape, reach: float = 0.0, asset: str = '', option: str = ''):
        self.shapes, self.reach = (first, second), reach
        xml = f"""<mujoco>{option}<asset>{asset}</asset><worldbody>
            <body mocap="true">{first.xml(reach)}</body>
            <body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>{second.xml()}</body>
            </worldbody></mujoco>"""
        self.wheel_model = mujoco.MjModel.from_xml_string(xml)
        self.wheel_data = mujoco.MjData(self.wheel_model)
        self.model, self.data = worlds.copy_model(self.wheel_model), worlds.copy_data(self.wheel_data)

    def place(self, *place) -> None:
        """Move both geoms; takes what a Place takes."""
        d = self.wheel_data
        d.mocap_pos[0], d.mocap_quat[0], d.qpos[:3], d.qpos[3:] = Place(*place)
        mujoco.mj_kinematics(self.wheel_model, d)

    def wheel(self) -> Contacts:
        """What the wheel finds."""
        d = self.wheel_data
        mujoco.mj_collision(self.wheel_model, d)
        frame = d.contact.frame.reshape(-1, 9)
        return Contacts(d.contact.dist.copy(), d.contact.pos.copy(), frame[:, :3].copy(), frame[:, 3:6].copy())

    def ours(self, collider: Stage) -> Contacts:
        """What our collider finds; the geoms stand where the wheel puts them, to the last bit."""
        for name in ('geom_xpos', 'geom_xmat', 'geom_xquat'):
            getattr(self.data, name)[:] = getattr(self.wheel_data, name)
        number = getattr(self.data, 'work.found_num')
        number[...] = 0
        collider(self.model, self.data, 0, 1, self.reach)
        self.data.pstack[...] = 0  # as the narrow phase does
        n = number.item()
        points = [getattr(self.data, f'work.found_{name}') for name in ('dist', 'pos', 'normal', 'tangent')]
        dist, pos, normal, tangent = (column[:n].copy() for column in points)
        return Contacts(dist, pos, normal, across(tangent, normal))

    def difference(self, collider: Stage) -> float:
        """How far our contacts are from the wheel's."""
        return difference(self.ours(collider), self.wheel())


def across(tangent: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Unit vectors across the normals; the x axis where a tangent is along its normal, zero where it is zero."""
    flat = tangent - normal * np.sum(normal * tangent, axis=1, keepdims=True)
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    unit = np.where(length > 1e-15, flat / np.maximum(length, 1e-15), (1.0, 0.0, 0.0))
    return np.where(np.any(tangent, axis=1, keepdims=True), unit, 0.0)


def difference(ours: Contacts, theirs: Contacts) -> float:
    """The largest difference of any number between the best matches of two lists; infinite if one is longer.

    Tangents count where ours are not free.
    """
    if len(ours) != len(theirs):
        return np.inf
    mine, other = (np.column_stack([c.dist, c.pos, c.normal]) for c in (ours, theirs))
    apart = np.abs(mine[:, None] - other).max(axis=2, initial=0)
    worst = 0.0
    for i in range(len(ours)):
        j = int(np.argmin(apart[i]))
        worst = max(worst, apart[i, j])
        apart[:, j] = np.inf
        if ours.tangent[i].any():
            worst = max(worst, np.abs(ours.tangent[i] - theirs.tangent[j]).max())
    return worst


# ---- samples ----
def matrix(quat) -> np.ndarray:
    rows = np.empty(9)
    mujoco.mju_quat2Mat(rows, np.asarray(quat, float))
    return rows.reshape(3, 3)


def product(p, q) -> np.ndarray:
    """The quaternion p q."""
    result = np.empty(4)
    mujoco.mju_mulQuat(result, np.asarray(p, float), np.asarray(q, float))
    return result


def random_quat(rng) -> np.ndarray:
    quat = rng.normal(size=4)
    return quat / np.linalg.norm(quat)


def turned_a_little(rng, quat, angle: float) -> np.ndarray:
    """The orientation turned by this angle about a random axis."""
    axis = rng.normal(size=3)
    return product(quat, [np.cos(angle / 2), *(np.sin(angle / 2) * axis / np.linalg.norm(axis))])


def random_shape(rng, kind: str) -> Shape:
    return Shape(kind, rng.uniform(0.05, 0.5, SIZES[kind]))


def random_place(rng, pair: Pair, spread: float = 1.0) -> Place:
    """Any orientations; from concentric to about `spread` times as far as the geoms can touch."""
    direction = rng.normal(size=3)
    radii = [sum(shape.size) for shape in pair.shapes if shape.type != 'plane']
    step = direction / np.linalg.norm(direction) * rng.uniform(0, spread * (sum(radii) + pair.reach))
    pos = rng.normal(size=3)
    return Place(pos, random_quat(rng), pos + step, random_quat(rng))


class Comparison(NamedTuple):
    worst: float  # largest difference
    touching: int  # places in which there is a contact


def compare(collider: Stage, kinds: tuple[str, str], count: int, seed: int = 0,
            shape: Callable = random_shape, place: Callable = random_place, option: str = '') -> Comparison:
    """A collider against the wheel in many random places, with a new pair of shapes every fifty."""
    rng, worst, touching, pair = np.random.default_rng(seed), 0.0, 0, None
    for k in range(count):
        if pair is None or k % 50 == 0:
            pair = Pair(shape(rng, kinds[0]), shape(rng, kinds[1]), rng.choice([0.0, 0.02, 0.2]), option=option)
        pair.place(*place(rng, pair))
        ours = pair.ours(collider)
        worst = max(worst, difference(ours, pair.wheel()))
        touching += len(ours) > 0
    return Comparison(worst, touching)


def assert_moves_along(collider: Stage, pair: Pair, seed: int, tolerance: float = 1e-11) -> None:
    """Contacts take part in a motion of both geoms."""
    rng = np.random.default_rng(seed)
    for _ in range(20):
        place, quat, shift = random_place(rng, pair), random_quat(rng), rng.normal(size=3)
        pair.place(*place)
        moved = pair.ours(collider).moved(shift, quat)
        pair.place(*place.moved(shift, quat))
        assert difference(pair.ours(collider), moved) < tolerance


def assert_swaps(collider: Stage, kind: str, seed: int, place: Callable = random_place, tolerance=1e-9) -> None:
    """The order of two geoms of one type changes the sign of the normal and nothing else."""
    rng = np.random.default_rng(seed)
    one, other = random_shape(rng, kind), random_shape(rng, kind)
    pair, swapped = Pair(one, other, 0.1), Pair(other, one, 0.1)
    for _ in range(20):
        pos1, quat1, pos2, quat2 = place(rng, pair)
        pair.place(pos1, quat1, pos2, quat2)
        swapped.place(pos2, quat2, pos1, quat1)
        assert difference(swapped.ours(collider), pair.ours(collider).flipped()) < tolerance


def assert_ignores_nan(collider: Stage, pair: Pair) -> None:
    """Geoms at a place that is not a number touch nothing."""
    pair.place(*Place(pos2=(0.0, np.nan, 0.0)))
    assert len(pair.ours(collider)) == 0
