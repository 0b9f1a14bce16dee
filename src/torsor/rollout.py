"""Open-loop rollouts: many trajectories of states and sensor data from initial states and controls.

    state, sensordata = rollout(model, data, initial_state, control)

With several MjData there are as many threads. The results have the same bits at any number of them, and are those of a
loop over `mj_step`. A trajectory in which the engine warns, because it diverges for instance, ends there: the rest
repeats its last state, so that its times stop to increase.
"""

import atexit
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .api.data import MjData
from .api.model import MjModel
from .api.reset import reset_data
from .api.state import mj_getState
from .batch.pool import Pool
from .batch.run import Task, no_warnings, run
from .batch.tables import (
    CTRL,
    FULLPHYSICS,
    INTEGRATION,
    USER,
    WARMSTART,
    components,
    field_move,
    moves,
    state_moves,
    state_size,
)
from .jit.layout import layout
from .physics.batch.scalar import CAUTIOUS, FRESH
from .physics.world import DATA

if TYPE_CHECKING:
    import torsor

__all__ = ['Rollout', 'rollout', 'shutdown_persistent_pool']


class Rollout:
    """Rollouts on threads that stay alive between calls; to be closed, or used in a `with` block."""

    def __init__(self, *, nthread: int | None = None):
        """Make a pool of `nthread` threads; with 0 rollouts run on the calling thread."""
        self.nthread = 0 if nthread is None else nthread
        if self.nthread < 0:
            raise ValueError(f'nthread must be 0 or more, got {nthread}')
        self._pool: Pool | None = Pool(max(1, self.nthread))

    def __enter__(self) -> 'Rollout':
        return self

    def __exit__(self, *error) -> None:
        self.close()

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.close()
        self._pool = None

    def rollout(self, model: 'torsor.MjModel | Sequence[torsor.MjModel]',
                data: 'torsor.MjData | Sequence[torsor.MjData]', initial_state,
                control=None, *, control_spec: int = CTRL, skip_checks: bool = False, nstep: int | None = None,
                initial_warmstart=None, state=None, sensordata=None,
                chunk_size: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Roll out trajectories; (state, sensordata) of shapes (nbatch, nstep, ...).

        model: an MjModel, or one for each trajectory, alike but for their numbers.
        data: an MjData, or one for each thread. What they hold has no influence.
        initial_state: states of mjSTATE_FULLPHYSICS, ([nbatch or 1], nstate).
        control: what is set before each step, ([nbatch or 1], [nstep or 1], ncontrol).
        control_spec: components of mjSTATE_USER that a control consists of.
        skip_checks: take all arrays as they are: of full size, contiguous; outputs that are None are not made.
        nstep: number of steps, if no array tells.
        initial_warmstart: qacc_warmstart at the start, ([nbatch or 1], nv).
        state, sensordata: arrays to write into.
        chunk_size: trajectories that a thread takes at a time.
        """
        if self._pool is None:
            raise RuntimeError('rollout requested after thread pool shutdown')
        models: list[Any] = list(model) if isinstance(model, Sequence) else [model]
        datas: list[Any] = [data] if isinstance(data, MjData) else list(data) if isinstance(data, Sequence) else [data]
        check_options(control_spec, nstep, chunk_size)
        _check_structs(models, datas, self.nthread)
        arrays: dict[str, Any] = dict(initial_state=initial_state, initial_warmstart=initial_warmstart,
                                      control=control, state=state, sensordata=sensordata)
        place = datas[0]._layout
        shapes = Shapes(models, place, control_spec, nstep)
        if skip_checks:
            shapes.take(arrays)
        else:
            shapes.fit(arrays)
        task = _task(models, datas[0], shapes, control_spec, arrays)
        run(self._pool, task, [models[0]] * len(datas), datas, _fail, int(chunk_size or 0))
        return arrays['state'], arrays['sensordata']


def _task(models, d, shapes: 'Shapes', spec: int, arrays: dict) -> Task:
    """What is to be done for a rollout."""
    nbatch, nstep, place = shapes.nbatch, shapes.nstep, d._layout
    rows = _initial_rows(models, d, nbatch, arrays['initial_state'], arrays['initial_warmstart'])
    control, state, sensordata = (arrays[name] for name in ('control', 'state', 'sensordata'))
    record = [] if state is None else state_moves(place, FULLPHYSICS, state)
    if sensordata is not None:
        record += field_move(place, 'sensordata', sensordata, nbatch * nstep)
    structs = np.zeros((2, nbatch), np.int64)
    if len(models) > 1:
        structs[0] = [m._address for m in models[:nbatch]]
    copied = moves(state=state_moves(place, INTEGRATION, rows), record=record,
                   control=[] if control is None else state_moves(place, spec, control))
    return Task(np.arange(nbatch, dtype=np.int32), structs, copied, no_warnings(nbatch), nstep, CAUTIOUS | FRESH,
                kept=(rows, models, arrays))


def _fail(world: int, error: Exception) -> None:
    raise error


def _initial_rows(models, d, nbatch, initial_state, warmstart) -> np.ndarray:
    """The whole state from which each trajectory starts: what is not given is as after a reset."""
    size = state_size(d._layout, INTEGRATION)
    rows, known = np.empty((nbatch, size)), {}
    for i in range(nbatch if len(models) > 1 else min(1, nbatch)):
        row = known.get(id(models[i]))
        if row is None:
            row = known[id(models[i])] = np.empty(size)
            reset_data(models[i], d)
            mj_getState(d._model, d, row, INTEGRATION)
        rows[i if len(models) > 1 else slice(None)] = row
    whole = components(d._layout)
    for spec, given in ((FULLPHYSICS, initial_state), (WARMSTART, warmstart)):
        if given is not None:
            for name, part in components(d._layout, spec).items():
                rows[:, whole[name]] = given[:, part]
    return rows


# ---- arguments ----
def check_options(control_spec: int, nstep: int | None, chunk_size: int | None) -> None:
    """Refuse numbers of steps and sizes of chunks that cannot be, and controls that are no input of the user's."""
    _check_whole('nstep', nstep, 0, 'nstep must be non-negative')
    _check_whole('chunk_size', chunk_size, 1, 'chunk_size must be a positive integer')
    if control_spec & ~USER:
        raise ValueError('control_spec can only contain bits in mjSTATE_USER')


def _check_whole(name: str, value, lowest: int, message: str) -> None:
    if value is None:
        return
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool):
        raise ValueError(f'{name} must be an integer')
    if value < lowest:
        raise ValueError(message)


