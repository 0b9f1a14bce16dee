"""Physics options (mjOption) and model statistics (mjStatistic)."""

from .field import Field

OPTION = (
    Field('timestep',          'real', '',  's',         'duration of one step'),
    Field('impratio',          'real', '',  '1',         'friction impedance relative to the normal one'),
    Field('tolerance',         'real', '',  '1',         'solver stops when the scaled improvement is below'),
    Field('ls_tolerance',      'real', '',  '1',         'line search: relative slope at which it stops'),
    Field('noslip_tolerance',  'real', '',  '1',         'noslip pass stops below this improvement'),
    Field('ccd_tolerance',     'real', '',  'm',         'convex collision: accuracy of the distance'),
    Field('sleep_tolerance',   'real', '',  'm/s',       'speed below which a tree may fall asleep'),
    Field('gravity',           'vec3', '',  'm/s^2',     'acceleration of gravity'),
    Field('wind',              'vec3', '',  'm/s',       'velocity of the medium'),
    Field('magnetic',          'vec3', '',  'T',         'magnetic flux, for magnetometers'),
    Field('density',           'real', '',  'kg/m^3',    'density of the medium; 0: no lift and drag'),
    Field('viscosity',         'real', '',  'Pa s',      'viscosity of the medium; 0: none'),
    Field('o_margin',          'real', '',  'm',         'override: margin of every contact'),
    Field('o_solref',          'real', '2', 's,1',       'override: time constant, damping ratio'),
    Field('o_solimp',          'real', '5', '1,1,m,1,1', 'override: impedance curve'),
    Field('o_friction',        'real', '5', '1,1,m,m,m', 'override: friction coefficients'),
    Field('integrator',        'int',  '',  '',          'kind (mjtIntegrator)'),
    Field('cone',              'int',  '',  '',          'friction cone (mjtCone)'),
    Field('jacobian',          'int',  '',  '',          'dense or sparse constraint Jacobian (mjtJacobian)'),
    Field('solver',            'int',  '',  '',          'kind (mjtSolver)'),
    Field('iterations',        'int',  '',  '',          'most iterations of the solver'),
    Field('ls_iterations',     'int',  '',  '',          'most evaluations of the line search'),
    Field('noslip_iterations', 'int',  '',  '',          'most iterations of the noslip pass; 0: off'),
    Field('ccd_iterations',    'int',  '',  '',          'most iterations of the convex collider'),
    Field('disableflags',      'int',  '',  '',          'features switched off (bits of mjtDisableBit)'),
    Field('enableflags',       'int',  '',  '',          'features switched on (bits of mjtEnableBit)'),
    Field('disableactuator',   'int',  '',  '',          'bit i switches off actuator group i'),
    Field('sdf_initpoints',    'int',  '',  '',          'distance fields: starting points per collision'),
    Field('sdf_iterations',    'int',  '',  '',          'distance fields: iterations per starting point'),
)

STATISTIC = (
    Field('meaninertia', 'real', '', 'kg|kg m^2', 'mean diagonal of M at qpos0'),
    Field('meanmass',    'real', '', 'kg',        'mean mass of the bodies'),
    Field('meansize',    'real', '', 'm',         'mean size of the bodies, the unit of decorations'),
    Field('extent',      'real', '', 'm',         'half the size of the model, for the camera'),
    Field('center',      'vec3', '', 'm',         'centre of the model, where the free camera looks'),
)
