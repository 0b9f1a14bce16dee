"""Support functions of the engine: Jacobians, products with the inertia matrix, motion of objects, arithmetic of qpos.

Results are written to arrays that the caller provides. What these must look like is declared where the kernels are
defined (physics/support), and checked there.
"""

import numpy as np
from numpy.typing import ArrayLike

from ..physics.query import jacobian, mass, motion, position, settings
from ..schema.constants import mjVERSION_HEADER
from ..schema.enums import mjtObj, mjtSameFrame
from .data import MjData
from .errors import FatalError, bad_argument, check_model
from .model import MjModel

__all__ = [
    'mj_addM', 'mj_angmomMat', 'mj_applyFT', 'mj_differentiatePos', 'mj_fullM', 'mj_getTotalmass', 'mj_integratePos',
    'mj_isDual', 'mj_isPyramidal', 'mj_isSparse', 'mj_jac', 'mj_jacBody', 'mj_jacBodyCom', 'mj_jacDot', 'mj_jacGeom',
    'mj_jacPointAxis', 'mj_jacSite', 'mj_jacSubtreeCom', 'mj_local2Global', 'mj_mulM', 'mj_mulM2', 'mj_normalizeQuat',
    'mj_objectAcceleration', 'mj_objectVelocity', 'mj_rne', 'mj_setTotalmass', 'mj_solveM', 'mj_solveM2', 'mj_version',
    'mj_versionString',
]

MaybeArray = np.ndarray | None


# ---- Jacobians: 3 x nv, needed after mj_kinematics and mj_comPos ----
def mj_jac(m: MjModel, d: MjData, jacp: MaybeArray, jacr: MaybeArray, point: ArrayLike, body: int) -> None:
    """Jacobians of the position of a point in the world that moves with a body, and of the orientation of the body."""
    jacobian.jacobian_of_point(m, d, jacp, jacr, point, body)


def mj_jacBody(m: MjModel, d: MjData, jacp: MaybeArray, jacr: MaybeArray, body: int) -> None:
    """Jacobians of the position and orientation of the frame of a body."""
    jacobian.jacobian_of_body(m, d, jacp, jacr, body)


def mj_jacBodyCom(m: MjModel, d: MjData, jacp: MaybeArray, jacr: MaybeArray, body: int) -> None:
    """Jacobians of the position of the centre of mass of a body, and of its orientation."""
    jacobian.jacobian_of_centre(m, d, jacp, jacr, body)


def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: np.ndarray, body: int) -> None:
    """Jacobian of the position of the centre of mass of a subtree."""
    jacobian.jacobian_of_subtree(m, d, jacp, body)


def mj_jacGeom(m: MjModel, d: MjData, jacp: MaybeArray, jacr: MaybeArray, geom: int) -> None:
    """Jacobians of the position and orientation of a geom."""
    jacobian.jacobian_of_geom(m, d, jacp, jacr, geom)


def mj_jacSite(m: MjModel, d: MjData, jacp: MaybeArray, jacr: MaybeArray, site: int) -> None:
    """Jacobians of the position and orientation of a site."""
    jacobian.jacobian_of_site(m, d, jacp, jacr, site)


def mj_jacPointAxis(m: MjModel, d: MjData, jacPoint: MaybeArray, jacAxis: MaybeArray, point: ArrayLike,
                    axis: ArrayLike, body: int) -> None:
    """Jacobians of a point and of an axis in the world that move with a body."""
    jacobian.jacobian_of_axis(m, d, jacPoint, jacAxis, point, axis, body)


def mj_jacDot(m: MjModel, d: MjData, jacp: MaybeArray, jacr: MaybeArray, point: ArrayLike, body: int) -> None:
    """Time derivatives of the Jacobians of mj_jac; needed after mj_comVel."""
    jacobian.jacobian_rate(m, d, jacp, jacr, point, body)


def mj_angmomMat(m: MjModel, d: MjData, mat: np.ndarray, body: int) -> None:
    """Matrix that maps qvel to the angular momentum of a subtree about its centre of mass."""
    jacobian.jacobian_of_angular_momentum(m, d, mat, body)


def mj_applyFT(m: MjModel, d: MjData, force: ArrayLike, torque: ArrayLike, point: ArrayLike, body: int,
               qfrc_target: np.ndarray) -> None:
    """Add to qfrc_target what a force at a point of a body and a torque do along the dofs."""
    try:
        jacobian.add_force(m, d, force, torque, point, body, qfrc_target)
    except IndexError:
        raise FatalError(f'mj_applyFT: invalid body {body}: use a number from 0 to nbody - 1') from None


# ---- inertia matrix: needed after mj_makeM, solutions after mj_factorM ----
def mj_mulM(m: MjModel, d: MjData, res: np.ndarray, vec: ArrayLike) -> None:
    """res = M vec."""
    mass.multiply_inertia(m, d, res, vec)


def mj_mulM2(m: MjModel, d: MjData, res: np.ndarray, vec: ArrayLike) -> None:
    """res = D^1/2 L vec, where M = L' D L."""
    mass.multiply_root(m, d, res, vec)


def mj_solveM(m: MjModel, d: MjData, x: np.ndarray, y: ArrayLike) -> None:
    """x = M^-1 y, for each row of x and y (both n x nv)."""
    mass.solve_inertia(m, d, x, y, _common_rows(x, y))


