"""What Numba knows about structs: attributes that load from a block, and fields that are bare typed pointers."""

import operator
from functools import cache

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import infer_getattr, lower_builtin, models, register_model

from ...schema.field import Field
from .. import per_world, world
from ..inside.aliasing import annotate
from ..inside.numba import (
    AbstractTemplate,
    AttributeTemplate,
    NumbaTypeError,
    infer_global,
    lower_getattr_generic,
    lower_setattr_generic,
    signature,
)
from ..inside.teach import FIRST, teach
from ..layout import StructKind, static_columns
from ..structs import VALUES, by_width, flat, given, width
from .formula import ValueType, assembled, elements_of
from .symbol import WORD, Dual, Pack

# of arrays that Python gives
ELEMENTS = {float: types.float64, int: types.int32, np.int64: types.int64, np.float32: types.float32,
            np.uint8: types.uint8}
NUMBERS = dict(size=types.int64, int=types.int32, word=types.uint64, bool=types.boolean, byte=types.uint8,
               char=types.int8, float=types.float32, real=types.float64)


class FieldType(types.Type):
    """A bare pointer to items. `columns`: items per first index; `const`: memory that never changes in a call."""

    def __init__(self, item, columns=1, const=False, stride=None, name=None):
        self.item, self.columns, self.const = item, columns, const
        self.element = item.element if isinstance(item, ValueType) else item
        self.length = item.cls.size if isinstance(item, ValueType) else 1
        self.stride = self.length if stride is None else stride  # elements from one item to the next
        super().__init__(name or f'Field({item},{columns},{const},{self.stride})')


def storage(element):
    """LLVM type of an element in memory."""
    if isinstance(element, Pack):
        return ir.VectorType(ir.DoubleType(), element.width)
    if element == types.boolean:
        return ir.IntType(8)
    if element in (types.float64, types.float32):
        return ir.DoubleType() if element == types.float64 else ir.FloatType()
    return ir.IntType(element.bitwidth)


@register_model(FieldType)
class FieldModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, storage(fe_type.element).as_pointer())


def _element_pointers(builder, field, pointer, index):
    """Addresses of the elements of one item; index counts items, None means the first."""
    if index is not None:
        start = index if field.stride == 1 else builder.mul(index, WORD(field.stride), flags=['nsw'])
        pointer = builder.gep(pointer, [start], inbounds=True)
    return [pointer, *(builder.gep(pointer, [WORD(i)], inbounds=True) for i in range(1, field.length))]


def load_item(context, builder, field, pointer, index=None):
    loaded = [annotate(builder, builder.load(p), str(field.element), field.const)
              for p in _element_pointers(builder, field, pointer, index)]
    if isinstance(field.item, ValueType):
        return assembled(builder, loaded)
    return builder.icmp_unsigned('!=', loaded[0], ir.IntType(8)(0)) if field.item == types.boolean else loaded[0]


def store_item(builder, field, value, pointer, index=None):
    if field.item == types.boolean:
        value = builder.zext(value, ir.IntType(8))
    elements = elements_of(builder, value) if isinstance(field.item, ValueType) else [value]
    for x, p in zip(elements, _element_pointers(builder, field, pointer, index)):
        annotate(builder, builder.store(x, p), str(field.element))


def _is_pair(index):
    """Whether an index consists of two integers."""
    return isinstance(index, types.BaseTuple) and len(index) == 2 and all(isinstance(i, types.Integer) for i in index)


def _index_arity(field, index):
    """Whether this index type addresses an item of this field."""
    if _is_pair(index) and field.columns == 1:
        raise NumbaTypeError('this array is flat and has one index: row * (number of columns) + column')
    return field.columns == 1 if isinstance(index, types.Integer) else _is_pair(index)


def _flat_index(context, builder, field, index_type, index):
    if isinstance(index_type, types.Integer):
        return context.cast(builder, index, index_type, types.intp)
    row, column = (context.cast(builder, builder.extract_value(index, i), t, types.intp)
                   for i, t in enumerate(index_type))
    return builder.add(builder.mul(row, WORD(field.columns), flags=['nsw']), column, flags=['nsw'])


@infer_global(operator.getitem)
class FieldGetItem(AbstractTemplate):
    metadata = FIRST

    def generic(self, args, kws):
        if isinstance(args[0], FieldType) and _index_arity(args[0], args[1]):
            return signature(args[0].item, *args)


@infer_global(operator.setitem)
class FieldSetItem(AbstractTemplate):
    metadata = FIRST

    def generic(self, args, kws):
        field, index, value = args
        if not isinstance(field, FieldType) or field.const or not _index_arity(field, index):
            return None
        if self.context.can_convert(value, field.item) is not None:  # Numba casts: scalars broadcast
            return signature(types.none, field, index, field.item)


@lower_builtin(operator.getitem, FieldType, types.Any)
def get_item(context, builder, sig, args):
    return load_item(context, builder, sig.args[0], args[0],
                     _flat_index(context, builder, *sig.args, args[1]))


