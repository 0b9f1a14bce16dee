"""What models may hold that the engine cannot compute yet, in one table: such a model loads, and refuses to move."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from ..jit.errors import FatalError
from ..physics.common.upcalls import refuse_model
from ..schema.enums import mjtDisableBit, mjtObj, mjtSensor
from .names import mj_id2name


class Lack(NamedTuple):
    """One thing that cannot be computed: the kind of elements it belongs to, which of them, and why."""

    kind: mjtObj
    found: Callable
    reason: str


@cache
def _size_of(kind: mjtObj) -> str:
    """What counts the elements of a kind."""
    return f'n{kind.name.removeprefix("mjOBJ_").lower()}'


def _active_sensors(m, kind) -> np.ndarray:
    """Which sensors are of this kind, unless they are switched off."""
    return (m.sensor_type == kind) & ~(m._arrays['opt.disableflags'] & mjtDisableBit.mjDSBL_SENSOR).astype(bool)


# a row is deleted when the engine has learnt to compute what it names
LACKING = (
    Lack(
        mjtObj.mjOBJ_FLEX,
        lambda m: np.ones(m.nflex, bool),
        'flexes are compiled, but their forces and contacts are not computed yet: remove it',
    ),
    Lack(
        mjtObj.mjOBJ_SENSOR,
        lambda m: _active_sensors(m, mjtSensor.mjSENS_PLUGIN),
        'this kind of sensor is not computed yet: remove it, or switch sensors off with <flag sensor="disable"/>',
    ),
    Lack(
        mjtObj.mjOBJ_SENSOR,
        lambda m: _active_sensors(m, mjtSensor.mjSENS_TACTILE) & (m.noct > 0),
        'depths in meshes with an octree of distances (needsdf) are not computed yet: leave the octree out',
    ),
)  # fmt: skip


def what_is_lacking(m) -> str:
    """The first element that the engine cannot compute, and why; nothing when there is none."""
    for lack in LACKING:
        found = np.flatnonzero(lack.found(m))
        if len(found):
            kind = lack.kind.name.removeprefix('mjOBJ_').lower()
            name = mj_id2name(m, lack.kind, int(found[0]))
            which = f'"{name}"' if name else f'number {found[0]}'
            return f'the model cannot move: {kind} {which}: {lack.reason}'
    return ''


def note_lacks(m) -> None:
    """Let the engine ask before it moves the model, if there is something that it lacks."""
    if any(getattr(m, _size_of(lack.kind)) for lack in LACKING):
        m._arrays['table.lacks'][...] = bool(what_is_lacking(m))


@refuse_model.handle
def refuse(m, _d, _number: int) -> None:
    """What native code asks before it moves a model with a lack; flags may have changed since it was compiled."""
    problem = what_is_lacking(m)
    if problem:
        raise FatalError(problem)
