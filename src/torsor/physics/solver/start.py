"""Where a solver starts: at the acceleration of the last step, or at that without constraints."""

from ...jit import helper, stage
from ...schema.enums import mjtDisableBit
from ..constraint.product import multiply_jacobian
from .primal import evaluate, new_point, place

OFF_WARMSTART = int(mjtDisableBit.mjDSBL_WARMSTART)


@helper
def set_acceleration(m, d, source):
    for i in range(m.nv):
        d.qacc[i] = source[i]


@stage
def choose_start(m, d):
    """qacc = qacc_warmstart, or qacc_smooth if that costs less; and efc_b."""
    multiply_jacobian(m, d, d.qacc_smooth, d.efc_b)
    for r in range(d.nefc):
        d.efc_b[r] -= d.efc_aref[r]
    set_acceleration(m, d, d.qacc_smooth)
    if m.opt.disableflags & OFF_WARMSTART:
        return
    mark = d.pstack
    p, smooth_cost = new_point(m, d), 0.0
    for candidate in range(2):
        if candidate == 1:
            set_acceleration(m, d, d.qacc_warmstart)
        place(m, d, p)
        cost = evaluate(m, d, p, False)
        if candidate == 0:
            smooth_cost = cost
        elif not cost <= smooth_cost:  # so written for NaN
            set_acceleration(m, d, d.qacc_smooth)
    d.pstack = mark
