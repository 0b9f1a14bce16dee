"""Private fields of this room, `d.work.NAME` in kernels: forces that depend on the state alone."""

from ...schema.field import Field

WORK = (
    Field('fluid_load',      'spatial', 'nbody', 'N m,N',          'what a fluid does to each subtree'),
)
