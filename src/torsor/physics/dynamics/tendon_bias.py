"""The bias force of tendons with inertia: their gradient turns while the joints move.

A tendon of inertia a whose length has the gradient J takes the force J' a (J qacc + Jdot qvel); the first part is in M.
"""

from ...jit import helper, stage
from ...jit.lanes import any_
from ...jit.values import STILL, cross, dot, norm
from ..common.chain import last_dof, tree_centre
from ..common.names import MINVAL, TENDON_FIXED
from ..common.sparse import add_row
from ..position.spatial import along_lines
from ..position.tendon import tendon_inertia
from ..sleep.rest import some_sleep, tendon_sleeps


@helper
def point_motion(m, d, b, point):
    """Velocity of a point of body b, and its acceleration at zero qacc."""
    rate, i = STILL, last_dof(m, b)
    while i >= 0:
        rate += d.cdof_dot[i] * d.qvel[i]
        i = m.dof_parentid[i]
    arm, motion = point - tree_centre(m, d, b), d.cvel[b]
    velocity = motion.lin + cross(motion.ang, arm)
    return velocity, rate.lin + cross(rate.ang, arm) + cross(motion.ang, velocity)


@helper
def line_acceleration(m, d, start, first, end, second, weight):
    """Second derivative of the length of a line between points of two bodies, at zero qacc."""
    line = end - start
    length = norm(line)
    if length < MINVAL:
        return 0.0
    velocity_1, acceleration_1 = point_motion(m, d, first, start)
    velocity_2, acceleration_2 = point_motion(m, d, second, end)
    velocity, acceleration = velocity_2 - velocity_1, acceleration_2 - acceleration_1
    stretch = dot(line, velocity) / length
    return weight * (dot(line, acceleration) + dot(velocity, velocity) - stretch * stretch) / length


@helper
def tendon_acceleration(m, d, t):
    """Jdot qvel: second derivative of the length of a tendon at zero qacc."""
    return 0.0 if m.tendon_type[t] == TENDON_FIXED else along_lines(m, d, t, line_acceleration, 1.0)


@helper
def has_bias(m, t):
    """Whether a tendon has inertia and a gradient that turns."""
    return m.tendon_type[t] != TENDON_FIXED and tendon_inertia(m, t) != 0.0


@helper
def some_have_bias(m):
    """Whether a tendon has a bias force."""
    for t in range(m.ntendon):
        if m.tendon_type[t] != TENDON_FIXED and (any_(m.tendon_armature[t] != 0.0) or m.tendon_actuatorid[t] != -1):
            return True
    return False


@stage(one_world=True)
def add_tendon_bias(m, d, inverse: int):
    """Add the bias forces of spatial tendons with inertia to qfrc_bias, or to qfrc_inverse."""
    skips = some_sleep(m, d)
    for t in range(m.ntendon):
        if has_bias(m, t) and not (skips and tendon_sleeps(m, d, t)):
            start, count = m.ten_J_rowadr[t], m.ten_J_rownnz[t]
            force = tendon_inertia(m, t) * tendon_acceleration(m, d, t)
            if inverse:
                add_row(force, start, count, m.ten_J_colind, d.ten_J, d.qfrc_inverse)
            else:
                add_row(force, start, count, m.ten_J_colind, d.ten_J, d.qfrc_bias)
