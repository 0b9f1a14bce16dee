"""Spoil what stages that take one world at a time do not declare, to prove that they neither read nor write it.

Several worlds run such a stage on structs of one world each (jit/per_world.py). Before each run, every field of these
structs that is copied between worlds is filled with garbage; then what the stage declares is copied in. If it reads
anything else, the worlds get other bits than by themselves, which audit.py sees. After the run, the fields that it does
not declare to write must hold what they held: `failures` lists those that do not.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import numpy as np

from torsor.jit import per_world
from torsor.jit.stage import Apart, Stage
from torsor.jit.upcall import Upcall
from torsor.physics.world import DATA, PER_WORLD

GARBAGE = 3  # of integers, as bytes of flags hold it, and as most arrays have such an index
NOISE = 0.7315  # a world with NaN would warn, and run again by itself, where nothing is spoiled
failures: set[tuple[str, str]] = set()  # stage, field
spoiled: dict[str, int] = {}  # how often each stage ran
_spoil, _check = Upcall('spoil'), Upcall('check_spoiled')
_stages: dict[int, Stage] = {}
_before: dict[tuple[int, str], np.ndarray] = {}  # world and field
_original_name = Stage.code_name


@cache
def copied_fields() -> list[str]:
    """Fields that are copied between all worlds and each of them."""
    return [row.name for row in DATA.rows if not per_world.is_own(row.name)]


def number_of(stage: Stage) -> int:
    """How upcalls know a stage, the same number in every process."""
    number = crc32(stage.symbol.encode()) >> 1
    assert _stages.setdefault(number, stage) is stage
    return number


def garbage(array: np.ndarray) -> object:
    return NOISE if array.dtype == np.float64 else GARBAGE


@_spoil.handle
def _spoil_worlds(m, d, number: int) -> None:
    """Fill all fields of the structs of one world."""
    name = _stages[number].__name__
    spoiled[name] = spoiled.get(name, 0) + 1
    for k, one in enumerate(d.worlds):
        for field in copied_fields():
            _before[k, field] = one._arrays[field].copy()
            one._arrays[field][...] = garbage(one._arrays[field])


@_check.handle
def _check_worlds(m, d, number: int) -> None:
    """Note fields that have changed though the stage does not declare to write them; undo what was spoiled.

    A world that warns runs on its own struct afterwards, which has fields that no step computes.
    """
    stage = _stages[number]
    used = per_world.uses(stage)
    for field in copied_fields():
        if field in used.writes:
            continue
        for k, one in enumerate(d.worlds):
            found, expected = one._arrays[field], garbage(one._arrays[field])
            if field in used.reads:
                expected = d._arrays[field]
                if field in PER_WORLD and found.dtype == np.float64:
                    expected = expected[..., k]
            if found.tobytes() != np.broadcast_to(np.asarray(expected, found.dtype), found.shape).tobytes():
                failures.add((stage.__name__, field))
            one._arrays[field][...] = _before[k, field]


def poisoned(stage: Stage, worlds: int, fields: frozenset[str]):
    """A kernel as `per_world.one_by_one` makes it, which spoils fields before the worlds run the stage."""
    head, *lines = per_world._source(stage, worlds, fields).split('\n')
    number = number_of(stage)
    last = max(i for i, line in enumerate(lines) if line.lstrip().startswith('stage('))
    lines.insert(last + 1, f'    _check(m, d, {number})')
    scope = dict(vars(per_world), stage=stage, _spoil=_spoil, _check=_check, __name__=stage.__module__)
    exec('\n'.join([head, f'    _spoil(m, d, {number})', *lines]), scope)
    return scope[stage.__name__]


def _poisoned_name(stage: Stage, kind) -> str:
    """Native code with spoiled fields has a name of its own, by which it is cached."""
    name, inner = _original_name(stage, kind), stage.stage if isinstance(stage, Apart) else stage
    if kind[-1].worlds == 1 or not (inner is not stage or stage.declared.one_world):
        return name
    number_of(inner)
    source = Path(__file__).read_text() + per_world._source(inner, kind[-1].width, kind[-1].per_world)
    return f'{name}-{sha256(source.encode()).hexdigest()[:16]}'


def install() -> None:
    """Spoil fields from now on; nothing may have run several worlds in this process yet."""
    Stage.code_name = _poisoned_name  # type: ignore[method-assign]
    per_world.one_by_one = cache(poisoned)  # type: ignore[assignment]


def summary() -> str:
    """Which stages ran, and which of their fields they should have declared."""
    ran = ', '.join(f'{name} {count}' for name, count in sorted(spoiled.items()))
    wrong = ''.join(f'\n{stage} writes {field}, which it does not declare' for stage, field in sorted(failures))
    return f'stages that ran with spoiled fields: {ran}{wrong}'
