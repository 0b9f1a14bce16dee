"""The equations H da = R of the accelerations, with many right sides: H = M + J' s'' J, s the cost of the constraints.

R is -dr at fixed acceleration, for what is left over of the equations of motion, r = M a + bias - (all forces). The
triangle of H is dense, but zeros of its factor are skipped, so that trees which nothing connects cost nothing.

The accelerations themselves must be exact. Newton steps with the same H find them from those of the last step, faster
than the solver, which is asked for a better start only where they fail.
"""

from ....jit import helper, routine, stage
from ....jit.arena import scratch, scratch_ints
from ....jit.lanes import all_, any_, each, maximum, not_, where
from ....jit.rows import subtract_rows, subtract_scaled
from ....jit.structs import width
from ...common.names import CONE, MAXVAL, OFF_ACTUATION, OFF_WARMSTART, QUADRATIC, ROW_ELLIPTIC
from ...common.settings import has_metric, has_sparse_rows
from ...constraint.block import all_rows, is_in_state, states_of
from ...constraint.product import multiply_jacobian, multiply_jacobian_transposed
from ...constraint.update import update_constraint
from ...discrete.metric import multiply_metric
from ...dynamics.inertia import multiply
from ...solver.solve import prepare_solver, solve_constraint
from .columns import add_rare_columns, is_rare
from .contact import Hessian, adheres
from .fluid import add_fluid_slopes, has_fluid
from .inverse import Acceleration, Columns, columns_of, set_motions, subtract_inverse_slopes
from .pair import add_acting_contacts
from .refuse import SINGULAR, SOLVER
from .rows import add_scalar_rows, dof_of, entries_of
from .smooth import (
    add_actuator_slopes,
    add_fixed_wrenches,
    add_joint_slopes,
    add_tendon_slopes,
    set_actuator_slopes,
)
from .smoothing import update_softly, weigh_rows
from .solve import factor_dense, solve_vector

INFINITE = float('inf')
ROUNDS = 50  # of Newton's method at most
LEAST = 1e-6  # part of a Newton step that is tried
EXACT = 1e-13  # what is left of the equations, relative to the forces, when they count as solved
SOLVED = 1e-9  # and what may be left where rounding keeps it from getting less


# ---- matrices ----
@helper
def load_inertia(m, d, H):
    """The lower triangle of H = M, to which rows are added."""
    for k in range(m.nv * m.nv):
        H[k] = 0.0
    for i in range(m.nv):
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            H[m.nv * i + m.M_colind[k]] = d.M[k]


@helper
def load_metric(m, d, H):
    """The lower triangle of the metric of the integrator `discrete`."""
    mark, unit, column = d.pstack, scratch(d, m.nv), scratch(d, m.nv)
    for i in range(m.nv):
        unit[i] = 0.0
    for j in range(m.nv):
        unit[j] = 1.0
        multiply_metric(m, d, unit, column)
        unit[j] = 0.0
        for i in range(m.nv):
            H[m.nv * i + j] = column[i] if i >= j else 0.0
    d.pstack = mark


@helper
def load_matrix(m, d, H):
    """The lower triangle of what accelerations are multiplied by: M, or a metric, which worlds together never have."""
    if width(d) == 1 and has_metric(m, d):
        load_metric(m, d, H)
    else:
        load_inertia(m, d, H)


# ---- solvers that have stopped early ----
@helper
def add_product(m, d, H, r, s, weight):
    """H += weight J_r' J_s for two rows with the same columns."""
    start, count = entries_of(m, d, r)
    other, _ = entries_of(m, d, s)
    for k in range(count):
        value = weight * d.efc_J[start + k]
        if not any_(value != 0.0):
            continue
        row = m.nv * dof_of(m, d, start, k)  # columns are in order
        if has_sparse_rows(m, d):
            for n in range(k + 1):
                H[row + dof_of(m, d, other, n)] += value * d.efc_J[other + n]
        else:
            subtract_scaled(H, row, -value, d.efc_J, other, k + 1)


@helper
def add_quadratic_rows(m, d, H):
    """H += J' D J of all rows that act, with a dense Jacobian: row after row of H."""
    mark, n = d.pstack, m.nv
    weights, starts, factors = scratch(d, d.nefc), scratch_ints(d, d.nefc), scratch(d, d.nefc)
    for r in range(d.nefc):
        weights[r] = where(is_in_state(d, r, QUADRATIC), -d.efc_D[r], 0.0)
    for i in range(n):
        terms = 0
        for r in range(d.nefc):
            factor = weights[r] * d.efc_J[n * r + i]
            if any_(factor != 0.0):
                starts[terms], factors[terms] = n * r, factor
                terms += 1
        # up to whole registers: nobody reads what is above the diagonal
        subtract_rows(H, n * i, d.efc_J, starts, factors, terms, min((i + 4) & -4, n))
    d.pstack = mark


