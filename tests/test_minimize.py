"""Least squares: known minima, the iterates of the wheel, bounds, wrong derivatives, a damping found by rollouts."""

import io

import numpy as np
import pytest
from mujoco import minimize as theirs

import torsor
from torsor import minimize as ours
from torsor.minimize import Norm, Verbosity, check_jacobian, jacobian_fd, least_squares
from torsor.rollout import rollout

LOWER, UPPER = np.array([-2.0, -2.0]), np.array([0.5, 2.0])


def rosenbrock(x):
    return np.stack([1 - x[0], 10 * (x[1] - x[0] ** 2)])


def powell(x):
    """Powell's badly scaled function."""
    return np.stack([1e4 * x[0] * x[1] - 1, np.exp(-x[0]) + np.exp(-x[1]) - 1.0001])


def bowl(x):
    """A residual that is not zero at the minimum."""
    return np.stack([x[0] - 3, x[1] ** 3 + x[1] - 2 + 0.5 * x[0], np.sin(x[0])])


def silent(x0, residual, **options):
    return least_squares(np.array(x0), residual, verbose=Verbosity.SILENT, **options)


def test_known_minima():
    assert silent([0.0, 0.0], rosenbrock)[0] == pytest.approx([1, 1], abs=1e-9)
    assert silent([0.0, 0.0], rosenbrock, bounds=[LOWER, UPPER])[0] == pytest.approx([0.5, 0.25], abs=1e-9)
    assert silent([0.0, 1.0], powell, x_scale='jac')[0] == pytest.approx([1.098159e-5, 9.106146], rel=1e-6)
    assert silent([[0.0], [0.0]], rosenbrock)[0].shape == (2, 1)


@pytest.mark.parametrize('options', [
    {}, dict(bounds=[LOWER, UPPER]), dict(x_scale='jac'), dict(x_scale=np.array([10.0, 0.1])), dict(mu_min=1e-2),
    dict(mu_factor=3.0), dict(max_iter=5), dict(gtol=1e-2), dict(xtol=1e-2),
    dict(bounds=[LOWER, UPPER], x_scale='jac')])
@pytest.mark.parametrize('residual', [rosenbrock, powell, bowl])
def test_iterates_are_those_of_the_wheel(residual, options):
    x0 = np.array([0.1, 1.0])
    said = [io.StringIO(), io.StringIO()]
    (x, trace), (expected, their_trace) = (
        module.least_squares(x0, residual, output=out, verbose=2, **options)
        for module, out in zip((ours, theirs), said))
    assert len(trace) == len(their_trace)
    for log, reference in zip(trace, their_trace):
        assert np.allclose(log.candidate, reference.candidate, rtol=1e-6, atol=1e-9)
        assert log.regularizer == pytest.approx(reference.regularizer)
    assert np.allclose(x, expected, rtol=1e-6, atol=1e-9)
    endings = [out.getvalue().split('Terminated')[1].split(' y:')[0] for out in said]
    assert endings[0] == endings[1]


class Soft(Norm):
    """The sum of sqrt(r^2 + 1) - 1, with errors on demand."""

    def __init__(self, grad=1.0, hess=1.0):
        self.errors = grad, hess

    def value(self, r):
        return np.sum(np.sqrt(r**2 + 1) - 1)

    def grad_hess(self, r, proj):
        s = np.sqrt(r**2 + 1)
        return self.errors[0] * proj.T @ (r / s), self.errors[1] * proj.T @ ((1 - (r / s) ** 2) / s * proj)


def test_norms_of_ones_own():
    x, _ = silent([0.0, 0.0], rosenbrock, norm=Soft(), check_derivatives=True, output=io.StringIO())
    assert x == pytest.approx([1, 1], abs=1e-6)
    for errors, message in (((1.001, 1.0), 'gradient does not match'), ((1.0, 1.001), 'Hessian does not match'),
                            ((1.0, -1.0), 'not positive definite'), ((1.0, np.nan), 'finite')):
        with pytest.raises(ValueError, match=message):
            silent([0.0, 0.0], rosenbrock, norm=Soft(*errors), check_derivatives=True, output=io.StringIO())


