"""Functions of numbers alone, with shapes of all sizes."""

from .operation import Operation, function

SIGNATURES = {
    'mju_add': 'out:5 in:5 in:5', 'mju_add3': 'out:3 in:3 in:3', 'mju_addScl': 'out:5 in:5 in:5 number',
    'mju_addScl3': 'out:3 in:3 in:3 number', 'mju_addTo': 'out:5 in:5', 'mju_addTo3': 'out:3 in:3',
    'mju_addToScl': 'out:5 in:5 number', 'mju_addToScl3': 'out:3 in:3 number', 'mju_sub': 'out:5 in:5 in:5',
    'mju_sub3': 'out:3 in:3 in:3', 'mju_subFrom': 'out:5 in:5', 'mju_subFrom3': 'out:3 in:3',
    'mju_scl': 'out:5 in:5 number', 'mju_scl3': 'out:3 in:3 '
                  'number', 'mju_copy': 'out:5 in:5', 'mju_copy3': 'out:3 in:3',
    'mju_copy4': 'out:4 in:4', 'mju_fill': 'out:5 '
                  'number', 'mju_zero': 'out:5', 'mju_zero3': 'out:3', 'mju_zero4': 'out:4',
    'mju_unit4': 'out:4', 'mju_L1': 'out:5', 'mju_sum': 'out:5', 'mju_dot': 'in:5 in:5', 'mju_dot3': 'in:3 in:3',
    'mju_dist3': 'in:3 in:3', 'mju_norm': 'in:5', 'mju_norm3': 'in:3', 'mju_normalize': 'out:5',
    'mju_normalize3': 'out:3',
    'mju_normalize4': 'out:4', 'mju_cross': 'out:3 in:3 in:3', 'mju_axisAngle2Quat': 'out:4 in:3 number',
    'mju_derivQuat': 'out:4 quat in:3', 'mju_mulQuat': 'out:4 quat quat', 'mju_mulQuatAxis': 'out:4 quat in:3',
    'mju_negQuat': 'out:4 quat', 'mju_quat2Mat': 'out:9 quat', 'mju_quat2Vel': 'out:3 quat positive',
    'mju_quatIntegrate': 'out:4 in:3 number', 'mju_quatZ2Vec': 'out:4 in:3', 'mju_rotVecQuat': 'out:3 in:3 quat',
    'mju_subQuat': 'out:3 quat quat', 'mju_mat2Quat': 'out:4 mat', 'mju_mat2Rot': 'out:4 mat',
    'mju_mulPose': 'out:3 out:4 in:3 quat in:3 quat', 'mju_negPose': 'out:3 out:4 in:3 quat',
    'mju_trnVecPose': 'out:3 in:3 quat in:3', 'mju_mulMatVec3': 'out:3 mat in:3', 'mju_mulMatTVec3': 'out:3 mat in:3',
    'mju_mulMatVec': 'out:2 in:2,3 in:3', 'mju_mulMatTVec': 'out:3 in:2,3 in:2', 'mju_mulMatMat': 'out:2,4 in:2,3 '
                  'in:3,4',
    'mju_mulMatMatT': 'out:2,4 in:2,3 in:4,3', 'mju_mulMatTMat': 'out:3,4 in:2,3 in:2,4',
    'mju_mulVecMatVec': 'in:3 in:3,3 in:3', 'mju_sqrMatTD': 'out:3,3 in:2,3 out?:2', 'mju_transpose': 'out:3,2 in:2,3',
    'mju_symmetrize': 'out:3,3 in:3,3', 'mju_eye': 'out:3,3', 'mju_cholFactor': 'out:3,3 positive',
    'mju_cholSolve': 'out:3 in:3,3 in:3', 'mju_d2n': 'out:4 in:4',
    'mju_n2d': 'out:4 in:4', 'mju_decodePyramid': 'out:3 in:4 in:2', 'mju_encodePyramid': 'out:4 in:3 in:2',
    'mju_dense2sparse': 'out:6 in:2,3 ids:2 ids:2 ids:6', 'mju_insertionSort': 'out:6', 'mju_isZero': 'out:4',
    'mju_insertionSortInt': 'ids:6', 'mju_isBad': 'number', 'mju_max': 'number number', 'mju_min': 'number number',
    'mju_clip': 'number number number', 'mju_sign': 'number', 'mju_round': 'number', 'mju_sigmoid': 'number',
    'mju_springDamper': 'number number positive positive positive', 'mju_Halton': 'int:0,50 int:2,7',
    'mju_muscleDynamics': 'number number in:3', 'mju_transformSpatial': 'out:6 in:6 flag in:3 in:3 mat',
    'mju_rayGeom': 'in:3 mat in:3 in:3 in:3 one:0|2|3|4|5|6 out?:3', 'mju_type2Str': 'int:-1,30',
    'mju_str2Type': "one:'body'|'world'|''",
    'mju_warningText': 'int:0,7 int:0,3', 'mju_writeNumBytes': 'int:0,100000', 'mju_bandDiag': 'int:0,3 int:4,6 '
                  'int:1,3 int:0,2',
    'mjd_subQuat': 'quat quat out?:3,3 out?:3,3', 'mjd_quatIntegrate': 'in:3 number out:9 out:9 out:3',
    'mj_defaultSolRefImp': 'out?:2 out?:5',
}  # fmt: skip
# range, force, scale, lmin, lmax, vmax, fpmax, fvmax, each somewhat changed
MUSCLE = 'np.array([0.75, 1.05, {one:-1|100}, 200, 0.5, 1.6, 1.5, 1.3, 1.2]) * (1 + 0.05 * {in:9})'
OPERATIONS = [
    Operation('mju_muscleBias', f'out = call(mj.mju_muscleBias, {{number}}, np.array([0.1, 1.2]), {{positive}}, '
                  f'{MUSCLE})', weight=0.25),
    Operation('mju_muscleGain', f'out = call(mj.mju_muscleGain, {{number}}, {{number#2}}, np.array([0.1, 1.2]), '
                  f'{{positive}}, {MUSCLE})',
              weight=0.25),
    *(function(name, signature, weight=0.25) for name, signature in SIGNATURES.items()),
    Operation('mju_eig3', 'a = {in:3,3}; out = call(mj.mju_eig3, {out#1:3}, {out#2:9}, {out#3:4}, (a + a.T).ravel())',
              weight=0.5),
    Operation('mju_euler2Quat', "out = call(mj.mju_euler2Quat, {out:4}, {in:3}, "
                  "{one:'xyz'|'ZYX'|'xYz'|'zzz'|'xy'|'abc'})"),
    Operation('mju_cholFactor of a matrix', 'a = {in:4,4}; out = call(mj.mju_cholFactor, a @ a.T + np.eye(4), 1e-10)'),
    Operation('mju_boxQP', 'a, x = {in:4,4}, {out:4}; rank = mj.mju_boxQP(x, np.zeros((4, 11)), None, '
              'a @ a.T + np.eye(4), {in#2:4}, -np.abs({in#3:4}), np.abs({in#4:4})); out = rank, x', weight=0.5),
    Operation('mju_band', 'out = call(mj.mju_dense2Band, {out:4*2+1*5}, {in:5,5}, 5, 2, 1)', weight=0.5),
    Operation('mju_bandMulMatVec', 'out = call(mj.mju_bandMulMatVec, {out:5}, {in:1,13}, {in#2:1,5}, 5, 2, 1, 1, '
                  '{bool})',
              weight=0.5),
    Operation('mju_cholUpdate', 'a = np.linalg.cholesky(100 * np.eye(3) + {in:3,3}**2 @ np.eye(3)); '
              'out = call(mj.mju_cholUpdate, a, {out:3}, {flag})', weight=0.2),
    Operation('mju_n2f', 'out = call(mj.mju_n2f, {out:4}.astype(np.float32), {in:4})', weight=0.2),
    Operation('mju_f2n', 'out = call(mj.mju_f2n, {out:4}, {in:4}.astype(np.float32))', weight=0.2),
]
