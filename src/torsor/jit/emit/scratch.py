"""Scratch with names, in kernels: a pointer, and fields at fixed places from it."""

from numba import types
from numba.extending import infer_getattr, models, register_model

from ...schema.field import Field
from ..inside.numba import AttributeTemplate, NumbaTypeError, lower_getattr_generic, lower_setattr_generic, signature
from ..inside.teach import teach
from ..layout import static_columns
from ..scratch import Scratch
from ..structs import VALUES
from .arena import take
from .formula import ValueType
from .structs import NUMBERS, WORD, FieldType, StructType, load_item, storage, store_item


def teach_scratch(scratch: Scratch) -> None:
    """Let kernels take a struct of this kind."""

    def resolve(d):
        if isinstance(d, StructType) and d.worlds == 1:
            return signature(ScratchType(scratch, d.element), d)

    def emit(context, builder, sig, args):
        size = WORD(sig.return_type.size)
        address = take(context, builder, sig.args[0], args[0], 'pstack', 'maxuse_stack', size)
        return builder.inttoptr(address, WORD.as_pointer())

    teach(scratch, resolve, emit)


class ScratchType(types.Type):
    """A pointer to a scratch struct whose real numbers are such elements."""

    def __init__(self, scratch: Scratch, element):
        self.scratch, self.element = scratch, element
        self.places, self.size = scratch.laid_out(getattr(element, 'width', 1))
        super().__init__(f'Scratch({scratch.name},{element})')

    def field_type(self, row: Field) -> FieldType:
        if row.item in VALUES:
            item = ValueType(VALUES[row.item], self.element)
        else:
            item = self.element if row.item == 'real' else NUMBERS[row.item]
        return FieldType(item, static_columns(row))


@register_model(ScratchType)
class ScratchModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, WORD.as_pointer())


def _pointer(builder, typ, value, name):
    """Address of the first number of a field."""
    field = typ.field_type(typ.scratch.rows[name])
    start = builder.gep(value, [WORD(typ.places[name] // 8)], inbounds=True)
    return field, builder.bitcast(start, storage(field.element).as_pointer())


@infer_getattr
class ScratchAttributes(AttributeTemplate):
    key = ScratchType

    def generic_resolve(self, typ, attr):
        row = typ.scratch.rows.get(attr)
        if row is not None:
            field = typ.field_type(row)
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
