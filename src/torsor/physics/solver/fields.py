"""Private fields of this room, `d.work.NAME` in kernels: order of the dofs of islands."""

from ...schema.field import Field

WORK = (
    Field('tree_order',      'int',     'ntree', '',               'trees of an island, those to eliminate first last'),
    Field('dof_order',       'int',     'nv',    '',               'dofs by island, in the order of its solver'),
    Field('dof_place',       'int',     'nv',    '',               'place of each dof among those of its island'),
)