@lower_builtin(operator.setitem, FieldType, types.Any, types.Any)
def set_item(context, builder, sig, args):
    store_item(builder, sig.args[0], args[2], args[0], _flat_index(context, builder, *sig.args[:2], args[1]))
    return context.get_dummy_value()


@infer_getattr
class FieldAttributes(AttributeTemplate):
    """d.qpos.quat[i]: the numbers from i on, seen as a value."""

    key = FieldType

    def generic_resolve(self, typ, attr):
        if attr in VALUES and typ.item == typ.element:
            return FieldType(ValueType(VALUES[attr], typ.element), 1, typ.const, stride=1)


@lower_getattr_generic(FieldType)
def get_field_view(context, builder, typ, pointer, name):
    return pointer


class SpanType(types.Type):
    """Numbers whose size the caller decides, with one axis or two: `a[i]` or `a[i, j]`, `a.size`, `a.shape`."""

    def __init__(self, element, ndim):
        self.element, self.ndim = element, ndim
        super().__init__(f'Span({element},{ndim})')


@register_model(SpanType)
class SpanModel(models.StructModel):
    def __init__(self, dmm, fe_type):
        members = [('numbers', FieldType(fe_type.element)), ('rows', types.int64), ('columns', types.int64)]
        super().__init__(dmm, fe_type, members)


def _span_fits(span, index):
    return isinstance(index, types.Integer) if span.ndim == 1 else _is_pair(index)


def _span_place(context, builder, span, value, index_type, index):
    """The field of a span, and the number of an element in it."""
    if span.ndim == 1:
        return builder.extract_value(value, 0), context.cast(builder, index, index_type, types.intp)
    row, column = (context.cast(builder, builder.extract_value(index, i), t, types.intp)
                   for i, t in enumerate(index_type))
    start = builder.mul(row, builder.extract_value(value, 2), flags=['nsw'])
    return builder.extract_value(value, 0), builder.add(start, column, flags=['nsw'])


@infer_global(operator.getitem)
class SpanGetItem(AbstractTemplate):
    metadata = FIRST

    def generic(self, args, kws):
        if isinstance(args[0], SpanType) and _span_fits(*args):
            return signature(args[0].element, *args)


@infer_global(operator.setitem)
class SpanSetItem(AbstractTemplate):
    metadata = FIRST

    def generic(self, args, kws):
        if isinstance(args[0], SpanType) and _span_fits(*args[:2]):
            return signature(types.none, *args[:2], args[0].element)


@lower_builtin(operator.getitem, SpanType, types.Any)
def get_span_item(context, builder, sig, args):
    span = sig.args[0]
    field, index = _span_place(context, builder, span, args[0], sig.args[1], args[1])
    return load_item(context, builder, FieldType(span.element), field, index)


@lower_builtin(operator.setitem, SpanType, types.Any, types.Any)
def set_span_item(context, builder, sig, args):
    span = sig.args[0]
    field, index = _span_place(context, builder, span, args[0], sig.args[1], args[1])
    store_item(builder, FieldType(span.element), args[2], field, index)
    return context.get_dummy_value()


@infer_getattr
class SpanAttributes(AttributeTemplate):
    key = SpanType

    def generic_resolve(self, typ, attr):
        return dict(size=types.int64, shape=types.UniTuple(types.int64, typ.ndim),
                    numbers=FieldType(typ.element)).get(attr)


@lower_getattr_generic(SpanType)
def get_span_attribute(context, builder, typ, value, name):
    numbers, rows, columns = (builder.extract_value(value, i) for i in range(3))
    if name == 'numbers':
        return numbers
    if name == 'size':
        return builder.mul(rows, columns)
    return context.make_tuple(builder, types.UniTuple(types.int64, typ.ndim), [rows, columns][:typ.ndim])


class StructType(types.Type):
    """A struct of this kind; float64 fields that differ between worlds hold packs."""

    def __init__(self, kind: StructKind):
        self.kind, self.schema, self.width = kind, kind.schema, kind.width
        self.worlds = kind.worlds
        self.element = types.float64 if kind.width == 1 else (Dual if kind.dual else Pack)(types.float64, kind.width)
        super().__init__(kind.name)

    def field_type(self, row: Field) -> FieldType:
        packs = self.width > 1 and row.name in self.kind.per_world
        real = self.element if packs else types.float64
        if row.item in VALUES:
            item = ValueType(VALUES[row.item], real)
        else:
            item = real if row.item == 'real' else NUMBERS[row.item]
        return FieldType(item, static_columns(row), self.schema.const)


    def offers(self, name: str) -> bool:
        """Whether kernels may use an attribute."""
        return True


