"""Private fields of this room, `d.work.NAME` in kernels: the change of velocity in a step."""

from ...schema.field import Field

WORK = (
    Field('step_acc',        'real',    'nv',    'm/s^2|rad/s^2',  'change of velocity in a step, per time'),
    Field('step_force',      'real',    'nv',    'N|N m',          'force that a change of velocity amounts to'),
)