def mj_solveM2(m: MjModel, d: MjData, x: np.ndarray, y: ArrayLike, sqrtInvD: ArrayLike) -> None:
    """x = sqrtInvD L'^-1 y, for each row of x and y (both n x nv); sqrtInvD holds nv numbers, those of D^-1/2."""
    if np.ndim(sqrtInvD) == 2:  # a row does as well as a column
        sqrtInvD = np.ravel(sqrtInvD)
    mass.solve_root(m, d, x, y, sqrtInvD, _common_rows(x, y))


def _common_rows(x, y) -> int:
    """The number of rows of two matrices."""
    rows = len(x)
    if len(y) != rows:
        raise TypeError(f'the first dimension of x and y should be of the same size, got {rows} and {len(y)}')
    return rows


def mj_fullM(m: MjModel, d: MjData, dst: np.ndarray) -> None:
    """M as a dense nv x nv matrix."""
    mass.dense_inertia(m, d, dst)


def mj_addM(m: MjModel, d: MjData, dst: np.ndarray, rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray) -> None:
    """dst += M for a sparse lower triangle with room for nM numbers; entries that only M has are inserted."""
    if not mass.add_inertia(m, d, dst, rownnz, rowadr, colind):
        raise ValueError('dst has no room for the sum of a row and the same row of M: see rownnz and rowadr')


# ---- motion of objects ----
def mj_objectVelocity(m: MjModel, d: MjData, objtype: int, objid: int, res: np.ndarray, flg_local: int) -> None:
    """Angular and linear velocity of a body, geom, site or camera; in its own axes if flg_local, else the world's."""
    if not motion.object_velocity(m, d, objtype, objid, res, flg_local):
        raise _no_such_object('mj_objectVelocity', objtype, objid)


def mj_objectAcceleration(m: MjModel, d: MjData, objtype: int, objid: int, res: np.ndarray, flg_local: int) -> None:
    """Angular and linear acceleration of an object, gravity counted as upward; needed after mj_rnePostConstraint."""
    if not motion.object_acceleration(m, d, objtype, objid, res, flg_local):
        raise _no_such_object('mj_objectAcceleration', objtype, objid)


_WITH_FRAME = (mjtObj.mjOBJ_BODY, mjtObj.mjOBJ_XBODY, mjtObj.mjOBJ_GEOM, mjtObj.mjOBJ_SITE, mjtObj.mjOBJ_CAMERA)


def _no_such_object(function: str, objtype: int, objid: int) -> Exception:
    if int(objtype) in _WITH_FRAME:
        return IndexError(f'{function}: the model has no {mjtObj(int(objtype))} with number {int(objid)}')
    return FatalError(f'{function}: invalid object type {int(objtype)}: it should be one of '
                      f'{", ".join(map(str, _WITH_FRAME))}')


def mj_local2Global(d: MjData, xpos: np.ndarray, xmat: np.ndarray, pos: ArrayLike, quat: ArrayLike, body: int,
                    sameframe: int) -> None:
    """Position and rotation matrix in the world of a frame given in the coordinates of a body.

    `sameframe` (mjtSameFrame) says which part of it coincides with the body's own or its inertial frame.
    """
    if not isinstance(d, MjData):
        raise bad_argument('mj_local2Global', 'd', 'an MjData', d)
    if not motion.world_frame(d.model, d, xpos, xmat, pos, quat, body, sameframe):
        raise ValueError(f'sameframe should be one of {", ".join(map(str, mjtSameFrame))}, not {sameframe}')


def mj_rne(m: MjModel, d: MjData, flg_acc: int, result: np.ndarray) -> None:
    """result = M qacc + bias forces by recursive Newton-Euler, armature excluded; qacc counts only if flg_acc."""
    motion.newton_euler(m, d, flg_acc, result)


# ---- joint positions ----
def mj_integratePos(m: MjModel, qpos: np.ndarray, qvel: ArrayLike, dt: float) -> None:
    """Move qpos with the velocity qvel for a time dt."""
    position.move_position(m, qpos, qvel, dt)


def mj_differentiatePos(m: MjModel, qvel: np.ndarray, dt: float, qpos1: ArrayLike, qpos2: ArrayLike) -> None:
    """qvel = the velocity that moves qpos1 to qpos2 in a time dt."""
    position.position_difference(m, qvel, dt, qpos1, qpos2)


def mj_normalizeQuat(m: MjModel, qpos: np.ndarray) -> None:
    """Scale all quaternions in qpos to unit length."""
    position.normalize_position(m, qpos)


# ---- the model as a whole ----
def mj_getTotalmass(m: MjModel) -> float:
    """Sum of the masses of all bodies [kg]."""
    return mass.total_mass(m)


def mj_setTotalmass(m: MjModel, newmass: float) -> None:
    """Scale masses and inertias of all bodies so that the masses sum to newmass [kg]; mj_setConst does the rest."""
    check_model('mj_setTotalmass', m)
    mass.scale_masses(m, m.body_mass, m.body_inertia, newmass)


def mj_isPyramidal(m: MjModel) -> int:
    """1 if friction cones are pyramids, else 0."""
    return settings.is_pyramidal(m)


def mj_isSparse(m: MjModel) -> int:
    """1 if the constraint Jacobian is sparse, else 0."""
    return settings.is_sparse(m)


def mj_isDual(m: MjModel) -> int:
    """1 if the constraint solver works on forces, else 0."""
    return settings.is_dual(m)


def mj_version() -> int:
    """Version of MuJoCo whose API this is, as major * 1000000 + minor * 1000 + patch."""
    return mjVERSION_HEADER


_VERSION = '.'.join(str(mjVERSION_HEADER // unit % 1000) for unit in (1000000, 1000, 1))


def mj_versionString() -> str:
    """Version of MuJoCo whose API this is, such as '4.0.0'."""
    return _VERSION
