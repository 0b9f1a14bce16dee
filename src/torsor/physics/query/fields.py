"""Private fields of this room, `d.work.NAME` in kernels: momentum of subtrees."""

from ...schema.field import Field

WORK = (
    Field('composite',       'inertia', 'nbody', 'kg m^2,kg m,kg', 'inertia of the part of each subtree that counts'),
)
