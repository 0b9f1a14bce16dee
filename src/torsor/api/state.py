"""The state as one vector: reading, writing, copying any choice of its components (mjtState); copying all of a data."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from ..jit.arena import copy_arena
from ..jit.layout import Layout
from ..jit.world import CONTACT_ROWS, DATA
from ..schema.enums import mjtState
from .errors import FatalError, bad_argument, check_model, check_pair, integer, is_data, target, vector
from .struct_base import EngineStruct

__all__ = ['mj_copyData', 'mj_copyState', 'mj_extractState', 'mj_getState', 'mj_setState', 'mj_stateSize']

# fields of MjData in the order of the bits, which is also their order in a state vector
COMPONENTS = {
    mjtState.mjSTATE_TIME: 'time', mjtState.mjSTATE_QPOS: 'qpos', mjtState.mjSTATE_QVEL: 'qvel',
    mjtState.mjSTATE_ACT: 'act', mjtState.mjSTATE_HISTORY: 'history', mjtState.mjSTATE_WARMSTART: 'qacc_warmstart',
    mjtState.mjSTATE_CTRL: 'ctrl', mjtState.mjSTATE_QFRC_APPLIED: 'qfrc_applied',
    mjtState.mjSTATE_XFRC_APPLIED: 'xfrc_applied', mjtState.mjSTATE_EQ_ACTIVE: 'eq_active',
    mjtState.mjSTATE_MOCAP_POS: 'mocap_pos', mjtState.mjSTATE_MOCAP_QUAT: 'mocap_quat',
    mjtState.mjSTATE_USERDATA: 'userdata', mjtState.mjSTATE_PLUGIN: 'plugin_state', mjtState.mjSTATE_PLASTIC: 'plastic',
}
_BITS = tuple(int(bit) for bit in COMPONENTS)
_COUNT = int(mjtState.mjNSTATE)
_MOVING_WORDS = slice(DATA.word[CONTACT_ROWS[0].name], None)


@lru_cache(maxsize=4096)
def component_sizes(model: Layout, signature: int) -> tuple[tuple[str, int], ...]:
    """The fields with a bit in the signature, and how many numbers each has; without those that have none."""
    sizes = {row.name: int(np.prod(row.array_shape(model.sizes), dtype=int)) for row in DATA.rows}
    chosen = (name for bit, name in zip(_BITS, COMPONENTS.values(), strict=True) if signature & bit)
    return tuple((name, sizes[name]) for name in chosen if sizes[name])


@lru_cache(maxsize=4096)
def state_size(model: Layout, signature: int) -> int:
    """Numbers in a state vector."""
    return sum(size for _, size in component_sizes(model, signature))


def _signature(function: str, name: str, value) -> int:
    """A state signature, checked."""
    signature = integer(function, name, value)
    if signature < 0:
        raise FatalError(f'{function}: invalid state signature {signature} < 0')
    if signature >> _COUNT:
        raise FatalError(f'{function}: invalid state signature {signature} >= 2^mjNSTATE')
    return signature


class Plan:
    """Where the components of a state vector lie in one data: flat views of its fields, their places in the vector."""

    __slots__ = ('arrays', 'places', 'size')

    def __init__(self, m: EngineStruct, d: EngineStruct, signature: int):
        components = component_sizes(m._layout, signature)
        ends = np.cumsum([0, *(size for _, size in components)]).tolist()
        self.arrays = [d._arrays[name].reshape(-1) for name, _ in components]
        self.places = [slice(*ends) for ends in pairwise(ends)]
        self.size = ends[-1]


def _plan(function: str, m, d, sig, argument: str = 'd', judge: str = 'mj_stateSize') -> Plan:
    """The plan for a data and a signature, checked and made once. `judge` is who finds a signature invalid."""
    if type(sig) is int and getattr(d, '_model', None) is m:
        plan = d._cache.get(sig)
        if plan is not None:
            return plan
    check_pair(function, m, d, argument)
    signature = _signature(judge, 'sig', sig)
    plan = d._cache.get(signature)
    if plan is None:
        plan = d._cache[signature] = Plan(m, d, signature)
    return plan


def mj_stateSize(m, sig: int) -> int:
    """How many numbers the state components of this signature (mjtState bits) have."""
    check_model('mj_stateSize', m)
    return state_size(m._layout, _signature('mj_stateSize', 'sig', sig))


def mj_getState(m, d, state: np.ndarray, sig: int) -> None:
    """Write the chosen components of the state into a vector."""
    plan, result = _plan('mj_getState', m, d, sig), target('mj_getState', 'state', state)
    _check_size(result, plan.size, 'state', 'sig')
    if plan.size:
        np.concatenate(plan.arrays, out=result)


def mj_setState(m, d, state: Sequence[float] | np.ndarray, sig: int) -> None:
    """Set the chosen components of the state from a vector."""
    plan, numbers = _plan('mj_setState', m, d, sig), vector('mj_setState', 'state', state)
    _check_size(numbers, plan.size, 'state', 'sig')
    for array, place in zip(plan.arrays, plan.places, strict=True):
        array[:] = numbers[place]


def mj_copyState(m, src, dst, sig: int) -> None:
    """Copy the chosen components of the state from one data to another."""
    source, destination = (_plan('mj_copyState', m, d, sig, name, judge='mj_copyState')
                           for d, name in ((src, 'src'), (dst, 'dst')))
    for array, numbers in zip(destination.arrays, source.arrays, strict=True):
        array[:] = numbers


def mj_copyData(dest, m, src) -> None:
    """Copy everything in a data to another one of the same model, or of a model of the same sizes."""
    check_model('mj_copyData', m)
    for name, d in (('dest', dest), ('src', src)):
        if not is_data(d):
            raise bad_argument('mj_copyData', name, 'an MjData', d)
        if d._block[0] != m._block[0]:
            raise FatalError(f'mj_copyData: {name} was made for a model of other sizes: make it with MjData(m)')
    dest._buffer[:] = src._buffer
    if src._arenas:
        copy_arena(src, dest)
    else:
        dest._arenas.clear()
        dest._block[_MOVING_WORDS] = 0


def mj_extractState(m, src: Sequence[float] | np.ndarray, srcsig: int, dst: np.ndarray, dstsig: int) -> None:
    """Copy components from a state vector to a smaller one."""
    check_model('mj_extractState', m)
    numbers, result = vector('mj_extractState', 'src', src), target('mj_extractState', 'dst', dst)
    source, wanted = _signature('mj_stateSize', 'srcsig', srcsig), _signature('mj_stateSize', 'dstsig', dstsig)
    _check_size(numbers, state_size(m._layout, source), 'src', 'srcsig')
    _check_size(result, state_size(m._layout, wanted), 'dst', 'dstsig')
    if wanted & ~source:
        raise FatalError('mj_extractState: dstsig is not a subset of srcsig')
    names, start, end = {name for name, _ in component_sizes(m._layout, wanted)}, 0, 0
    for name, size in component_sizes(m._layout, source):
        if name in names:
            result[end:end + size] = numbers[start:start + size]
            end += size
        start += size


def _check_size(numbers: np.ndarray, size: int, name: str, signature: str) -> None:
    if len(numbers) != size:
        raise TypeError(f'{name} size should equal mj_stateSize(m, {signature})')
