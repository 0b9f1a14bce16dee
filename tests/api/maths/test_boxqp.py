"""Quadratic programs with bounds."""

import mujoco
import numpy as np
import pytest

from torsor.api import maths
from torsor.api.errors import FatalError

pytestmark = pytest.mark.python_mode


def problem(rng, n):
    square = rng.normal(size=(n, n))
    return square @ square.T + 0.01 * np.eye(n), 3.0 * rng.normal(size=n)


def solve(module, start, H, g, lower, upper):
    n = len(g)
    res, root, index = start.copy(), np.zeros((n, n + 7)), np.full(n, -1, np.int32)
    count = module.mju_boxQP(res, root, index, H, g, lower, upper)
    free = index[:max(count, 0)]
    return count, res, free, np.tril(root.ravel()[:len(free) ** 2].reshape(len(free), len(free)))


@pytest.mark.parametrize('n', [1, 2, 5, 12])
@pytest.mark.parametrize('bounds', ['both', 'lower', 'upper', 'none'])
def test_against_the_oracle(rng, n, bounds):
    for _ in range(5):
        H, g = problem(rng, n)
        lower = rng.uniform(-1.0, 0.0, n) if bounds in ('both', 'lower') else None
        upper = rng.uniform(0.1, 1.0, n) if bounds in ('both', 'upper') else None
        start = rng.normal(size=n)
        ours, theirs = (solve(module, start, H, g, lower, upper) for module in (maths, mujoco))
        assert ours[0] == theirs[0]
        for mine, other in zip(ours[1:], theirs[1:], strict=True):
            np.testing.assert_allclose(mine, other, atol=1e-10)


def test_solution_is_optimal(rng):
    """Along free dimensions the gradient vanishes, at bounds it points outwards (Karush-Kuhn-Tucker)."""
    for _ in range(10):
        H, g = problem(rng, 6)
        lower, upper = -np.ones(6), np.ones(6)
        count, res, free, _ = solve(maths, np.zeros(6), H, g, lower, upper)
        gradient = H @ res + g
        assert count == len(free)
        assert np.all((lower <= res) & (res <= upper))
        np.testing.assert_allclose(gradient[free], 0.0, atol=1e-11)
        held = np.setdiff1d(np.arange(6), free)
        assert np.all(gradient[held] * np.where(res[held] == lower[held], 1.0, -1.0) >= 0.0)


def test_no_minimum():
    for module in (maths, mujoco):
        assert module.mju_boxQP(np.zeros(2), np.zeros((2, 9)), None, -np.eye(2), np.ones(2), None, None) == -1


def test_bounds_in_the_wrong_order():
    arguments = (np.zeros(2), np.zeros((2, 9)), None, np.eye(2), np.zeros(2), np.ones(2), np.ones(2))
    with pytest.raises(mujoco.FatalError) as theirs:
        mujoco.mju_boxQP(*arguments)
    with pytest.raises(FatalError) as ours:
        maths.mju_boxQP(*arguments)
    assert str(ours.value) == str(theirs.value)


@pytest.mark.parametrize('changes', [
    {'R': np.zeros((2, 8))}, {'res': np.zeros(3)}, {'H': np.zeros((2, 3))}, {'g': np.zeros(3)},
    {'lower': np.zeros(3)}, {'upper': np.zeros(3)}, {'index': np.zeros(3, np.int32)},
])
def test_shapes_that_differ(changes):
    given = dict(res=np.zeros(2), R=np.zeros((2, 9)), index=None, H=np.eye(2), g=np.zeros(2), lower=None, upper=None)
    messages = []
    for module in (maths, mujoco):
        with pytest.raises(TypeError) as caught:
            module.mju_boxQP(**(given | changes))
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
