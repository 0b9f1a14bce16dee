"""Elasticity of flexes with a body for each vertex: Saint Venant-Kirchhoff, linear in each element.

The energy of an element is s' K s, where s = (l^2 - L^2) / 2 for each of its edges, of length l now and L at rest. As
d' E d = s for the vector d of an edge and Green's strain E, strain is a sum of matrices B, one for each edge, and
K = V (mu tr(B B') + lambda/2 tr(B) tr(B')) for the volume V and Lame's constants mu and lambda.
"""

import math

import numpy as np

from .topology import EDGES

# numbers that an element has in flex_stiffness: the upper triangle of K, and zeros
SIZES = {2: 21, 3: 24}


def stretching(elements: np.ndarray, points: np.ndarray, young: float, poisson: float, thickness: float) -> np.ndarray:
    """The records of all triangles or tetrahedra in flex_stiffness."""
    dim = elements.shape[1] - 1
    mu = young / (2 * (1 + poisson))
    stretch = young * poisson / (1 - poisson**2 if dim == 2 else (1 + poisson) * (1 - 2 * poisson))
    corners = points[elements]
    if dim == 2:
        corners = _flattened(corners)
    strains = _strains(corners, dim)
    traces = np.trace(strains, axis1=2, axis2=3)
    products = np.einsum('eaij,ebij->eab', strains, strains)
    stiffness = mu * products + 0.5 * stretch * traces[:, :, None] * traces[:, None, :]
    sides = corners[:, 1:] - corners[:, :1]
    volume = np.abs(np.linalg.det(sides)) / math.factorial(dim) * (thickness if dim == 2 else 1.0)
    rows, columns = np.triu_indices(strains.shape[1])
    records = np.zeros((len(elements), SIZES[dim]))
    records[:, : len(rows)] = (volume[:, None, None] * stiffness)[:, rows, columns]
    return records


def _flattened(corners: np.ndarray) -> np.ndarray:
    """Triangles (n, 3, 3) in the coordinates (n, 3, 2) of their planes, with the first corner at the origin."""
    first, second = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    length = np.linalg.norm(first, axis=1)
    along = first / length[:, None]
    x = np.einsum('ij,ij->i', second, along)
    y = np.linalg.norm(second - x[:, None] * along, axis=1)
    zero = np.zeros_like(x)
    return np.stack([np.column_stack([zero, zero]), np.column_stack([length, zero]), np.column_stack([x, y])], axis=1)


def _strains(corners: np.ndarray, dim: int) -> np.ndarray:
    """The strain (n, edges, dim, dim) that lengthens one edge of each element and no other."""
    starts, ends = np.array(EDGES[dim]).T
    vectors = corners[:, ends] - corners[:, starts]
    rows, columns = np.triu_indices(dim)
    twice = np.where(rows == columns, 1.0, 2.0)
    along = vectors[:, :, rows] * vectors[:, :, columns] * twice  # d' E d as a row times the numbers of E
    numbers = np.linalg.inv(along)  # (n, numbers of E, edges)
    strains = np.zeros((len(corners), len(starts), dim, dim))
    strains[:, :, rows, columns] = strains[:, :, columns, rows] = numbers.transpose(0, 2, 1)
    return strains
