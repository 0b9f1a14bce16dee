"""Forces of spatial tendons on bodies: what pulls along a tendon pulls at the ends of its straight lines."""

from ...jit import helper, stage
from ...jit.values import ZERO, normalized
from ..common.names import (
    EQ_TENDON,
    OFF_DAMPER,
    OFF_SPRING,
    ROW_EQUALITY,
    ROW_FRICTION_TENDON,
    ROW_LIMIT_TENDON,
    TENDON_FIXED,
)
from ..common.sparse import row_product
from ..dynamics.tendon_bias import has_bias, tendon_acceleration
from ..force.passive import damper_force, spring_force
from ..position.spatial import along_lines
from ..position.tendon import tendon_inertia
from ..position.transmission import drives_tendon
from .coupling import polynomial
from .force import push


@helper
def passive_force(m, d, t):
    """Force of spring and damper along the length of a tendon."""
    off, force = m.opt.disableflags, 0.0
    if not off & OFF_SPRING:
        force -= spring_force(m, d, t)
    if not off & OFF_DAMPER:
        force -= damper_force(m, d, t)
    return force


@helper
def actuator_force(m, d, t):
    """Force of all actuators along the length of a tendon."""
    force = 0.0
    for a in range(m.nactuator):
        if drives_tendon(m, a) and m.actuator_trnid[a, 0] == t:
            out = m.actuator_outadr[a]
            force += d.actuator_force[out] * m.actuator_gear[out, 0]
    return force


@helper
def inertial_force(m, d, t):
    """Force by which the inertia of a tendon resists the acceleration of its length."""
    if not has_bias(m, t):
        return 0.0
    pull = row_product(m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J, d.qacc)
    return -tendon_inertia(m, t) * (pull + tendon_acceleration(m, d, t))


@helper
def equality_force(m, d, e, t, force):
    """Force along the length of tendon t by an equality whose row has a force."""
    if m.eq_type[e] != EQ_TENDON:
        return 0.0
    total, second = 0.0, m.eq_obj2id[e]
    if m.eq_obj1id[e] == t:
        total += force
    if second == t:
        _, slope = polynomial(m, e, d.ten_length[second] - m.tendon_length0[second])
        total -= slope * force
    return total


@helper
def constraint_force(m, d, t):
    """Force of equalities, dry friction and limits along the length of a tendon."""
    total, lower = 0.0, d.ten_length[t] - m.tendon_range[t, 0] < m.tendon_margin[t]
    for row in range(d.ne + d.nf + d.nl):
        kind, force = d.efc_type[row], d.efc_force[row]
        if kind == ROW_EQUALITY:
            total += equality_force(m, d, d.efc_id[row], t, force)
        elif d.efc_id[row] == t and kind == ROW_FRICTION_TENDON:
            total += force
        elif d.efc_id[row] == t and kind == ROW_LIMIT_TENDON:
            total += force if lower else -force
            lower = False  # after the row of the lower limit, if there is one, comes that of the upper
    return total


@helper
def pull_ends(m, d, start, first, end, second, force):
    """Push the bodies at the ends of a line apart with a force."""
    along = normalized(end - start) * force
    push(m, d, first, start, -along, ZERO)
    push(m, d, second, end, along, ZERO)
    return 0.0


@stage(one_world=True)
def add_tendon_forces(m, d):
    """Add the forces of all spatial tendons to cfrc_ext."""
    for t in range(m.ntendon):
        if m.tendon_type[t] != TENDON_FIXED:
            force = passive_force(m, d, t) + actuator_force(m, d, t) + inertial_force(m, d, t)
            if d.nefc:
                force += constraint_force(m, d, t)
            if force != 0.0:
                along_lines(m, d, t, pull_ends, force)
