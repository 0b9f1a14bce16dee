"""The arena of a Data: memory for what has no fixed size (contacts, constraint rows) and for scratch.

Fields grow from its start and scratch from its end, as a bump of an offset (6 ns). When they meet, native code calls
back into Python once, which moves to an arena twice as large: the step goes on and ends as if it had been large from
the start. Old arenas stay alive, as pointers to scratch in use point into them; together they are smaller than the
current one.

Rule for kernels: a field of the arena (`d.efc_J`) is read through `d` again after anything that may reserve; scratch
may be kept in a local until it is released with `d.pstack = mark`.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from operator import call

import numpy as np
from numba import types

from .formula import Pack
from .inside import machine, upcall
from .inside.numba import cgutils, signature
from .inside.teach import teach
from .layout import CACHE_LINE, Struct, aligned_zeros, by_address
from .python_mode import PythonField
from .structs import WORD, FieldType, StructType, static_columns, storage, word_pointer

_SMALLEST = 1 << 16


def grow(d: Struct, needed: int) -> None:
    """Move to an arena with room for `needed` more bytes."""
    arrays, used = d._arrays, int(d._arrays['parena'])
    size = max(_SMALLEST, 2 * int(arrays['narena']))
    while size < used + int(arrays['pstack']) + needed:
        size *= 2
    arena = aligned_zeros(size)
    if d._arenas:
        arena[:used] = d._arenas[-1][:used]
    all_or_nothing(partial(d._arenas.append, arena), *_placement(d, d, arena.ctypes.data),
                   partial(arrays['narena'].__setitem__, ..., size))


def copy_contents(source: Struct, target: Struct) -> None:
    """Make all fields of `target`, which has the same sizes, those of the arena included, equal to the source's."""
    used, arenas = slice(int(source._arrays['parena'])), target._arenas[-1:] if source._arenas else []
    if source._arenas and not (arenas and len(arenas[0]) >= len(source._arenas[-1])):
        arenas = [aligned_zeros(len(source._arenas[-1]))]
    start = arenas[0].ctypes.data if arenas else 0
    all_or_nothing(partial(target._buffer.__setitem__, ..., source._buffer), *_placement(source, target, start),
                   *(partial(arena.__setitem__, used, source._arenas[-1][used]) for arena in arenas),
                   partial(target._arenas.__setitem__, slice(None), arenas))  # last, as this frees the old one


def _placement(source: Struct, target: Struct, start: int) -> list[Callable[[], object]]:
    """Calls that let the fields of the arena lie in one that starts there, as they lie in that of `source`."""
    schema = source._layout.schema
    arena, moving = schema.word['arena'], slice(len(schema.word) - len(schema.moving), None)
    places = source._block[moving]
    places = np.where(places, places + (start - source._block[arena]), 0)
    return [partial(target._block.__setitem__, moving, places), partial(target._block.__setitem__, arena, start)]


def all_or_nothing(*calls: Callable[[], object]) -> None:
    """Call functions written in C one after the other; no interrupt comes in between, as Python runs nothing there.

    Where an arena lies and how large it is belong together: with one of them alone, kernels write beyond its end.
    """
    deque(map(call, calls), maxlen=0)


def _grow(address, needed, *_):
    """Called from native code that found the arena full."""
    grow(by_address[address], needed)


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
    rows, word = _rows(schema, names), schema.word
    size = round_up(count * sum(_item_bytes(struct, row) for row in rows))
    if int(arrays['parena']) + int(arrays['pstack']) + size > int(arrays['narena']):
        grow(struct, size)
    arena, base, start = struct._arenas[-1], int(struct._block[word['arena']]), int(arrays['parena'])
    end, changes = start + size, []
    for row in rows:
        kept, old = used * _item_bytes(struct, row), int(struct._block[word[row.name]]) - base
        if kept:
            arena[start:start + kept] = arena[old:old + kept]
        changes.append(partial(struct._block.__setitem__, word[row.name], base + start))
        if struct._python is not None:
            changes.append(partial(struct._python.reserved.__setitem__, row.name, count))
        start += count * _item_bytes(struct, row)
    all_or_nothing(*changes, partial(arrays['parena'].__setitem__, ..., end),
                   partial(arrays['maxuse_arena'].__setitem__, ..., max(int(arrays['maxuse_arena']), end)))


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
