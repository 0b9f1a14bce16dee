"""Rollouts on a cluster: the trajectories of one call, spread over the machines of a Ray cluster.

    import ray
    from torsor import distributed

    ray.init('auto')  # the cluster; without this Ray takes RAY_ADDRESS, or the processors of this machine
    state, sensordata = distributed.rollout(model, initial_state, control)

The arrays are those of `torsor.rollout.rollout`, and so are the results, bit for bit: a trajectory does not depend on
where it is computed, nor on what is computed beside it. Trajectories travel in chunks. There are never more chunks
under way than keep all workers busy, so that neither they nor their results pile up; what a worker had that died, or
whose machine was lost, is computed again. All machines need the same version of Torsor.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .api.callbacks import refuse_python_callbacks
from .api.data import MjData
from .api.model import MjModel
from .batch.tables import CTRL
from .jit.inside.sources import source_digest
from .jit.layout import layout
from .physics.world import DATA
from .progress import Progress
from .rollout import Rollout, Shapes, check_options

if TYPE_CHECKING:
    import torsor

__all__ = ['rollout']

_AHEAD = 2  # chunks under way for each one that can run: the next is there when one ends
_CHUNKS = 8  # chunks for each worker, if the user does not say how large they are


def rollout(model: 'torsor.MjModel | Sequence[torsor.MjModel]', initial_state, control=None, *,
            control_spec: int = CTRL, nstep: int | None = None, initial_warmstart=None, state=None, sensordata=None,
            chunk_size: int | None = None, nthread: int = 1, prepare: Callable[[Any], Any] | None = None,
            retries: int = 3, progress: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Roll out trajectories on a cluster; (state, sensordata) of shapes (nbatch, nstep, ...).

    model, initial_state, control, control_spec, nstep, initial_warmstart, state, sensordata: see `Rollout.rollout`.
    chunk_size: trajectories that a worker takes at a time.
    nthread: threads of a worker; each takes a processor of the cluster.
    prepare: called with a model where it arrives, for what does not travel: `model.callbacks`, for instance.
    retries: how often a chunk is computed again that was lost with its worker.
    progress: whether stderr tells how far it is.
    """
    ray = _ray()
    job = _job(model, initial_state, control, control_spec, nstep, initial_warmstart, state, sensordata, chunk_size)
    _check_counts(nthread=nthread, retries=retries)
    _check_callbacks(job.models, prepare)
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    workers = _workers(nthread)
    chunk = int(chunk_size or max(1, job.nbatch // (_CHUNKS * workers)))
    run = ray.remote(_run_chunk).options(num_cpus=nthread, max_retries=int(retries))
    shared = ray.put((job.models, prepare)) if len(job.models) == 1 else None

    def send(part: slice):
        parts = {name: array[part] for name, array in job.inputs.items()}
        own = shared if shared is not None else ray.put((job.models[part], prepare))
        return run.remote([own], source_digest(), nthread, parts, dict(control_spec=control_spec, nstep=job.nstep))

    bar, done = Progress('rollout') if progress else None, 0
    try:
        for part, (states, readings) in _results(send, job.nbatch, chunk, _AHEAD * workers):
            job.state[part], job.sensordata[part] = states, readings
            done += part.stop - part.start
            if bar:
                bar.update(done / job.nbatch, f'{done} of {job.nbatch}')
    finally:
        if bar:
            bar.close()
    return job.state, job.sensordata


def _ray() -> Any:
    """Ray, imported when it is first needed."""
    try:
        import ray  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError('rollouts on a cluster need Ray: pip install "torsor[ray]"') from error
    return ray


def _workers(nthread: int) -> int:
    """How many workers the cluster has room for now. Without any, a chunk would wait for ever."""
    ray = _ray()
    processors = [int(node['Resources'].get('CPU', 0)) for node in ray.nodes() if node['Alive']]
    workers = sum(count // nthread for count in processors)
    if not workers:
        raise ValueError(f'no machine of the cluster has {nthread} processors, as nthread asks for: the largest has '
                         f'{max(processors, default=0)}')
    return workers


def _results(send: Callable[[slice], Any], count: int, chunk: int, limit: int) -> Iterator[tuple[slice, tuple]]:
    """Parts of the trajectories and what came of them, as they arrive; at most `limit` parts are under way."""
    ray = _ray()
    parts = iter([slice(start, min(start + chunk, count)) for start in range(0, count, chunk)])
    under_way: dict[Any, slice] = {}
    try:
        while True:
            while len(under_way) < limit and (part := next(parts, None)) is not None:
                under_way[send(part)] = part
            if not under_way:
                return
            ready, _ = ray.wait(list(under_way), num_returns=1)
            part = under_way.pop(ready[0])
            yield part, _fetched(ready[0], part)
    finally:  # after an error or an interrupt nobody waits for the others
        for reference in under_way:
            ray.cancel(reference, force=True)


def _fetched(reference, part: slice) -> tuple[np.ndarray, np.ndarray]:
    """The results of a chunk; an error in it is raised as it would be here."""
    ray = _ray()
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error
    except ray.exceptions.RayError as error:
        raise RuntimeError(f'trajectories {part.start} to {part.stop - 1} were lost with their workers more often than '
                           f'`retries` allows: {error}') from error


# ---- on a worker ----
_at_hand: dict[Any, tuple[list, list, Rollout]] = {}  # the last models, with what runs them


def _run_chunk(own: list, source: str, nthread: int, arrays: dict, options: dict) -> tuple[np.ndarray, np.ndarray]:
    """Roll out some trajectories. `own` holds a reference to their models, which are then fetched only once."""
    if source != source_digest():
        raise RuntimeError('a machine of the cluster has another version of Torsor, whose results could differ: '
                           'install the same one everywhere')
    key = own[0], nthread
    if key not in _at_hand:
        _forget()
        _at_hand[key] = _made_ready(own[0], nthread)
    models, datas, roller = _at_hand[key]
    return roller.rollout(models if len(models) > 1 else models[0], datas, **arrays, **options)


def _made_ready(reference, nthread: int) -> tuple[list, list, Rollout]:
    models, prepare = _ray().get(reference)
    if prepare is not None:
        for model in models:
            prepare(model)
    threads = nthread if nthread > 1 else 0
    return models, [MjData(models[0]) for _ in range(nthread)], Rollout(nthread=threads)


def _forget() -> None:
    for _, _, roller in _at_hand.values():
        roller.close()
    _at_hand.clear()


# ---- arguments ----
class _Job(NamedTuple):
    models: list[Any]
    nbatch: int
    nstep: int
    inputs: dict[str, np.ndarray]
    state: np.ndarray
    sensordata: np.ndarray


def _job(model, initial_state, control, control_spec, nstep, initial_warmstart, state, sensordata, chunk_size) -> _Job:
    """What is to be computed, with all arrays in full size."""
    models: list[Any] = list(model) if isinstance(model, Sequence) else [model]
    if not models:
        raise ValueError('The list of models is empty')
    for thing in models:
        if not isinstance(thing, MjModel):
            raise TypeError(f'rollout(): incompatible function arguments: expected an MjModel, '
                            f'got {type(thing).__name__}')
    check_options(control_spec, nstep, chunk_size)
    shapes = Shapes(models, layout(DATA, models[0]._layout.given), control_spec, nstep)
    arrays = dict(initial_state=initial_state, initial_warmstart=initial_warmstart, control=control, state=state,
                  sensordata=sensordata)
    shapes.fit(arrays)
    outputs = arrays.pop('state'), arrays.pop('sensordata')
    inputs = {name: array for name, array in arrays.items() if array is not None}
    return _Job(models, shapes.nbatch, shapes.nstep, inputs, *outputs)


def _check_counts(**counts) -> None:
    for name, value in counts.items():
        lowest = 0 if name == 'retries' else 1
        if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or value < lowest:
            raise ValueError(f'{name} must be an integer of at least {lowest}, got {value!r}')


def _check_callbacks(models: list, prepare) -> None:
    """Refuse functions that would stay behind: the workers would compute something else."""
    refuse_python_callbacks()
    if prepare is None:
        for model in models:
            if model.callbacks:
                raise ValueError(f'{model.callbacks!r} of the model do not travel to other machines: set them in a '
                                 f'function, and give it as prepare=')
