"""Builtin meshes around a centre or an axis: spheres, cones, and their generalisations."""

import math

import numpy as np

from ...spec.rotation import Vector
from .surface import MOST_VERTICES, Surface, require, surface_of

GOLDEN = (1 + math.sqrt(5)) / 2
ICOSAHEDRON = np.array([
    [-1, GOLDEN, 0], [1, GOLDEN, 0], [-1, -GOLDEN, 0], [1, -GOLDEN, 0], [0, -1, GOLDEN], [0, 1, GOLDEN],
    [0, -1, -GOLDEN], [0, 1, -GOLDEN], [GOLDEN, 0, -1], [GOLDEN, 0, 1], [-GOLDEN, 0, -1], [-GOLDEN, 0, 1],
])  # fmt: skip
ICOSAHEDRON_FACES = [
    (0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6),
    (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7),
    (9, 8, 1),
]  # fmt: skip


def _power(base: np.ndarray, exponent: float) -> np.ndarray:
    """A power that keeps the sign."""
    return np.sign(base) * np.abs(base) ** exponent


def sphere(params: Vector) -> Surface:
    """An icosahedron whose faces are divided into four, again and again; in float32 from the start."""
    subdivision = int(params[0])
    require(0 <= subdivision <= 4, f'a sphere is divided 0 to 4 times, not {subdivision} times')
    vertices = list((ICOSAHEDRON / np.linalg.norm(ICOSAHEDRON[0])).astype(np.float32))
    faces = ICOSAHEDRON_FACES
    for _ in range(subdivision):
        middles: dict[tuple[int, int], int] = {}

        def middle(a: int, b: int, middles=middles) -> int:
            edge = min(a, b), max(a, b)
            if edge not in middles:
                middles[edge] = len(vertices)
                x, y, z = point = vertices[a] + vertices[b]
                vertices.append(point / np.sqrt(x * x + y * y + z * z))
            return middles[edge]

        divided = []
        for a, b, c in faces:
            ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
            divided += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        faces = divided
    return surface_of(np.array(vertices), faces)


def hemisphere(params: Vector) -> Surface:
    """Half an octahedron, divided and blown up, and the disc below it; ring k has 4 k vertices."""
    resolution = int(params[0])
    require(0 <= resolution <= 10, f'the resolution of a hemisphere is from 0 to 10, not {resolution}')
    rings = resolution + 1
    points, faces, inner = [(0, 0, 1)], [], 0
    for ring in range(1, rings + 1):
        for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):  # the quarters turn to the left
            for i in range(ring):
                points.append(((ring - i) * x - i * y, (ring - i) * y + i * x, rings - ring))
        outer, before = inner + max(4 * (ring - 1), 1), 4 * (ring - 1)
        a = b = 0
        for _ in range(4):
            for _ in range(ring - 1):
                faces.append((inner + a, outer + b, outer + b + 1))
                faces.append((inner + a, outer + b + 1, inner + (a + 1) % before))
                a, b = a + 1, b + 1
            faces.append((inner + a % max(before, 1), outer + b, outer + (b + 1) % (4 * ring)))
            b += 1
        inner = outer
    centre = inner + 4 * rings
    faces += [(inner + i, centre, inner + (i + 1) % (4 * rings)) for i in range(4 * rings)]
    vertices = np.array(points, dtype=float)
    return surface_of(np.vstack([vertices / np.linalg.norm(vertices, axis=1)[:, None], np.zeros((1, 3))]), faces)


def cone(params: Vector) -> Surface:
    """Two polygons, of which the upper one can shrink to a point; the rest is their hull."""
    count, radius = int(params[0]), params[1]
    require(3 <= count <= MOST_VERTICES // 2, f'a cone has at least 3 vertices around it, not {count}')
    require(0 <= radius <= 1, f'the radius of a cone is from 0 to 1, not {radius}')
    angle = 2 * np.pi * np.arange(2 * count) / count  # the upper polygon is a second turn
    circle = np.stack([np.cos(angle), np.sin(angle), np.ones(2 * count)], axis=1)
    below = circle[:count] * [1, 1, -1]
    above = circle[count:] * [radius, radius, 1] if radius > 0 else [[0.0, 0.0, 1.0]]
    return surface_of(np.vstack([below, above]))


def supersphere(params: Vector) -> Surface:
    """Rows of a globe from south to north, with powers of sines and cosines."""
    size, east, north = int(params[0]), params[1], params[2]
    require(3 <= size <= math.isqrt(MOST_VERTICES), f'the resolution of a supersphere is at least 3, not {size}')
    require(east >= 0 and north >= 0, 'the exponents of a supersphere cannot be negative')
    latitude = (-np.pi / 2 + np.pi * np.arange(1, size) / size)[:, None]
    longitude = -np.pi + 2 * np.pi * np.arange(size) / size
    across = _power(np.cos(latitude), north)
    rows = np.stack(np.broadcast_arrays(
        across * _power(np.cos(longitude), east), across * _power(np.sin(longitude), east),
        _power(np.sin(latitude), north),
    ), axis=-1)  # fmt: skip
    here = np.arange(size)
    following = (here + 1) % size
    faces = [np.stack([np.zeros(size, dtype=int), 1 + following, 1 + here], axis=1)]
    for row in range(size - 2):
        a, b = 1 + row * size, 1 + (row + 1) * size
        faces.append(np.stack([a + here, a + following, b + here, a + following, b + following, b + here], axis=1))
    last = 1 + (size - 2) * size
    faces.append(np.stack([last + here, last + following, np.full(size, last + size)], axis=1))
    vertices = np.vstack([[[0.0, 0.0, -1.0]], rows.reshape(-1, 3), [[0.0, 0.0, 1.0]]])
    return surface_of(vertices, np.concatenate([part.reshape(-1, 3) for part in faces]))


def supertorus(params: Vector) -> Surface:
    """Sections one after the other around the ring, with powers of sines and cosines."""
    size, radius, minor, major = int(params[0]), *params[1:]
    require(3 <= size <= math.isqrt(MOST_VERTICES), f'the resolution of a supertorus is at least 3, not {size}')
    require(0 < radius <= 1, f'the radius of a supertorus is above 0 and up to 1, not {radius}')
    require(minor > 0 and major > 0, 'the exponents of a supertorus are positive')
    angle = 2 * np.pi * np.arange(size) / size
    around, along = angle[:, None], angle
    distance = 1 + radius * _power(np.cos(along), minor)
    vertices = np.stack(np.broadcast_arrays(
        distance * _power(np.cos(around), major), distance * _power(np.sin(around), major),
        radius * _power(np.sin(along), minor),
    ), axis=-1)  # fmt: skip
    i, j = np.meshgrid(np.arange(size), np.arange(size), indexing='ij')
    here, beside = i * size + j, (i + 1) % size * size + j
    above, beyond = i * size + (j + 1) % size, (i + 1) % size * size + (j + 1) % size
    faces = np.stack([here, beside, above, beside, beyond, above], axis=-1)
    return surface_of(vertices.reshape(-1, 3), faces)
