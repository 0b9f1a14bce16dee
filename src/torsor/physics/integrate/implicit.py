"""Integrators that take velocity-dependent forces at the end of the step: (M - h df/dv) a = f."""

from ...jit import helper, stage
from ...jit.lanes import any_, where
from ..common.names import MINVAL, WARN_INERTIA
from ..common.warn import warn
from ..derivatives.velocity.free_body import (
    SIZE,
    add_gyroscopic_block,
    has_lone_bodies,
    is_lone,
    load_block,
    solve_block,
)
from ..derivatives.velocity.velocity import velocity_derivative
from ..dynamics.inertia import factor, solve_awake
from ..sleep.rest import body_sleeps, some_sleep, span, span_count
from .euler import advance, load_forces


# ---- implicit: the whole derivative, for the dofs from `first` up to `end`, which are all those of some trees ----
@helper
def load_implicit_matrix(m, d, first, end):
    """qLU = M - h qDeriv; the part right of the diagonal also goes, transposed, to work.upper.

    The ancestors of a dof come first in its row: ancestor j of i has column D_diag[j] of row i.
    """
    h = m.opt.timestep
    for i in range(first, end):
        row = m.D_rowadr[i]
        own = row + m.D_diag[i]
        for k in range(row, row + m.D_rownnz[i]):
            value = -h * d.qDeriv[k]
            if m.mapM2D[k] >= 0:
                value += d.M[m.mapM2D[k]]
            d.qLU[k] = value
            if k > own:
                d.work.upper[m.D_rowadr[m.D_colind[k]] + m.D_diag[i]] = value


@helper
def factor_unsymmetric(m, d, first, end):
    """In place U L = qLU, the diagonal of U being one; no fill-in, as in RBDA sec. 6.5. U is left in work.upper too."""
    sound = True
    for i in range(end - 1, first - 1, -1):
        row = m.D_rowadr[i]
        own = row + m.D_diag[i]
        pivot = d.qLU[own]
        bad = abs(pivot) < MINVAL
        if any_(bad):
            pivot = where(bad, where(pivot < 0.0, -MINVAL, MINVAL), pivot)
            d.qLU[own] = pivot
            if sound:
                warn(d, WARN_INERTIA, i)
            sound = False
        inverse = 1.0 / pivot
        for k in range(row, own):
            d.work.upper[k] = d.work.upper[k] * inverse
        for k in range(row, own):
            ancestor = m.D_rowadr[m.D_colind[k]]
            scale, left = d.work.upper[k], d.qLU[k]
            for c in range(k - row):
                d.qLU[ancestor + c] -= scale * d.qLU[row + c]
                d.work.upper[ancestor + c] -= d.work.upper[row + c] * left
            d.qLU[ancestor + k - row] -= scale * left
    for i in range(first, end):
        for k in range(m.D_rowadr[i] + m.D_diag[i] + 1, m.D_rowadr[i] + m.D_rownnz[i]):
            d.qLU[k] = d.work.upper[m.D_rowadr[m.D_colind[k]] + m.D_diag[i]]


@helper
def solve_unsymmetric(m, d, x, first, end):
    """In place x = (U L)^-1 x."""
    for i in range(end - 1, first - 1, -1):
        row, x_i = m.D_rowadr[i], x[i]
        for k in range(row, row + m.D_diag[i]):
            x[m.D_colind[k]] -= d.work.upper[k] * x_i
    for i in range(first, end):
        row, total = m.D_rowadr[i], x[i]
        own = row + m.D_diag[i]
        for k in range(row, own):
            total -= d.qLU[k] * x[m.D_colind[k]]
        x[i] = total / d.qLU[own]


@stage
def implicit_acceleration(m, d):
    """work.step_acc with the derivative of all smooth forces."""
    load_forces(d, 0, m.nv)
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        load_implicit_matrix(m, d, first, end)
        factor_unsymmetric(m, d, first, end)
        solve_unsymmetric(m, d, d.work.step_acc, first, end)


@stage
def implicit(m, d):
    """A step implicit in velocity."""
    velocity_derivative(m, d)
    implicit_acceleration(m, d)
    advance(m, d)


# ---- implicitfast: a symmetric derivative ----
@helper
def load_fast_matrix(m, d, first, end):
    """qH = M - h qDeriv, which is symmetric but for lone free bodies; those are solved apart and keep M."""
    for i in range(first, end):
        h = 0.0 if is_lone(m, m.dof_bodyid[i]) else m.opt.timestep
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            d.qH[k] = d.M[k] - h * d.qDeriv[m.mapD2M[k]]


@helper
def load_lone_block(m, d, b, first):
    """work.block = M - h df/dv of the lone free body b, whose dofs start at `first`, bias force included."""
    load_block(m, d, first, d.M)
    start = m.D_rowadr[first]
    for k in range(SIZE * SIZE):
        d.work.block[k] -= m.opt.timestep * d.qDeriv[start + k]
    add_gyroscopic_block(m, d, b, first)


@stage
def solve_lone_bodies(m, d):
    """Solve the equations of lone free bodies anew, with the derivative of their bias force."""
    skips = some_sleep(m, d)
    for b in range(1, m.nbody):
        if m.body_parentid[b] == 0 and is_lone(m, b) and not (skips and body_sleeps(d, b)):
            first = m.body_dofadr[b]
            load_lone_block(m, d, b, first)
            load_forces(d, first, first + SIZE)
            solve_block(d, d.work.step_acc, first)


@stage
def implicitfast_acceleration(m, d):
    """work.step_acc with the symmetric part of the derivative of passive and actuator forces."""
    load_forces(d, 0, m.nv)
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        load_fast_matrix(m, d, first, end)
    factor(m, d, d.qH, d.qHDiagInv)
    solve_awake(m, d, d.qH, d.qHDiagInv, d.work.step_acc)
    if has_lone_bodies(m):
        solve_lone_bodies(m, d)


@stage
def implicitfast(m, d):
    """A step implicit in the velocity of passive and actuator forces."""
    velocity_derivative(m, d)
    implicitfast_acceleration(m, d)
    advance(m, d)
