"""Private fields of this room, `d.work.NAME` in kernels: Runge-Kutta steps, and the factors of implicit ones."""

from ...schema.field import Field

WORK = (
    Field('rk_qpos',         'real',    'nq',    'm|rad',          'position at the start of a Runge-Kutta step'),
    Field('rk_qvel',         'real',    'nv',    'm/s|rad/s',      'velocity at the start of a Runge-Kutta step'),
    Field('rk_act',          'real',    'na',    'varies',         'activation at the start of a Runge-Kutta step'),
    Field('rk_rate',         'real',    'nv',    'm/s|rad/s',      'rate of the displacement from the start'),
    Field('rk_velocity',     'real',    'nv',    'm/s|rad/s',      'weighted mean of the rates of the stages'),
    Field('rk_acceleration', 'real',    'nv',    'm/s^2|rad/s^2',  'weighted mean of the accelerations of the stages'),
    Field('rk_activation',   'real',    'na',    'varies',         'weighted mean of the activation rates'),
    Field('rk_length',       'real',    'nout',  'm|rad',          'actuator lengths at the start of a step'),
    Field('rk_speed',        'real',    'nout',  'm/s|rad/s',      'actuator velocities at the start of a step'),
    Field('rk_ten_length',   'real',    'ntendon', 'm|rad',        'tendon lengths at the start of a step'),
    Field('rk_ten_J',        'real',    'nJten', '1|m',            'their Jacobian at the start of a step'),
    Field('upper',           'real',    'nD',    'kg|kg m^2',      'upper triangle of a matrix, transposed'),
)
