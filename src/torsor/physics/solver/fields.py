"""Private fields of this room, `d.work.NAME` in kernels: order of the dofs of islands."""

from ...schema.field import Field

WORK = (
    Field('island',          'int',     '',      '',               'the island that is solved; -1: the whole model'),
    Field('iteration',       'int',     '',      '',               'steps of its solver so far'),
    Field('tree_order',      'int',     'ntree', '',               'trees of an island, those to eliminate first last'),
    Field('dof_order',       'int',     'nv',    '',               'dofs by island, in the order of its solver'),
    Field('dof_place',       'int',     'nv',    '',               'place of each dof among those of its island'),
)
