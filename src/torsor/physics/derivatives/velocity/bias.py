"""Derivative of the bias force with respect to velocity."""

from ....jit import helper, stage
from ....jit.lanes import all_, formula
from ....jit.values import STILL, Mat3, Vec3, cross, cross_motion, dot, spatial
from ...common.chain import last_dof
from ...common.names import BALL, FREE, HINGE, SLIDE
from ...sleep.rest import body_sleeps, dof_sleeps, joint_sleeps, some_sleep


@formula
def rotational_inertia_rate(inertia, v):
    """Rate of the rotational inertia of a body that moves with v: a block of v x* I - I v x (RBDA sec. 2.14)."""
    w, u, h = v.ang, v.lin, inertia.moment
    xx, yy, zz, xy, xz, yz = inertia[:6]
    x, y, z = cross(w, Vec3(xx, xy, xz)), cross(w, Vec3(xy, yy, yz)), cross(w, Vec3(xz, yz, zz))
    spread = 2.0 * dot(h, u)
    a, b = x.y + y.x - (h.x * u.y + h.y * u.x), x.z + z.x - (h.x * u.z + h.z * u.x)
    c = y.z + z.y - (h.y * u.z + h.z * u.y)
    return Mat3(2.0 * (x.x - h.x * u.x) + spread, a, b,
                a, 2.0 * (y.y - h.y * u.y) + spread, c,
                b, c, 2.0 * (z.z - h.z * u.z) + spread)


@formula
def gyroscopic_force(rate, momentum, s):
    """S x* I v + v x* I S - I (v x S) for a dof S with angular part s, of the bodies that rate and momentum sum up."""
    return spatial(rate @ s - cross(momentum.ang, s), -2.0 * cross(momentum.lin, s))


@helper
def set_axis_rates(m, d, j):
    """work.axis_rate of joint j: (v_before + v_after) x S, the velocities being those on its two sides."""
    kind, i = m.jnt_type[j], m.jnt_dofadr[j]
    if kind == FREE:  # translations do not turn any axis
        for k in range(i, i + 3):
            d.work.axis_rate[k] = d.cdof_dot[k]
        i += 3
    if kind == FREE or kind == BALL:
        turning = d.cdof[i] * d.qvel[i] + d.cdof[i + 1] * d.qvel[i + 1] + d.cdof[i + 2] * d.qvel[i + 2]
        for k in range(i, i + 3):
            d.work.axis_rate[k] = 2.0 * d.cdof_dot[k] + cross_motion(turning, d.cdof[k])
    else:
        d.work.axis_rate[i] = 2.0 * d.cdof_dot[i]


@stage
def bias_derivative(m, d):
    """Subtract the derivative of the bias force, in the operation count of the composite-rigid-body algorithm.

    The force on body b is f = I a + v x* I v with v = sum S_j qd_j and a = sum dS_j qd_j over the dofs that move it. So
        df/dqd_j = I w_j + B S_j,  w_j = (v_before + v_after) x S_j,  B S = S x* I v + v x* I S - I (v x S),
    where w_j does not depend on b, and I and B add up over subtrees (Singh, Russo and Wensing 2022, eq. 40).
    """
    skips = some_sleep(m, d)
    for b in range(1, m.nbody):
        if skips and body_sleeps(d, b):
            continue
        d.work.momentum[b] = d.cinert[b] @ d.cvel[b]
        d.work.inertia_rate[b] = rotational_inertia_rate(d.cinert[b], d.cvel[b])
    for b in range(m.nbody - 1, 0, -1):
        parent = m.body_parentid[b]
        if parent > 0 and not (skips and body_sleeps(d, b)):
            d.work.momentum[parent] += d.work.momentum[b]
            d.work.inertia_rate[parent] += d.work.inertia_rate[b]
    for j in range(m.njnt):
        if not (skips and joint_sleeps(m, d, j)):
            set_axis_rates(m, d, j)
    for i in range(m.nv):
        if skips and dof_sleeps(m, d, i):
            continue
        b = m.dof_bodyid[i]
        turning = gyroscopic_force(d.work.inertia_rate[b], d.work.momentum[b], d.cdof[i].ang)
        d.work.column[i] = d.crb[b] @ d.work.axis_rate[i] + turning
    for i in range(m.nv):
        if skips and dof_sleeps(m, d, i):
            continue
        b, axis = m.dof_bodyid[i], d.cdof[i]
        force, momentum = d.crb[b] @ axis, d.work.momentum[b]
        torque = (d.work.inertia_rate[b] @ axis.ang + cross(momentum.ang, axis.ang)
                  + 2.0 * cross(momentum.lin, axis.lin))  # B transposed, applied to the axis
        row = m.D_rowadr[i]
        own = row + m.D_diag[i]
        for k in range(row, own):
            above = m.D_colind[k]
            d.qDeriv[k] -= dot(force, d.work.axis_rate[above]) + dot(torque, d.cdof[above].ang)
        for k in range(own, row + m.D_rownnz[i]):
            d.qDeriv[k] -= dot(axis, d.work.column[m.D_colind[k]])
    if is_velocity_new(m, d):
        follow_new_velocity(m, d)


