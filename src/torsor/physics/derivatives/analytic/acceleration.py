"""Exact derivatives of the acceleration, through all constraints.

At switches (a contact that opens, a friction that starts to slide, a limit that is met) there is no derivative. What is
computed there is that of the side on which the state is.
"""

from ....jit import helper, stage
from ....jit.arena import scratch
from ....jit.arguments import Out
from ....jit.lanes import all_
from ....jit.rows import put_scaled
from ...common.names import OFF_ACTUATION
from .equations import INFINITE, set_equations, solve_exactly
from .integrator import add_matrix_changes, find_step, has_matrix, solve_with_matrix, take_integrator
from .inverse import Columns, columns_of, variables_of
from .refuse import SHAPE, SINGULAR, TENDONFORCE, reason_before, tendon_force_is_limited
from .solve import solve_columns, solve_tree
from .users import forward_with_inputs
from .whole import is_whole, whole_slopes


@helper
def reason_after(m, d):
    """Why a state cannot be differentiated, as far as that is seen after forward dynamics."""
    if m.nactuator > 0 and not m.opt.disableflags & OFF_ACTUATION and tendon_force_is_limited(m, d):
        return TENDONFORCE
    for i in range(m.nv):
        if not all_((d.qLDiagInv[i] > 0.0) & (d.qLDiagInv[i] < INFINITE)):
            return SINGULAR
    return 0


@stage
def solve_with_inertia(m, d, X: Columns):
    """In place X = M^-1 X."""
    solve_tree(m, d, d.qLD, d.qLDiagInv, X, columns_of(m))


@helper
def set_constrained_equations(m, d, H, R):
    """With rows: the factor H and the right sides R of H da = R; or a reason."""
    why = solve_exactly(m, d, H)
    if not why and set_equations(m, d, d.qacc, R, True) >= 0:
        why = SHAPE
    return why


@helper
def constrained_slopes(m, d, X):
    """With rows: X = d qacc / d (q, v, activations, controls); or a reason."""
    mark = d.pstack
    H = scratch(d, m.nv * m.nv)
    why = set_constrained_equations(m, d, H, X)
    if not why:
        solve_columns(m, d, H, X)
    d.pstack = mark
    return why


@stage
def slopes_at_qacc(m, d, X: Columns) -> int:
    """After forward dynamics: X = d qacc / d (q, v, activations, controls); or a reason."""
    why = reason_after(m, d)
    if why:
        return why
    if is_whole(m):
        return whole_slopes(m, d, X)
    if d.nefc > 0:
        return constrained_slopes(m, d, X)
    set_equations(m, d, d.qacc, X, True)
    solve_with_inertia(m, d, X)
    return 0


@stage
def forward_slopes(m, d, X: Columns) -> int:
    """Forward dynamics, and X = d qacc / d (q, v, activations, controls); or a reason."""
    forward_with_inputs(m, d)
    return slopes_at_qacc(m, d, X)


@stage
def free_step_slopes(m, d, X: Columns) -> int:
    """After forward dynamics, without rows: X = slopes of the acceleration of the step; or a reason.

    N s = M qacc, so that N ds = (the slopes of M qacc, less dM s) - d(N - M) s: one system of equations, not two.
    """
    why = reason_after(m, d)
    if why:
        return why
    has_own = has_matrix(m)
    find_step(m, d, has_own)
    set_equations(m, d, d.work.step_acc, X, True)  # the slopes of M qacc, less dM s
    if has_own:
        add_matrix_changes(m, d, X)
        solve_with_matrix(m, d, X, columns_of(m))
    else:
        solve_with_inertia(m, d, X)
    return 0


@stage
def constrained_step_slopes(m, d, X: Columns) -> int:
    """After forward dynamics, with rows: X = slopes of the acceleration of the step; or a reason."""
    why = reason_after(m, d)
    if why:
        return why
    mark = d.pstack
    H = scratch(d, m.nv * m.nv)
    why = set_constrained_equations(m, d, H, X)
    if not why:
        take_integrator(m, d, H, X, False)
    d.pstack = mark
    return why


@stage
def acceleration(m, d, X: Out('nv,2*nv+na+nu')) -> int:
    """Forward dynamics, and X = d qacc / d (q, v, activations, controls); returns a reason if that is impossible."""
    why, mark, variables = reason_before(m, d), d.pstack, variables_of(m)
    if why:
        return why
    slopes = scratch(d, m.nv * columns_of(m))
    why = forward_slopes(m, d, slopes)
    for i in range(m.nv):
        put_scaled(X, variables * i, slopes, columns_of(m) * i, 1.0, variables)
    d.pstack = mark
    return why
