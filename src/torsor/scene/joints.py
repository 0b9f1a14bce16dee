"""Joints: boxes, balls and arrows, a row for each type."""

import numpy as np

from ..schema.enums import mjtConstraint, mjtGeom, mjtJoint, mjtLabel, mjtObj, mjtVisFlag
from .material import limit_colour
from .view import View, in_groups

JOINT = int(mjtObj.mjOBJ_JOINT)
# type of joint: (shape, whether it has an axis)
SHAPES = {
    int(mjtJoint.mjJNT_FREE): (int(mjtGeom.mjGEOM_BOX), False),
    int(mjtJoint.mjJNT_BALL): (int(mjtGeom.mjGEOM_SPHERE), False),
    int(mjtJoint.mjJNT_SLIDE): (int(mjtGeom.mjGEOM_ARROW), True),
    int(mjtJoint.mjJNT_HINGE): (int(mjtGeom.mjGEOM_ARROW1), True),
}
BULK = 0.3  # size of boxes and balls over the length of arrows


def joint_shape(view: View, joint: int, rows: dict, bulk: float) -> None:
    """The geom of one joint; `rows` has its columns, among them `width` and `length` of arrows."""
    d = view.d
    shape, has_axis = SHAPES[int(view.m.jnt_type[joint])]
    width, length = rows.pop('width'), rows.pop('length')
    if has_axis:
        view.rows.connect([rows.pop('objid')], shape, width, d.xanchor[joint],
                          d.xanchor[joint] + length * d.xaxis[joint], **rows)
    else:
        body = view.m.jnt_bodyid[joint]
        view.rows.add([rows.pop('objid')], type=shape, size=bulk, pos=d.xanchor[joint],
                      mat=d.xmat[body].reshape(3, 3), **rows)


def joints(view: View) -> None:
    """All joints of groups that are shown."""
    m = view.m
    if not view.shows(mjtVisFlag.mjVIS_JOINT):
        return
    for joint in np.flatnonzero(in_groups(m.jnt_group, view.opt.jointgroup)).tolist():
        rgba = limit_colour(view, mjtConstraint.mjCNSTR_LIMIT_JOINT, joint, view.colour('joint'))
        label = view.names('joint', [joint])[0] if view.labels(mjtLabel.mjLABEL_JOINT) else b''
        joint_shape(view, joint, dict(objid=joint, objtype=JOINT, rgba=rgba, label=label,
                                      width=view.size('jointwidth'), length=view.size('jointlength')),
                    BULK * view.size('jointlength'))
