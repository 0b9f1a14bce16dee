"""From accelerations to constraint forces, where dual solvers start, and back."""

from math import inf, isnan, nan

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.inner import inner_product
from ...jit.lanes import maximum, where
from ..common.names import OFF_WARMSTART
from ..common.settings import at_step_end, is_sparse
from ..constraint.block import all_rows, rows_with_states
from ..constraint.product import multiply_jacobian, multiply_jacobian_transposed
from ..constraint.update import update_rows
from ..discrete.metric import solve_coupled
from ..dynamics.inertia import solve


@helper
def lower_product(m, d, r):
    """Row r of A + R, up to its diagonal, times the forces; the diagonal counts by half."""
    if not is_sparse(m):
        start = d.nefc * r
        return inner_product(d.efc_AR, start, d.efc_force, 0, r) + 0.5 * d.efc_AR[start + r] * d.efc_force[r]
    total, k = 0.0, d.efc_AR_rowadr[r]
    while d.efc_AR_colind[k] < r:
        total += d.efc_AR[k] * d.efc_force[d.efc_AR_colind[k]]
        k += 1
    return total + 0.5 * d.efc_AR[k] * d.efc_force[r]


@helper
def dual_cost(m, d):
    """1/2 f' (A + R) f + b' f for the forces of all rows."""
    cost = 0.0
    for r in range(d.nefc):
        if d.efc_force[r] != 0.0:
            cost += d.efc_force[r] * (lower_product(m, d, r) + d.efc_b[r])
    return cost


@helper
def set_warm_forces(m, d):
    """efc_b, and efc_force: the forces that belong to the acceleration of the last step, or none without warm start."""
    mark = d.pstack
    Jaref, state = scratch(d, d.nefc), scratch(d, d.nefc)
    b = rows_with_states(m, d, state)
    multiply_jacobian(b, d.qacc_smooth, d.efc_b)
    multiply_jacobian(b, d.qacc_warmstart, Jaref)
    for r in range(d.nefc):
        d.efc_b[r] -= d.efc_aref[r]
        Jaref[r] -= d.efc_aref[r]
        d.efc_force[r] = 0.0
    if not m.opt.disableflags & OFF_WARMSTART:
        update_rows(d, b, Jaref, False)
    d.pstack = mark


@helper
def is_friction_known(d):
    """Whether all dry friction is a number."""
    for r in range(d.nefc):
        if isnan(d.efc_frictionloss[r]):
            return False
    return True


@helper
def drop_costly_forces(m, d):
    """Start from no forces if those of the last step's acceleration cost more.

    As in MuJoCo a cost that is not a number stays, and the step notices, unless it comes from friction.
    """
    cost = dual_cost(m, d)
    if cost > 0.0 or (isnan(cost) and not is_friction_known(d)):
        for r in range(d.nefc):
            d.efc_force[r] = 0.0


@stage
def choose_forces(m, d):
    """efc_b, and efc_force: forces of the last step's acceleration, or none if that costs less."""
    set_warm_forces(m, d)
    drop_costly_forces(m, d)


@helper
def admit_bad_start(m, d):
    """Make qacc NaN where the warm start is not finite, for the step to notice: sweeps take NaN for a force of zero."""
    size = 0.0
    for i in range(m.nv if not m.opt.disableflags & OFF_WARMSTART else 0):
        size = maximum(size, where(abs(d.qacc_warmstart[i]) < inf, 0.0, inf))
    for i in range(m.nv):
        d.qacc[i] = where(size < inf, d.qacc[i], nan)


@stage
def accelerate_coupled(m, d):
    """qacc from qfrc_constraint, if tendons or actuators couple dofs in the metric."""
    mark = d.pstack
    smooth = scratch(d, m.nv)
    for i in range(m.nv):
        smooth[i], d.qacc_smooth[i] = d.qacc_smooth[i], d.qfrc_constraint[i]
    solve_coupled(m, d)
    for i in range(m.nv):
        d.qacc[i], d.qacc_smooth[i] = smooth[i] + d.qacc_smooth[i], smooth[i]
    d.pstack = mark


@stage
def accelerate(m, d):
    """qfrc_constraint and qacc from the constraint forces."""
    multiply_jacobian_transposed(all_rows(m, d), d.efc_force, d.qfrc_constraint)
    if at_step_end(m, d) and d.nefmT + d.nefmA > 0:
        accelerate_coupled(m, d)
    else:
        for i in range(m.nv):
            d.qacc[i] = d.qfrc_constraint[i]
        if at_step_end(m, d):
            solve(m, d.qH, d.qHDiagInv, d.qacc)
        else:
            solve(m, d.qLD, d.qLDiagInv, d.qacc)
        for i in range(m.nv):
            d.qacc[i] += d.qacc_smooth[i]
    admit_bad_start(m, d)
