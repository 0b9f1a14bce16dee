"""Private fields of this room, `d.work.NAME` in kernels: controls."""

from ...schema.field import Field

WORK = (
    Field('ctrl',            'real',    'nu',    'varies',         'controls clamped; all zero if one is not a number'),
)
