"""Nonlinear least squares in a box: the x between bounds where a norm of the residual r(x) is smallest.

    x, trace = least_squares(x0, residual, bounds=[lower, upper])

The method is Levenberg's and Marquardt's. Each iteration minimises a quadratic model of the norm in the box, with the
Gauss-Newton Hessian H = J' N'' J of the norm N and a regulariser mu:

    dx = argmin  g'dx + dx'(H + mu I) dx / 2    subject to    lower <= x + dx <= upper

by mju_boxQP. mu grows until dx reduces the norm by a fraction of what the gradient promises (Armijo), shrinks where the
model is good and grows where it is poor (Fletcher 1971).

`residual` is vectorised: it takes points as the columns of a matrix and returns their residuals as columns. This serves
finite differences well, above all if a column is a rollout.
"""

import abc
import enum
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TextIO

import numpy as np

from .api.maths import mju_boxQP

__all__ = ['IterLog', 'Norm', 'Quadratic', 'Status', 'Verbosity', 'check_jacobian', 'check_norm', 'jacobian_fd',
           'least_squares']

_ARMIJO = 1e-2  # fraction of the reduction that the gradient promises
_GOOD, _POOR = 0.75, 0.25  # ratios of actual and expected reduction
_AGREEMENT = 1e-5  # of derivatives with finite differences


class Verbosity(enum.Enum):
    """How much is printed."""

    SILENT = 0
    FINAL = 1  # how it ended
    ITER = 2  # a line for each iteration
    FULLITER = 3  # which are also kept in full


class Status(enum.Enum):
    """Why the search has ended."""

    FACTORIZATION_FAILED = enum.auto()
    NO_IMPROVEMENT = enum.auto()
    MAX_ITER = enum.auto()
    DX_TOL = enum.auto()
    G_TOL = enum.auto()


_MESSAGES = {
    Status.FACTORIZATION_FAILED: 'factorization failed.',
    Status.NO_IMPROVEMENT: 'insufficient reduction.',
    Status.MAX_ITER: 'maximum iterations reached.',
    Status.DX_TOL: 'norm(dx) < tol.',
    Status.G_TOL: 'norm(gradient) < tol.',
}


@dataclass(frozen=True)
class IterLog:
    """An iteration: where it began, the norm there, what it gained; the rest with Verbosity.FULLITER only."""

    candidate: np.ndarray
    objective: float
    reduction: float
    regularizer: float
    residual: np.ndarray | None = None
    jacobian: np.ndarray | None = None
    grad: np.ndarray | None = None
    step: np.ndarray | None = None


class Norm(abc.ABC):
    """How the size of a residual is measured."""

    @abc.abstractmethod
    def value(self, r: np.ndarray) -> float:
        """The norm of a column r."""

    @abc.abstractmethod
    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """proj' times the gradient at r, and proj' times the Hessian times proj, which may be cheaper than either."""


