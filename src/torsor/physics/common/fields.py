"""Private fields of this room, `d.work.NAME` in kernels: of warnings and of timers; words of the model."""

from ...schema.field import Field

WORK = (
    Field('looked',          'real',    '1',     's',              'when a timer last looked at the clock'),
    Field('warning_time',    'real',    '7',     's',              'when each kind of warning last occurred'),
)

ONCE = ('work.looked',)  # kept once for all worlds that share registers, as d.timer is

# words of the model that are filled in when it is compiled
TABLES = (Field('lacks', 'size', '', '', 'whether the model holds what the engine may not be able to compute'),)
