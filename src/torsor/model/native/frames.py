"""Frames that coincide, so that their poses need not be computed twice."""

import numpy as np

from ...jit import helper, routine, stage
from ...jit.arguments import In, Out
from ...schema.codes import mjtSameFrame

SAME = 1e-6  # frames closer than this, component by component, count as one
NONE, BODY, INERTIA = mjtSameFrame.mjSAMEFRAME_NONE, mjtSameFrame.mjSAMEFRAME_BODY, mjtSameFrame.mjSAMEFRAME_INERTIA
BODYROT, INERTIAROT = mjtSameFrame.mjSAMEFRAME_BODYROT, mjtSameFrame.mjSAMEFRAME_INERTIAROT


@stage
def compare_frames(ipos: In('*,*'), iquat: In('*,*'), geom_body: In('*', int), geom_pos: In('*,*'),
                   geom_quat: In('*,*'), site_body: In('*', int), site_pos: In('*,*'), site_quat: In('*,*'),
                   bodies: Out('*', np.uint8), geoms: Out('*', np.uint8), sites: Out('*', np.uint8)) -> None:
    """How inertial frames of bodies, geoms and sites coincide with their body or its inertial frame (mjtSameFrame)."""
    for body in range(bodies.size):
        bodies[body] = same_as_body(ipos, iquat, body)
    compare(ipos, iquat, geom_body, geom_pos, geom_quat, geoms)
    compare(ipos, iquat, site_body, site_pos, site_quat, sites)


@routine
def compare(ipos, iquat, owners, pos, quat, same):
    """The same for all elements of one kind."""
    for i in range(same.size):
        same[i] = same_as_body(pos, quat, i)
        if same[i] == NONE:
            same[i] = same_as_inertia(pos, quat, i, ipos, iquat, owners[i])


@routine
def same_as_body(pos, quat, i):
    """How a frame coincides with that of its body; a quaternion and its negative are the same rotation."""
    if not (is_same(abs(quat[i, 0]), 1.0) and is_same(quat[i, 1], 0.0) and is_same(quat[i, 2], 0.0)
            and is_same(quat[i, 3], 0.0)):
        return NONE
    return BODY if is_same(pos[i, 0], 0.0) and is_same(pos[i, 1], 0.0) and is_same(pos[i, 2], 0.0) else BODYROT


@routine
def same_as_inertia(pos, quat, i, ipos, iquat, body):
    """How a frame coincides with the inertial frame of its body."""
    if not (is_turned(quat, i, iquat, body, 1.0) or is_turned(quat, i, iquat, body, -1.0)):
        return NONE
    for k in range(3):
        if not is_same(pos[i, k], ipos[body, k]):
            return INERTIAROT
    return INERTIA


@helper
def is_turned(quat, i, iquat, body, sign):
    """Whether a quaternion is that of an inertial frame, or its negative."""
    return (is_same(quat[i, 0], sign * iquat[body, 0]) and is_same(quat[i, 1], sign * iquat[body, 1])
            and is_same(quat[i, 2], sign * iquat[body, 2]) and is_same(quat[i, 3], sign * iquat[body, 3]))


@helper
def is_same(a, b):
    """Whether two numbers count as one."""
    return abs(a - b) < SAME