def test_jacobians_of_ones_own():
    def jacobian(x, r):
        return np.array([[-1, 0], [-20 * x[0, 0], 10]])

    said = io.StringIO()
    x, trace = least_squares(np.zeros(2), rosenbrock, jacobian=jacobian, check_derivatives=True, output=said, verbose=3)
    assert x == pytest.approx([1, 1], abs=1e-9)
    assert 'Jacobian matches' in said.getvalue()
    assert f'Jacobian evals: {len(trace) + 1}' in said.getvalue()
    assert np.array_equal(trace[-1].jacobian, jacobian(x[:, None], None))
    with pytest.raises(ValueError, match='Jacobian does not match'):
        silent([0.0, 0.0], rosenbrock, jacobian=lambda x, r: 1.1 * jacobian(x, r), check_derivatives=True)
    with pytest.raises(ValueError, match='Finite-difference Jacobian'):
        check_jacobian(lambda x: x * np.inf, np.ones((1, 1)), np.ones((1, 1)), np.ones((1, 1)), 1e-6, 0)


@pytest.mark.parametrize(('low', 'high'), [(10.0, 20.0), (-20.0, -10.0), (1.0, 1.0 + 1e-10), (1.0, 1.0 + 2**-52)])
def test_differences_stay_in_the_bounds(low, high):
    seen = []

    def residual(x):
        seen.append(x)
        return x.copy()

    bounds = [np.array([[low]]), np.array([[high]])]
    for x in (low, high):
        jac, count = jacobian_fd(residual, np.array([[x]]), np.array([[x]]), 1e-8, 3, bounds)
        assert (jac.item(), count) == (1.0, 4)
    assert all(low <= x.item() <= high for x in seen)


def test_points_where_the_residual_is_no_number_are_not_accepted():
    with np.errstate(invalid='ignore'):
        x, trace = silent([10.0], np.log)
    assert x == pytest.approx([1.0])
    assert all(np.isfinite(log.objective) for log in trace)
    said = io.StringIO()
    x, trace = least_squares(np.zeros(1), lambda x: np.where(x >= 0, x + 1, np.nan), mu_max=1e-3, output=said)
    assert x == [0.0]
    assert 'insufficient reduction' in said.getvalue()


@pytest.mark.parametrize(('options', 'message'), [
    (dict(bounds=[LOWER]), '2 elements'), (dict(bounds=[LOWER, UPPER[:1]]), 'size of x0'),
    (dict(bounds=[LOWER, np.array([1.0, np.inf])]), 'finite'), (dict(bounds=[UPPER, LOWER]), 'smaller'),
    (dict(mu_factor=1.0), 'mu_factor'), (dict(x_scale='jack'), 'x_scale'), (dict(x_scale=-1.0), 'positive'),
    (dict(x_scale=np.ones(3)), 'shape')])
def test_bad_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        silent([0.0, 0.0], rosenbrock, **options)
    with pytest.raises(ValueError, match='x0 must be finite'):
        silent([np.nan, 0.0], rosenbrock)
    with pytest.raises(ValueError, match='float64'):
        silent([0.0], lambda x: x.astype(np.float32))


def test_a_damping_is_found_by_rollouts():
    m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint axis="0 1 0" damping="0.02"/>'
                                       '<geom size=".1" pos=".3 0 0" mass="1"/></body></worldbody></mujoco>')
    start = np.array([[0.0, 0.5, 0.0]])

    def motion(dampings):
        models = []
        for damping in dampings:
            models.append(m.__copy__())
            models[-1].dof_damping[0] = damping
        return rollout(models, [torsor.MjData(m), torsor.MjData(m)], start.repeat(len(models), 0), nstep=200)[0][..., 1]

    seen = motion([0.02])[0]
    x, _ = silent([0.5], lambda x: (motion(x[0]) - seen).T, bounds=[np.zeros(1), np.ones(1)])
    assert x == pytest.approx([0.02], rel=1e-6)
