"""Private fields of this room, `d.work.NAME` in kernels: what a warning needs beyond d.warning; words of the model."""

from ...schema.field import Field

WORK = (
    Field('warning_time',    'real',    '7',     's',              'when each kind of warning last occurred'),
)

# words of the model that are filled in when it is compiled
TABLES = (Field('lacks', 'size', '', '', 'whether the model holds what the engine may not be able to compute'),)
