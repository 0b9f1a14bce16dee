"""The state as one vector: reading, writing, copying any choice of its components (mjtState); copying all of a data."""

import numpy as np

from ..jit.arena import copy_contents
from ..jit.arguments import DATA as A_DATA
from ..jit.arguments import In, Instance, Out
from ..jit.call import checked, public
from ..jit.stage import Stages
from ..schema.enums import mjtState
from .errors import FatalError

__all__ = ['mj_copyData', 'mj_copyState', 'mj_extractState', 'mj_getState', 'mj_setState', 'mj_stateSize']

stages = Stages('physics.query.state')
_BITS = tuple(1 << k for k in range(int(mjtState.mjNSTATE)))
_state_size, _get_state, _set_state = (public(stage, name) for stage, name in (
    (stages.state_size, 'mj_stateSize'), (stages.get_state, 'mj_getState'), (stages.set_state, 'mj_setState')))


def mj_stateSize(m, sig: int) -> int:
    """How many numbers the state components of this signature (mjtState bits) have."""
    size = _state_size(m, sig)
    if size < 0:
        raise _bad_signature('mj_stateSize', sig)
    return size


def mj_getState(m, d, state: np.ndarray, sig: int) -> None:
    """Write the chosen components of the state into a vector."""
    if not _get_state(m, d, state, sig):
        raise _bad_size(m, 'state', 'sig', sig)


def mj_setState(m, d, state: np.ndarray, sig: int) -> None:
    """Set the chosen components of the state from a vector."""
    if not _set_state(m, d, state, sig):
        raise _bad_size(m, 'state', 'sig', sig)


@checked
def mj_copyState(m, src: A_DATA, dst: A_DATA, sig: int) -> None:
    """Copy the chosen components of the state from one data to another."""
    if stages.state_size(m, sig) < 0:
        raise _bad_signature('mj_copyState', sig)
    state = np.empty(stages.state_size(m, sig))
    stages.get_state(m, src, state, sig)
    stages.set_state(m, dst, state, sig)


@checked
def mj_extractState(m, src: In('*'), srcsig: int, dst: Out('*'), dstsig: int) -> None:
    """Copy components from a state vector to a smaller one."""
    for numbers, name, sig in ((src, 'src', srcsig), (dst, 'dst', dstsig)):
        if numbers.size != stages.state_size(m, sig):
            raise _bad_size(m, name, f'{name}sig', sig)
    if dstsig & ~srcsig:
        raise FatalError('mj_extractState: dstsig is not a subset of srcsig')
    start = end = 0
    for bit in _BITS:
        size = stages.state_size(m, bit) if srcsig & bit else 0
        if dstsig & bit:
            dst[end:end + size] = src[start:start + size]
            end += size
        start += size


def _bad_signature(function: str, sig: int) -> FatalError:
    return FatalError(f'{function}: invalid state signature {sig} ' + ('< 0' if sig < 0 else '>= 2^mjNSTATE'))


def _bad_size(m, name: str, signature: str, sig: int) -> Exception:
    if sig < 0:
        return TypeError(f'{signature} should not be negative, got {sig}')
    if stages.state_size(m, sig) < 0:
        return _bad_signature('mj_stateSize', sig)
    return TypeError(f'{name} size should equal mj_stateSize(m, {signature})')


@checked
def mj_copyData(dest: Instance('Data'), m, src: Instance('Data')) -> None:
    """Copy everything in a data to another one of the same model, or of a model of the same sizes."""
    for name, d in (('dest', dest), ('src', src)):
        if d._block[0] != m._block[0]:
            raise FatalError(f'mj_copyData: {name} was made for a model of other sizes: make it with MjData(m)')
    copy_contents(src, dest)
