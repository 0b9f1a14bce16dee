"""What a kernel sees of a struct: attributes that load from its block and fields that are bare typed pointers.

m.body_pos[b] is a Vec3, d.qpos[i] an element, d.time a single element, m.opt.timestep an option. Fields have no
length and no index wraparound, which is what lets LLVM optimise loops over them as it does for C; the mode with
JIT disabled (python_mode.py) checks the bounds. How Numba is told is in emit/structs.py.
"""

from functools import cached_property

from ..schema.constants import __dict__ as CONSTANTS
from ..schema.field import Field, evaluate
from .inside.naming import digest
from .layout import Schema
from .values import Inertia, Mat3, Quat, Spatial, Vec3

VALUES = dict(vec3=Vec3, quat=Quat, mat3=Mat3, spatial=Spatial, inertia=Inertia)


class StructKind:
    """What native code must know of a struct: float64 fields named in `per_world` hold packs of `width` worlds."""

    def __init__(self, schema: Schema, width: int = 1, per_world: frozenset[str] | None = None):
        self.schema, self.width = schema, width
        self.per_world = frozenset(schema.fields) if per_world is None else per_world

    @cached_property
    def name(self) -> str:
        """What distinguishes the native code for this struct from that for others."""
        if self.width == 1:
            return self.schema.name
        return f'{self.schema.name}[{self.width},{digest(sorted(self.per_world))}]'

    def __eq__(self, other):
        return isinstance(other, StructKind) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return self.name


def static_columns(row: Field) -> int:
    """Items per row of a matrix whose width no model changes; other matrices are indexed flat."""
    columns = 1
    for dim in row.dims[1:]:
        if not (dim.isdigit() or dim in CONSTANTS):
            return 1
        columns *= evaluate(dim, {})
    return columns


def flat(field):
    """The numbers of a field of values or of rows, one after the other."""
    return field.flat()


def given(field) -> bool:
    """Whether an optional array was given, that is, not None."""
    return getattr(field, 'given', field is not None)


def width(d) -> int:
    """How many worlds a struct holds side by side; a constant of the kernel."""
    return d.struct._layout.width
