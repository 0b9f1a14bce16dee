"""Exact derivatives of the acceleration, of the step and of inverse dynamics, through all constraints.

At switches (a contact that opens, a friction that starts to slide, a limit that is met) there is no derivative. What is
computed there is that of the side on which the state is.
"""

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.arguments import Out
from ..common.names import OFF_ACTUATION
from ..forward import forward_from
from ..inverse import inverse_from
from .equations import factor_dense, polish, set_equations, solve_columns, update_residual
from .inverse import Columns
from .refuse import SHAPE, SINGULAR, SOLVER, TENDONFORCE, Standard, reason_before, tendon_force_is_limited
from .smooth import columns_of
from .step import has_matrix, set_step, store_step, take_integrator


@stage
def slopes_at_qacc(m, d, H: Out('nv,nv'), X: Columns) -> int:
    """After forward dynamics: X = d qacc / d (q, v, activations, controls), and the factor of H; or a reason.

    Reads nefc; opt.disableflags of the model. Runs polish, set_equations, factor_dense, solve_columns.
    """
    if m.nactuator > 0 and not m.opt.disableflags & OFF_ACTUATION and tendon_force_is_limited(m, d):
        return TENDONFORCE
    if d.nefc > 0 and not polish(m, d):
        return SOLVER
    if set_equations(m, d, H, X, True) >= 0:
        return SHAPE
    if not factor_dense(m, d, H):
        return SINGULAR
    solve_columns(m, d, H, X)
    return 0


@stage
def acceleration(m, d, standard: Standard, X: Columns) -> int:
    """Forward dynamics, and X = d qacc / d (q, v, activations, controls); returns a reason if that is impossible.

    Runs reason_before, forward_from, slopes_at_qacc.
    """
    why = reason_before(m, d, standard)
    if why:
        return why
    forward_from(m, d, 0, True)
    mark = d.pstack
    why = slopes_at_qacc(m, d, scratch(d, m.nv * m.nv), X)
    d.pstack = mark
    return why


@stage
def transition(m, d, standard: Standard, A: Out('2*nv+na,2*nv+na'), B: Out('2*nv+na,nu')) -> int:
    """Forward dynamics, and derivatives of the step by the state and the controls; returns a reason if impossible.

    Runs acceleration, set_step, take_integrator, store_step.
    """
    mark = d.pstack
    X = scratch(d, m.nv * columns_of(m))
    why = acceleration(m, d, standard, X)
    if not why:
        set_step(m, d)
        if has_matrix(m):
            take_integrator(m, d, X)
        store_step(m, d, X, A, B)
    d.pstack = mark
    return why


@helper
def store_inverse(m, H, R, DfDq, DfDv, DfDa):
    """Slopes of inverse dynamics are -R by position and velocity, and H, of which a triangle is there."""
    n, columns = m.nv, columns_of(m)
    for i in range(n):
        for j in range(n):
            DfDq[n * i + j], DfDv[n * i + j] = -R[columns * i + j], -R[columns * i + n + j]
            DfDa[n * i + j] = H[n * i + j] if j <= i else H[n * j + i]


@stage
def inverse(m, d, standard: Standard, DfDq: Out('nv,nv'), DfDv: Out('nv,nv'), DfDa: Out('nv,nv')) -> int:
    """Inverse dynamics, and derivatives of qfrc_inverse by position, velocity, acceleration; or a reason.

    Reads nefc of the data. Runs reason_before, inverse_from, set_equations.
    """
    why = reason_before(m, d, standard)
    if why:
        return why
    inverse_from(m, d, 0, True)
    mark = d.pstack
    H, R, residual = scratch(d, m.nv * m.nv), scratch(d, m.nv * columns_of(m)), scratch(d, m.nv)
    if d.nefc > 0:
        update_residual(m, d, scratch(d, d.nefc), residual)  # for the Hessians of cones
    if set_equations(m, d, H, R, False) >= 0:
        why = SHAPE
    else:
        store_inverse(m, H, R, DfDq, DfDv, DfDa)
    d.pstack = mark
    return why