def _check_structs(models, datas, nthread: int) -> None:
    if not datas:
        raise ValueError('The list of data instances is empty')
    for kind, things in ((MjModel, models), (MjData, datas)):
        for thing in things:
            if not isinstance(thing, kind):
                raise TypeError(f'rollout(): incompatible function arguments: expected an {kind.__name__}, '
                                f'got {type(thing).__name__}')
    if nthread == 0 and len(datas) > 1:
        raise ValueError('More than one data instance passed but rollout is configured to run on main thread')
    if nthread and len(datas) != nthread:
        raise ValueError(f'Length of data: {len(datas)} not equal to nthread: {nthread}')
    if not models:
        raise ValueError('The list of models is empty')
    for i, d in enumerate(datas):
        if d._arrays['threadpool']:
            raise ValueError(f'data[{i}] has a thread pool: rollouts are spread over threads by themselves')
        if d._block[0] != models[0]._block[0]:
            raise ValueError(f'data[{i}] was made for another model: make it with MjData(model)')
    if len({id(d) for d in datas}) < len(datas):
        raise ValueError('the same MjData is listed twice: each thread needs its own')
    places = datas[0]._layout.places
    if any(m._layout is not models[0]._layout and layout(DATA, m._layout.given).places != places for m in models):
        raise ValueError('models are not compatible')


