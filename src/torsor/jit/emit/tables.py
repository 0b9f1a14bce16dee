"""Structs by their addresses and copies between fields and tables, in kernels."""

from llvmlite import ir
from numba import types

from ..inside.numba import cgutils, signature
from ..inside.teach import teach
from ..tables import fetch, numbers_at, store, struct_at
from .structs import WORD, FieldType, StructType

_BYTE = ir.IntType(8).as_pointer()


def _is_struct(struct, *numbers) -> bool:
    return isinstance(struct, StructType) and all(isinstance(n, types.Integer) for n in numbers)


def _resolve_struct(struct, address):
    return signature(struct, struct, types.int64) if _is_struct(struct, address) else None


def _emit_struct(context, builder, sig, args):
    none = builder.icmp_unsigned('==', args[1], WORD(0))
    return builder.select(none, args[0], builder.inttoptr(args[1], args[0].type))


def _resolve_copy(struct, word, address, count):
    if _is_struct(struct, word, address, count):
        return signature(types.none, struct, types.int64, types.int64, types.int64)


def _field_and_memory(builder, args):
    block, word, address, _ = args
    field = builder.load(builder.gep(block, [word]))
    return (builder.inttoptr(number, _BYTE) for number in (field, address))


def _emit_fetch(context, builder, sig, args):
    field, memory = _field_and_memory(builder, args)
    cgutils.raw_memcpy(builder, field, memory, args[3], 1)
    return context.get_dummy_value()


def _emit_store(context, builder, sig, args):
    field, memory = _field_and_memory(builder, args)
    cgutils.raw_memcpy(builder, memory, field, args[3], 1)
    return context.get_dummy_value()


def _resolve_numbers(address, count):
    return signature(FieldType(types.float64), types.int64, types.int64)


def _emit_numbers(context, builder, sig, args):
    return builder.inttoptr(args[0], context.get_value_type(sig.return_type))


teach(struct_at, _resolve_struct, _emit_struct)
teach(fetch, _resolve_copy, _emit_fetch)
teach(store, _resolve_copy, _emit_store)
teach(numbers_at, _resolve_numbers, _emit_numbers)
