"""Taking memory from the arena, in kernels."""

from numba import types

from ..arena import arena_rows, reserve, scratch, scratch_ints
from ..inside import upcall
from ..inside.numba import cgutils, signature
from ..inside.teach import teach
from ..memory import CACHE_LINE
from .structs import WORD, FieldType, StructType, static_columns, storage, word_pointer


def _number(builder, struct, d, name):
    """Pointer to a single number of the data, such as parena."""
    address = builder.load(word_pointer(builder, struct.schema, d, name))
    return builder.inttoptr(address, WORD.as_pointer())


def take(context, builder, struct, d, counter, peak, size):
    """Emit what `python_take` does; the result is an address."""
    size = builder.and_(builder.add(size, WORD(CACHE_LINE - 1)), WORD(-CACHE_LINE))
    fields, stack = (builder.load(_number(builder, struct, d, n)) for n in ('parena', 'pstack'))
    needed = builder.add(builder.add(fields, stack), size)
    room = builder.load(_number(builder, struct, d, 'narena'))
    with cgutils.if_unlikely(builder, builder.icmp_unsigned('>', needed, room)):
        upcall.emit(context, builder, upcall.word(builder, 'torsor_grow_arena'), [builder.ptrtoint(d, WORD), size])
    before = builder.load(_number(builder, struct, d, counter))
    after = builder.add(before, size)
    builder.store(after, _number(builder, struct, d, counter))
    most = _number(builder, struct, d, peak)
    largest = builder.load(most)
    builder.store(builder.select(builder.icmp_signed('>', after, largest), after, largest), most)
    start = builder.load(word_pointer(builder, struct.schema, d, 'arena'))
    if counter == 'parena':
        return builder.add(start, before)
    return builder.sub(builder.add(start, builder.load(_number(builder, struct, d, 'narena'))), after)


def _resolve_scratch(d, count):
    if isinstance(d, StructType):
        return signature(FieldType(d.element), d, types.intp)


def _emit_scratch(context, builder, sig, args):
    d, count = args
    size = builder.mul(count, WORD(8 * sig.args[0].width))
    address = take(context, builder, sig.args[0], d, 'pstack', 'maxuse_stack', size)
    return builder.inttoptr(address, context.get_value_type(sig.return_type))


def _resolve_scratch_ints(d, count):
    if isinstance(d, StructType):
        return signature(FieldType(types.int32), d, types.intp)


def _emit_scratch_ints(context, builder, sig, args):
    d, count = args
    address = take(context, builder, sig.args[0], d, 'pstack', 'maxuse_stack', builder.mul(count, WORD(4)))
    return builder.inttoptr(address, context.get_value_type(sig.return_type))


def _resolve_reserve(d, names, count):
    if isinstance(d, StructType) and isinstance(names, types.StringLiteral):
        return signature(types.none, d, names, types.intp)


def _emit_reserve(context, builder, sig, args):
    struct, (d, _, count) = sig.args[0], args
    rows = arena_rows(struct.schema, sig.args[1].literal_value)

    def item_bytes(row):
        return context.get_abi_sizeof(storage(struct.field_type(row).element)) * row.item_size * static_columns(row)

    size = builder.mul(count, WORD(sum(item_bytes(row) for row in rows)))
    address = take(context, builder, struct, d, 'parena', 'maxuse_arena', size)
    for row in rows:
        builder.store(address, word_pointer(builder, struct.schema, d, row.name))
        address = builder.add(address, builder.mul(count, WORD(item_bytes(row))))
    return context.get_dummy_value()


teach(scratch, _resolve_scratch, _emit_scratch)
teach(scratch_ints, _resolve_scratch_ints, _emit_scratch_ints)
teach(reserve, _resolve_reserve, _emit_reserve, prefer_literal=True)
