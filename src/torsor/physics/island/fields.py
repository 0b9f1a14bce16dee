"""Private fields of this room, `d.work.NAME` in kernels: islands."""

from ...schema.field import Field

WORK = (
    Field('island_number',   'int',     'ntree', '',               'of each island of all worlds in this; -1: none'),
    Field('islands_differ',  'int',     '',      '',               '1: worlds that share rows have other islands'),
    Field('tree_leader',     'int',     'ntree', '',               'a tree before it in the same island, or itself'),
)
