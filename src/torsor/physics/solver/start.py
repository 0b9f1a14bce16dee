"""Where a solver starts: at the acceleration of the last step, or at that without constraints."""

from math import inf

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.lanes import all_, maximum, not_, where
from ...jit.per_world import take
from ...jit.rows import rest_of
from ..common.names import OFF_WARMSTART
from ..common.settings import at_step_end, is_sparse
from ..constraint.block import all_rows, rows_with_states
from ..constraint.product import multiply_jacobian
from ..constraint.update import update_rows
from ..discrete.metric import multiply_metric
from ..dynamics.inertia import multiply
from .problem import has_island


@helper
def deviation_cost(m, d, offset, M_offset):
    """Cost of the warm start for deviating from qacc_smooth, by Gauss' principle; offset and M_offset are scratch."""
    for i in range(m.nv):
        offset[i] = d.qacc_warmstart[i] - d.qacc_smooth[i]
    if at_step_end(m, d):
        multiply_metric(m, d, offset, M_offset)
    else:
        multiply(m, d.M, offset, M_offset)
    cost = 0.0
    for i in range(m.nv):
        cost += 0.5 * offset[i] * M_offset[i]
    return cost


@helper
def is_warm_start_better(m, d):
    """Where the acceleration of the last step does not cost more than the smooth one, or is not finite.

    Sets work.efc_start to what follows from the better one. Leaves the states of the rows at the smooth one in
    efc_state, those of the first world if there are several.
    """
    mark = d.pstack
    offset, Jaref = scratch(d, 2 * m.nv), scratch(d, 2 * d.nefc)
    M_offset, state = rest_of(offset, m.nv), rest_of(Jaref, d.nefc)
    b = rows_with_states(m, d, state)
    multiply_jacobian(b, d.qacc_warmstart, Jaref)
    for r in range(d.nefc):
        Jaref[r] -= d.efc_aref[r]
    warm = deviation_cost(m, d, offset, M_offset) + update_rows(d, b, Jaref, False)
    smooth = update_rows(d, b, d.efc_b, False)
    is_better = not_(warm > smooth) | not_(is_finite(m, d))  # the step must notice a start that is not finite
    for r in range(d.nefc):
        d.efc_state[r] = take(state[r], 0)
        d.work.efc_start[r] = where(is_better, Jaref[r], d.efc_b[r])
    d.pstack = mark
    return is_better


@helper
def is_finite(m, d):
    """In which worlds the accelerations without constraints and of the last step are finite."""
    size = 0.0
    for i in range(m.nv):
        size = maximum(size, where(abs(d.qacc_smooth[i]) + abs(d.qacc_warmstart[i]) < inf, 0.0, inf))
    return size < inf


@stage
def keep_islands_apart(m, d):
    """efc_b and work.efc_start anew, without the zeros of J, so that what is not finite stays in its island."""
    for r in range(d.nefc if not is_sparse(m) else 0):
        smooth, start = 0.0 - d.efc_aref[r], 0.0 - d.efc_aref[r]
        for i in range(m.nv):
            J = d.efc_J[r * m.nv + i]
            smooth += where(J != 0.0, J * d.qacc_smooth[i], 0.0)
            start += where(J != 0.0, J * d.qacc[i], 0.0)
        d.efc_b[r], d.work.efc_start[r] = smooth, start


@stage
def choose_start(m, d):
    """qacc = qacc_warmstart, or qacc_smooth if that costs less, and J qacc - aref in work.efc_start; and efc_b."""
    multiply_jacobian(all_rows(m, d), d.qacc_smooth, d.efc_b)
    for r in range(d.nefc):
        d.efc_b[r] -= d.efc_aref[r]
        d.work.efc_start[r] = d.efc_b[r]
    for i in range(m.nv):
        d.qacc[i] = d.qacc_smooth[i]
    if not m.opt.disableflags & OFF_WARMSTART:
        warm = is_warm_start_better(m, d)
        for i in range(m.nv if d.nisland == 0 else 0):
            d.qacc[i] = where(warm, d.qacc_warmstart[i], d.qacc_smooth[i])
        for island in range(d.nisland):
            warm_here, first = warm & has_island(d, island), d.island_idofadr[island]
            for i in range(first, first + d.island_nv[island]):
                dof = d.map_idof2dof[i]
                d.qacc[dof] = where(warm_here, d.qacc_warmstart[dof], d.qacc_smooth[dof])
        if d.nisland and not all_(is_finite(m, d)):
            keep_islands_apart(m, d)
