"""Where everything is: world poses of bodies, joints, geoms and sites from the joint positions."""

from ...jit import helper, stage
from ...jit.lanes import all_
from ...jit.values import AXES, IDENTITY, TINY, ZERO, Vec3, axis_angle, dot, matrix, normalized, rotate
from ..common.names import BALL, FREE, HINGE, SAME_BODY, SAME_BODYROT, SAME_INERTIA, SAME_INERTIAROT, SLIDE, STATIC
from ..sleep.rest import body_rests, body_sleeps, list_awake, may_sleep
from ..sleep.wake import wake_touched, wake_tree

UP = Vec3(0.0, 0.0, 1.0)


@helper
def is_zero(arm):
    """Whether a point fixed in a frame is its origin, as for most joints: then there is nothing to rotate."""
    return all_((arm.x == 0.0) & (arm.y == 0.0) & (arm.z == 0.0))


@helper
def turn_about_anchor(pos, quat, anchor, arm, turn):
    """Rotate a frame in its own coordinates about a point fixed in it: `anchor` in the world, `arm` in the frame."""
    turned = quat * turn
    if is_zero(arm):
        return pos, turned
    return anchor - rotate(turned, arm), turned


@helper
def move_joint(m, d, j, pos, quat):
    """Pose of a body after its joint j, from the pose before (RBDA sec. 4.4); records anchor and axis."""
    kind, q, arm, axis = m.jnt_type[j], m.jnt_qposadr[j], m.jnt_pos[j], rotate(quat, m.jnt_axis[j])
    anchor = pos if is_zero(arm) else pos + rotate(quat, arm)
    d.xanchor[j], d.xaxis[j] = anchor, axis
    if kind == SLIDE:
        pos = pos + axis * (d.qpos[q] - m.qpos0[q])
    elif kind == HINGE:
        pos, quat = turn_about_anchor(pos, quat, anchor, arm, axis_angle(m.jnt_axis[j], d.qpos[q] - m.qpos0[q]))
    elif kind == BALL:
        pos, quat = turn_about_anchor(pos, quat, anchor, arm, normalized(d.qpos.quat[q]))
    return pos, quat


@helper
def unit(quat):
    """`normalized`, for quaternions that have unit length but for rounding, as products have that are seldom much off.

    They are left as they are, and those further down the tree need not wait for a root and a division.
    """
    if all_(abs(dot(quat, quat) - 1.0) <= TINY):
        return quat
    return normalized(quat)


@helper
def body_pose(m, d, b):
    """World pose of body b, from the pose of its parent and its own joints or mocap target."""
    first, mocap = m.body_jntadr[b], m.body_mocapid[b]
    if m.body_jntnum[b] == 1 and m.jnt_type[first] == FREE:
        q = m.jnt_qposadr[first]
        pos, quat = d.qpos.vec3[q], d.qpos.quat[q + 3]
        d.xanchor[first], d.xaxis[first] = pos, m.jnt_axis[first]
    elif mocap >= 0:
        pos, quat = d.mocap_pos[mocap], d.mocap_quat[mocap]
    else:
        parent = m.body_parentid[b]
        pos = d.xpos[parent] + d.xmat[parent] @ m.body_pos[b]
        quat = d.xquat[parent] * m.body_quat[b]
        for j in range(first, first + m.body_jntnum[b]):
            pos, quat = move_joint(m, d, j, pos, quat)
    return pos, unit(quat)


@helper
def attached_frame(d, b, same, pos, quat):
    """World pose (position, quaternion, matrix) of a frame fixed to body b, given in body coordinates.

    `same` says which part of it coincides with the body's own or its inertial frame and need not be computed.
    """
    if same == SAME_BODY:
        return d.xpos[b], d.xquat[b], d.xmat[b]
    if same == SAME_INERTIA:
        return d.xipos[b], d.xiquat[b], d.ximat[b]
    place = d.xpos[b] + d.xmat[b] @ pos
    if same == SAME_BODYROT:
        return place, d.xquat[b], d.xmat[b]
    if same == SAME_INERTIAROT:
        return place, d.xiquat[b], d.ximat[b]
    turned = d.xquat[b] * quat
    return place, turned, matrix(turned)


@helper
def is_where_it_was(d, b, pos, quat):
    """Whether body b has the pose already that its joints give it."""
    p, q = d.xpos[b], d.xquat[b]
    still = (p.x == pos.x) & (p.y == pos.y) & (p.z == pos.z)
    return all_(still & (q.w == quat.w) & (q.x == quat.x) & (q.y == quat.y) & (q.z == quat.z))


@helper
def place_bodies(m, d, skips):
    """Poses of bodies and their inertial frames, but for those that rest if it `skips`; wakes trees that were moved."""
    moved = False
    for b in range(1, m.nbody):
        if skips and d.body_awake[b] == STATIC:
            continue
        pos, quat = body_pose(m, d, b)
        if skips and body_sleeps(d, b):
            if is_where_it_was(d, b, pos, quat):
                continue
            wake_tree(m, d, m.body_treeid[b])
            moved = True
        d.xpos[b], d.xquat[b], d.xmat[b] = pos, quat, matrix(quat)
        d.xipos[b], d.xiquat[b], d.ximat[b] = attached_frame(
            d, b, m.body_sameframe[b], m.body_ipos[b], m.body_iquat[b])
    if moved:
        list_awake(m, d)


@stage
def kinematics(m, d):
    """World poses of bodies, their inertial frames, joints, geoms and sites."""
    if d.ntree_awake < m.ntree:
        wake_touched(m, d)
    skips = may_sleep(m, d) and d.work.placed != 0
    d.xpos[0], d.xquat[0], d.xmat[0] = ZERO, IDENTITY, AXES
    d.xipos[0], d.xiquat[0], d.ximat[0] = ZERO, IDENTITY, AXES
    place_bodies(m, d, skips)
    for g in range(m.ngeom):
        if skips and body_rests(d, m.geom_bodyid[g]):
            continue
        d.geom_xpos[g], d.geom_xquat[g], d.geom_xmat[g] = attached_frame(
            d, m.geom_bodyid[g], m.geom_sameframe[g], m.geom_pos[g], m.geom_quat[g])
    for s in range(m.nsite):
        if skips and body_rests(d, m.site_bodyid[s]):
            continue
        d.site_xpos[s], d.site_xquat[s], d.site_xmat[s] = attached_frame(
            d, m.site_bodyid[s], m.site_sameframe[s], m.site_pos[s], m.site_quat[s])