class Shapes:
    """Sizes of a rollout, and the arrays that fit them."""

    def __init__(self, models, place, spec: int, nstep: int | None):
        self.models, self.nstep = len(models), 1 if nstep is None else int(nstep)
        self.nbatch = 1
        self.widths = dict(initial_state=state_size(place, FULLPHYSICS), control=state_size(place, spec),
                           initial_warmstart=place.sizes['nv'], state=state_size(place, FULLPHYSICS),
                           sensordata=place.sizes['nsensordata'])

    def fit(self, arrays: dict) -> None:
        """Find out the sizes from all arrays, give each its full size, and make the outputs that are not given."""
        for name, array in arrays.items():
            ndim = 2 if name.startswith('initial') else 3
            if array is not None:
                arrays[name] = _numbers(name, array, ndim, is_output=name in ('state', 'sensordata'))
        self.nbatch = self._inferred(0, self.nbatch, arrays)
        if self.models > 1 and self.nbatch == 1:
            self.nbatch = self.models
        if self.models > 1 and self.models != self.nbatch:
            raise ValueError(f'nbatch inferred as {self.nbatch} but model is length {self.models}')
        self.nstep = self._inferred(1, self.nstep, {k: v for k, v in arrays.items() if not k.startswith('initial')})
        for name, array in arrays.items():
            width = self.widths[name]
            if array is not None and array.shape[-1] != width:
                raise ValueError(f'trailing dimension of {name} must be {width}, got {array.shape[-1]}')
            full = (self.nbatch, width) if name.startswith('initial') else (self.nbatch, self.nstep, width)
            if array is None and name in ('state', 'sensordata'):
                arrays[name] = np.empty(full)
            elif array is not None and array.shape != full:
                if name in ('state', 'sensordata'):
                    raise ValueError(f'{name} must have shape {full}, got {array.shape}')
                arrays[name] = np.ascontiguousarray(np.broadcast_to(array, full))

    def take(self, arrays: dict) -> None:
        """Take arrays as they are, if native code can."""
        first = next((arrays[name] for name in ('state', 'sensordata', 'control', 'initial_state')
                      if arrays[name] is not None), None)
        self.nbatch = 0 if first is None else len(np.atleast_2d(first))
        if 1 < self.models < self.nbatch:
            raise ValueError(f'there are {self.nbatch} rollouts but model is length {self.models}')
        for name, array in arrays.items():
            rows = self.nbatch if name.startswith('initial') else self.nbatch * self.nstep
            if array is not None and not (isinstance(array, np.ndarray) and array.flags.c_contiguous and
                                          array.dtype == np.float64 and array.size == rows * self.widths[name]):
                raise ValueError(f'{name} must be a C-contiguous float64 array of {rows} x {self.widths[name]} numbers')
            if name.startswith('initial') and array is not None:
                arrays[name] = array.reshape(self.nbatch, self.widths[name])

    @staticmethod
    def _inferred(axis: int, value: int, arrays: dict) -> int:
        for name, array in arrays.items():
            if array is None or array.shape[axis] == value:
                continue
            if value == 1:
                value = array.shape[axis]
            elif array.shape[axis] != 1:
                raise ValueError(f'dimension {axis} inferred as {value} but {name} has {array.shape[axis]}')
        return value


def _numbers(name: str, value, ndim: int, is_output: bool) -> np.ndarray:
    """The value as an array with this number of axes; missing ones are added in front."""
    if not isinstance(value, (np.ndarray, float)):
        raise ValueError(f'{name} must be a numpy array or float')
    if np.ndim(value) > ndim:
        raise ValueError(f'{name} can have at most {ndim} dimensions')
    if is_output and not (isinstance(value, np.ndarray) and value.dtype == np.float64 and value.flags.carray):
        raise ValueError(f'{name} must be a writable C-contiguous float64 array, as results are written into it')
    array = np.ascontiguousarray(value, np.float64)
    return array.reshape((1,) * (ndim - np.ndim(value)) + np.shape(value))


# ---- one pool for all calls ----
_persistent: Rollout | None = None


def shutdown_persistent_pool() -> None:
    """End the threads that `rollout` keeps if it is asked to; done when the process ends."""
    global _persistent
    if _persistent is not None:
        _persistent.close()
    _persistent = None


atexit.register(shutdown_persistent_pool)


def rollout(model: 'torsor.MjModel | Sequence[torsor.MjModel]', data: 'torsor.MjData | Sequence[torsor.MjData]',
            initial_state, control=None, *, control_spec: int = CTRL, skip_checks: bool = False,
            nstep: int | None = None, initial_warmstart=None, state=None, sensordata=None,
            chunk_size: int | None = None, persistent_pool: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Roll out trajectories, see `Rollout.rollout`. `persistent_pool` keeps the threads for the next call."""
    global _persistent
    datas: list[Any] = [data] if isinstance(data, MjData) or not isinstance(data, Sequence) else list(data)
    nthread = len(datas) if len(datas) > 1 else 0
    if not persistent_pool:
        roller = Rollout(nthread=nthread)
    else:
        if _persistent is None or _persistent.nthread != nthread:
            shutdown_persistent_pool()
            _persistent = Rollout(nthread=nthread)
        roller = _persistent
    try:
        return roller.rollout(model, datas, initial_state, control, control_spec=control_spec,
                              skip_checks=skip_checks, nstep=nstep, initial_warmstart=initial_warmstart, state=state,
                              sensordata=sensordata, chunk_size=chunk_size)
    finally:
        if not persistent_pool:
            roller.close()
