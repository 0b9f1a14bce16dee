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

from .inside.symbols import word_of
from .layout import Struct, by_address, static_columns
from .memory import aligned_zeros, round_up

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


_grower = word_of('torsor_grow_arena', _grow)


# ---- with JIT disabled ----
def scratch(d, count):
    """`count` numbers of scratch, not cleared; release them by setting d.pstack back to what it was before."""
    from .python_mode import PythonField  # which few programs need

    width = d.struct._layout.width
    start = python_take(d, 'pstack', 'maxuse_stack', 8 * width * count)
    numbers = d.struct._arenas[-1][start:start + 8 * width * count].view(np.float64)
    return PythonField(numbers.reshape(-1, width) if width > 1 else numbers, width > 1)


def scratch_ints(d, count):
    """`count` integers of scratch, see `scratch`."""
    from .python_mode import PythonField

    start = python_take(d, 'pstack', 'maxuse_stack', 4 * count)
    return PythonField(d.struct._arenas[-1][start:start + 4 * count].view(np.int32), False)


def reserve(d, names, count):
    """Make room for `count` items of a field of the arena, or of all fields of a group or a list 'a,b'; not cleared."""
    struct = d.struct
    rows = arena_rows(d.schema, names)
    start = python_take(d, 'parena', 'maxuse_arena', count * sum(_item_bytes(struct, row) for row in rows))
    for row in rows:
        place_field(struct, row, start)
        d.reserved[row.name] = count
        start += count * _item_bytes(struct, row)


def arena_rows(schema, names):
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
    rows, word = arena_rows(schema, names), schema.word
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