@helper
def add_cone_hessian(m, d, H, c, r, slips):
    """H += J' s'' J, from the rows of contact c from r on, where it slips."""
    dim = d.contact.dim[c]
    for i in range(dim):
        for j in range(dim):
            add_product(m, d, H, r + i, r + j, where(slips, d.contact.H[c, dim * i + j], 0.0))


@helper
def add_row_hessians(m, d, H):
    """H += J' s'' J: rows that act, then contacts that slip, so that dense and sparse Jacobians round alike."""
    if has_sparse_rows(m, d):
        for r in range(d.nefc):
            acts = is_in_state(d, r, QUADRATIC)
            if any_(acts):
                add_product(m, d, H, r, r, where(acts, d.efc_D[r], 0.0))
    else:
        add_quadratic_rows(m, d, H)
    first = -1  # row of the contact that was looked at last
    for r in range(d.nefc):
        if d.efc_type[r] == ROW_ELLIPTIC and d.contact.efc_address[d.efc_id[r]] != first:
            first, slips = r, is_in_state(d, r, CONE)
            if any_(slips):
                add_cone_hessian(m, d, H, d.efc_id[r], r, slips)


@routine
def update_residual(m, d, jar, stiff, residual):
    """States and forces of rows at qacc; residual = M a - (all forces). Returns its size relative to the forces.

    Rows that set in gradually are those whose D is in `stiff`; their D become second derivatives of the cost.
    """
    rows = all_rows(m, d)
    multiply_jacobian(rows, d.qacc, jar)
    for r in range(d.nefc):
        jar[r] -= d.efc_aref[r]
    if any_(d.work.reach > 0.0):
        update_softly(d, rows, jar, stiff, True)
        multiply_jacobian_transposed(rows, d.efc_force, d.qfrc_constraint)
    else:
        update_constraint(m, d, jar, True)
    largest, scale, total = 0.0, 0.0, 0.0
    if width(d) == 1 and has_metric(m, d):
        multiply_metric(m, d, d.qacc, residual)
        for i in range(m.nv):
            residual[i] -= d.efm_c[i] + d.efm_ca[i]
    else:
        multiply(m, d.M, d.qacc, residual)
    for i in range(m.nv):
        scale = maximum(abs(residual[i]) + abs(d.qfrc_smooth[i]) + abs(d.qfrc_constraint[i]), scale)
        residual[i] -= d.qfrc_smooth[i] + d.qfrc_constraint[i]
        largest = maximum(abs(residual[i]), largest)
        total += residual[i]
    # what is no number gets past the largest, but not past a sum
    return where(abs(total) < INFINITE, where(scale > 0.0, largest / scale, 0.0), INFINITE)


@helper
def factor_hessian(m, d, H):
    """Set H to the factor of the Hessian at qacc; whether that is positive definite."""
    load_matrix(m, d, H)
    add_row_hessians(m, d, H)
    return factor_dense(m, d, H)


@helper
def keep_states(d, states):
    for r in range(d.nefc):
        states[r] = states_of(d)[r]


@helper
def keeps_hessian(d, states):
    """Whether the Hessian is the same as when rows had these states: it is if all are as they were, and none curved."""
    differs = d.work.reach > 0.0
    for r in range(d.nefc):
        differs = differs | (states_of(d)[r] != states[r]) | is_in_state(d, r, CONE)
    return not any_(differs)


@helper
def product(x, y, count):
    total = 0.0
    for i in range(count):
        total += x[i] * y[i]
    return total


