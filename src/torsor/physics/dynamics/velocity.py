"""How everything moves: spatial velocities of bodies and the rates of the dof axes."""

from ...jit import helper, stage
from ...jit.values import STILL, cross_motion
from ..common.names import BALL, FREE
from ..sleep.rest import body_sleeps, some_sleep


@stage
def com_vel(m, d):
    """Body velocities about the centre of mass of their tree, and time derivatives of the dof axes (RBDA sec. 5.3)."""
    d.cvel[0] = STILL
    skips = some_sleep(m, d)
    for b in range(1, m.nbody):
        if skips and body_sleeps(d, b):
            continue
        velocity = d.cvel[m.body_parentid[b]]
        for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b]):
            velocity = joint_velocity(m, d, j, velocity)
        d.cvel[b] = velocity


@helper
def joint_velocity(m, d, j, velocity):
    """Velocity after joint j, from the velocity before; records the rates of its axes."""
    kind, v = m.jnt_type[j], m.jnt_dofadr[j]
    if kind == FREE:  # translations are along axes fixed in the world
        for i in range(v, v + 3):
            d.cdof_dot[i] = STILL
            velocity += d.cdof[i] * d.qvel[i]
        v += 3
    if kind == FREE or kind == BALL:  # the three axes turn together
        before = velocity
        for i in range(v, v + 3):
            d.cdof_dot[i] = cross_motion(before, d.cdof[i])
            velocity += d.cdof[i] * d.qvel[i]
        return velocity
    d.cdof_dot[v] = cross_motion(velocity, d.cdof[v])
    return velocity + d.cdof[v] * d.qvel[v]


@helper
def axis_rate(m, d, i):
    """Time derivative of the motion axis of dof i.

    `cdof_dot` leaves out that the axes of a ball turn with its own rotation, as that cancels in cdof_dot * qvel. Here
    they move with the body, and with the slides that follow the ball, as in the reference.
    """
    j = m.dof_jntid[i]
    kind = m.jnt_type[j]
    if kind == BALL or (kind == FREE and i >= m.jnt_dofadr[j] + 3):
        return cross_motion(d.cvel[m.dof_bodyid[i]], d.cdof[i])
    return d.cdof_dot[i]
