"""Quadratic programs with bounds, by the projected Newton method of Tassa, Mansard, Todorov (ICRA 2014, sec. IV)."""

import math

from ...jit import helper
from ...jit.call import native
from ...jit.rows import rest_of
from ...schema.constants import mjMINVAL
from ..errors import FatalError
from .arguments import Matrix, MatrixOut, OptionalIntegersOut, OptionalVector, Vector, VectorOut

MAX_ITERATIONS = 100
MIN_GRADIENT = 1e-16
MIN_STEP = 1e-22
SHRINK = 0.5
ENOUGH = 0.1  # accept a step that brings this share of the decrease its slope promises


@helper
def evaluate(hessian, g, x, gradient):
    """The objective at x, whose gradient H x + g is written on the way; reads the lower triangle of H only."""
    value = 0.0
    for i in range(g.size):
        gradient[i] = g[i]
        for j in range(g.size):
            gradient[i] += hessian[max(i, j), min(i, j)] * x[j]
        value += 0.5 * x[i] * (gradient[i] + g[i])
    return value


@helper
def project(x, n, lower, upper):
    """Move the n numbers of x into the bounds that there are."""
    for i in range(n):
        if lower.size and x[i] < lower[i]:
            x[i] = lower[i]
        if upper.size and x[i] > upper[i]:
            x[i] = upper[i]


@helper
def find_free(x, n, gradient, lower, upper, free):
    """Collect the dimensions that no bound holds against the gradient; returns their number."""
    count = 0
    for i in range(n):
        at_lower = lower.size > 0 and x[i] == lower[i] and gradient[i] > 0.0
        at_upper = upper.size > 0 and x[i] == upper[i] and gradient[i] < 0.0
        if not (at_lower or at_upper):
            free[count] = i
            count += 1
    return count


@helper
def factor(hessian, free, count, root):
    """Cholesky factor of the free rows and columns, row by row at the start of `root`; False if there is none."""
    for a in range(count):
        for b in range(a + 1):
            rest = hessian[int(free[a]), int(free[b])]
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
def newton_direction(gradient, free, count, root, search):
    """Set search to the Newton step of the free dimensions; returns the slope of the objective along it."""
    for a in range(count):
        rest = -gradient[int(free[a])]
        for b in range(a):
            rest -= root[a * count + b] * search[int(free[b])]
        search[int(free[a])] = rest / root[a * count + a]
    for a in range(count - 1, -1, -1):
        search[int(free[a])] /= root[a * count + a]
        for b in range(a):
            search[int(free[b])] -= root[a * count + b] * search[int(free[a])]
    slope = 0.0
    for a in range(count):
        slope += search[int(free[a])] * gradient[int(free[a])]
    return slope


@native
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
    for i in range(n):
        if lower.size and upper.size and lower[i] >= upper[i]:
            raise FatalError('mju_boxQPoption: upper bounds must be strictly larger than lower bounds')

    root, x = R.numbers, res.numbers  # what is left of R is room to work in
    search, candidate, gradient = rest_of(root, n * n), rest_of(root, n * (n + 1)), rest_of(root, n * (n + 2))
    free = rest_of(root, n * (n + 3))
    project(x, n, lower, upper)
    value, count = evaluate(H, g, x, gradient), -1
    for _ in range(MAX_ITERATIONS):
        count = find_free(x, n, gradient, lower, upper, free)
        if not factor(H, free, count, root):
            return -1
        steepness = 0.0
        for i in range(n):
            search[i] = 0.0
        for a in range(count):
            steepness = max(steepness, abs(gradient[int(free[a])]))
        slope = newton_direction(gradient, free, count, root, search)
        if steepness < MIN_GRADIENT or slope >= 0.0:
            break

        # backtracking along the projected direction
        step, trial = 1.0, value
        while step > MIN_STEP:
            for i in range(n):
                candidate[i] = x[i] + step * search[i]
            project(candidate, n, lower, upper)
            trial = evaluate(H, g, candidate, gradient)
            if trial - value <= ENOUGH * step * slope:
                break
            step *= SHRINK
        if trial >= value:
            break  # rounding is all that is left to gain
        for i in range(n):
            x[i] = candidate[i]
        value = trial
    else:
        return -1
    if index.size:
        for a in range(count):
            index[a] = int(free[a])
    return count
