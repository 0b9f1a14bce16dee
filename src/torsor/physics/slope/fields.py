"""Private fields of this room, `d.work.NAME` in kernels: exact derivatives."""

from ...schema.field import Field

WORK = (
    Field('joint_acc',       'spatial', 'nbody', 'rad/s^2,m/s^2',  'acceleration of each body by that of joints alone'),
    Field('body_acc',        'spatial', 'nbody', 'rad/s^2,m/s^2',  'acceleration of each body, against gravity'),
    Field('body_load',       'spatial', 'nbody', 'N m,N',          'force on each subtree, less that of contacts'),
    Field('joint_acc_above', 'spatial', 'nv',    'rad/s^2,m/s^2',  'the first of these, before the joint of each dof'),
    Field('velocity_above',  'spatial', 'nv',    'rad/s,m/s',      'velocity before the joint of each dof'),
    Field('axis_acc',        'spatial', 'nv',    '1/s^2,m/s^2',    'second rate of the axis of each dof'),
    Field('load_column',     'spatial', 'nv',    'N m,N',          'change of subtree force with position of a dof'),
    Field('axis_load',       'spatial', 'nv',    'kg m^2,kg m',    'momentum of the subtree that moves along each dof'),
    Field('axis_torque',     'vec3',    'nv',    'N m s',          'the gyroscopic force of a subtree, along each dof'),
    Field('force_by_velocity', 'real',  'nout',  'N s/m|N m s',    'change of the force of each actuator output'),
)
