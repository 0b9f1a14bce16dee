"""Private fields of this room, `d.work.NAME` in kernels: derivatives by velocity."""

from ....schema.field import Field

WORK = (
    Field('block',           'real',    '36',    'kg|kg m^2',      'equations of one free body'),
    Field('axis_rate',       'spatial', 'nv',    '1/s,m/s',        'change of body acceleration with velocity above'),
    Field('column',          'spatial', 'nv',    'N m s,N s',      'change of subtree force with velocity of a dof'),
    Field('momentum',        'spatial', 'nbody', 'N m s,N s',      'momentum of each subtree'),
    Field('inertia_rate',    'mat3',    'nbody', 'kg m^2/s',       'rate of the rotational inertia of each subtree'),
    Field('drag_torque_ang', 'mat3',    'nbody', 'N m s',          'change of fluid torque with angular velocity'),
    Field('drag_torque_lin', 'mat3',    'nbody', 'N s',            'change of fluid torque with linear velocity'),
    Field('drag_force_ang',  'mat3',    'nbody', 'N s',            'change of fluid force with angular velocity'),
    Field('drag_force_lin',  'mat3',    'nbody', 'N s/m',          'change of fluid force with linear velocity'),
)
