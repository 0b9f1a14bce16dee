"""Inverse dynamics under the integrator `discrete`, where qacc is the change of velocity in a step per time."""

from ...jit import helper, stage
from ...jit.lanes import where
from ..derivatives.velocity.free_body import SIZE, add_gyroscopic_block, is_lone
from .metric import has_rows, is_coupled, load_metric_block, multiply_metric


@helper
def turn_lone_force(m, d, b, force):
    """The force on a lone free body anew, with the derivative of its bias force, unless it is coupled to others."""
    first = m.body_dofadr[b]
    load_metric_block(m, d, first)
    add_gyroscopic_block(m, d, b, first)
    coupled = is_coupled(m, d, first)
    for r in range(SIZE):
        total = 0.0
        for c in range(SIZE):
            total += d.work.block[SIZE * r + c] * d.qacc[first + c]
        force[first + r] = where(coupled, force[first + r], total)


@stage
def metric_force(m, d):
    """work.force: what makes qacc, beside the forces at the start of the step: (M + h D + h^2 K) qacc + h K v."""
    multiply_metric(m, d, d.qacc, d.work.step_force)
    for b in range(1, m.nbody):
        if m.body_parentid[b] == 0 and is_lone(m, b) and not has_rows(m, d, m.body_dofadr[b]):
            turn_lone_force(m, d, b, d.work.step_force)
    for i in range(m.nv):
        d.work.step_force[i] -= d.efm_c[i] + d.efm_ca[i]
