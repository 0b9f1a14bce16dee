"""Structs of single worlds next to that of several, in kernels."""

from numba import types

from ..apart import address_of, alone, call_together, size_of
from ..inside import calling
from ..inside.numba import signature
from ..inside.teach import teach
from ..layout import StructKind
from .stage import call_slot
from .structs import WORD, StructType, annotate, struct_type, word_pointer


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


teach(call_together, _resolve_call, _emit_call)
teach(alone, _resolve_alone, _emit_alone)
teach(address_of, _resolve_word, _emit_address)
teach(size_of, _resolve_word, _emit_size)
