"""Scratch with names: a struct of fixed size that a computation takes from the arena and passes on.

    HULL = Scratch('hull', (
        Field('point', 'vec3', '128', 'm', 'points of the polytope'),
        Field('point_num', 'int', '', '', 'how many there are'),
    ))

    @stage
    def grow_hull(m, d, hull: HULL): ...      # a stage is given one ...

    hull = HULL(d)                            # ... by who took it; not cleared
    hull.point[hull.point_num] = ZERO
    hull.point_num += 1

It belongs to the room that declares it, costs nothing while it is not in use, and is released, as all scratch, by
setting d.pstack back.
"""

import numpy as np
from numba import types
from numba.extending import infer_getattr, models, register_model

from ..schema.field import Field
from .arena import python_take, take
from .inside.numba import AttributeTemplate, NumbaTypeError, lower_getattr_generic, lower_setattr_generic, signature
from .inside.teach import teach
from .python_mode import PythonField
from .structs import NUMBERS, VALUES, WORD, FieldType, StructType, load_item, static_columns, storage, store_item
from .values import ValueType

ALIGNMENT = 16


class Scratch:
    """The rows of a struct, and where they lie in it; `scratch(d)` takes one."""

    def __init__(self, name: str, rows: tuple[Field, ...]):
        self.name, self.rows, self.places = name, {row.name: row for row in rows}, {}
        self.size = 0
        for row in rows:
            self.places[row.name] = self.size
            numbers = int(np.prod(row.array_shape({}), dtype=np.int64))
            self.size += -(-numbers * row.dtype.itemsize // ALIGNMENT) * ALIGNMENT
        teach(self, self._resolve, self._emit)

    def _resolve(self, d):
        if isinstance(d, StructType) and d.width == 1:
            return signature(ScratchType(self), d)

    def _emit(self, context, builder, sig, args):
        address = take(context, builder, sig.args[0], args[0], 'pstack', 'maxuse_stack', WORD(self.size))
        return builder.inttoptr(address, WORD.as_pointer())

    def __call__(self, d) -> 'PythonScratch':
        """With JIT disabled."""
        start = python_take(d, 'pstack', 'maxuse_stack', self.size)
        return PythonScratch(self, d.struct._arenas[-1][start:start + self.size])

    def __repr__(self):
        return f'<scratch {self.name}>'


class PythonScratch:
    """Scratch as kernels that Python runs see it."""

    def __init__(self, scratch: Scratch, memory: np.ndarray):
        fields = {}
        for name, row in scratch.rows.items():
            start, count = scratch.places[name], int(np.prod(row.array_shape({}), dtype=np.int64))
            numbers = memory[start:start + count * row.dtype.itemsize].view(row.dtype)
            fields[name] = PythonField(numbers, False, VALUES.get(row.item), static_columns(row))
        self.__dict__.update(scratch=scratch, fields=fields)

    def __getattr__(self, name):
        if name not in self.fields:
            raise AttributeError(f'{self.scratch.name} has no field {name}')
        return self.fields[name] if self.scratch.rows[name].dims else self.fields[name][0]

    def __setattr__(self, name, value):
        if name not in self.fields or self.scratch.rows[name].dims:
            raise AttributeError(f'cannot assign {name} of {self.scratch.name}')
        self.fields[name][0] = value


# ---- native ----
class ScratchType(types.Type):
    """A pointer to a scratch struct."""

    def __init__(self, scratch: Scratch):
        self.scratch = scratch
        super().__init__(f'Scratch({scratch.name})')


@register_model(ScratchType)
class ScratchModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, WORD.as_pointer())


def _field_type(row: Field) -> FieldType:
    item = ValueType(VALUES[row.item], types.float64) if row.item in VALUES else NUMBERS[row.item]
    return FieldType(item, static_columns(row))


def _pointer(builder, typ, value, name):
    """Address of the first number of a field."""
    field = _field_type(typ.scratch.rows[name])
    start = builder.gep(value, [WORD(typ.scratch.places[name] // 8)], inbounds=True)
    return field, builder.bitcast(start, storage(field.element).as_pointer())


@infer_getattr
class ScratchAttributes(AttributeTemplate):
    key = ScratchType

    def generic_resolve(self, typ, attr):
        row = typ.scratch.rows.get(attr)
        if row is not None:
            field = _field_type(row)
            return field if row.dims else field.item


@lower_getattr_generic(ScratchType)
def get_scratch_attribute(context, builder, typ, value, name):
    field, pointer = _pointer(builder, typ, value, name)
    return pointer if typ.scratch.rows[name].dims else load_item(context, builder, field, pointer)


@lower_setattr_generic(ScratchType)
def set_scratch_attribute(context, builder, sig, args, name):
    typ = sig.args[0]
    if name not in typ.scratch.rows or typ.scratch.rows[name].dims:
        raise NumbaTypeError(f'a kernel cannot assign {name} of {typ.scratch.name}')
    field, pointer = _pointer(builder, typ, args[0], name)
    store_item(builder, field, context.cast(builder, args[1], sig.args[1], field.item), pointer)
