"""Private fields of this room, `d.work.NAME` in kernels: whether poses are known."""

from ...schema.field import Field

WORK = (
    Field('placed',          'int',     '',      '',               'whether what does not move has its pose'),
)
