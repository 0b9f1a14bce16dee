"""Stages of the pipeline, in any order, and whole steps."""

from .operation import Operation, function

# stage: the checkpoint that the data is at afterwards
POSITION = ('mj_kinematics', 'mj_fwdKinematics', 'mj_comPos', 'mj_camlight', 'mj_flex', 'mj_tendon',
            'mj_transmission', 'mj_crb', 'mj_makeM', 'mj_factorM', 'mj_energyPos', 'mj_sensorPos', 'mj_checkPos')
ROWS = ('mj_island', 'mj_projectConstraint')
VELOCITY = ('mj_fwdVelocity', 'mj_comVel', 'mj_passive', 'mj_referenceConstraint', 'mj_subtreeVel', 'mj_energyVel',
            'mj_sensorVel', 'mj_checkVel', 'mj_invVelocity')
FORCES = ('mj_fwdActuation', 'mj_fwdAcceleration', 'mj_sensorAcc', 'mj_rnePostConstraint',
          'mj_checkAcc', 'mj_invConstraint', 'mj_compareFwdInv')
MOVES = ('mj_Euler', 'mj_implicit')

OPERATIONS = [
    *(function(name, 'm d') for name in (*POSITION, *VELOCITY, *FORCES)),
    *(function(name, 'm d', 'rows') for name in ROWS),
    # the wheel counts contacts when it makes rows of them
    Operation('mj_collision', 'out = call(mj.mj_collision, {m}, {d})', 'rows', forgets=('maxuse_con',)),
    # until then the wheel has islands and references of rows that are no longer there
    Operation('mj_makeConstraint', 'out = call(mj.mj_makeConstraint, m, d); mj.mj_island(m, d); '
              'mj.mj_projectConstraint(m, d); mj.mj_referenceConstraint(m, d)', 'rows', forgets=('maxuse_con',)),
    function('mj_fwdPosition', 'm d', 'position', whole=True, weight=3),
    function('mj_invPosition', 'm d', 'position', whole=True),
    function('mj_step1', 'm d', 'position', whole=True, weight=2),
    *(function(name, 'm d') for name in MOVES),
    function('mj_step2', 'm d', 'step'),
    function('mj_step', 'm d', 'step', whole=True, weight=8),
    function('mj_forward', 'm d', 'forward', whole=True, weight=8),
    function('mj_inverse', 'm d', 'inverse', whole=True, weight=2),
    Operation('mj_step of no step', 'out = call(mj.mj_step, m, d, 0)', weight=0.2),
    Operation('mj_step several', 'out = call(mj.mj_step, m, d, {int:1,3})', 'step', whole=True),
    Operation('mj_step nstep', 'out = call(mj.mj_step, m, d, nstep={int:1,3})', 'step', whole=True),
    function('mj_forwardSkip', 'm d int:0,3 flag', 'position'),
    function('mj_inverseSkip', 'm d int:0,3 flag', 'inverse', whole=True),
    Operation('mj_RungeKutta', 'out = call(mj.mj_RungeKutta, m, d, 4)', 'step', whole=True, weight=0.2),
    function('mj_fwdConstraint', 'm d', 'forward'),
    function('mj_rne', 'm d flag out:m.nv'),
    Operation('mj_inverse of a motion', 'd.qacc[:] = {in:m.nv}; out = call(mj.mj_inverse, m, d)', 'inverse'),
    Operation('mj_constraintUpdate',
              'out = call(mj.mj_constraintUpdate, m, d, {in:d.nefc}, {out?:1}, {flag})'),
]
OPERATIONS_BY_NAME = {row.name: row for row in OPERATIONS}