class UserStructType(StructType):
    """The data of several worlds, or of duals, as the user's functions see it.

    It is without what belongs to each world alone: there are contacts, for instance, that only some of the worlds have.
    On duals it is without what has no derivatives yet when a callback of this kind runs. A function that looks at such
    a field does not compile.
    """

    def __init__(self, kind: StructKind, callback: str):
        super().__init__(kind)
        self.name, self.callback = f'{kind.name} of users, {callback}', callback

    def offers(self, name: str) -> bool:
        if self.kind.dual:
            return name in world.WITH_SLOPES[self.callback]
        return name in self.schema.groups or per_world.is_for_users(name)


struct_type, user_struct_type = cache(StructType), cache(UserStructType)


class GroupType(types.Type):
    """A group of dotted names of a struct, such as m.opt: the same pointer, shorter names."""

    def __init__(self, struct, group):
        self.struct, self.group = struct, group
        super().__init__(f'{struct}.{group}')


@register_model(StructType)
@register_model(UserStructType)
@register_model(GroupType)
class StructModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, WORD.as_pointer())


def word_pointer(builder, schema, block, name):
    return builder.gep(block, [WORD(schema.word[name])], inbounds=True)


def _resolve(struct, name):
    schema = struct.schema
    if not struct.offers(name):
        return None
    if name in schema.registers or name in schema.sizes:
        return types.intp
    if name in schema.fields:
        row = schema.fields[name]
        field = struct.field_type(row)
        return field if row.dims else field.item
    return GroupType(struct, name) if name in schema.groups else None


def _load(context, builder, struct, block, name):
    schema = struct.schema
    if name in schema.groups:
        return block
    pointer = word_pointer(builder, schema, block, name)
    if name in schema.registers:
        return annotate(builder, builder.load(pointer), 'register')
    if name in schema.sizes:
        return annotate(builder, builder.load(pointer), 'block', const=True)
    row = schema.fields[name]
    field = struct.field_type(row)
    typed = builder.bitcast(pointer, context.get_value_type(field).as_pointer())
    address = annotate(builder, builder.load(typed), 'block', const=name not in schema.moving_names)
    return address if row.dims else load_item(context, builder, field, address)


def _store(context, builder, struct, block, name, value, value_type):
    schema = struct.schema
    pointer = word_pointer(builder, schema, block, name)
    if name in schema.registers:
        annotate(builder, builder.store(context.cast(builder, value, value_type, types.intp), pointer), 'register')
        return
    row = schema.fields.get(name)
    if row is None or row.dims or schema.const:
        raise NumbaTypeError(f'a kernel cannot assign {name} of {schema.name}')
    field = struct.field_type(row)
    typed = builder.bitcast(pointer, context.get_value_type(field).as_pointer())
    address = annotate(builder, builder.load(typed), 'block', const=name not in schema.moving_names)
    store_item(builder, field, context.cast(builder, value, value_type, field.item), address)


@infer_getattr
class StructAttributes(AttributeTemplate):
    key = StructType

    def generic_resolve(self, typ, attr):
        return _resolve(typ, attr)


@infer_getattr
class GroupAttributes(AttributeTemplate):
    key = GroupType

    def generic_resolve(self, typ, attr):
        return _resolve(typ.struct, f'{typ.group}.{attr}')


@lower_getattr_generic(StructType)
def get_struct_attribute(context, builder, typ, block, name):
    return _load(context, builder, typ, block, name)


@lower_getattr_generic(GroupType)
def get_group_attribute(context, builder, typ, block, name):
    return _load(context, builder, typ.struct, block, f'{typ.group}.{name}')


@lower_setattr_generic(StructType)
def set_struct_attribute(context, builder, sig, args, name):
    _store(context, builder, sig.args[0], args[0], name, args[1], sig.args[1])


@lower_setattr_generic(GroupType)
def set_group_attribute(context, builder, sig, args, name):
    group = sig.args[0]
    _store(context, builder, group.struct, args[0], f'{group.group}.{name}', args[1], sig.args[1])


def _resolve_flat(field):
    if isinstance(field, FieldType):
        return signature(FieldType(field.element, 1, field.const), field)


teach(flat, _resolve_flat, lambda context, builder, sig, args: args[0])


def _resolve_given(array):
    if isinstance(array, (FieldType, SpanType)):
        return signature(types.boolean, array)


def _emit_given(context, builder, sig, args):
    numbers = builder.extract_value(args[0], 0) if isinstance(sig.args[0], SpanType) else args[0]
    return builder.icmp_unsigned('!=', builder.ptrtoint(numbers, WORD), WORD(0))


teach(given, _resolve_given, _emit_given)


def _emit_width(context, builder, sig, args):
    return WORD(sig.args[0].worlds)


teach(width, lambda d: signature(types.intp, d), _emit_width, decide=lambda d: d.worlds)


def _resolve_by_width(d, one, several):
    if isinstance(d, StructType):
        return signature(one if d.worlds == 1 else several, d, one, several)


def _emit_by_width(context, builder, sig, args):
    return args[1 if sig.args[0].worlds == 1 else 2]


teach(by_width, _resolve_by_width, _emit_by_width)
