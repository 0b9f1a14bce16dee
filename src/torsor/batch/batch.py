"""Batch: many simulations of one model on threads, with their fields as rows of arrays.

    batch = Batch(model, nsim=1024)
    qpos, ctrl, xpos = batch.bind('qpos'), batch.bind('ctrl'), batch.bind('xpos')
    for _ in range(1000):
        ctrl[:] = policy(qpos, xpos)
        batch.step()

A simulation is its state (mjSTATE_INTEGRATION), a row of `batch.state`. A call loads each row into an MjData, runs, and
saves it, in native code and without the GIL. Results have the bits of a loop over one MjData for each simulation,
at any number of threads. An error in one simulation leaves its state as it was, and touches no other.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..api.data import MjData
from ..schema.constants import mjNGROUP
from ..schema.enums import mjtStage
from .fields import DATA_FIELDS, MODEL_FIELDS, hint, is_output, is_state, not_bindable, not_expandable
from .given import ids_of, whole_numbers
from .named import KINDS, Named
from .queries import rays
from .tables import CTRL, state_size
from .worlds import Worlds

if TYPE_CHECKING:
    import torsor

_View = Callable[[int | str], Named]
_NONE, _ACC = int(mjtStage.mjSTAGE_NONE), int(mjtStage.mjSTAGE_ACC)


class SimulationError(RuntimeError):
    """Some simulations of a call have failed, `ids`; they kept their state, and the others ran to the end."""

    def __init__(self, ids: np.ndarray, message: str, count: int | None = None):
        self.ids = ids
        shown = ', '.join(map(str, ids[:5])) + (', ...' if len(ids) > 5 else '')
        of = '' if count is None else f' of {count}'
        super().__init__(f'an error ended {len(ids)}{of} simulations ({shown}); simulation {ids[0]}: {message}')


SimulationError.__module__ = 'torsor.batch'


class Batch:
    """`nsim` simulations of a copy of `model` on `nthread` threads (0: one for each processor).

    `persistent` keeps an MjData for each simulation, where a thread's serves many otherwise: every field is then the
    simulation's own. Models that sleep need it. Fields of MjData are attributes (`batch.xpos`, `batch.ctrl = 0.5`);
    elements have views (`batch.joint('hip').qpos`).
    """

    # views of an element, by name or number; defined below for each kind
    actuator: _View
    body: _View
    camera: _View
    equality: _View
    geom: _View
    joint: _View
    keyframe: _View
    light: _View
    material: _View
    numeric: _View
    pair: _View
    sensor: _View
    site: _View
    tendon: _View

    def __init__(self, model: 'torsor.MjModel', nsim: int, nthread: int = 0, persistent: bool = False):
        self._b = Worlds(model, nsim, nthread, persistent)
        self.model = model
        self._models: Any = None
        self._expanded: dict[str, np.ndarray] = {}
        self.state, self.warning, self.status = self._b.state, self._b.warning, self._b.status.view()
        self.status.flags.writeable = False

    @cached_property
    def _template(self) -> Any:
        """A data of the model, for shapes and types of its fields and views."""
        return MjData(self._b.model)

    def __getattr__(self, name: str) -> np.ndarray:
        if name in DATA_FIELDS:
            return self.bind(name)
        raise AttributeError(f"'Batch' object has no attribute {name!r}" +
                             ('' if name.startswith('_') else hint(name, DATA_FIELDS)))

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in DATA_FIELDS:
            object.__setattr__(self, name, value)
        elif is_state(name):
            self.bind(name)[...] = value
        else:
            raise is_output(name)

    nsim = property(lambda self: self._b.nsim, doc='How many simulations there are.')
    nthread = property(lambda self: self._b.nthread, doc='Threads, the one that calls among them.')
    nstate = property(lambda self: self._b.nstate, doc='Numbers of a state.')
    persistent = property(lambda self: self._b.persistent, doc='Whether each simulation has an MjData.')

    def error(self, sim: int) -> str:
        """What the last call of a simulation raised, or ''."""
        return self._b.error(sim)

    # ---- fields ----
    def bind(self, name: str) -> np.ndarray:
        """A live array of a field of MjData, of shape (nsim, ...).

        A field of the state is a view of the states: what is written there counts from the next call on. Others are
        written by each call on a simulation, and cannot be written.
        """
        if is_state(name):
            part = self.state[:, self._b.state_part(name)]
            return part[:, 0] if name == 'time' else part.reshape(self.nsim, *self._b.place.places[name][2])
        table = self._b.output(name).view()
        table.flags.writeable = False
        return table

    def expand(self, name: str) -> np.ndarray:
        """A live array of values of a field of MjModel (or 'opt.<name>') for each simulation, of shape (nsim, ...).

        After changes of what constants follow from, such as masses, call `set_const`. Real numbers of elements, gravity
        and the like differ at little cost, and whichever of them do, native code is the same; it is compiled anew for
        each set of others. Where integers differ, worlds run one by one.
        """
        if name not in MODEL_FIELDS:
            raise not_expandable(name)
        self._expanded[name] = self._b.expand(name)
        return self._expanded[name]

    def expanded(self, name: str) -> np.ndarray | None:
        """The values of a field that was expanded, by the user or by `set_const`, not to be written; else None."""
        if name not in MODEL_FIELDS:
            raise not_expandable(name)
        return self._b.expanded(name)

    # ---- calls ----
    def step(self, ids=None, nstep: int = 1, stage: int = _NONE, *, forces: bool = False) -> None:
        """Advance simulations by `nstep` steps, then run forward dynamics up to a stage (mjtStage) in the new state.

        Without the latter, fields are those of the state before the last step, as after mj_step. `forces` adds those
        on bodies (cacc, cfrc_int, cfrc_ext), as mj_rnePostConstraint does.
        """
        ids = ids_of(ids, self.nsim)
        self._check(ids, self._b.step(ids, nstep, int(stage), forces))

    def forward(self, ids=None, stage: int = _ACC) -> None:
        """Run forward dynamics up to a stage (mjtStage)."""
        ids = ids_of(ids, self.nsim)
        self._check(ids, self._b.forward(ids, int(stage)))

    def reset(self, ids=None, keyframe=-1, stage: int = _ACC) -> None:
        """Set simulations to their initial state, or to a keyframe: one for all or one for each; then `forward`."""
        ids = ids_of(ids, self.nsim)
        chosen = range(self.nsim) if ids is None else ids
        most = max((self._b.model_of(sim).nkey for sim in chosen), default=0) if self._models else self.model.nkey
        keys = whole_numbers(keyframe, (len(chosen),), -1, most, 'keyframe')
        self._check(ids, self._b.reset(ids, keys, int(stage)))

    def set_const(self, ids=None) -> None:
        """Run mj_setConst for each simulation; constants that are not the usual ones are expanded."""
        ids = ids_of(ids, self.nsim)
        self._check(ids, self._b.set_const(ids))

    def rollout(self, nstep: int, control=None, control_spec: int = CTRL, record: Sequence = ('qpos',), ids=None,
                out: dict | None = None) -> dict:
        """Advance simulations by `nstep` steps and record after each; a dictionary of arrays of shape (n, nstep, ...).

        control: what is set before each step, (n, nstep, ncontrol); control_spec: which components of mjSTATE_USER.
        record: names of fields of MjData, or bits of mjtState for state vectors. out: arrays to record into.
        A simulation that warns makes no more steps; its records repeat the last ones.
        """
        ids = ids_of(ids, self.nsim)
        count = self.nsim if ids is None else len(ids)
        if control is not None:
            width = state_size(self._b.place, int(control_spec))
            control = np.ascontiguousarray(np.broadcast_to(control, (count, nstep, width)), np.float64)
        tables = {item: self._record_table(item, count, nstep, (out or {}).get(item)) for item in record}
        records = [(item, 0, table) if isinstance(item, str) else (None, int(item), table)
                   for item, table in tables.items()]
        self._check(ids, self._b.rollout(ids, nstep, control, int(control_spec), records))
        return tables

    def _record_table(self, item, count: int, nstep: int, given) -> np.ndarray:
        if isinstance(item, str):
            if item not in DATA_FIELDS:
                raise not_bindable(item)
            _, dtype, shape = self._b.place.places[item]
        else:
            dtype, shape = np.dtype(np.float64), (state_size(self._b.place, int(item)),)
        shape = (count, nstep, *shape)
        if given is None:
            return np.empty(shape, dtype)
        if not (isinstance(given, np.ndarray) and given.shape == shape and given.dtype == dtype and given.flags.carray):
            raise ValueError(f'out[{item!r}] must be a writable C-contiguous {dtype} array of shape {shape}')
        return given

    def jac(self, body, point, ids=None) -> tuple[np.ndarray, np.ndarray]:
        """Jacobians of points of the world that move with bodies, (n, 3, nv) each: of translation and of rotation.

        One body and one point for all, or one for each simulation. They follow from the state, by kinematics.
        """
        ids = ids_of(ids, self.nsim)
        count = self.nsim if ids is None else len(ids)
        bodies = whole_numbers(body, (count,), 0, self.model.nbody, 'body')
        points = np.ascontiguousarray(np.broadcast_to(point, (count, 3)), np.float64)
        jacp, jacr = np.zeros((2, count, 3, self.model.nv))
        self._check(ids, self._b.jac(ids, bodies, points, jacp, jacr))
        return jacp, jacr

    def ray(self, pnt, vec, geomgroup=None, flg_static: bool = True, bodyexclude=-1, ids=None,
            normal: bool = False) -> tuple[np.ndarray, ...]:
        """Where rays meet geoms: distances and ids of geoms, (n, nray) each, -1 for none; and normals if asked for.

        pnt, vec: origins and directions, (3,) for one ray, (nray, 3) for the same ones in all simulations, or
        (n, nray, 3). bodyexclude: a body that a ray ignores, or -1, one for all or one for each ray.
        """
        ids = ids_of(ids, self.nsim)
        count = self.nsim if ids is None else len(ids)
        pnt, vec = (np.atleast_2d(np.asarray(a, np.float64)) for a in (pnt, vec))
        nray = np.broadcast_shapes(pnt.shape[:-1], vec.shape[:-1])[-1]
        pnt, vec = (np.ascontiguousarray(np.broadcast_to(a, (count, nray, 3))) for a in (pnt, vec))
        exclude = whole_numbers(bodyexclude, (count, nray), -1, self.model.nbody, 'bodyexclude')
        if geomgroup is not None:
            geomgroup = np.ascontiguousarray(geomgroup, np.uint8)
            if geomgroup.shape != (mjNGROUP,):
                raise ValueError(f'geomgroup must have shape ({mjNGROUP},), got {geomgroup.shape}')
        dist, geomid, normals = np.zeros((count, nray)), np.zeros((count, nray), np.int32), np.zeros((count, nray, 3))
        self._check(ids, rays(self._b, ids, pnt, vec, geomgroup, flg_static, exclude, dist, geomid, normals))
        return (dist, geomid, normals) if normal else (dist, geomid)

    def _check(self, ids: np.ndarray | None, failures: int) -> None:
        if failures:
            chosen = np.arange(self.nsim) if ids is None else ids
            failed = chosen[self.status[chosen] != 0]
            raise SimulationError(failed, self.error(int(failed[0])), len(chosen))

    # ---- single simulations ----
    def get_model(self, sim: int, model: 'torsor.MjModel | None' = None) -> 'torsor.MjModel':
        """The model of a simulation with its own values, as a copy or written into `model`."""
        return self._b.get_model(sim, model)

    def get_data(self, sim: int, data: 'torsor.MjData | None' = None) -> 'torsor.MjData':
        """The state of a simulation, in a persistent batch all of its data, as a copy or written into `data`."""
        return self._b.get_data(sim, data)

    def set_models(self, models: 'torsor.MjModel | Sequence[torsor.MjModel] | None') -> None:
        """Run simulations on models of yours, one for each or one for all; None: on the batch's own again.

        They must have the sizes of the batch's model. They take the place of expanded fields.
        """
        chosen = list(models) if isinstance(models, Sequence) else models
        self._b.set_models(chosen)
        self._models = chosen

    @property
    def models(self) -> 'torsor.MjModel | tuple[torsor.MjModel, ...] | None':
        """The models that were set: one for all, one for each, or None."""
        return tuple(self._models) if isinstance(self._models, list) else self._models


def _accessor(kind: str):
    def view(self: Batch, key: int | str) -> Named:
        return Named(self, kind, key)

    view.__name__, view.__qualname__ = kind, f'Batch.{kind}'
    view.__doc__ = f'The columns of a {kind}, by name or number.'
    return view


for _kind in KINDS:
    setattr(Batch, _kind, _accessor(_kind))
