"""The mju_* functions: small linear algebra, rotations, factorisations and other tools, on NumPy arrays in place."""

from ...physics import world as _world  # noqa: F401, kernels are compiled for what it defines
from .band import mju_band2Dense, mju_bandDiag, mju_bandMulMatVec, mju_cholFactorBand, mju_cholSolveBand, mju_dense2Band
from .boxqp import mju_boxQP
from .cholesky import mju_cholFactor, mju_cholSolve, mju_cholUpdate
from .dependencies import mju_getXMLDependencies
from .eigen import mju_eig3, mju_mat2Rot
from .matrices import (
    mju_eye,
    mju_mulMatMat,
    mju_mulMatMatT,
    mju_mulMatTMat,
    mju_mulMatTVec,
    mju_mulMatVec,
    mju_mulVecMatVec,
    mju_sqrMatTD,
    mju_symmetrize,
    mju_transpose,
)
from .muscles import mju_muscleBias, mju_muscleDynamics, mju_muscleGain
from .poses import mju_mulPose, mju_negPose, mju_transformSpatial, mju_trnVecPose
from .pyramids import mju_decodePyramid, mju_encodePyramid
from .quaternions import (
    mju_axisAngle2Quat,
    mju_derivQuat,
    mju_euler2Quat,
    mju_mat2Quat,
    mju_mulQuat,
    mju_mulQuatAxis,
    mju_negQuat,
    mju_quat2Mat,
    mju_quat2Vel,
    mju_quatIntegrate,
    mju_quatZ2Vec,
    mju_rotVecQuat,
    mju_subQuat,
)
from .rays import mju_rayGeom, mju_raySkin
from .scalars import (
    mju_clip,
    mju_Halton,
    mju_isBad,
    mju_max,
    mju_min,
    mju_round,
    mju_sigmoid,
    mju_sign,
    mju_springDamper,
    mju_standardNormal,
)
from .sparse import mju_dense2sparse, mju_sparse2dense, mju_sym2dense
from .text import mju_printMat, mju_printMatSparse, mju_str2Type, mju_type2Str, mju_writeNumBytes
from .threads import mju_threadpool
from .vectors import (
    mju_add,
    mju_add3,
    mju_addScl,
    mju_addScl3,
    mju_addTo,
    mju_addTo3,
    mju_addToScl,
    mju_addToScl3,
    mju_copy,
    mju_copy3,
    mju_copy4,
    mju_cross,
    mju_d2n,
    mju_dist3,
    mju_dot,
    mju_dot3,
    mju_f2n,
    mju_fill,
    mju_insertionSort,
    mju_insertionSortInt,
    mju_isZero,
    mju_L1,
    mju_mulMatTVec3,
    mju_mulMatVec3,
    mju_n2d,
    mju_n2f,
    mju_norm,
    mju_norm3,
    mju_normalize,
    mju_normalize3,
    mju_normalize4,
    mju_scl,
    mju_scl3,
    mju_sub,
    mju_sub3,
    mju_subFrom,
    mju_subFrom3,
    mju_sum,
    mju_unit4,
    mju_zero,
    mju_zero3,
    mju_zero4,
)

__all__ = ['mju_Halton', 'mju_L1', 'mju_add', 'mju_add3', 'mju_addScl', 'mju_addScl3', 'mju_addTo', 'mju_addTo3',
           'mju_addToScl', 'mju_addToScl3', 'mju_axisAngle2Quat', 'mju_band2Dense', 'mju_bandDiag', 'mju_bandMulMatVec',
           'mju_boxQP', 'mju_cholFactor', 'mju_cholFactorBand', 'mju_cholSolve', 'mju_cholSolveBand', 'mju_cholUpdate',
           'mju_clip', 'mju_copy', 'mju_copy3', 'mju_copy4', 'mju_cross', 'mju_d2n', 'mju_decodePyramid',
           'mju_dense2Band', 'mju_dense2sparse', 'mju_derivQuat', 'mju_dist3', 'mju_dot', 'mju_dot3', 'mju_eig3',
           'mju_encodePyramid', 'mju_euler2Quat', 'mju_eye', 'mju_f2n', 'mju_fill', 'mju_getXMLDependencies',
           'mju_insertionSort', 'mju_insertionSortInt', 'mju_isBad', 'mju_isZero', 'mju_mat2Quat', 'mju_mat2Rot',
           'mju_max', 'mju_min', 'mju_mulMatMat', 'mju_mulMatMatT', 'mju_mulMatTMat', 'mju_mulMatTVec',
           'mju_mulMatTVec3', 'mju_mulMatVec', 'mju_mulMatVec3', 'mju_mulPose', 'mju_mulQuat', 'mju_mulQuatAxis',
           'mju_mulVecMatVec', 'mju_muscleBias', 'mju_muscleDynamics', 'mju_muscleGain', 'mju_n2d', 'mju_n2f',
           'mju_negPose', 'mju_negQuat', 'mju_norm', 'mju_norm3', 'mju_normalize', 'mju_normalize3', 'mju_normalize4',
           'mju_printMat', 'mju_printMatSparse', 'mju_quat2Mat', 'mju_quat2Vel', 'mju_quatIntegrate', 'mju_quatZ2Vec',
           'mju_rayGeom', 'mju_raySkin', 'mju_rotVecQuat', 'mju_round', 'mju_scl', 'mju_scl3', 'mju_sigmoid',
           'mju_sign', 'mju_sparse2dense', 'mju_springDamper', 'mju_sqrMatTD', 'mju_standardNormal', 'mju_str2Type',
           'mju_sub', 'mju_sub3', 'mju_subFrom', 'mju_subFrom3', 'mju_subQuat', 'mju_sum', 'mju_sym2dense',
           'mju_symmetrize', 'mju_threadpool', 'mju_transformSpatial', 'mju_transpose', 'mju_trnVecPose',
           'mju_type2Str', 'mju_unit4', 'mju_writeNumBytes', 'mju_zero', 'mju_zero3', 'mju_zero4']
