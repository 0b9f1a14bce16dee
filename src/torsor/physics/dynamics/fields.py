"""Private fields of this room, `d.work.NAME` in kernels: recursive Newton-Euler."""

from ...schema.field import Field

WORK = (
    Field('cacc',            'spatial', 'nbody', 'rad/s^2,m/s^2',  'acceleration of each body'),
    Field('cfrc',            'spatial', 'nbody', 'N m,N',          'force on each body, then on its subtree'),
)
