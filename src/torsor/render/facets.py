"""Polyhedra in place of shapes, as fine as a model asks for (visual/quality), and grids in place of planes.

Distances and segmentations are measured on them, because MuJoCo's are; wireframes show their edges, and faces are seen
from behind where none are skipped. A shape is a polyhedron of unit size whose frame is scaled.
"""

from typing import NamedTuple

import numpy as np

from .shapes import BOX, CAPSULE, CONE, CYLINDER, ELLIPSOID, SPHERE, TRIANGLES
from .visible import FAR, FIRST_FACE, FRAME, KIND, OWNER, POSITION, SIZE

FINEST = 400  # slices or stacks; their faces are as far from the shape as 3e-5 of its radius
GRID = 200  # faces along a side of a plane, at most
ENDLESS = 1.05 / 0.99  # half side of endless planes, in distances of the far plane
ROUND = SPHERE, ELLIPSOID, CAPSULE, CYLINDER, CONE


class Surface(NamedTuple):
    """Points and corners of triangles, two for each quadrangle: they meet at the edge opposite their second corner."""

    points: np.ndarray
    corners: np.ndarray


def sheet(points: np.ndarray) -> Surface:
    """The surface through a table of points whose rows go down and whose columns go right, seen from outside."""
    rows, columns = points.shape[:2]
    k = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = (k[1:, :-1].ravel(), k[1:, 1:].ravel(), k[:-1, 1:].ravel(), k[:-1, :-1].ravel())
    return Surface(points.reshape(-1, 3), np.concatenate((np.stack((a, b, c), 1), np.stack((c, d, a), 1))))


def turned(profile, slices: int) -> Surface:
    """The surface that a line through points (radius, z), from the top down, leaves when it is turned about z."""
    angle = 2.0 * np.pi * np.arange(slices + 1) / slices
    radius, z = np.asarray(profile, float).T[:, :, None]
    return sheet(np.stack((radius * np.cos(angle), radius * np.sin(angle), z + 0.0 * angle), -1))


def cube(quads: int) -> Surface:
    """The faces of a cube, each of so many by so many squares."""
    side = np.linspace(-1.0, 1.0, quads + 1)
    right, up = np.meshgrid(side, -side)
    face = np.stack((right, up, np.ones_like(up)), -1)
    # frames of faces whose z points outwards
    turns = [np.roll(np.eye(3), k, 0) * (1.0, s, s) for k in range(3) for s in (1.0, -1.0)]
    sheets = [sheet(face @ turn.T) for turn in turns]
    number = len(sheets[0].points)
    return Surface(np.concatenate([s.points for s in sheets]),
                   np.concatenate([s.corners + k * number for k, s in enumerate(sheets)]))


def grid(x: np.ndarray, y: np.ndarray) -> Surface:
    """A flat surface that faces z, with lines at these places."""
    right, up = np.meshgrid(x, y[::-1])
    return sheet(np.stack((right, up, 0.0 * up), -1))


def unit_shapes(quality) -> dict[str, Surface]:
    """Polyhedra for shapes and parts of them; a line from the top down has a point for each stack."""
    slices, stacks = (min(max(int(n), least), FINEST) for n, least in ((quality.numslices, 3), (quality.numstacks, 2)))
    quads = min(max(int(quality.numquads), 1), GRID)
    polar, half = np.linspace(0.0, np.pi, stacks + 1), np.linspace(0.0, 0.5 * np.pi, stacks // 2 + 1)
    height, radius = np.linspace(1.0, -1.0, stacks + 1), np.linspace(0.0, 1.0, stacks // 2 + 1)
    tube = [(1.0, z) for z in height]
    lines = dict(
        ball=[(np.sin(p), np.cos(p)) for p in polar],
        dome=[(np.sin(p), np.cos(p)) for p in half],
        tube=tube,
        cylinder=[*((r, 1.0) for r in radius[:-1]), *tube, *((r, -1.0) for r in radius[-2::-1])],
        cone=[*((1.0 - z, z) for z in np.linspace(1.0, 0.0, stacks + 1)), *((r, 0.0) for r in radius[-2::-1])],
    )
    return {name: turned(line, slices) for name, line in lines.items()} | {'box': cube(quads)}


# shapes as unit shapes: by which factors of its sizes each is scaled, and where along z it is, in half lengths
_WHOLE = np.eye(3)
_ROUND = np.array([(1.0, 1.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)])
_BY_RADIUS = np.array([(1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)])
_DOWN = _BY_RADIUS * (1.0, -1.0, -1.0)
PIECES = {
    SPHERE: (('ball', _BY_RADIUS, 0.0),),
    ELLIPSOID: (('ball', _WHOLE, 0.0),),
    CAPSULE: (('dome', _BY_RADIUS, 1.0), ('tube', _ROUND, 0.0), ('dome', _DOWN, -1.0)),
    CYLINDER: (('cylinder', _ROUND, 0.0),),
    CONE: (('cone', _ROUND, 0.0),),
    BOX: (('box', _WHOLE, 0.0),),
}


def with_facets(table: np.ndarray, kinds, solid: np.ndarray, ranges: dict) -> np.ndarray:
    """A table of parts in which those of some kinds, if they are solid, are polyhedra: several rows for some."""
    chosen = np.isin(table[:, KIND], kinds) & solid
    tables = [table[~chosen]]
    for kind in kinds:
        rows = table[chosen & (table[:, KIND] == kind)]
        for name, factors, along in PIECES[kind] if len(rows) else ():
            piece = rows.copy()
            frame, size = rows[:, FRAME:SIZE].reshape(-1, 3, 3), rows[:, SIZE:FIRST_FACE]
            piece[:, POSITION:FRAME] += along * size[:, 2:] * frame[:, :, 2]
            scaled = frame * (size @ factors)[:, None, :]
            tables.append(_as_triangles(piece, scaled.reshape(-1, 9), ranges[name]))
    joined = np.concatenate(tables)
    return joined[np.argsort(joined[:, OWNER], kind='stable')]


def _as_triangles(rows: np.ndarray, frames, found: np.ndarray) -> np.ndarray:
    rows[:, KIND], rows[:, FRAME:SIZE] = TRIANGLES, frames
    rows[:, FIRST_FACE:FIRST_FACE + 4], rows[:, SIZE:FIRST_FACE] = found[:4], found[4:]
    return rows


def plane_grid(row: np.ndarray, camera: np.ndarray) -> tuple[np.ndarray, Surface]:
    """The lines of a plane: its row as one of triangles without their range, and the triangles.

    Lines are as far from each other as the plane says in its third size, from its middle on. Endless planes, which
    scenes place below the camera, have as many as there may be.
    """
    row, sides = row.copy(), []
    for k in range(2):
        half, between = row[SIZE + k], max(2.0 * row[SIZE + 2], 1e-9)
        if half > 0.0:
            number = min(np.ceil(half / between) - 1.0, GRID // 2)
            sides.append(np.concatenate(((-half,), between * np.arange(-number, number + 1), (half,))))
        else:
            sides.append(ENDLESS * camera[FAR] * np.linspace(-1.0, 1.0, GRID + 1))
    row[KIND] = TRIANGLES
    return row, grid(*sides)
