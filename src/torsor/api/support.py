"""Support functions of the engine: Jacobians, products with the inertia matrix, motion of objects, arithmetic of qpos.

Results are written to arrays that the caller provides. What these must look like is declared where the kernels are
defined (physics/query), and so is what the functions do.
"""

import numpy as np
from numpy.typing import ArrayLike

from ..jit.arguments import DATA, In, Index, Out
from ..jit.call import checked, functions, public
from ..jit.stage import Stages
from ..schema.constants import mjVERSION_HEADER
from ..schema.enums import mjtObj, mjtSameFrame
from .errors import FatalError

jacobian, mass, motion = (Stages(f'physics.query.{name}') for name in ('jacobian', 'mass', 'motion'))

# API name: the stage it runs
STAGES = {
    # Jacobians: 3 x nv, needed after mj_kinematics and mj_comPos
    'mj_jac': 'physics.query.jacobian.jacobian_of_point',
    'mj_jacBody': 'physics.query.jacobian.jacobian_of_body',
    'mj_jacBodyCom': 'physics.query.jacobian.jacobian_of_centre',
    'mj_jacSubtreeCom': 'physics.query.jacobian.jacobian_of_subtree',
    'mj_jacGeom': 'physics.query.jacobian.jacobian_of_geom',
    'mj_jacSite': 'physics.query.jacobian.jacobian_of_site',
    'mj_jacPointAxis': 'physics.query.jacobian.jacobian_of_axis',
    'mj_jacDot': 'physics.query.jacobian.jacobian_rate',
    'mj_angmomMat': 'physics.query.jacobian.jacobian_of_angular_momentum',
    # constraint rows
    'mj_mulJacVec': 'physics.query.constraint.rows_from_dofs',
    'mj_mulJacTVec': 'physics.query.constraint.dofs_from_rows',
    'mj_constraintUpdate': 'physics.query.constraint.forces_from_rows',
    # inertia matrix: needed after mj_makeM, solutions after mj_factorM
    'mj_mulM': 'physics.query.mass.multiply_inertia',
    'mj_mulM2': 'physics.query.mass.multiply_root',
    'mj_solveM': 'physics.query.mass.solve_inertia',
    'mj_fullM': 'physics.query.mass.dense_inertia',
    # motion, joint positions, the model as a whole
    'mj_rne': 'physics.query.motion.newton_euler',
    'mj_integratePos': 'physics.query.position.move_position',
    'mj_differentiatePos': 'physics.query.position.position_difference',
    'mj_normalizeQuat': 'physics.query.position.normalize_position',
    'mj_getTotalmass': 'physics.query.mass.total_mass',
    'mj_isPyramidal': 'physics.query.settings.is_pyramidal',
    'mj_isSparse': 'physics.query.settings.is_sparse',
    'mj_isDual': 'physics.query.settings.is_dual',
}
__getattr__ = functions(__name__, STAGES)


@checked
def mj_applyFT(m, d, force: In('3'), torque: In('3'), point: In('3'), body: int, qfrc_target: Out('nv')) -> None:
    """Add to qfrc_target what a force at a point of a body and a torque do along the dofs."""
    if not 0 <= body < m.nbody:
        raise FatalError(f'mj_applyFT: invalid body {body}: use a number from 0 to nbody - 1')
    jacobian.add_force(m, d, force, torque, point, body, qfrc_target)


_solve_root = public(mass.solve_root, 'mj_solveM2')


def mj_solveM2(m, d, x: np.ndarray, y: ArrayLike, sqrtInvD: ArrayLike) -> None:
    """x = sqrtInvD L'^-1 y, for each row of x and y (both n x nv); sqrtInvD holds nv numbers, those of D^-1/2."""
    _solve_root(m, d, x, y, np.ravel(sqrtInvD) if np.ndim(sqrtInvD) == 2 else sqrtInvD)  # a row does as well


_add_inertia = public(mass.add_inertia, 'mj_addM')


def mj_addM(m, d, dst: np.ndarray, rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray) -> None:
    """dst += M for a sparse lower triangle with room for nM numbers; entries that only M has are inserted."""
    if not _add_inertia(m, d, dst, rownnz, rowadr, colind):
        raise ValueError('dst has no room for the sum of a row and the same row of M: see rownnz and rowadr')


# ---- motion of objects ----
_velocity = public(motion.object_velocity, 'mj_objectVelocity')
_acceleration = public(motion.object_acceleration, 'mj_objectAcceleration')


def mj_objectVelocity(m, d, objtype: int, objid: int, res: np.ndarray, flg_local: int) -> None:
    """Angular and linear velocity of a body, geom, site or camera; in its own axes if flg_local, else the world's."""
    if not _velocity(m, d, objtype, objid, res, flg_local):
        raise _no_such_object('mj_objectVelocity', objtype, objid)


def mj_objectAcceleration(m, d, objtype: int, objid: int, res: np.ndarray, flg_local: int) -> None:
    """Angular and linear acceleration of an object, gravity counted as upward; needed after mj_rnePostConstraint."""
    if not _acceleration(m, d, objtype, objid, res, flg_local):
        raise _no_such_object('mj_objectAcceleration', objtype, objid)


_WITH_FRAME = (mjtObj.mjOBJ_BODY, mjtObj.mjOBJ_XBODY, mjtObj.mjOBJ_GEOM, mjtObj.mjOBJ_SITE, mjtObj.mjOBJ_CAMERA)


def _no_such_object(function: str, objtype: int, objid: int) -> Exception:
    if int(objtype) in _WITH_FRAME:
        return IndexError(f'{function}: the model has no {mjtObj(int(objtype))} with number {int(objid)}')
    return FatalError(f'{function}: invalid object type {int(objtype)}: it should be one of '
                      f'{", ".join(map(str, _WITH_FRAME))}')


@checked
def mj_local2Global(d: DATA, xpos: Out('3'), xmat: Out('9'), pos: In('3'), quat: In('4'), body: Index('nbody'),
                    sameframe: int) -> None:
    """Position and rotation matrix in the world of a frame given in the coordinates of a body.

    `sameframe` (mjtSameFrame) says which part of it coincides with the body's own or its inertial frame.
    """
    if not motion.world_frame(d.model, d, xpos, xmat, pos, quat, body, sameframe):
        raise ValueError(f'sameframe should be one of {", ".join(map(str, mjtSameFrame))}, not {sameframe}')


# ---- the model as a whole ----
@checked
def mj_setTotalmass(m, newmass: float) -> None:
    """Scale masses and inertias of all bodies so that the masses sum to newmass [kg]; mj_setConst does the rest."""
    mass.scale_masses(m, m.body_mass, m.body_inertia, newmass)


def mj_version() -> int:
    """Version of MuJoCo whose API this is, as major * 1000000 + minor * 1000 + patch."""
    return mjVERSION_HEADER


_VERSION = '.'.join(str(mjVERSION_HEADER // unit % 1000) for unit in (1000000, 1000, 1))


def mj_versionString() -> str:
    """Version of MuJoCo whose API this is, such as '4.0.0'."""
    return _VERSION


__all__ = [*STAGES, 'mj_addM', 'mj_applyFT', 'mj_local2Global', 'mj_objectAcceleration', 'mj_objectVelocity',
           'mj_setTotalmass', 'mj_solveM2', 'mj_version', 'mj_versionString']
