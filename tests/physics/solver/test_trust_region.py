"""The least of a quadratic cost within a ball."""

import mujoco
import numpy as np
import pytest

from physics.solver.scenes import slides
from reference.worlds import copy_data, copy_model, run
from torsor.jit import stage
from torsor.physics.solver.trust_region import minimize_in_ball, new_ball

RADIUS, SIZE, MATRIX, VECTOR = 0, 1, 2, 30  # where numbers of the problem are in qfrc_applied


@stage
def minimize_given(m, d):
    """qacc: the minimum of the problem in qfrc_applied."""
    mark, n = d.pstack, int(d.qfrc_applied[SIZE])
    ball = new_ball(d)
    for i in range(n):
        ball.q[i] = d.qfrc_applied[VECTOR + i]
        for j in range(n):
            ball.Q[n * i + j] = d.qfrc_applied[MATRIX + n * i + j]
    minimize_in_ball(ball, n, d.qfrc_applied[RADIUS])
    for i in range(n):
        d.qacc[i] = ball.u[i]
    d.pstack = mark


MODEL = mujoco.MjModel.from_xml_string(slides(40))


def minimized(Q, q, radius):
    model, data = copy_model(MODEL), copy_data(mujoco.MjData(MODEL))
    n = len(q)
    data.qfrc_applied[[RADIUS, SIZE]] = radius, n
    data.qfrc_applied[MATRIX:MATRIX + n * n], data.qfrc_applied[VECTOR:VECTOR + n] = Q.reshape(-1), q
    run(minimize_given, model, data)
    assert int(data.pstack) == 0
    return data.qacc[:n].copy()


def random_problem(n, seed):
    rng = np.random.default_rng(seed)
    Y = rng.normal(size=(n, n + 2))
    return Y @ Y.T, rng.normal(size=n) * 3


@pytest.mark.python_mode
@pytest.mark.parametrize('n', [2, 3, 5])
@pytest.mark.parametrize('seed', range(8))
def test_optimality(n, seed):
    Q, q = random_problem(n, seed)
    free = np.linalg.norm(np.linalg.solve(Q, q))
    for radius in (0.01 * free, 0.5 * free, 0.999 * free):
        u = minimized(Q, q, radius)
        gradient = Q @ u + q
        multiplier = -gradient @ u / (u @ u)
        assert np.linalg.norm(u) == pytest.approx(radius, rel=1e-14)
        assert multiplier > 0
        np.testing.assert_allclose(gradient + multiplier * u, 0, atol=1e-8 * np.linalg.norm(q))


@pytest.mark.parametrize('n', [2, 3, 5])
def test_free_minimum_inside(n):
    Q, q = random_problem(n, 1)
    u = minimized(Q, q, 1.01 * np.linalg.norm(np.linalg.solve(Q, q)))
    np.testing.assert_allclose(u, -np.linalg.solve(Q, q), rtol=1e-12)


@pytest.mark.parametrize('n', [2, 3, 5])
def test_singular_problems_are_left_alone(n):
    Q, q = random_problem(n, 1)
    Q[-1], Q[:, -1] = 0, 0
    assert not minimized(Q, q, 1.0).any()
    assert not minimized(1e-11 * np.eye(n), q, 1.0).any()


@pytest.mark.python_mode
def test_solution_of_rounding_errors_is_none():
    """The steps of the multiplier are too small to see, and the solution is far outside: not a force to apply."""
    Q = np.diag([1.0, 1.0, 1.0, 1.0, 1.5e-10])
    q = np.array([0.1, 0.0, 0.0, 0.0, 1e5])
    np.testing.assert_array_equal(minimized(Q, q, 1.0), 0.0)
