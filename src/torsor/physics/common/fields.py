"""Private fields of this room, `d.work.NAME` in kernels: what a warning needs beyond d.warning."""

from ...schema.field import Field

WORK = (
    Field('warning_time',    'real',    '7',     's',              'when each kind of warning last occurred'),
)
