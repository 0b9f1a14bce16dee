"""Quadratic programs with bounds, by the projected Newton method of Tassa, Mansard, Todorov (ICRA 2014, sec. IV)."""

import math

import numpy as np

from ...jit import helper
from ...schema.constants import mjMINVAL
from ..errors import FatalError
from .arguments import Matrix, MatrixOut, OptionalIntegersOut, OptionalVector, Vector, VectorOut
from .function import maths

MAX_ITERATIONS = 100
MIN_GRADIENT = 1e-16
MIN_STEP = 1e-22
SHRINK = 0.5
ENOUGH = 0.1  # accept a step that brings this share of the decrease its slope promises


@helper
def bounded(x, i, lower, upper):
    """The number x moved into the bounds of dimension i."""
    if lower.size and x < lower[i]:
        return lower[i]
    if upper.size and x > upper[i]:
        return upper[i]
    return x


@helper
def product(hessian, x, i):
    """Element i of H x, reading the lower triangle only."""
    total = 0.0
    for j in range(x.size):
        total += (hessian[i, j] if j <= i else hessian[j, i]) * x[j]
    return total


@helper
def objective(hessian, g, x):
    total = 0.0
    for i in range(x.size):
        total += x[i] * (0.5 * product(hessian, x, i) + g[i])
    return total


@helper
def factor(hessian, free, count, root):
    """Cholesky factor of the free rows and columns, row by row at the start of `root`; False if there is none."""
    for a in range(count):
        for b in range(a + 1):
            rest = hessian[free[a], free[b]]
            for k in range(b):
                rest -= root[a * count + k] * root[b * count + k]
            if a > b:
                root[a * count + b] = rest / root[b * count + b]
            elif rest < mjMINVAL:
                return False
            else:
                root[a * count + a] = math.sqrt(rest)
    return True


@helper
def solve(root, count, x):
    """Replace the first `count` numbers of x by the solution of root * root' * y = x."""
    for a in range(count):
        for b in range(a):
            x[a] -= root[a * count + b] * x[b]
        x[a] /= root[a * count + a]
    for a in range(count - 1, -1, -1):
        x[a] /= root[a * count + a]
        for b in range(a):
            x[b] -= root[a * count + b] * x[a]


@helper
def find_free(res, gradient, lower, upper, free):
    """Collect the dimensions that no bound holds against the gradient: (their number, whether they are as before)."""
    count, same = 0, True
    for i in range(res.size):
        at_lower = lower.size > 0 and res[i] == lower[i] and gradient[i] > 0.0
        at_upper = upper.size > 0 and res[i] == upper[i] and gradient[i] < 0.0
        if not (at_lower or at_upper):
            same = same and free[count] == i
            free[count] = i
            count += 1
    return count, same


@helper
def minimise(res, root, hessian, g, lower, upper, free):
    """Newton steps on the free dimensions, projected on the bounds; returns the number of free dimensions or -1."""
    n = res.size
    gradient, search, candidate = np.empty(n), np.empty(n), np.empty(n)
    for i in range(n):
        res[i] = bounded(res[i], i, lower, upper)
        free[i] = -1
    count, value = -1, objective(hessian, g, res)
    for _ in range(MAX_ITERATIONS):
        for i in range(n):
            gradient[i] = g[i] + product(hessian, res, i)
        previous = count
        count, same = find_free(res, gradient, lower, upper, free)
        if not (same and count == previous) and not factor(hessian, free, count, root):
            return -1
        norm = 0.0
        for a in range(count):
            norm += gradient[free[a]] * gradient[free[a]]
        if math.sqrt(norm) < MIN_GRADIENT:
            return count

        # Newton direction of the free dimensions
        for a in range(count):
            candidate[a] = -gradient[free[a]]
        solve(root, count, candidate)
        search[:] = 0.0
        slope = 0.0
        for a in range(count):
            search[free[a]] = candidate[a]
            slope += candidate[a] * gradient[free[a]]
        if slope >= 0.0:
            return count

        # backtracking along the projected direction
        step, trial = 1.0, value
        while True:
            for i in range(n):
                candidate[i] = bounded(res[i] + step * search[i], i, lower, upper)
            trial = objective(hessian, g, candidate)
            if trial - value <= ENOUGH * step * slope or step < MIN_STEP:
                break
            step *= SHRINK
        if step < MIN_STEP or trial >= value:
            return count  # rounding is all that is left to gain
        res[:] = candidate
        value = trial
    return -1


@maths
def mju_boxQP(res: VectorOut, R: MatrixOut, index: OptionalIntegersOut, H: Matrix, g: Vector, lower: OptionalVector,
              upper: OptionalVector) -> int:
    """Minimise x' H x / 2 + x' g between lower and upper, starting from res, which receives the solution.

    Returns the number of free dimensions, or -1 if there is no solution. R receives the Cholesky factor of the free
    part of H, index the free dimensions. Only the lower triangles of H and R are used.
    """
    n = res.size
    if R.size != n * (n + 7):
        raise TypeError('size of R should be n*(n+7)')
    if index.size and index.size != n:
        raise TypeError('size of index should equal n')
    if H.shape[0] != n or H.shape[1] != n:
        raise TypeError('H should be of shape (n, n)')
    if g.size != n:
        raise TypeError('size of g should equal n')
    if lower.size and lower.size != n:
        raise TypeError('size of lower should equal n')
    if upper.size and upper.size != n:
        raise TypeError('size of upper should equal n')
    if lower.size and upper.size:
        for i in range(n):
            if lower[i] >= upper[i]:
                raise FatalError('mju_boxQPoption: upper bounds must be strictly larger than lower bounds')
    free = np.empty(n, np.int32)
    count = minimise(res, R.ravel(), H, g, lower, upper, free)
    if index.size:
        for a in range(count):
            index[a] = free[a]
    return count
