"""Poses (position and quaternion) and spatial vectors."""

from ...jit.values import Spatial, cross, normalized, rotate, spatial
from .access import expect, load3, load4, load9, store3, store4
from .arguments import Vector3, Vector3Out, Vector4, Vector4Out, Vector6, Vector6Out, Vector9
from .function import maths


@maths
def mju_mulPose(posres: Vector3Out, quatres: Vector4Out, pos1: Vector3, quat1: Vector4, pos2: Vector3,
                quat2: Vector4) -> None:
    """Set (posres, quatres) to the pose that results from pose 2 seen in the frame of pose 1."""
    position = load3(pos1) + rotate(load4(quat1), load3(pos2))
    store4(quatres, normalized(load4(quat1) * load4(quat2)))
    store3(posres, position)


@maths
def mju_negPose(posres: Vector3Out, quatres: Vector4Out, pos: Vector3, quat: Vector4) -> None:
    """Set (posres, quatres) to the inverse of a pose."""
    inverse = load4(quat).conjugate
    store3(posres, -rotate(inverse, load3(pos)))
    store4(quatres, inverse)


@maths
def mju_trnVecPose(res: Vector3Out, pos: Vector3, quat: Vector4, vec: Vector3) -> None:
    """Set res to the point vec of the frame (pos, quat), in the outer frame."""
    store3(res, load3(pos) + rotate(load4(quat), load3(vec)))


@maths
def mju_transformSpatial(res: Vector6Out, vec: Vector6, flg_force: int, newpos: Vector3, oldpos: Vector3,
                         rotnew2old: Vector9) -> None:
    """Set res to the motion vector vec (force vector if flg_force), moved to newpos and seen in a rotated frame."""
    expect(vec, 6)
    expect(res, 6)
    old = Spatial(vec[0], vec[1], vec[2], vec[3], vec[4], vec[5])
    arm = load3(newpos) - load3(oldpos)
    if flg_force:
        old = spatial(old.ang - cross(arm, old.lin), old.lin)
    else:
        old = spatial(old.ang, old.lin - cross(arm, old.ang))
    turn = load9(rotnew2old).T
    ang, lin = turn @ old.ang, turn @ old.lin
    res[0], res[1], res[2] = ang.x, ang.y, ang.z
    res[3], res[4], res[5] = lin.x, lin.y, lin.z
