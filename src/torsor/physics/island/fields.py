"""Private fields of this room, `d.work.NAME` in kernels: forest of trees."""

from ...schema.field import Field

WORK = (
    Field('tree_leader',     'int',     'ntree', '',               'a tree before it in the same island, or itself'),
)
