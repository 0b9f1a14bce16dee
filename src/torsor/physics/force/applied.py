"""Forces that the user applies, and the sum of all forces but those of constraints."""

from ...jit import helper
from ...jit.lanes import any_
from ..dynamics.subtree import add_body_force, clear_body_forces, project_awake_forces
from ..sleep.rest import span, span_count


@helper
def is_pushed(m, d):
    """Whether the user applies forces to bodies."""
    for b in range(1, m.nbody):
        force, torque = d.xfrc_applied.vec3[6 * b], d.xfrc_applied.vec3[6 * b + 3]
        size = abs(force.x) + abs(force.y) + abs(force.z) + abs(torque.x) + abs(torque.y) + abs(torque.z)
        if any_(size != 0.0):  # one branch for six numbers
            return True
    return False


@helper
def collect_applied_forces(m, d):
    """Collect the user's forces on bodies."""
    clear_body_forces(m, d)
    for b in range(1, m.nbody):
        force, torque = d.xfrc_applied.vec3[6 * b], d.xfrc_applied.vec3[6 * b + 3]
        add_body_force(m, d, b, d.xipos[b], force, torque)


@helper
def sum_smooth_forces(m, d):
    """qfrc_smooth, the sum of all forces but those of constraints; qacc_smooth is the same for now."""
    pushed = is_pushed(m, d)
    if pushed:
        collect_applied_forces(m, d)
        project_awake_forces(m, d, d.qfrc_smooth)
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        for i in range(first, end):
            if not pushed:
                d.qfrc_smooth[i] = 0.0
            d.qfrc_smooth[i] += d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
            d.qacc_smooth[i] = d.qfrc_smooth[i]
