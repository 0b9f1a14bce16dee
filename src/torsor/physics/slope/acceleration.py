"""Exact derivatives of the acceleration, through all constraints.

At switches (a contact that opens, a friction that starts to slide, a limit that is met) there is no derivative. What is
computed there is that of the side on which the state is.
"""

from ...jit import stage
from ...jit.arena import scratch
from ..common.names import OFF_ACTUATION
from ..forward import forward_from
from .contact import Hessian
from .equations import factor_dense, polish, set_equations, solve_columns
from .inverse import Columns
from .refuse import SHAPE, SINGULAR, SOLVER, TENDONFORCE, Standard, reason_before, tendon_force_is_limited


@stage
def slopes_at_qacc(m, d, H: Hessian, X: Columns) -> int:
    """After forward dynamics: X = d qacc / d (q, v, activations, controls), and the factor of H; or a reason.

    Reads nefc, actuator_force; tendon_actfrclimited, tendon_actfrcrange, actuator_trntype, actuator_outadr,
    actuator_trnid, actuator_group, opt.disableflags, opt.disableactuator of the model. Runs polish, set_equations,
    factor_dense, solve_columns.
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
def forward_slopes(m, d, X: Columns) -> int:
    """Forward dynamics, and X = d qacc / d (q, v, activations, controls); or a reason.

    Runs forward_from, slopes_at_qacc.
    """
    forward_from(m, d, 0, True)
    mark = d.pstack
    why = slopes_at_qacc(m, d, scratch(d, m.nv * m.nv), X)
    d.pstack = mark
    return why


@stage
def acceleration(m, d, standard: Standard, X: Columns) -> int:
    """Forward dynamics, and X = d qacc / d (q, v, activations, controls); returns a reason if that is impossible.

    Runs reason_before, forward_slopes.
    """
    why = reason_before(m, d, standard)
    return why if why else forward_slopes(m, d, X)