# ---- qvel that was written after the velocity stage ----
@helper
def is_velocity_new(m, d):
    """Whether qvel is another one than that of cvel, in some world."""
    for b in range(1, m.nbody):
        velocity = d.cvel[m.body_parentid[b]]
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            velocity += d.cdof[i] * d.qvel[i]
        w, u, now_w, now_u = d.cvel[b].ang, d.cvel[b].lin, velocity.ang, velocity.lin
        turns = (w.x == now_w.x) & (w.y == now_w.y) & (w.z == now_w.z)
        if not all_(turns & (u.x == now_u.x) & (u.y == now_u.y) & (u.z == now_u.z)):
            return True
    return False


@helper
def velocity_behind(m, d, i):
    """Spatial velocity of what dof i moves, and the dofs that move it; of the world if it is -1."""
    velocity = STILL
    while i >= 0:
        velocity += d.cdof[i] * d.qvel[i]
        i = m.dof_parentid[i]
    return velocity


@helper
def velocity_before(m, d, i):
    """Spatial velocity before the axes that turn together with that of dof i."""
    j = m.dof_jntid[i]
    first = i if m.jnt_type[j] == SLIDE or m.jnt_type[j] == HINGE else m.jnt_dofadr[j]
    if m.jnt_type[j] == FREE and i >= first + 3:
        first += 3
    return velocity_behind(m, d, m.dof_parentid[first])


@helper
def subtract_at(m, d, i, j, value):
    """Subtract from the derivative of the force on dof i by the velocity of dof j."""
    for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
        if m.D_colind[k] == j:
            d.qDeriv[k] -= value


@stage
def follow_new_velocity(m, d):
    """Take qvel as it is now for the acceleration of bodies without joint acceleration, as MuJoCo does.

    With a = sum dS_i qd_i, the derivative da/dqd_j = dS_j + S_j x sum of S_i qd_i over the dofs from j to the body. The
    velocity stage gives dS; qd is that of now. Forces v x* I v stay at the velocity of the velocity stage.
    """
    skips = some_sleep(m, d)
    for b in range(1, m.nbody):
        if skips and body_sleeps(d, b):
            continue
        last = last_dof(m, b)
        ahead = velocity_behind(m, d, last) - d.cvel[b]
        j = last
        while j >= 0:
            axis = d.cdof[j]
            missing = cross_motion(velocity_before(m, d, j), axis) - d.cdof_dot[j] - cross_motion(ahead, axis)
            force, i = d.cinert[b] @ missing, last
            while i >= 0:
                subtract_at(m, d, i, j, dot(d.cdof[i], force))
                i = m.dof_parentid[i]
            j = m.dof_parentid[j]
