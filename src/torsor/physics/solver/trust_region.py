"""The least of a quadratic cost within a ball: a trust-region problem with one multiplier (More and Sorensen 1983).

    min 1/2 u' Q u + q' u   such that   |u| <= radius

Either the free minimum lies inside, or it is u(s) = -(Q + s)^-1 q with the s > 0 that makes it as long as the radius.
Newton's method finds s from below, because |u(s)|^2 is convex and falls. Its limits are absolute numbers, as MuJoCo's
are: where they are not small compared with Q, they are part of the answer.
"""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.arena import scratch
from ...jit.lanes import sqrt
from ..common.names import MINVAL

LARGEST = 5  # dimensions
STEPS = 20
SMALL = 1e-10  # determinant, pivot, excess over the squared radius, step of the multiplier
FAR = 1e6  # times the radius: a solution that is farther out is all rounding


class Ball(NamedTuple):
    """Scratch for one problem, of n <= LARGEST dimensions; matrices lie by rows of n."""

    Q: Any
    q: Any
    u: Any
    L: Any  # factor of Q + s = L D L', below its diagonal of ones
    pivot_inverse: Any  # 1 / D
    image: Any  # L^-1 u


@helper
def new_ball(d):
    return Ball(scratch(d, LARGEST * LARGEST), scratch(d, LARGEST), scratch(d, LARGEST),
                scratch(d, LARGEST * LARGEST), scratch(d, LARGEST), scratch(d, LARGEST))


@helper
def factor_shifted(ball, n, s):
    """Factorise Q + s; false if it is all but singular, judged by the determinant of small matrices."""
    determinant, least, L = 1.0, 1.0, ball.L
    for i in range(n):
        pivot = ball.Q[n * i + i] + s
        for j in range(i):
            x = ball.Q[n * i + j]
            for k in range(j):
                x -= L[n * i + k] * L[n * j + k]  # row i of L still lacks the division by its pivots
            L[n * i + j] = x
        for j in range(i):
            x = L[n * i + j]
            L[n * i + j] = x * ball.pivot_inverse[j]
            pivot -= x * L[n * i + j]
        determinant, least = determinant * pivot, min(least, pivot)
        ball.pivot_inverse[i] = 1.0 / pivot
    return least > 0.0 and (determinant if n <= 3 else least) >= SMALL


@helper
def divide_by_lower(ball, n, x, result):
    """result = L^-1 x."""
    for i in range(n):
        total = x[i]
        for k in range(i):
            total -= ball.L[n * i + k] * result[k]
        result[i] = total


@helper
def set_solution(ball, n):
    """u = -(L D L')^-1 q."""
    divide_by_lower(ball, n, ball.q, ball.u)
    for i in range(n - 1, -1, -1):
        total = -ball.u[i] * ball.pivot_inverse[i]
        for k in range(i + 1, n):
            total -= ball.L[n * k + i] * ball.u[k]
        ball.u[i] = total


@helper
def square_length(n, x):
    total = 0.0
    for i in range(n):
        total += x[i] * x[i]
    return total


@helper
def newton_step(ball, n, excess):
    """How far to move s, if |u|^2 is by `excess` too large: its derivative is -2 u' (Q + s)^-1 u."""
    divide_by_lower(ball, n, ball.u, ball.image)
    rate = 0.0
    for i in range(n):
        rate += ball.image[i] * ball.image[i] * ball.pivot_inverse[i]
    return 0.5 * excess / rate


@helper
def give_up(ball, n):
    for i in range(n):
        ball.u[i] = 0.0


@helper
def minimize_in_ball(ball, n, radius):
    """Set u to the least cost, on the sphere if it is not inside; to zero if Q is all but singular."""
    s = 0.0
    for _ in range(STEPS):
        if not factor_shifted(ball, n, s):
            give_up(ball, n)
            return
        set_solution(ball, n)
        excess = square_length(n, ball.u) - radius * radius
        if excess < SMALL:
            break
        step = newton_step(ball, n, excess)
        if step < SMALL:
            break
        s += step
    square = square_length(n, ball.u)
    if s > 0.0:
        for i in range(n):
            ball.u[i] *= radius / sqrt(max(MINVAL, square))
    elif not square <= FAR * FAR * radius * radius:
        give_up(ball, n)