class Quadratic(Norm):
    """Half the sum of squares."""

    def value(self, r: np.ndarray) -> float:
        return 0.5 * (r.T @ r).item()

    def grad_hess(self, r: np.ndarray, proj: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return proj.T @ r, proj.T @ proj


class _Regularizer:
    """mu, in steps up of a constant factor and in steps down that grow while they follow each other."""

    def __init__(self, least: float, most: float, factor: float):
        if factor <= 1:
            raise ValueError(f'mu_factor must be > 1, got {factor}.')
        self.mu, self.least, self.most, self.factor = np.float64(0.0), least, most, factor
        self._reductions = 0

    def can_grow(self) -> bool:
        return bool(self.mu < self.most)

    def grow(self) -> None:
        self.mu, self._reductions = max(self.least, self.factor * self.mu), 0

    def shrink(self) -> None:
        smaller = self.mu * (1 / self.factor) ** (2**self._reductions)
        self.mu, self._reductions = (0.0 if smaller < self.least else smaller), self._reductions + 1

    def adapt(self, ratio: float) -> None:
        """Follow the quality of the quadratic model: the ratio of actual and expected reduction."""
        if ratio > _GOOD:
            self.shrink()
        elif ratio < _POOR:
            self.grow()


class _Problem:
    """The residual, its Jacobian and its bounds, and what asking for them has cost."""

    def __init__(self, residual, jacobian, bounds, eps: float):
        self._residual, self._jacobian, self.bounds, self.eps = residual, jacobian, bounds, np.float64(eps)
        self.residuals = self.jacobians = 0
        self.residual_time = self.jacobian_time = 0.0

    def residual(self, x: np.ndarray) -> np.ndarray:
        start = time.perf_counter()
        r = self._residual(x)
        self.residual_time += time.perf_counter() - start
        self.residuals += 1
        return r

    def jacobian(self, x: np.ndarray, r: np.ndarray) -> np.ndarray:
        start = time.perf_counter()
        if self._jacobian is None:
            jac, self.residuals = jacobian_fd(self._residual, x, r, self.eps, self.residuals, self.bounds)
            self.residual_time += time.perf_counter() - start
        else:
            jac = self._jacobian(x, r)
            self.jacobian_time += time.perf_counter() - start
            self.jacobians += 1
        return jac

    def check(self, x, r, jac, norm: Norm, output: TextIO | None) -> None:
        """Compare the user's derivatives with finite differences."""
        if self._jacobian is not None:
            self.residuals = check_jacobian(self._residual, x, r, jac, self.eps, self.residuals, self.bounds, output)
        if not isinstance(norm, Quadratic):
            check_norm(r, norm, self.eps, output)

    def free(self, x: np.ndarray, grad: np.ndarray) -> np.ndarray:
        """The part of the gradient that no bound keeps from being followed."""
        if self.bounds is None:
            return grad
        held = ((x == self.bounds[0]) & (grad > 0)) | ((x == self.bounds[1]) & (grad < 0))
        return grad[~held]


class _Search:
    """One search for a minimum: the present point, its residual and its norm, and what comes of it."""

    def __init__(self, problem: _Problem, norm: Norm, mu: _Regularizer, scale: np.ndarray | None, x: np.ndarray):
        self.problem, self.norm, self.mu, self.x = problem, norm, mu, x
        self.r = problem.residual(x)
        if self.r.dtype != np.float64:
            raise ValueError(f'residual function must return float64 arrays, not {self.r.dtype}.')
        self.y = norm.value(self.r)
        self.is_adaptive = scale is None
        self.scale = np.ones_like(x) if scale is None else scale

    def linearize(self) -> None:
        """Jacobian, gradient and Hessian at the present point, the latter two in scaled coordinates z = x / scale."""
        self.jac = self.problem.jacobian(self.x, self.r)
        if self.is_adaptive:
            lengths = np.linalg.norm(self.jac, axis=0)
            self.scale = (1.0 / np.maximum(lengths, self.problem.eps)).reshape(-1, 1)
        self.grad, self.hess = self.norm.grad_hess(self.r, self.jac * self.scale.T)

    def propose(self) -> Status | None:
        """A step dz with sufficient reduction, with as little regularisation as it takes; or why there is none."""
        n, bounds = self.x.size, self.problem.bounds
        lower, upper = (None, None) if bounds is None else ((bound - self.x) / self.scale for bound in bounds)
        self.dz, work = np.zeros((n, 1)), np.zeros((n, n + 7))
        while True:
            free = mju_boxQP(self.dz, work, None, self.hess + self.mu.mu * np.eye(n), self.grad, lower, upper)
            if free >= 0 and self._is_better():
                return None
            if not self.mu.can_grow():
                return Status.FACTORIZATION_FAILED if free < 0 else Status.NO_IMPROVEMENT
            self.mu.grow()

    def _is_better(self) -> bool:
        self.step = self.scale * self.dz
        self.x_new = self.x + self.step
        self.r_new = self.problem.residual(self.x_new)
        self.y_new = self.norm.value(self.r_new)
        self.reduction = self.y - self.y_new
        return bool(np.isfinite(self.y_new)) and self.reduction + _ARMIJO * (self.grad.T @ self.dz).item() >= 0

    def expected_reduction(self) -> float:
        """What the quadratic model promises."""
        return -(self.grad.T @ self.dz + 0.5 * self.dz.T @ self.hess @ self.dz).item()

    def accept(self) -> None:
        self.x, self.r, self.y = self.x_new, self.r_new, self.y_new


def least_squares(x0: np.ndarray, residual: Callable[[np.ndarray], np.ndarray],
                  bounds: Sequence[np.ndarray] | None = None,
                  jacobian: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None, norm: Norm | None = None,
                  eps: float = np.finfo(np.float64).eps ** 0.5, mu_min: float = 1e-6, mu_max: float = 1e8,
                  mu_factor: float = 10.0 ** 0.1, xtol: float = 1e-8, gtol: float = 1e-8, max_iter: int = 100,
                  verbose: Verbosity | int = Verbosity.ITER, output: TextIO | None = None,
                  iter_callback: Callable[[list[IterLog]], None] | None = None, check_derivatives: bool = False,
                  x_scale: float | np.ndarray | str | None = None) -> tuple[np.ndarray, list[IterLog]]:
    """Minimise norm(residual(x)) between bounds, from x0; (x, a log of the iterations).

    bounds: a lower and an upper vector. jacobian: a function of x and r; without it residuals are differenced, with
    steps of `eps` times max(1, |x|). norm: Quadratic() if not given. xtol, gtol: tolerances of the relative length of
    steps and of the length of the gradient. x_scale: lengths that variables are measured in, 'jac' for those in which
    columns of the Jacobian are of length 1. check_derivatives: compare yours with finite differences at the start.
    """
    began, wordy = time.perf_counter(), Verbosity(verbose).value
    norm, mu = norm or Quadratic(), _Regularizer(mu_min, mu_max, mu_factor)
    x = np.array(x0, np.float64).reshape(-1, 1)
    scale, box = _scale(x_scale, x.size), _box(bounds, x.size)
    if box is not None:
        np.clip(x, *box, out=x)
    if not np.isfinite(x).all():
        raise ValueError('x0 must be finite.')
    search = _Search(_Problem(residual, jacobian, box, eps), norm, mu, scale, x)
    report = _Report(search, wordy, output, iter_callback)

    status, i = Status.MAX_ITER, 0
    for i in range(max_iter):
        search.linearize()
        if i == 0 and check_derivatives:
            search.problem.check(search.x, search.r, search.jac, norm, output)
        slope = np.linalg.norm(search.problem.free(search.x, search.grad))
        if slope <= gtol:
            if slope == 0:
                report.say('Zero gradient norm: exact minimum found?')
            status = Status.G_TOL
            break
        failure = search.propose()
        if failure:
            status = failure
            break
        ratio = report.iteration(i)
        is_short = np.linalg.norm(search.step) < xtol * (xtol + np.linalg.norm(search.x))
        search.accept()
        if is_short:
            status = Status.DX_TOL
            break
        mu.adapt(ratio)
    report.end(i, status, time.perf_counter() - began)
    return search.x.reshape(np.shape(x0)), report.trace


def _scale(x_scale, n: int) -> np.ndarray | None:
    """Lengths that variables are measured in, as a column; None: as the Jacobian has it."""
    if isinstance(x_scale, str):
        if x_scale != 'jac':
            raise ValueError(f"x_scale must be None, 'jac', a positive number or an array, got {x_scale!r}.")
        return None
    scale = np.asarray(1.0 if x_scale is None else x_scale, np.float64)
    if scale.shape not in ((), (n,)):
        raise ValueError(f'x_scale must have shape ({n},), got {scale.shape}.')
    if not np.isfinite(scale).all() or (scale <= 0).any():
        raise ValueError('x_scale must be positive and finite.')
    return np.broadcast_to(scale, n).reshape(n, 1).copy()


def _box(bounds, n: int) -> list[np.ndarray] | None:
    """Bounds as two columns."""
    if bounds is None:
        return None
    if len(bounds) != 2:
        raise ValueError('bounds must have 2 elements, a lower and an upper vector.')
    box = [np.asarray(bound, np.float64) for bound in bounds]
    if any(bound.size != n for bound in box):
        raise ValueError(f'bounds must have the size of x0, {n}.')
    if not all(np.isfinite(bound).all() for bound in box):
        raise ValueError('bounds must be finite.')
    if not (box[0] < box[1]).all():
        raise ValueError('bounds[0] must be smaller than bounds[1].')
    return [bound.reshape(n, 1) for bound in box]


class _Report:
    """What is printed and kept about a search."""

    def __init__(self, search: _Search, wordy: int, output: TextIO | None, callback):
        self.search, self.wordy, self.output, self.callback = search, wordy, output, callback
        self.trace: list[IterLog] = []

    def say(self, message: str, level: Verbosity = Verbosity.FINAL) -> None:
        if self.wordy >= level.value:
            print(message, file=self.output)

    def _keep(self, log: IterLog, **full) -> None:
        self.trace.append(replace(log, **full) if self.wordy >= Verbosity.FULLITER.value else log)
        if self.callback is not None:
            self.callback(self.trace)

    def iteration(self, i: int) -> float:
        """Tell about a step that is about to be accepted; the ratio of its reduction and the expected one."""
        s, expected = self.search, self.search.expected_reduction()
        ratio = s.reduction / expected if expected > 0 else 0.0
        if expected <= 0:
            self.say('Zero expected reduction: exact minimum found?' if expected == 0 else
                     'Negative expected reduction: should not occur.')
        logmu = np.log10(s.mu.mu) if s.mu.mu > 0 else -np.inf
        self.say(f'iter: {i:<3d}  y: {s.y:<9.4g}  log10mu: {logmu:>4.1f}  ratio: {ratio:<7.2g}  '
                 f'dx: {np.linalg.norm(s.step):<7.2g}  reduction: {s.reduction:<7.2g}', Verbosity.ITER)
        self._keep(IterLog(s.x, s.y, s.reduction, s.mu.mu), residual=s.r, jacobian=s.jac, grad=s.grad / s.scale,
                   step=s.step)
        return ratio

    def end(self, i: int, status: Status, seconds: float) -> None:
        """Keep the last point, and tell how the search ended."""
        s, full = self.search, {}
        if self.wordy >= Verbosity.FULLITER.value:
            jac = s.problem.jacobian(s.x, s.r)
            full = dict(residual=s.r, jacobian=jac, grad=s.norm.grad_hess(s.r, jac)[0])
        self._keep(IterLog(s.x, s.norm.value(s.r), 0.0, s.mu.mu), **full)
        p = s.problem
        self.say(f'Terminated after {i} iterations: {_MESSAGES[status]} y: {s.y:<.4g}, '
                 f'Residual evals: {p.residuals}' + (f', Jacobian evals: {p.jacobians}' if p.jacobians else ''))
        if seconds > 0:
            number, unit = (seconds, 's') if seconds > 1 else (1000 * seconds, 'ms')
            self.say(f'total time {number:<.1f}{unit} of which residual {100 * p.residual_time / seconds:<.1f}%' +
                     (f' Jacobian {100 * p.jacobian_time / seconds:<.1f}%' if p.jacobian_time > 0 else ''))


# ---- derivatives ----
def jacobian_fd(residual: Callable[[np.ndarray], np.ndarray], x: np.ndarray, r: np.ndarray, eps: float, n_res: int,
                bounds: Sequence[np.ndarray] | None = None) -> tuple[np.ndarray, int]:
    """The Jacobian at x by finite differences that stay in the bounds, and n_res plus the evaluations it took.

    Steps go away from the nearer bound. They are measured after rounding, so that narrow boxes do no harm.
    """
    steps = eps * np.maximum(1.0, np.abs(x))
    if bounds is not None:
        lower, upper = bounds
        middle = 0.5 * lower + 0.5 * upper
        steps = np.where((x > middle) | (x == upper), -steps, steps)  # a middle may round to the upper bound
    points = x + np.diag(steps.ravel())
    if bounds is not None:
        points = np.clip(points, *bounds)
    taken = np.diagonal(points) - x.ravel()
    return (residual(points) - r) / taken, n_res + x.size


def check_jacobian(residual: Callable[[np.ndarray], np.ndarray], x: np.ndarray, r: np.ndarray, jac: np.ndarray,
                   eps: float, n_res: int, bounds: Sequence[np.ndarray] | None = None, output: TextIO | None = None,
                   name: str = 'Jacobian') -> int:
    """Compare a Jacobian with finite differences; a ValueError if they differ, else n_res plus the evaluations."""
    if not np.isfinite(jac).all():
        raise ValueError(f'User-provided {name} must contain only finite values.')
    reference, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
    if not np.isfinite(reference).all():
        raise ValueError(f'Finite-difference {name} must contain only finite values.')
    size = np.abs(jac).sum() + np.abs(reference).sum() + 1e-8
    if (np.abs(jac - reference) > _AGREEMENT * size).any():
        raise ValueError(f'User-provided {name} does not match finite-differences to a relative tolerance of '
                         f'{_AGREEMENT:g}.')
    print(f'User-provided {name} matches finite-differences.', file=output)
    return n_res


def check_norm(r: np.ndarray, norm: Norm, eps: float, output: TextIO | None = None) -> None:
    """Compare gradient and Hessian of a norm with finite differences; a ValueError if they differ or make no sense."""
    identity = np.eye(r.size)
    grad, hess = norm.grad_hess(r, identity)
    if not np.isfinite(hess).all():
        raise ValueError('User-provided norm Hessian must contain only finite values.')
    if not np.allclose(hess, hess.T):
        raise ValueError('User-provided norm Hessian is not symmetric.')
    least = np.linalg.eigvalsh(hess).min()
    if least < -_AGREEMENT * np.abs(hess).max():
        raise ValueError(f'User-provided norm Hessian is not positive definite. Minimum eigenvalue is {least:<.4g}')

    def values(columns):
        return np.array([[norm.value(column[:, None]) for column in columns.T]])

    def gradients(columns):
        return np.hstack([norm.grad_hess(column[:, None], identity)[0] for column in columns.T])

    check_jacobian(values, r, values(r), grad.T, eps, 0, None, output, 'norm gradient')
    check_jacobian(gradients, r, grad, hess, eps, 0, None, output, 'norm Hessian')
