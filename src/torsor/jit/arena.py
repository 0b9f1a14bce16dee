"""The arena of a Data: memory for what has no fixed size (contacts, constraint rows) and for scratch.

Fields grow from its start and scratch from its end, as a bump of an offset (6 ns). When they meet, native code calls
back into Python once, which moves to an arena twice as large: the step goes on and ends as if it had been large from
the start. Old arenas stay alive, as pointers to scratch in use point into them; together they are smaller than the
current one.

Rule for kernels: a field of the arena (`d.efc_J`) is read through `d` again after anything that may reserve; scratch
may be kept in a local until it is released with `d.pstack = mark`.
"""

import numpy as np
from numba import types

from .formula import Pack
from .inside import machine, upcall
from .inside.numba import cgutils, signature
from .inside.teach import teach
from .layout import CACHE_LINE, Struct, aligned_zeros, by_address
from .python_mode import PythonField
from .structs import WORD, FieldType, StructType, static_columns, storage, word_pointer
from .upcall import shielded

_SMALLEST = 1 << 16


def grow(d: Struct, needed: int) -> None:
    """Move to an arena with room for `needed` more bytes."""
    arrays, word = d._arrays, d._layout.schema.word
    used, old_start = int(arrays['parena']), int(d._block[word['arena']])
    size = max(_SMALLEST, 2 * int(arrays['narena']))
    while size < used + int(arrays['pstack']) + needed:
        size *= 2
    arena = aligned_zeros(size)
    if d._arenas:
        arena[:used] = d._arenas[-1][:used]
    d._arenas.append(arena)
    start = arena.ctypes.data
    for row in d._layout.schema.moving:
        if d._block[word[row.name]]:
            d._block[word[row.name]] += start - old_start
    d._block[word['arena']] = start
    arrays['narena'][...] = size


def copy_arena(source: Struct, target: Struct) -> None:
    """Give `target`, whose fields are a copy of the source's, a copy of the arena as well."""
    if not source._arenas:
        return
    word = source._layout.schema.word
    arena = aligned_zeros(len(source._arenas[-1]))
    arena[:] = source._arenas[-1]
    target._arenas[:] = [arena]
    shift = arena.ctypes.data - int(source._block[word['arena']])
    for name in ('arena', *(row.name for row in source._layout.schema.moving)):
        address = source._block[word[name]]
        target._block[word[name]] = address + shift if address else 0


def _grow(address, needed, *_):
    """Called from native code that found the arena full."""
    shielded(lambda: grow(by_address[address], needed))


_grower = np.array([id(_grow)], np.int64)
machine.define('torsor_grow_arena', _grower.ctypes.data)


def round_up(nbytes: int) -> int:
    return -(-nbytes // CACHE_LINE) * CACHE_LINE


# ---- with JIT disabled ----
def scratch(d, count):
    """`count` numbers of scratch, not cleared; release them by setting d.pstack back to what it was before."""
    width = d.struct._layout.width
    start = python_take(d, 'pstack', 'maxuse_stack', 8 * width * count)
    numbers = d.struct._arenas[-1][start:start + 8 * width * count].view(np.float64)
    return PythonField(numbers.reshape(-1, width) if width > 1 else numbers, width > 1)


def scratch_ints(d, count):
    """`count` integers of scratch, see `scratch`."""
    start = python_take(d, 'pstack', 'maxuse_stack', 4 * count)
    return PythonField(d.struct._arenas[-1][start:start + 4 * count].view(np.int32), False)


def reserve(d, names, count):
    """Make room for `count` items of a field of the arena, or of all fields of a group or a list 'a,b'; not cleared."""
    struct = d.struct
    rows = _rows(d.schema, names)
    start = python_take(d, 'parena', 'maxuse_arena', count * sum(_item_bytes(struct, row) for row in rows))
    for row in rows:
        place_field(struct, row, start)
        d.reserved[row.name] = count
        start += count * _item_bytes(struct, row)


def _rows(schema, names):
    """The rows of the arena that a name, a group or a list stands for, the wide ones first so that all are aligned."""
    wanted = names.split(',')
    rows = [row for row in schema.moving if row.name in wanted or row.name.split('.')[0] in wanted]
    if not rows:
        raise ValueError(f'the arena has no field {names}')
    return sorted(rows, key=lambda row: -row.dtype.itemsize)


def _item_bytes(struct: Struct, row) -> int:
    width = struct._layout.width if row.dtype == np.float64 else 1
    return row.dtype.itemsize * row.item_size * static_columns(row) * width


def place_field(struct: Struct, row, start: int) -> None:
    """Let a field start at this offset of the arena."""
    struct._block[struct._layout.schema.word[row.name]] = struct._arenas[-1].ctypes.data + start


def extend(struct: Struct, names: str, used: int, count: int) -> None:
    """Give fields of the arena room for `count` items, keeping the first `used`."""
    schema, arrays = struct._layout.schema, struct._arrays
    rows = _rows(schema, names)
    word, base = schema.word, int(struct._block[schema.word['arena']])
    old = [b''] * len(rows)
    if used:
        old = [bytes(struct._arenas[-1][at:at + used * _item_bytes(struct, row)])
               for row in rows for at in [int(struct._block[word[row.name]]) - base]]
    size = round_up(count * sum(_item_bytes(struct, row) for row in rows))
    if int(arrays['parena']) + int(arrays['pstack']) + size > int(arrays['narena']):
        grow(struct, size)
    start = int(arrays['parena'])
    arrays['parena'][...] = start + size
    arrays['maxuse_arena'][...] = max(int(arrays['maxuse_arena']), start + size)
    for row, content in zip(rows, old):
        place_field(struct, row, start)
        struct._arenas[-1][start:start + len(content)] = np.frombuffer(content, np.uint8)
        start += count * _item_bytes(struct, row)
        if struct._python is not None:
            struct._python.reserved[row.name] = count


def python_take(d, counter, peak, size):
    """Offset of a new piece of the arena, at its end for scratch, at its start for fields."""
    arrays, size = d.struct._arrays, round_up(size)
    if int(arrays['parena']) + int(arrays['pstack']) + size > int(arrays['narena']):
        grow(d.struct, size)
    before = int(arrays[counter])
    arrays[counter][...] = before + size
    arrays[peak][...] = max(int(arrays[peak]), before + size)
    return int(arrays['narena']) - before - size if counter == 'pstack' else before


# ---- native ----
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
        element = Pack(types.float64, d.width) if d.width > 1 else types.float64
        return signature(FieldType(element), d, types.intp)


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
    rows = _rows(struct.schema, sig.args[1].literal_value)

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
