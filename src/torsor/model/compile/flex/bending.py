"""Bending of sheets: a hinge on every edge between two triangles, and the factor of their metric.

The energy of a hinge is quadratic in the positions of its four vertices, about a flat rest: with cotangents c of the
angles at its edge (Bergou et al., A Quadratic Bending Model for Inextensible Surfaces, 2006), K = D/A c c' for the
bending rigidity D and the area A of both triangles. About a bent rest with the dihedral angle t it is cos(t) K, and a
cubic term with sin(t) is added (Garg et al., Cubic Shells, 2007).
"""

import numpy as np

RECORD = 17  # numbers of an edge in flex_bending: K, and the factor of the cubic term


def hinges(edges: np.ndarray, flaps: np.ndarray, points: np.ndarray, young: float, poisson: float,
           thickness: float) -> np.ndarray:  # fmt: skip
    """The records of all edges in flex_bending, zeros for those of one triangle."""
    records = np.zeros((len(edges), RECORD))
    inner = np.flatnonzero(flaps[:, 1] >= 0)
    a, b, c, d = points[np.column_stack([edges, flaps])[inner]].transpose(1, 0, 2)
    rigidity = young * thickness**3 / (12 * (1 - poisson**2))
    along = b - a
    first, second = np.cross(along, c - a), -np.cross(along, d - a)
    areas = np.linalg.norm(first, axis=1) / 2, np.linalg.norm(second, axis=1) / 2
    length = np.linalg.norm(along, axis=1)
    sine = _dot(np.cross(first, second), along) / length / (4 * areas[0] * areas[1])
    cosine = _dot(first, second) / (4 * areas[0] * areas[1])
    weights = np.stack(_weights(a, b, c, d, *areas), axis=1)
    stiffness = rigidity / (areas[0] + areas[1])
    squares = (weights[:, :, None] * weights[:, None, :]).reshape(-1, 16)
    records[inner, :16] = (stiffness * cosine)[:, None] * squares
    records[inner, 16] = stiffness * sine * length**3 / (4 * areas[0] * areas[1])
    return records


def _weights(a, b, c, d, first: np.ndarray, second: np.ndarray) -> list[np.ndarray]:
    """The weights of the ends a, b of an edge and of the opposite c, d, whose triangles have these areas."""
    ac, bc = _dot(b - a, c - a) / (2 * first), _dot(a - b, c - b) / (2 * first)
    ad, bd = _dot(b - a, d - a) / (2 * second), _dot(a - b, d - b) / (2 * second)
    return [bc + bd, ac + ad, -ac - bc, -ad - bd]


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum('ij,ij->i', a, b)


def factor(metric: np.ndarray) -> np.ndarray:
    """L with L' L = metric: elimination from the last row on."""
    return np.linalg.cholesky(metric[::-1, ::-1])[::-1, ::-1].T


def filled(pattern: np.ndarray) -> np.ndarray:
    """Which entries of the factor of a matrix with this pattern of nonzeros can be other than zero."""
    pattern = pattern.copy()
    for row in reversed(range(len(pattern))):
        above = np.flatnonzero(pattern[row, :row])
        pattern[np.ix_(above, above)] = True
    return np.tril(pattern)
