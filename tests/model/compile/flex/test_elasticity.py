"""Stiffness of elements against energies of the continuum, and hinges against what they should not feel."""

import numpy as np
import pytest

from torsor.model.compile.flex.bending import factor, filled, hinges
from torsor.model.compile.flex.elasticity import stretching
from torsor.model.compile.flex.topology import EDGES

YOUNG, POISSON, THICKNESS = 3.0, 0.3, 0.2


def energy_of(record: np.ndarray, dim: int, rest: np.ndarray, now: np.ndarray) -> float:
    """s' K s with s = (l^2 - L^2) / 2 for each edge."""
    count = len(EDGES[dim])
    upper = np.zeros((count, count))
    upper[np.triu_indices(count)] = record[: count * (count + 1) // 2]
    stiffness = upper + np.triu(upper, 1).T
    s = np.array([(((now[b] - now[a]) ** 2).sum() - ((rest[b] - rest[a]) ** 2).sum()) / 2 for a, b in EDGES[dim]])
    return s @ stiffness @ s


@pytest.mark.parametrize('dim', [2, 3])
def test_the_energy_of_a_strained_element_is_that_of_the_continuum(dim):
    """Saint Venant-Kirchhoff: volume times (mu tr(E E) + lambda/2 tr(E)^2), in a sheet with plane stress."""
    rng = np.random.default_rng(dim)
    mu = YOUNG / (2 * (1 + POISSON))
    lame = YOUNG * POISSON / (1 - POISSON**2 if dim == 2 else (1 + POISSON) * (1 - 2 * POISSON))
    for _ in range(20):
        flat = rng.normal(size=(dim + 1, dim))
        deformation = np.eye(dim) + 0.3 * rng.normal(size=(dim, dim))
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0][:, :dim]
        rest, now = flat @ turn.T, flat @ deformation.T @ turn.T
        strain = (deformation.T @ deformation - np.eye(dim)) / 2
        volume = abs(np.linalg.det(flat[1:] - flat[0])) / (6 if dim == 3 else 2) * (THICKNESS if dim == 2 else 1)
        expected = volume * (mu * np.trace(strain @ strain) + lame / 2 * np.trace(strain) ** 2)
        record = stretching(np.arange(dim + 1)[None], rest, YOUNG, POISSON, THICKNESS)[0]
        assert energy_of(record, dim, rest, now) == pytest.approx(expected, rel=1e-9)


def test_a_flat_hinge_does_not_feel_motion_in_its_plane():
    rng = np.random.default_rng(0)
    for _ in range(20):
        points = np.array([[0, 0, 0], [1, 0, 0], [0.3, 1, 0], [0.4, -1, 0]]) + 0.2 * rng.normal(size=(4, 3)) * [1, 1, 0]
        record = hinges(np.array([[0, 1]]), np.array([[2, 3]]), points, YOUNG, POISSON, THICKNESS)[0]
        stiffness = record[:16].reshape(4, 4)
        affine = points @ rng.normal(size=(3, 3)) + rng.normal(size=3)
        assert np.abs(stiffness @ affine).max() < 1e-12
        assert record[16] == pytest.approx(0, abs=1e-12)


def test_a_sheet_on_a_cylinder_has_the_energy_of_a_plate():
    """x' K x / 2 per area is D kappa^2 / 2 for small curvatures kappa, whatever their direction on a fine sheet."""
    from torsor.model.compile.flex.topology import edges_of, flaps
    from torsor.model.flexcomp.points import shape_cloud

    cloud, kappa = shape_cloud('grid', 2, (41, 41, 1), (0.01, 0.01, 1.0)), 1e-2
    edges, of_elements = edges_of(cloud.elements)
    opposite = flaps(cloud.elements, edges, of_elements)
    records = hinges(edges, opposite, cloud.points, YOUNG, POISSON, THICKNESS)
    height = kappa * cloud.points[:, 0] ** 2 / 2
    inner = opposite[:, 1] >= 0
    four = height[np.column_stack([edges, opposite])[inner]]
    energy = np.einsum('ni,nij,nj->', four, records[inner, :16].reshape(-1, 4, 4), four) / 2
    rigidity = YOUNG * THICKNESS**3 / (12 * (1 - POISSON**2))
    assert energy == pytest.approx(rigidity * kappa**2 / 2 * 0.4**2, rel=0.06)  # hinges at the rim are missing


def test_factors_are_those_of_their_matrix_and_fill_as_told():
    rng = np.random.default_rng(1)
    pattern = rng.random((12, 12)) < 0.15
    pattern = pattern | pattern.T | np.eye(12, dtype=bool)
    matrix = np.where(pattern, rng.normal(size=(12, 12)), 0)
    matrix = (matrix + matrix.T) / 2 + 12 * np.eye(12)
    lower = factor(matrix)
    assert np.allclose(lower.T @ lower, matrix)
    assert not np.triu(lower, 1).any()
    assert not np.abs(lower[~filled(pattern)]).max(initial=0) > 1e-14
