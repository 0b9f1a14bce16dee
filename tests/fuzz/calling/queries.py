"""Functions that ask about a state, or compute with its matrices."""

from .operation import Operation, function

JACOBIANS = 'm d out?:3,m.nv out?:3,m.nv'

OPERATIONS = [
    function('mj_jac', f'{JACOBIANS} in:3 body'),
    function('mj_jacDot', f'{JACOBIANS} in:3 body'),
    function('mj_jacBody', f'{JACOBIANS} body'),
    function('mj_jacBodyCom', f'{JACOBIANS} body'),
    function('mj_jacGeom', f'{JACOBIANS} geom'),
    function('mj_jacSite', f'{JACOBIANS} site'),
    function('mj_jacPointAxis', f'{JACOBIANS} in:3 in:3 body'),
    function('mj_jacSubtreeCom', 'm d out?:3,m.nv body'),
    function('mj_angmomMat', 'm d out:3,m.nv body'),
    function('mj_applyFT', 'm d in:3 in:3 in:3 body out:m.nv'),
    Operation('mj_applyFT to data', 'out = call(mj.mj_applyFT, m, d, {in#1:3}, {in#2:3}, {in#3:3}, {body}, d.qfrc_applied)'),
    function('mj_contactForce', 'm d contact out:6'),
    function('mj_objectVelocity', 'm d one:1|2 body out:6 flag'),
    Operation('mj_objectVelocity of a geom', 'out = call(mj.mj_objectVelocity, m, d, 5, {geom}, {out:6}, {flag})'),
    Operation('mj_objectVelocity of a site', 'out = call(mj.mj_objectVelocity, m, d, 6, {site}, {out:6}, {flag})'),
    Operation('mj_objectVelocity of a camera', 'out = call(mj.mj_objectVelocity, m, d, 7, {cam}, {out:6}, {flag})'),
    function('mj_objectAcceleration', 'm d one:1|2 body out:6 flag'),
    Operation('mj_objectAcceleration of a geom', 'out = call(mj.mj_objectAcceleration, m, d, 5, {geom}, {out:6}, {flag})'),
    Operation('mj_objectAcceleration of a site', 'out = call(mj.mj_objectAcceleration, m, d, 6, {site}, {out:6}, {flag})'),
    function('mj_local2Global', 'd out:3 out:9 in:3 quat body int:0,4'),
    function('mj_mulM', 'm d out:m.nv in:m.nv'),
    function('mj_mulM2', 'm d out:m.nv in:m.nv'),
    function('mj_solveM', 'm d out:1,m.nv in:1,m.nv'),
    Operation('mj_solveM of several', 'out = call(mj.mj_solveM, m, d, {out:3,m.nv}, {in:3,m.nv})'),
    Operation('mj_solveM2', 'out = call(mj.mj_solveM2, m, d, {out:2,m.nv}, {in:2,m.nv}, np.abs({in#2:1,m.nv}))'),
    function('mj_fullM', 'm d out:m.nv,m.nv'),
    Operation('mj_addM', 'out = call(mj.mj_addM, m, d, {out:m.nC}, m.M_rownnz.copy(), m.M_rowadr.copy(), m.M_colind.copy())'),
    function('mj_mulJacVec', 'm d out:d.nefc in:m.nv'),
    function('mj_mulJacTVec', 'm d out:m.nv in:d.nefc'),
    function('mj_differentiatePos', 'm out:m.nv positive in:m.nq in:m.nq'),
    function('mj_integratePos', 'm out:m.nq in:m.nv number'),
    Operation('mj_integratePos of data', 'out = call(mj.mj_integratePos, m, d.qpos, {in:m.nv}, {number})'),
    function('mj_normalizeQuat', 'm out:m.nq'),
    function('mj_geomDistance', 'm d geom geom positive out?:6', weight=3),
    function('mj_insideSite', 'm d site in:3'),
    Operation('mj_insideSite nearby', 'out = call(mj.mj_insideSite, m, d, {site}, d.site_xpos[{site}] + 0.01 * {in:3})'),
    function('mj_ray', 'm d in:3 direction:3 group bool one:-1|0|1 ids?:1 out?:3', weight=3),
    Operation('mj_ray at a geom', 'p = 3 * {direction:3}; out = call(mj.mj_ray, m, d, p, d.geom_xpos[{geom}] - p, {group}, {bool}, -1, '
              '{ids?:1}, {out?:3})', weight=2),
    Operation('mj_multiRay', 'out = call(mj.mj_multiRay, m, d, {in:3}, {direction:15}, {group}, {bool}, {one:-1|0|1}, '
              'np.full(5, 7, np.int32), np.full(5, 0.5), {out?:15}, 5, {one#2:0.5|1|3|100})', weight=2),
    Operation('mj_rayMesh', 'out = call(mj.mj_rayMesh, m, d, {geom}, {in:3}, {direction:3}, {out?:3}) '
              'if m.geom_type[{geom}] == 7 else None'),
    Operation('mj_rayHfield', 'out = call(mj.mj_rayHfield, m, d, {geom}, {in:3}, {direction:3}, {out?:3}) '
              'if m.geom_type[{geom}] == 1 else None'),
    Operation('mjd_transitionFD', 'x = 2 * m.nv + m.na; out = call(mj.mjd_transitionFD, m, d, {eps}, {bool}, {out?:x,x}, '
              '{out?#2:x,m.nu}, {out?#3:m.nsensordata,x}, {out?#4:m.nsensordata,m.nu})', 'step', weight=0.5),
    function('mjd_inverseFD', 'm d eps bool out?:m.nv,m.nv out?:m.nv,m.nv out?:m.nv,m.nv out?:m.nv,m.nsensordata '
             'out?:m.nv,m.nsensordata out?:m.nv,m.nsensordata out?:m.nv,m.nC', 'inverse', weight=0.3),
    function('mj_isSparse', 'm'), function('mj_isDual', 'm'), function('mj_isPyramidal', 'm'),
    function('mj_getTotalmass', 'm'), function('mj_sizeModel', 'm', weight=0),
    function('mj_maxContact', 'm geom geom flag'),
    function('mj_id2name', 'm int:-1,26 int:-1,9'),
    function('mj_name2id', 'm int:-1,26 text'),
    Operation('mj_name2id of a body', 'out = call(mj.mj_name2id, m, 1, {name:body})'),
    function('mj_actuatorInputName', 'm actuator int:-1,3'),
    Operation('mj_readCtrl', 'n = int(m.actuator_ctrlnum[{actuator}]); '
              'out = call(mj.mj_readCtrl, m, d, {actuator}, d.time + {number}, {out:n}, {int:-1,2})'),
    Operation('mj_readSensor', 'n = int(m.sensor_dim[{sensor}]); '
              'out = call(mj.mj_readSensor, m, d, {sensor}, d.time + {number}, {out:n}, {int:-1,2})'),
    Operation('mj_initCtrlHistory', 'n, w = int(m.actuator_history[{actuator}, 0]), int(m.actuator_ctrlnum[{actuator}]); '
              'out = call(mj.mj_initCtrlHistory, m, d, {actuator}, {one:None|-np.arange(n)[::-1] * 0.01}, {in:n,w})'),
    Operation('mj_initSensorHistory', 'n, w = int(m.sensor_history[{sensor}, 0]), int(m.sensor_dim[{sensor}]); '
              'out = call(mj.mj_initSensorHistory, m, d, {sensor}, {one:None|-np.arange(n)[::-1] * 0.01}, {in:n,w}, {number})'),
    Operation('mj_setLengthRange', 'out = call(mj.mj_setLengthRange, m, d, {actuator}, mj.MjLROpt())', weight=0.1),
    function('mj_printSchema', 'bool bool', weight=0.01),
]
