"""Triangles of shapes, of half size or radius one; capsules and arrows are put together from them."""

from functools import cache

import numpy as np

AROUND, ALONG = 32, 12  # corners around a round shape, and from pole to pole


def _ring(z: float, radius: float, count: int = AROUND) -> np.ndarray:
    angle = np.arange(count) * (2.0 * np.pi / count)
    return np.stack((radius * np.cos(angle), radius * np.sin(angle), np.full(count, z)), -1)


def _surface(rings: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """A surface through rings with equally many corners, from the lowest up."""
    count = len(rings[0])
    k = np.arange(count)
    around = np.stack((k, np.roll(k, -1)))
    faces = []
    for ring in range(len(rings) - 1):
        (a, b), (c, d) = around + ring * count, around + (ring + 1) * count
        faces += [np.stack((a, b, d), -1), np.stack((a, d, c), -1)]
    return np.concatenate(rings), np.concatenate(faces)


def _ball(lowest: float) -> tuple[np.ndarray, np.ndarray]:
    """A part of the unit ball, from a latitude up [rad]."""
    latitudes = np.linspace(lowest, np.pi / 2.0, ALONG if lowest < 0.0 else ALONG // 2 + 1)
    return _surface([_ring(np.sin(latitude), np.cos(latitude)) for latitude in latitudes])


def _with_corners_of_its_own(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same faces, which share no corners: light falls on each as on a plane."""
    return vertices[faces].reshape(-1, 3), np.arange(3 * len(faces)).reshape(-1, 3)


def _box() -> tuple[np.ndarray, np.ndarray]:
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    faces = []
    for axis in range(3):
        for side in (-1, 1):
            on = np.flatnonzero(corners[:, axis] == side)
            a, b, c, d = on[[0, 1, 3, 2]]
            normal = np.cross(corners[b] - corners[a], corners[c] - corners[a])[axis]
            faces += [(a, b, c), (a, c, d)] if normal * side > 0 else [(a, c, b), (a, d, c)]
    return _with_corners_of_its_own(corners, np.array(faces))


def _joined(*parts: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    starts = np.cumsum([0, *(len(vertices) for vertices, _ in parts)])
    return (np.concatenate([vertices for vertices, _ in parts]),
            np.concatenate([faces + start for (_, faces), start in zip(parts, starts)]))


def _cylinder() -> tuple[np.ndarray, np.ndarray]:
    bottom, top = (_surface([_ring(z, a), _ring(z, b)]) for z, a, b in ((-1.0, 0.0, 1.0), (1.0, 1.0, 0.0)))
    return _joined(_tube(), bottom, top)


def _tube() -> tuple[np.ndarray, np.ndarray]:
    return _surface([_ring(-1.0, 1.0), _ring(1.0, 1.0)])


def _cone() -> tuple[np.ndarray, np.ndarray]:
    """From its base at z = 0 to its tip at z = 1."""
    return _joined(_surface([_ring(0.0, 1.0), _ring(1.0, 0.0)]), _surface([_ring(0.0, 0.0), _ring(0.0, 1.0)]))


def _square() -> tuple[np.ndarray, np.ndarray]:
    return np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], float), np.array([(0, 1, 2), (0, 2, 3)])


MAKERS = {'sphere': lambda: _ball(-np.pi / 2.0), 'dome': lambda: _ball(0.0), 'tube': _tube, 'cylinder': _cylinder,
          'cone': _cone, 'box': _box, 'square': _square}


@cache
def unit_shape(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Corners and triangles of a shape of unit size."""
    vertices, faces = MAKERS[name]()
    return vertices.astype(np.float32), faces.astype(np.uint32)


def mesh_triangles(m, mesh: int) -> tuple[np.ndarray, np.ndarray]:
    """Corners and triangles of a mesh of the model."""
    vertices = m.mesh_vert[m.mesh_vertadr[mesh]:][:m.mesh_vertnum[mesh]]
    return vertices, m.mesh_face[m.mesh_faceadr[mesh]:][:m.mesh_facenum[mesh]]


def hull_triangles(m, mesh: int) -> tuple[np.ndarray, np.ndarray]:
    """Corners and triangles of the convex hull of a mesh, which is found in its graph."""
    graph = m.mesh_graph[m.mesh_graphadr[mesh]:]
    corners, count = int(graph[0]), int(graph[1])
    faces = graph[2 + 3 * corners + 3 * count:][:3 * count].reshape(-1, 3)
    vertices, _ = mesh_triangles(m, mesh)
    return _with_corners_of_its_own(vertices, faces)


def textured_triangles(m, mesh: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners, triangles and texture coordinates of a mesh, with a corner for each coordinate it has."""
    vertices, faces = mesh_triangles(m, mesh)
    coordinates = m.mesh_texcoord[m.mesh_texcoordadr[mesh]:][:m.mesh_texcoordnum[mesh]]
    on_faces = m.mesh_facetexcoord[m.mesh_faceadr[mesh]:][:m.mesh_facenum[mesh]]
    pairs, places = np.unique(np.stack((faces, on_faces), -1).reshape(-1, 2), axis=0, return_inverse=True)
    return vertices[pairs[:, 0]], places.reshape(-1, 3), coordinates[pairs[:, 1]]


def field_triangles(m, field: int) -> tuple[np.ndarray, np.ndarray]:
    """Corners and triangles of the top of a height field and of a box below it."""
    rows, columns = int(m.hfield_nrow[field]), int(m.hfield_ncol[field])
    x, y, z, base = m.hfield_size[field]
    heights = m.hfield_data[m.hfield_adr[field]:][:rows * columns].reshape(rows, columns)
    xs, ys = np.meshgrid(np.linspace(-x, x, columns), np.linspace(-y, y, rows))
    top = np.stack((xs, ys, z * heights), -1).reshape(-1, 3)
    k = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = (part.reshape(-1) for part in (k[:-1, :-1], k[:-1, 1:], k[1:, 1:], k[1:, :-1]))
    faces = np.concatenate((np.stack((a, b, c), -1), np.stack((a, c, d), -1)))
    vertices, sides = unit_shape('box')
    return _joined((top, faces), (vertices * (x, y, 0.5 * base) - (0.0, 0.0, 0.5 * base), sides))
