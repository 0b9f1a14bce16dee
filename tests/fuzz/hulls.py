"""Contacts and distances of meshes against brute force: random hulls and given meshes, near everything else.

    python tests/fuzz/hulls.py --count 20000 --seed 0 [MESH.obj MESH.stl ...]

Every pair of geoms is compared with tests/fuzz/brute.py: a pair that overlaps must have a contact, one that is apart
none; the lowest vertex on a plane must be one, at its height; `mj_geomDistance` must be the distance. The graph of each
hull is proven: neighbours are mutual, every vertex is reached from every other, and from every vertex the search uphill
ends at the farthest vertex, whatever the direction. What the wheel gets wrong in the same way is excused, and counted.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import mujoco
import numpy as np

if __name__ == '__main__':
    sys.path.insert(0, str(Path(__file__).parents[1]))

import torsor
from fuzz.brute import Interval, gap, hull_of, signed_distance

BLUR = 2e-6  # [m] within which shapes may or may not touch: `ccd_tolerance`, and single precision
FAR = 1e3  # [m] between bodies that are not looked at
ROWS, COLUMNS = 4, 5  # samples of the height field
HEIGHT, BASE = 0.2, 0.1
POSES = 6  # of each pair of meshes and kind
TILTED = 0.4  # component of a unit vector above which it counts for the choice of the first vertex
FILLERS = 10  # bodies that make a model large enough for the sweep

BOX, RADIUS, HALF = np.array([0.12, 0.07, 0.2]), 0.11, 0.15
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * BOX


# ---- meshes ----
def cloud(rng, n):
    return rng.normal(size=(n, 3))


def ball(rng, n):
    points = rng.normal(size=(n, 3))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def polygon(rng, n):
    angle = np.sort(rng.uniform(0, 2 * np.pi, n))
    return np.c_[np.cos(angle), rng.uniform(0.3, 1) * np.sin(angle)]


def extruded(flat, height):
    return np.vstack([np.c_[flat, np.full(len(flat), z)] for z in (-height, height)])


def prism(rng, n):
    return extruded(polygon(rng, max(3, n // 2)), rng.uniform(0.05, 2))


def cylinder(rng, n):
    angle = np.linspace(0, 2 * np.pi, max(3, n // 2), endpoint=False)
    return extruded(np.c_[np.cos(angle), np.sin(angle)], rng.uniform(0.05, 2))


def cone(rng, n):
    """Its box is far from its centre."""
    return np.vstack([np.c_[polygon(rng, max(3, n - 1)), np.zeros(max(3, n - 1))], [[0, 0, rng.uniform(1, 5)]]])


def lattice(rng, n):
    """A box with many points in its faces and edges."""
    k = max(2, min(9, round(n ** (1 / 3))))
    return np.stack(np.meshgrid(*[np.linspace(-1, 1, k)] * 3), axis=-1).reshape(-1, 3) * rng.uniform(0.2, 1, 3)


def nearly_flat(rng, n):
    """Faces whose points are in a plane but for rounding."""
    points = lattice(rng, n)
    return points + rng.normal(size=points.shape) * 10.0 ** rng.integers(-8, -3)


def needle(rng, n):
    return cloud(rng, n) * [5, 0.05, 0.05]


def doubled(rng, n):
    """Vertices that are the same, or differ in the last bit of single precision."""
    points = ball(rng, max(4, n // 2)).astype(np.float32)
    return np.vstack([points, np.nextafter(points, points + rng.choice([-1, 0, 1], points.shape).astype(np.float32))])


MESHES = {f.__name__: f for f in (cloud, ball, prism, cylinder, cone, lattice, nearly_flat, needle, doubled)}


def random_mesh(rng) -> tuple[str, str]:
    """Name and XML of a mesh of 4 to 2,000 vertices, about 0.3 m large."""
    name, n = rng.choice(list(MESHES)), int(np.exp(rng.uniform(np.log(4), np.log(2000))))
    points = MESHES[name](rng, n)
    turn = rotation(rng) if rng.random() < 0.5 else np.eye(3)  # rounding makes triangles of faces that are turned
    points = 0.3 * points / np.abs(points).max() @ turn + rng.uniform(-0.5, 0.5, 3) * (rng.random() < 0.3)
    numbers = ' '.join(f'{x:.9g}' for x in points.ravel())
    return name, f'vertex="{numbers}" inertia="{"shell" if name == "needle" else "convex"}"'


def rotation(rng) -> np.ndarray:
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return turn * np.sign(np.linalg.det(turn))


def scene(first: str, second: str, rng) -> str:
    """MJCF with two meshes and one geom of each other kind, each in a body of its own."""
    heights = ' '.join(f'{x:.3f}' for x in rng.random(ROWS * COLUMNS))
    geoms = ['type="mesh" mesh="first"', 'type="mesh" mesh="second"', f'size="{RADIUS}"',
             f'type="capsule" size="{RADIUS} {HALF}"', f'type="box" size="{BOX[0]} {BOX[1]} {BOX[2]}"']
    geoms += ['size=".1"'] * (FILLERS if rng.random() < 0.5 else 0)
    bodies = ''.join(f'<body pos="{FAR * (2 + k)} 0 0"><freejoint/><geom {geom} mass="1"/></body>'
                     for k, geom in enumerate(geoms))
    return (f'<mujoco><asset><mesh name="first" {first}/><mesh name="second" {second}/>'
            f'<hfield name="hills" nrow="{ROWS}" ncol="{COLUMNS}" size=".6 .5 {HEIGHT} {BASE}" elevation="{heights}"/>'
            f'</asset><worldbody>{bodies}'
            f'<geom type="plane" size="1 1 1" pos="0 0 {-FAR}"/>'
            f'<geom type="hfield" hfield="hills" pos="0 0 {FAR}"/></worldbody></mujoco>')


# ---- what is where ----
class World:
    """The scene in one engine, with the first mesh and one other body somewhere."""

    def __init__(self, engine: ModuleType, xml: str):
        self.engine, self.m = engine, engine.MjModel.from_xml_string(xml)
        self.d = engine.MjData(self.m)
        self.start = self.d.qpos.copy()

    def place(self, poses: dict[int, np.ndarray]) -> None:
        """Put bodies somewhere, all others far away."""
        self.d.qpos[:] = self.start
        for body, pose in poses.items():
            self.d.qpos[7 * body - 7:7 * body] = pose
        self.engine.mj_kinematics(self.m, self.d)
        self.engine.mj_comPos(self.m, self.d)
        self.engine.mj_collision(self.m, self.d)

    def geom(self, body: int) -> int:
        """The geom of a body; the plane and the height field, which are of the world, come first."""
        return {PLANE: 0, HFIELD: 1}.get(body, body + 1)

    def contacts(self, body: int) -> np.ndarray:
        """Distances of contacts between the first mesh and a body."""
        pair = {self.geom(1), self.geom(body)}
        return np.array([c.dist for c in self.d.contact if set(c.geom.tolist()) == pair])

    def distance(self, body: int) -> tuple[float, np.ndarray]:
        segment = np.zeros(6)
        return self.engine.mj_geomDistance(self.m, self.d, self.geom(1), self.geom(body), FAR, segment), segment

    def points(self, body: int) -> tuple[np.ndarray, float]:
        """Points whose hull, widened by a radius, is the geom of a body."""
        g = self.geom(body)
        local, radius = CORES.get(body, (None, 0.0))
        if local is None:
            mesh = self.m.geom_dataid[g]
            start = self.m.mesh_vertadr[mesh]
            local = self.m.mesh_vert[start:start + self.m.mesh_vertnum[mesh]].astype(float)
        return local @ self.d.geom_xmat[g].reshape(3, 3).T + self.d.geom_xpos[g], radius

    def prisms(self) -> Iterator[np.ndarray]:
        """Corners of what is below the triangles of the height field."""
        x, y = np.linspace(-0.6, 0.6, COLUMNS), np.linspace(-0.5, 0.5, ROWS)
        z = self.m.hfield_data.reshape(ROWS, COLUMNS) * HEIGHT
        for i in range(ROWS - 1):
            for j in range(COLUMNS - 1):
                for corners in (((i, j), (i, j + 1), (i + 1, j + 1)), ((i, j), (i + 1, j), (i + 1, j + 1))):
                    yield np.array([[x[c], y[r], FAR + height] for r, c in corners for height in (-BASE, z[r, c])])


MESH, SPHERE, CAPSULE, CUBE, PLANE, HFIELD = 2, 3, 4, 5, -1, -2  # bodies, or geoms of the world
KINDS = {PLANE: 'plane', SPHERE: 'sphere', CAPSULE: 'capsule', CUBE: 'box', MESH: 'mesh', HFIELD: 'height field'}


CORES = {SPHERE: (np.zeros((1, 3)), RADIUS), CAPSULE: (np.array([[0, 0, -HALF], [0, 0, HALF]]), RADIUS),
         CUBE: (CORNERS, 0.0)}


def face_down(points: np.ndarray, rng) -> np.ndarray:
    """Quaternion of a rotation that turns some face of a hull down, but for a small tilt."""
    hull = hull_of(points)
    if hull is None:
        return np.array([1.0, 0, 0, 0])
    normal = hull.equations[rng.integers(len(hull.equations)), :3]
    down = np.array([0, 0, -1]) + rng.choice([0, 1e-3, 0.1]) * rng.normal(size=3)
    turn = np.r_[np.linalg.norm(down) + normal @ down, np.cross(normal, down)]
    return turn / np.linalg.norm(turn) if np.linalg.norm(turn) > 1e-9 else np.array([0.0, 1, 0, 0])


def random_poses(world: World, body: int, rng) -> dict[int, np.ndarray]:
    """Poses in which the first mesh is about as deep in the other geom as beside it."""
    turned = np.r_[0, 0, 0, rng.normal(size=4)]
    poses = {1: turned} if body < 0 else {1: turned, body: np.r_[0, 0, 0, rng.normal(size=4)]}
    for pose in poses.values():
        pose[3:] = [1, 0, 0, 0] if rng.random() < 0.15 else pose[3:] / np.linalg.norm(pose[3:])
    if body < 0 and rng.random() < 0.5:
        world.place({1: np.array([0, 0, 0, 1.0, 0, 0, 0])})
        poses[1][3:] = face_down(world.points(1)[0], rng)
    world.place(poses)
    points, _ = world.points(1)
    way = np.array([0, 0, 1.0])
    shift = rng.choice([0.0, 1e-3, 1e-1], p=[0.05, 0.35, 0.6]) * rng.normal()
    if body == PLANE:
        poses[1][2] = -FAR - points[:, 2].min() + shift
    elif body == HFIELD:
        poses[1][:3] = rng.uniform([-0.6, -0.5, FAR], [0.6, 0.5, FAR + HEIGHT])
        poses[1][2] -= points[:, 2].min() * rng.random()
    else:
        way = rng.normal(size=3) if rng.random() < 0.8 else world.d.geom_xmat[world.geom(body)][:3]
        way = way / np.linalg.norm(way)
        others, radius = world.points(body)
        shift -= 0.15 * rng.random() * (rng.random() < 0.7)  # what a plane parts does not overlap
        poses[body][:3] = way * (radius + shift - gap(points, others, way[None])[0])
        if rng.random() < 0.5:  # where one reaches farthest, the other does too
            poses[body][:3] = points[(points @ way).argmax()] - others[(others @ way).argmin()] + way * (radius + shift)
    return poses


# ---- graphs of hulls ----
def graph_of(m, mesh: int) -> tuple[np.ndarray, list[np.ndarray]] | None:
    """Positions of the vertices of a hull, and the neighbours of each."""
    start = m.mesh_graphadr[mesh]
    if start < 0:
        return None
    count, record = m.mesh_graph[start], m.mesh_graph[start + 2:]
    names, ends, begin = record[count:2 * count], record[2 * count:], m.mesh_vertadr[mesh]
    neighbours = [ends[at:at + np.argmax(ends[at:] < 0)] for at in record[:count]]
    return m.mesh_vert[begin + names].astype(float), neighbours


def is_connected(neighbours: list[np.ndarray]) -> bool:
    seen, waiting = {0}, [0]
    while waiting:
        new = set(neighbours[waiting.pop()].tolist()) - seen
        seen |= new
        waiting += new
    return len(seen) == len(neighbours)


def ends_of(points: np.ndarray, neighbours: list[np.ndarray], way: np.ndarray) -> np.ndarray:
    """How far below the farthest vertex the search uphill along `way` ends, from each start."""
    heights = points @ way
    best = np.array([n[np.argmax(heights[n])] for n in neighbours])
    end = np.where(heights[best] > heights, best, np.arange(len(heights)))
    while not np.array_equal(end[end], end):
        end = end[end]
    return heights.max() - heights[end]


def first_start(m, mesh: int, way: np.ndarray) -> int:
    """Where a search starts: at the vertex that is farthest along one of 27 directions."""
    third = np.where(way > TILTED, 2, np.where(way < -TILTED, 0, 1))
    return m.mesh_extrema[mesh, third @ [9, 3, 1]]


def check_graph(m, mesh: int, rng) -> dict[str, float]:
    """What is wrong with the graph of a hull, and how far below the farthest vertex searches end at worst [m]."""
    graph, begin = graph_of(m, mesh), m.mesh_vertadr[mesh]
    vertices = m.mesh_vert[begin:begin + m.mesh_vertnum[mesh]].astype(float)
    if graph is None:
        return {}
    points, neighbours = graph
    pairs = {(i, int(k)) for i, ends in enumerate(neighbours) for k in ends}
    if any((k, i) not in pairs or i == k for i, k in pairs):
        return {'not mutual': np.inf}
    if not is_connected(neighbours):
        return {'not connected': np.inf}
    ways, worst = rng.normal(size=(40, 3)), Counter()
    ways = np.vstack([ways / np.linalg.norm(ways, axis=1, keepdims=True), np.eye(3), -np.eye(3)])
    for way in ways:
        ends = ends_of(points, neighbours, way)
        worst['lacks a vertex'] = max(worst['lacks a vertex'], (vertices @ way).max() - (points @ way).max())
        worst['ends early'] = max(worst['ends early'], ends[first_start(m, mesh, way)])
        worst['ends early from some start'] = max(worst['ends early from some start'], ends.max())
    return {fault: size for fault, size in worst.items() if size > BLUR}


# ---- one pair ----
def reference(world: World, body: int) -> Interval:
    points, _ = world.points(1)
    if body == PLANE:
        return Interval(*[points[:, 2].min() + FAR] * 2)
    if body == HFIELD:
        found = [signed_distance(prism, points) for prism in world.prisms()]
        return Interval(min(x.low for x in found), min(x.high for x in found))
    others, radius = world.points(body)
    return signed_distance(points, others, radius)


def faults(world: World, body: int, truth: Interval) -> dict[str, float]:
    """What an engine gets wrong about a pair, and by how much [m]."""
    found, wrong = world.contacts(body), {}
    if truth.high < -BLUR and not len(found):
        wrong['missed'] = -truth.high
    if truth.low > BLUR and len(found):
        wrong['false'] = truth.low
    if body == PLANE and len(found) and abs(found.min() - truth.low) > BLUR:
        wrong['deepest'] = found.min() - truth.low
    if body != HFIELD:
        distance, _ = world.distance(body)
        error = max(truth.low - distance, distance - truth.high)
        if not error <= 2 * BLUR:
            wrong['distance'] = error
    return wrong


class Summary:
    """Pairs by kind, what was wrong with them, and the worst errors."""

    def __init__(self) -> None:
        self.pairs, self.wrong, self.excused = Counter(), defaultdict(list), Counter()
        self.worst, self.touching, self.refused = defaultdict(float), Counter(), 0

    def add(self, kind: str, wrong: dict[str, float], excuse: dict[str, float], story: str) -> None:
        self.pairs[kind] += 1
        for fault, size in wrong.items():
            if fault in excuse and excuse[fault] > 0.5 * size:
                self.excused[kind, fault] += 1
            else:
                self.wrong[kind, fault].append(f'{size:.3g} m: {story}')

    def count(self) -> int:
        return sum(self.pairs.values()) - self.pairs['graph']

    def __str__(self) -> str:
        lines = [f'{self.count()} pairs, {self.refused} scenes refused by both engines']
        for kind, count in self.pairs.items():
            excused = {fault: n for (k, fault), n in self.excused.items() if k == kind}
            wrong = {fault: len(x) for (k, fault), x in self.wrong.items() if k == kind}
            lines.append(f'{kind:13} {count:6} pairs, {self.touching[kind]} overlap; wrong {wrong or 0}, '
                         f'excused {excused or 0}, worst distance error {self.worst[kind]:.2g} m')
        return '\n'.join(lines + [f'{key}: {x}' for key, stories in self.wrong.items() for x in stories[:5]])


def load(engine: ModuleType, xml: str) -> World | Exception:
    try:
        return World(engine, xml)
    except ValueError as error:
        return error


def run(count: int, seed: int, paths: tuple[str, ...] = (), report=None) -> Summary:
    """Compare so many pairs."""
    summary, number = Summary(), 0
    while summary.count() < count:
        rng = np.random.default_rng([seed, number])
        number += 1
        name, first = random_mesh(rng)
        other, second = random_mesh(rng)
        if paths:
            name = paths[number % len(paths)]
            first = f'file="{Path(name).absolute()}" inertia="convex"'
        xml = scene(first, second, rng)
        ours, theirs = load(torsor, xml), None
        if isinstance(ours, Exception):
            theirs = load(mujoco, xml)
            summary.refused += 1
            if not isinstance(theirs, Exception):
                summary.wrong['scene', 'refused'].append(f'{name}, {other}: {ours}')
            continue
        for mesh in range(2):
            state = rng.bit_generator.state
            wrong, excuse = check_graph(ours.m, mesh, rng), {}
            if wrong:
                theirs, rng.bit_generator.state = theirs or load(mujoco, xml), state
                excuse = check_graph(theirs.m, mesh, rng)
            summary.add('graph', wrong, excuse, f'{(name, other)[mesh]}; seed {seed}, scene {number - 1}')
        for body, kind in KINDS.items():
            for k in range(POSES):
                poses = random_poses(ours, body, rng)
                ours.place(poses)
                truth = reference(ours, body)
                wrong, excuse = faults(ours, body, truth), {}
                if wrong:
                    theirs = theirs or load(mujoco, xml)
                    theirs.place(poses)
                    excuse = faults(theirs, body, truth)
                summary.touching[kind] += truth.high < 0
                if body != HFIELD:
                    summary.worst[kind] = max(summary.worst[kind], truth.low - ours.distance(body)[0],
                                              ours.distance(body)[0] - truth.high)
                story = f'{name} and {other}; seed {seed}, scene {number - 1}, pose {k}; {truth}'
                summary.add(kind, wrong, excuse, story)
        if report and number % report == 0:
            print(summary, flush=True)
    return summary


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--count', type=int, default=2000, help='pairs of geoms')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--report', type=int, default=100, help='scenes between reports')
    parser.add_argument('meshes', nargs='*', help='files whose hulls are compared with random ones')
    given = parser.parse_args()
    summary = run(given.count, given.seed, tuple(given.meshes), given.report)
    print(summary)
    return 1 if summary.wrong else 0


if __name__ == '__main__':
    sys.exit(main())
