"""Which worlds can share registers, and the structs in which they do.

A stage that has no form for several worlds runs on one world after the other (jit/per_world.py). If that is impossible
too, whole worlds run one by one. The bits are the same.
"""

from collections.abc import Collection
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..api.data import MjData
from ..api.model import MjModel
from ..jit import callback, per_world
from ..jit.inside.library import library
from ..jit.inside.settings import jit_enabled
from ..jit.stage import Stage, register_kind
from ..physics.batch.scalar import FLAGS, KIND, OWN, REALS, SHARED, WORD
from ..physics.derivatives.analytic.fields import PARAMETERS
from ..physics.world import DATA, MODEL, PER_WORLD
from ..schema.enums import mjtEnableBit, mjtIntegrator
from .lanes import LaneData, LaneModel, width_for
from .tables import Moves

_SLEEP, _DISCRETE = int(mjtEnableBit.mjENBL_SLEEP), int(mjtIntegrator.mjINT_DISCRETE)
_ALONE = 'worlds run one by one'  # in the cache of a model: something of it refuses to take several worlds at a time
# Real numbers of the model that usually differ, if any do: those of elements, what of the options is physics, and the
# constants that follow from them. There is one kind of native code for all of them, whichever differ.
USUAL = PARAMETERS | {'numeric_data', 'stat.meaninertia'}
LARGEST_MODEL = 1 << 24  # bytes; a model that differs between worlds is copied for each of them


class Pack(NamedTuple):
    """What a thread needs to run several worlds at a time."""

    model: Any
    data: LaneData
    kept: dict[Stage, np.ndarray]  # what `words` has made
    callbacks: list[int]  # addresses that the data has; none if there are none

    @property
    def width(self) -> int:
        return self.data.width

    def words(self, stage: Stage) -> np.ndarray:
        """What native code takes to run a stage on the pack: its slot, model and data."""
        if stage not in self.kept:
            slot = stage.slot((self.model._struct_kind, self.data._struct_kind))
            self.kept[stage] = np.array([slot.ctypes.data, self.model._address, self.data._address], np.int64)
        return self.kept[stage]

    def release(self) -> None:
        """Take back scratch that an error has left."""
        for d in (self.data, *self.data.worlds):
            d._arrays['pstack'][...] = 0


def may_share(model: MjModel, varying: Collection[str] = ()) -> bool:
    """Whether worlds of a model, in which these fields differ between them, may share registers."""
    if not jit_enabled() or runs_alone(model) or any(kind.flag[0] for kind in callback.BY_NAME.values()):
        return False
    if library() and varying:  # which has stages for worlds of one model: who has it expects that nothing is compiled
        return False
    if model.opt.enableflags & _SLEEP or model.opt.integrator == _DISCRETE:
        return False
    if model._arrays['table.replaced']:  # contacts are found by a user's colliders
        return False
    return not varying or (len(model._buffer) <= LARGEST_MODEL and
                           all(MODEL.fields[name].dtype == np.float64 for name in varying))


def take_callbacks(pack: Pack, model: MjModel) -> bool:
    """Let several worlds run the callbacks that a model has now; whether all of these can do that."""
    addresses = model.callbacks._together((pack.model._struct_kind, pack.data._struct_kind))
    if pack.model is not model:
        for name in callback.BY_NAME:
            pack.model._block[MODEL.word[f'callback.{name}']] = model._block[MODEL.word[f'callback.{name}']]
    listed = [addresses.get(name, 0) for name in callback.BY_NAME] if addresses else []
    if listed != pack.callbacks:
        pack.data._block[_callback_words()] = listed or 0
        pack.callbacks[:] = listed
    return all(addresses.values())


@cache
def _callback_words() -> list[int]:
    """Where the block of a data has the addresses of callbacks."""
    return [DATA.word[f'callback.{name}'] for name in callback.BY_NAME]


def must_run_alone(model: MjModel) -> None:
    """Remember that something of a model takes no more than one world at a time."""
    model._cache[_ALONE] = True


def runs_alone(model: MjModel) -> bool:
    """Whether that was found out."""
    return _ALONE in model._cache


def pack_for(model: MjModel, data: MjData, worlds: int, varying: Collection[str] = ()) -> Pack:
    """The pack of the thread that owns this data, of a width that suits the worlds that it runs first."""
    key = 'pack', id(model), model._layout.token, tuple(sorted(varying))
    known = data._cache.get('pack')
    if known is None or known[0] != key:
        width = width_for(model, worlds)
        lanes = LaneData(model, width)
        shared = LaneModel(model, width, USUAL | set(varying)) if varying else model
        register_kind(shared._struct_kind, lanes._struct_kind)
        known = data._cache['pack'] = key, Pack(shared, lanes, {}, [])
    return known[1]


@cache
def _kind(word: int) -> int:
    """What the field with its address at this word of a data is to worlds that share registers."""
    name = next(name for name, place in DATA.word.items() if place == word)
    if DATA.fields[name].dtype == np.float64 and name in PER_WORLD:
        return REALS
    return OWN if per_world.is_own(name) else SHARED


def moves_of_packs(moves: Moves) -> Moves:
    """Moves, with what their fields are to worlds that share registers."""
    rows = moves.rows.copy()
    for row in rows[moves.ends[0]:]:
        if row[KIND] != FLAGS:
            row[KIND] = _kind(int(row[WORD]))
    return Moves(rows, moves.ends)
