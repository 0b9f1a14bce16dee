"""Structs of single worlds next to that of several, in kernels."""

from numba import types

from ..inside import calling
from ..inside.aliasing import annotate
from ..inside.numba import signature
from ..inside.teach import teach
from ..layout import StructKind
from ..per_world import address_of, alone, call_together, put, size_of, take, worlds_in
from .formula import ValueType, assembled, elements_of
from .stage import call_slot
from .structs import WORD, FieldType, StructType, struct_type, word_pointer
from .symbol import Lanes


def _resolve_alone(struct, k):
    if isinstance(struct, StructType) and isinstance(k, types.Integer):
        one = struct if struct.worlds == 1 else struct_type(StructKind(struct.schema))
        return signature(one, struct, types.int64)


def _listed(builder, struct, block, register, index):
    """An entry of the list of words whose address is in a register."""
    start = annotate(builder, builder.load(word_pointer(builder, struct.schema, block, register)), 'block', const=True)
    entry = builder.gep(builder.inttoptr(start, WORD.as_pointer()), [index])
    return annotate(builder, builder.load(entry), 'block', const=True)


def _emit_alone(context, builder, sig, args):
    if sig.args[0].worlds == 1:
        return args[0]
    return builder.inttoptr(_listed(builder, sig.args[0], args[0], 'worlds', args[1]), WORD.as_pointer())


def _resolve_word(struct, word):
    if isinstance(struct, StructType) and isinstance(word, types.Integer):
        return signature(types.int64, struct, types.int64)


def _emit_address(context, builder, sig, args):
    return builder.load(builder.gep(args[0], [args[1]]))


def _emit_size(context, builder, sig, args):
    return _listed(builder, sig.args[0], args[0], 'sizes', args[1])


def _resolve_call(slot, m, d, *arguments):
    if all(isinstance(address, types.Integer) for address in (slot, m, d)):
        given = (types.int64 if isinstance(a, types.Integer) else a for a in arguments)
        return signature(types.none, types.int64, types.int64, types.int64, *given)


def _emit_call(context, builder, sig, args):
    slot, m, d = (builder.inttoptr(address, WORD.as_pointer()) for address in args[:3])
    kinds = (calling.STRUCT, calling.STRUCT, *sig.args[3:])
    return call_slot(context, builder, slot, types.none, kinds, [m, d, *args[3:]])


def _of_one_world(kind):
    """The type of what one world has in something of this type."""
    if isinstance(kind, ValueType):
        return ValueType(kind.cls, _of_one_world(kind.element))
    return kind.scalar if isinstance(kind, Lanes) else kind


def _is_single(kind):
    return not isinstance(kind.element if isinstance(kind, ValueType) else kind, Lanes)


def _resolve_take(x, k):
    if isinstance(k, types.Integer):
        return signature(_of_one_world(x), x, types.int64)


def _emit_take(context, builder, sig, args):
    (kind, _), (x, k) = sig.args, args
    if _is_single(kind):
        return x
    if isinstance(kind, ValueType):
        return assembled(builder, [builder.extract_element(element, k) for element in elements_of(builder, x)])
    return builder.extract_element(x, k)


def _resolve_put(x, k, y):
    if isinstance(k, types.Integer):
        return signature(x, x, types.int64, _of_one_world(x))


def _emit_put(context, builder, sig, args):
    (kind, *_), (x, k, y) = sig.args, args
    if _is_single(kind):
        return y
    if isinstance(kind, ValueType):
        pairs = zip(elements_of(builder, x), elements_of(builder, y))
        return assembled(builder, [builder.insert_element(old, new, k) for old, new in pairs])
    return builder.insert_element(x, y, k)


def _resolve_worlds(field):
    if isinstance(field, FieldType):
        return signature(FieldType(types.float64), field)


def _emit_worlds(context, builder, sig, args):
    return builder.bitcast(args[0], context.get_value_type(sig.return_type))


teach(worlds_in, _resolve_worlds, _emit_worlds)
teach(take, _resolve_take, _emit_take)
teach(put, _resolve_put, _emit_put)
teach(call_together, _resolve_call, _emit_call)
teach(alone, _resolve_alone, _emit_alone)
teach(address_of, _resolve_word, _emit_address)
teach(size_of, _resolve_word, _emit_size)
