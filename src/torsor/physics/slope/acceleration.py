"""Exact derivatives of the acceleration, through all constraints.

At switches (a contact that opens, a friction that starts to slide, a limit that is met) there is no derivative. What is
computed there is that of the side on which the state is.
"""

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.arguments import Out
from ...jit.lanes import all_
from ...jit.rows import put_scaled
from ..common.names import OFF_ACTUATION
from .equations import load_inertia, polish, set_equations
from .inverse import Acceleration, Columns, columns_of, variables_of
from .refuse import SHAPE, SINGULAR, SOLVER, TENDONFORCE, Standard, reason_before, tendon_force_is_limited
from .solve import factor_dense, solve_columns, solve_tree
from .step import add_matrix_changes, has_matrix, set_step, solve_with_matrix
from .users import forward_with_inputs
from .whole import is_whole, whole_slopes

INFINITE = float('inf')


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
    """In place X = M^-1 X.

    Reads qLD, qLDiagInv; body_treeid, jnt_type, dof_bodyid, dof_jntid, tree_dofadr, tree_dofnum, M_rownnz, M_rowadr,
    M_colind of the model.
    """
    solve_tree(m, d, d.qLD, d.qLDiagInv, X, columns_of(m), False)


@stage
def free_slopes(m, d, x: Acceleration, X: Columns):
    """Without rows: X = the slopes of M qacc, less dM x.

    Runs set_equations.
    """
    set_equations(m, d, x, X, X, True)  # H is left alone, as it is rows that add to it


@stage
def constrained_slopes(m, d, X: Columns) -> int:
    """With rows: X = d qacc / d (q, v, activations, controls); or a reason.

    Reads qacc, M; M_rownnz, M_rowadr, M_colind of the model. Runs polish, set_equations, factor_dense, solve_columns.
    """
    if not polish(m, d):
        return SOLVER
    mark, why = d.pstack, 0
    H = scratch(d, m.nv * m.nv)
    load_inertia(m, d, H)
    if set_equations(m, d, d.qacc, H, X, True) >= 0:
        why = SHAPE
    elif not factor_dense(m, d, H):
        why = SINGULAR
    else:
        solve_columns(m, d, H, X)
    d.pstack = mark
    return why


@stage
def slopes_at_qacc(m, d, X: Columns) -> int:
    """After forward dynamics: X = d qacc / d (q, v, activations, controls); or a reason.

    Reads nefc, qacc, qLDiagInv, actuator_force; tendon_type, tendon_actuatorid, tendon_actfrclimited,
    tendon_actfrcrange, tendon_armature, actuator_trntype, actuator_ctrlnum, actuator_outadr, actuator_outnum,
    actuator_actnum, actuator_trnid, actuator_group, opt.integrator, opt.disableflags, opt.disableactuator of the model.
    Runs whole_slopes, constrained_slopes, free_slopes, solve_with_inertia.
    """
    why = reason_after(m, d)
    if why:
        return why
    if is_whole(m):
        return whole_slopes(m, d, X)
    if d.nefc > 0:
        return constrained_slopes(m, d, X)
    free_slopes(m, d, d.qacc, X)
    solve_with_inertia(m, d, X)
    return 0


@stage
def forward_slopes(m, d, X: Columns) -> int:
    """Forward dynamics, and X = d qacc / d (q, v, activations, controls); or a reason.

    Updates ctrl, qfrc_applied, xfrc_applied. Runs forward_from, slopes_at_qacc.
    """
    forward_with_inputs(m, d)
    return slopes_at_qacc(m, d, X)


@stage
def free_step_slopes(m, d, X: Columns) -> int:
    """After forward dynamics, without rows: X = slopes of the acceleration of the step; or a reason.

    N s = M qacc, so that N ds = (the slopes of M qacc, less dM s) - d(N - M) s: one system of equations, not two.

    Reads qLDiagInv, actuator_force, work.step_acc; jnt_actuatorid, dof_jntid, dof_damping, dof_dampingpoly,
    tendon_actfrclimited, tendon_actfrcrange, actuator_trntype, actuator_outadr, actuator_trnid, actuator_group,
    opt.integrator, opt.disableflags, opt.disableactuator of the model. Runs set_step, free_slopes, add_matrix_changes,
    solve_with_matrix, solve_with_inertia.
    """
    why = reason_after(m, d)
    if why:
        return why
    set_step(m, d)
    free_slopes(m, d, d.work.step_acc, X)
    if has_matrix(m):
        add_matrix_changes(m, d, X)
        solve_with_matrix(m, d, X, columns_of(m))
    else:
        solve_with_inertia(m, d, X)
    return 0


@stage
def acceleration(m, d, standard: Standard, X: Out('nv,2*nv+na+nu')) -> int:
    """Forward dynamics, and X = d qacc / d (q, v, activations, controls); returns a reason if that is impossible.

    Runs reason_of_model, reason_of_state, forward_slopes.
    """
    why, mark, variables = reason_before(m, d, standard), d.pstack, variables_of(m)
    if why:
        return why
    slopes = scratch(d, m.nv * columns_of(m))
    why = forward_slopes(m, d, slopes)
    for i in range(m.nv):
        put_scaled(X, variables * i, slopes, columns_of(m) * i, 1.0, variables)
    d.pstack = mark
    return why
