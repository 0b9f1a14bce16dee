"""Stages that take one world at a time, for several worlds in one register: each world has a struct of its own.

Next to the data of several worlds lie as many of one world (`alone(d, k)`). The fields that a stage reads or writes are
copied there, it runs on one after the other, and what it writes is copied back. Fields that it only writes are copied
in as well, because it may write a part of them. Which fields these are is a table (effects.py of the physics), made
from the sources by tools/effects.py; tests compare it with the sources and with what stages do (tests/batch/poison.py).

Real numbers travel both ways. Integers that such a stage computes stay with the world, which has its own contacts,
rows and arena. In the struct of all worlds counts hold the largest, which says whether there is anything to do. Other
integers do not differ between worlds that share registers, and are copied to each.
"""

from functools import cache
from importlib import import_module
from typing import NamedTuple

import numpy as np

from . import trace_stages, world
from .layout import Schema, by_address
from .python_mode import PythonField, python_struct
from .stage import Apart, Stage, named, routine, stage_at
from .structs import width
from .tables import fetch, numbers_at

# what stages of several worlds tell those that take one at a time
SHARED = frozenset(('flg_energypos', 'flg_energyvel', 'flg_subtreevel', 'flg_rnepost', 'efm_active', 'nefmT', 'nefmA',
                    'moment_rownnz', 'moment_rowadr', 'moment_colind', 'work.placed'))
# how names of fields begin that a world always has for itself
OWN = ('eq_active', 'warning.', 'timer.', 'solver.', 'work.found_', 'work.island_number', 'work.looked')


# ---- what kernels call ----
def alone(struct, k):
    """The struct of world k alone; of one world, the struct itself."""
    return python_struct(struct.struct.worlds[k]) if width(struct) > 1 else struct


def address_of(struct, word):
    """Where a field is, by the place of its address in the block of the struct."""
    trace_stages.end()
    return int(struct.struct._block[word])


def size_of(struct, word):
    """Bytes of a field of one world, in a struct of several."""
    trace_stages.end()
    return int(struct.struct.sizes[word])


def take(x, k):
    """What world k has in a number, a value or a condition of several worlds; of one world, the thing itself."""
    if isinstance(x, tuple):
        return type(x)(*[take(number, k) for number in x])
    return x[k].item() if isinstance(x, np.ndarray) else x


def put(x, k, y):
    """x with the number, or value, y for world k; of one world, y."""
    if isinstance(x, tuple):
        return type(x)(*[put(old, k, new) for old, new in zip(x, y)])
    if not isinstance(x, np.ndarray):
        return y
    changed = x.copy()
    changed[k] = y
    return changed


def worlds_in(field):
    """A field of packs as plain numbers: of each element that of each world; of one world, the field itself."""
    return PythonField(field.numbers.reshape(-1), False)


def call_together(slot, m, d, *arguments):
    """Call the stage whose slot is at an address, on structs of several worlds at these addresses."""
    trace_stages.end()
    stage_at(slot)(python_struct(by_address[m]), python_struct(by_address[d]), *arguments)


@routine
def split_reals(d, word):
    """Copy real numbers of a field from all worlds to each alone."""
    count = size_of(d, word) // 8
    together = numbers_at(address_of(d, word), count * width(d))
    for k in range(width(d)):
        single = numbers_at(address_of(alone(d, k), word), count)
        for i in range(count):
            single[i] = together[i * width(d) + k]


@routine
def merge_reals(d, word):
    """Copy real numbers of a field from each world to all together."""
    count = size_of(d, word) // 8
    together = numbers_at(address_of(d, word), count * width(d))
    for k in range(width(d)):
        single = numbers_at(address_of(alone(d, k), word), count)
        for i in range(count):
            together[i * width(d) + k] = single[i]


@routine
def split_bytes(d, word):
    """Copy a field in which worlds do not differ to each world alone."""
    for k in range(width(d)):
        fetch(alone(d, k), word, address_of(d, word), size_of(d, word))


@routine
def merge_bytes(d, word):
    """Copy a field in which worlds do not differ from the last of them."""
    fetch(d, word, address_of(alone(d, width(d) - 1), word), size_of(d, word))


# ---- which fields a stage uses ----
class Uses(NamedTuple):
    """Names of fields of the data."""

    reads: frozenset[str]
    writes: frozenset[str]


class Effects(NamedTuple):
    """What a stage does itself: names of fields of the data, with stars, and symbols of what it runs."""

    reads: frozenset[str]
    writes: frozenset[str]
    runs: frozenset[str]


@cache
def effects(symbol: str) -> Effects:
    """A row of the table of effects: of a stage, or with '@lanes' of what several worlds run in its place."""
    row = import_module(world.EFFECTS).EFFECTS.get(symbol)
    if row is None:
        raise NotImplementedError(f'{symbol} takes one world at a time, and nobody knows which fields it uses: '
                                  'it is not in the table of effects')
    reads, _, writes, runs = (frozenset(column.split()) for column in row)
    return Effects(_spelt_out(world.DATA, reads), _spelt_out(world.DATA, writes), runs)


@cache
def uses(stage: Stage) -> Uses:
    """What a stage, and all that it runs, reads and writes in one world."""
    reads, writes, seen, waiting = set(), set(), {stage}, [stage]
    while waiting:
        own = effects(waiting.pop().symbol)
        reads |= own.reads
        writes |= own.writes
        for callee in called(own.runs):
            if callee not in seen:
                seen.add(callee)
                waiting.append(callee)
    return Uses(frozenset(reads), frozenset(writes))


