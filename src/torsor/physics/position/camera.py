"""Poses of cameras and lights, in all their tracking modes."""

from ...jit import helper, stage
from ...jit.values import Mat3, Vec3, cross, matrix, normalized
from ..common.names import TARGETBODY, TARGETBODYCOM, TRACK, TRACKCOM
from ..sleep.rest import body_rests, may_sleep

UP = Vec3(0.0, 0.0, 1.0)


@helper
def tracked_position(d, mode, b, offset, offset_com, default):
    """Position of a camera or light that keeps its offset from a body or from the centre of its subtree."""
    if mode == TRACK:
        return d.xpos[b] + offset
    if mode == TRACKCOM:
        return d.subtree_com[b] + offset_com
    return default


@helper
def target_position(d, mode, b):
    """The point that a targeting camera or light looks at."""
    if mode == TARGETBODYCOM:
        return d.subtree_com[b]
    return d.xpos[b]


@helper
def looking_along(backward):
    """Frame of a camera that looks against `backward`, with its x axis horizontal."""
    z = normalized(backward)
    x = normalized(cross(UP, z))
    y = normalized(cross(z, x))
    return Mat3(x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z)


@helper
def is_idle(d, mode, b, target):
    """Whether neither the body of a camera or light nor what it aims at moves."""
    aims = (mode == TARGETBODY or mode == TARGETBODYCOM) and target >= 0
    return body_rests(d, b) and not (aims and not body_rests(d, target))


@stage
def cameras_and_lights(m, d):
    """World poses of cameras; world positions and directions of lights."""
    skips = may_sleep(m, d) and d.work.placed != 0
    for c in range(m.ncam):
        b, mode, target = m.cam_bodyid[c], m.cam_mode[c], m.cam_targetbodyid[c]
        if skips and is_idle(d, mode, b, target):
            continue
        place = d.xpos[b] + d.xmat[b] @ m.cam_pos[c]
        d.cam_xpos[c] = tracked_position(d, mode, b, m.cam_pos0[c], m.cam_poscom0[c], place)
        if mode == TRACK or mode == TRACKCOM:
            d.cam_xmat[c] = m.cam_mat0[c]
        elif (mode == TARGETBODY or mode == TARGETBODYCOM) and target >= 0:
            d.cam_xmat[c] = looking_along(d.cam_xpos[c] - target_position(d, mode, target))
        else:
            d.cam_xmat[c] = matrix(d.xquat[b] * m.cam_quat[c])
    for i in range(m.nlight):
        b, mode, target = m.light_bodyid[i], m.light_mode[i], m.light_targetbodyid[i]
        if skips and is_idle(d, mode, b, target):
            continue
        place = d.xpos[b] + d.xmat[b] @ m.light_pos[i]
        d.light_xpos[i] = tracked_position(d, mode, b, m.light_pos0[i], m.light_poscom0[i], place)
        if mode == TRACK or mode == TRACKCOM:
            direction = m.light_dir0[i]
        elif (mode == TARGETBODY or mode == TARGETBODYCOM) and target >= 0:
            direction = target_position(d, mode, target) - d.light_xpos[i]
        else:
            direction = d.xmat[b] @ m.light_dir[i]
        d.light_xdir[i] = normalized(direction)