@stage
def refine(m, d, H: Hessian) -> int:
    """Newton steps on qacc until the equations of motion hold to rounding: slopes are those of the solution.

    A step that goes too far, so that the cost rises as steeply as it fell, is halved. A world that has come to an end
    stays where it is while others go on. H becomes the factor of the Hessian at the solution. Returns a reason if some
    world has none.
    """
    mark = d.pstack
    jar, stiff, residual, step = scratch(d, d.nefc), scratch(d, d.nefc), scratch(d, m.nv), scratch(d, m.nv)
    if any_(d.work.reach > 0.0):
        weigh_rows(d, stiff)
    states, known, sound = scratch(d, d.nefc), False, True
    left = update_residual(m, d, jar, stiff, residual)
    before, solved = each(1.0, left), left < 0.0
    for _ in range(ROUNDS):
        solved = solved | (left <= EXACT) | ((left <= SOLVED) & (left >= 0.1 * before))
        before = left
        if not known:  # the factor of the Hessian at qacc
            sound = factor_hessian(m, d, H)
        if all_(solved) or not sound or not all_(left < INFINITE):
            break
        for i in range(m.nv):
            step[i] = where(solved, 0.0, residual[i])
        solve_vector(m.nv, H, step)
        keep_states(d, states)
        fall, part = product(step, residual, m.nv), each(1.0, left)
        for i in range(m.nv):
            d.qacc[i] -= step[i]
        left = update_residual(m, d, jar, stiff, residual)
        far = not_(solved) & (left > SOLVED) & (product(step, residual, m.nv) < -0.9 * fall)
        while any_(far):
            part = where(far, 0.5 * part, part)
            for i in range(m.nv):
                d.qacc[i] += where(far, part * step[i], 0.0)
            left = update_residual(m, d, jar, stiff, residual)
            far = far & (left > SOLVED) & (part > LEAST) & (product(step, residual, m.nv) < -0.9 * fall)
        known = keeps_hessian(d, states)
    d.pstack = mark
    if not sound:
        return SINGULAR
    return 0 if all_(solved) else SOLVER


@stage
def ask_solver(m, d):
    """Let the solver of the model find qacc."""
    prepare_solver(m, d)
    solve_constraint(m, d)


@helper
def start_warm(m, d):
    """Let qacc be that of the last step, if it may and is a number."""
    size = 0.0
    for i in range(m.nv):
        size += abs(d.qacc_warmstart[i])
    if not m.opt.disableflags & OFF_WARMSTART:
        for i in range(m.nv):
            d.qacc[i] = where(size <= MAXVAL, d.qacc_warmstart[i], d.qacc[i])


@helper
def solve_exactly(m, d, H):
    """Let qacc solve the equations of motion to rounding, and H be the factor of the Hessian there; or a reason.

    What is softened starts at the solution of what is not, and the metric of `discrete` where its solver has ended.
    Several worlds have a reason if one of them needs the solver: then each goes on by itself.
    """
    has_solver_ended, why = width(d) == 1 and has_metric(m, d), SOLVER
    if d.nefc == 0 and not has_solver_ended:
        return 0 if factor_hessian(m, d, H) else SINGULAR
    if not any_(d.work.reach > 0.0) and not has_solver_ended:
        start_warm(m, d)
        why = refine(m, d, H)
    if why and width(d) == 1:
        if not has_solver_ended:
            ask_solver(m, d)
        why = refine(m, d, H)
    return why


# ---- the equations ----
@helper
def add_smooth_slopes(m, d, R, driven, rare):
    """Changes of springs and dampers and, if `driven`, of actuators; unless `rare`, when duals have them."""
    add_joint_slopes(m, d, R)
    if m.ntendon > 0 and not rare:
        add_tendon_slopes(m, d, R)
    if driven and m.nactuator > 0 and not m.opt.disableflags & OFF_ACTUATION:
        set_actuator_slopes(m, d)
        add_actuator_slopes(m, d, R, not rare)


@stage
def set_equations(m, d, x: Acceleration, R: Columns, driven: bool) -> int:
    """R at the accelerations x; returns -1, or a contact whose collider has no derivative.

    `x` is qacc; without rows it may be another. `driven`: with the forces of actuators and of the user, which inverse
    dynamics leaves out.
    """
    for k in range(m.nv * columns_of(m)):
        R[k] = 0.0
    set_motions(m, d, x)
    if d.nefc > d.ne + d.nf + d.nl or (d.ncon > 0 and adheres(m)):
        bad = add_acting_contacts(m, d, R)
        if bad >= 0:
            return bad
    rare = is_rare(m, d)
    if rare:
        add_rare_columns(m, d, R, driven, False)
    elif d.ne + d.nf + d.nl > 0:
        add_scalar_rows(m, d, R)
    if has_fluid(m):
        add_fluid_slopes(m, d, R)
    add_fixed_wrenches(m, d, R, driven)
    subtract_inverse_slopes(m, d, R)
    add_smooth_slopes(m, d, R, driven, rare)
    return -1