def _spelt_out(schema: Schema, names: frozenset[str]) -> frozenset[str]:
    """Names with stars, as the names they stand for."""
    starts = tuple(name[:-1] for name in names if name.endswith('*'))
    return frozenset(name for name in schema.fields if name in names or (starts and name.startswith(starts)))


def called(symbols: frozenset[str]) -> list[Stage]:
    """The stages of these symbols; callbacks and upcalls are none."""
    found = [named(symbol) for symbol in sorted(symbols) if symbol.startswith('physics.')]
    return [*found, *(stage for symbol in sorted(symbols) if symbol.startswith('table.')
                      for stage in world.STAGES_OF_TABLES[symbol.partition('.')[2]]())]


# ---- whose fields are ----
class Parts(NamedTuple):
    """A step: rows of the table of effects that several worlds run together, and stages that each runs alone."""

    together: frozenset[str]
    apart: frozenset[Stage]


@cache
def parts() -> Parts:
    """All that a step of several worlds may lead to."""
    root, table = named(world.STEP), import_module(world.EFFECTS).EFFECTS
    seen, waiting, together, apart = {root}, [root], set(), set()
    while waiting:
        stage = waiting.pop()
        row = f'{stage.symbol}@lanes' if f'{stage.symbol}@lanes' in table else stage.symbol
        if isinstance(stage, Apart):
            apart.add(stage.stage)
        elif row == stage.symbol and stage.declared.one_world:
            apart.add(stage)
        else:
            together.add(row)
            callees = [callee for callee in called(effects(row).runs) if callee not in seen]
            seen.update(callees)
            waiting += callees
    return Parts(frozenset(together), frozenset(apart))


@cache
def _used_together() -> frozenset[str]:
    """Fields that several worlds read or write together."""
    rows = [effects(symbol) for symbol in parts().together]
    return frozenset(name for row in rows for name in row.reads | row.writes)


@cache
def _written_apart() -> frozenset[str]:
    """Fields that stages write for one world at a time."""
    return frozenset(name for stage in parts().apart for name in uses(stage).writes)


def is_own(name: str) -> bool:
    """Whether a field of the data belongs to each world alone, and is never copied."""
    row = world.DATA.fields[name]
    if name in world.DATA.moving_names or name.startswith(OWN):
        return True
    if name.startswith('work.') and name in _written_apart() and name not in _used_together():
        return True
    return row.dtype != np.float64 and name not in SHARED and (not row.dims or name in _written_apart())


def is_for_users(name: str) -> bool:
    """Whether the user's functions may use a field of the data of several worlds: numbers that are kept together, and
    where scratch begins."""
    row = world.DATA.fields.get(name)
    if row is None or name == 'pstack':
        return row is not None
    return row.dtype == np.float64 and not is_own(name) and not name.startswith('work.')


# ---- the stage as several worlds run it ----
def copies(stage: Stage, per_world: frozenset[str]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What is copied before the worlds run a stage, and after: names of functions above, and of fields."""
    used, before, after = uses(stage), [], []
    for name in world.DATA.fields:
        packs, own = world.DATA.fields[name].dtype == np.float64 and name in per_world, is_own(name)
        if name in used.reads | used.writes and not own:
            before.append(('split_reals' if packs else 'split_bytes', name))
        if name in used.writes and not own:
            after.append(('merge_reals' if packs else 'merge_bytes', name))
        elif name in used.writes and not world.DATA.fields[name].dims:
            after.append(('merge_largest', name))
    return before, after


def _source(stage: Stage, worlds: int, per_world: frozenset[str]) -> str:
    """The kernel that runs a stage on one world after the other."""
    rest = list(stage.signature.kinds)[2:]
    before, after = copies(stage, per_world)
    word = world.DATA.word
    arguments = ''.join(f', {name}' for name in rest)
    lines = [f'def {stage.__name__}(m, d{arguments}):']
    lines += [f'    {copy}(d, {word[name]})' for copy, name in before]
    lines += [f'    stage(alone(m, {k}), alone(d, {k}){arguments})' for k in range(worlds)]
    for copy, name in after:
        if copy == 'merge_largest':
            lines.append(f'    d.{name} = max({", ".join(f"alone(d, {k}).{name}" for k in range(worlds))})')
        else:
            lines.append(f'    {copy}(d, {word[name]})')
    return '\n'.join(lines)


@cache
def one_by_one(stage: Stage, worlds: int, per_world: frozenset[str]):
    """A kernel that runs a stage, which takes one world at a time, on several worlds."""
    scope = dict(stage=stage, alone=alone, split_reals=split_reals, split_bytes=split_bytes, merge_reals=merge_reals,
                 merge_bytes=merge_bytes, __name__=stage.__module__)
    exec(_source(stage, worlds, per_world), scope)
    return scope[stage.__name__]


def kernel_of(stage: Stage, worlds: int, per_world: frozenset[str]):
    """What several worlds run for a stage: a kernel of their own, that of one world after the other, or the same."""
    import_module(world.LANES)  # which says where they have one of their own
    says = stage.declared
    if stage.lanes is not None:
        return stage.lanes
    if says.refuses or (says.one_world and says.result is not None):
        raise NotImplementedError(f'{stage.__name__} works on one world at a time, not on several in one register: '
                                  f'switch off in the model what needs it, or step the worlds one by one')
    if isinstance(stage, Apart):
        return one_by_one(stage.stage, worlds, per_world)
    return one_by_one(stage, worlds, per_world) if says.one_world else stage.__wrapped__
