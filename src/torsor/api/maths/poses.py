"""Poses (position and quaternion) and spatial vectors."""

from ...jit.call import native
from ...jit.values import Spatial, cross, normalized, rotate, spatial
from .arguments import Vector3, Vector3Out, Vector4, Vector4Out, Vector6, Vector6Out, Vector9


@native
def mju_mulPose(posres: Vector3Out, quatres: Vector4Out, pos1: Vector3, quat1: Vector4, pos2: Vector3,
                quat2: Vector4) -> None:
    """Set (posres, quatres) to the pose that results from pose 2 seen in the frame of pose 1."""
    position = pos1.vec3[0] + rotate(quat1.quat[0], pos2.vec3[0])
    quatres.quat[0] = normalized(quat1.quat[0] * quat2.quat[0])
    posres.vec3[0] = position


@native
def mju_negPose(posres: Vector3Out, quatres: Vector4Out, pos: Vector3, quat: Vector4) -> None:
    """Set (posres, quatres) to the inverse of a pose."""
    inverse = quat.quat[0].conjugate
    posres.vec3[0] = -rotate(inverse, pos.vec3[0])
    quatres.quat[0] = inverse


@native
def mju_trnVecPose(res: Vector3Out, pos: Vector3, quat: Vector4, vec: Vector3) -> None:
    """Set res to the point vec of the frame (pos, quat), in the outer frame."""
    res.vec3[0] = pos.vec3[0] + rotate(quat.quat[0], vec.vec3[0])


@native
def mju_transformSpatial(res: Vector6Out, vec: Vector6, flg_force: int, newpos: Vector3, oldpos: Vector3,
                         rotnew2old: Vector9) -> None:
    """Set res to the motion vector vec (force vector if flg_force), moved to newpos and seen in a rotated frame."""
    old = Spatial(vec[0], vec[1], vec[2], vec[3], vec[4], vec[5])
    arm = newpos.vec3[0] - oldpos.vec3[0]
    if flg_force:
        old = spatial(old.ang - cross(arm, old.lin), old.lin)
    else:
        old = spatial(old.ang, old.lin - cross(arm, old.ang))
    turn = rotnew2old.mat3[0].T
    ang, lin = turn @ old.ang, turn @ old.lin
    res[0], res[1], res[2] = ang.x, ang.y, ang.z
    res[3], res[4], res[5] = lin.x, lin.y, lin.z
