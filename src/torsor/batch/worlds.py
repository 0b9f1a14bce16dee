"""The tables of many simulations of one model, and the calls that run them.

Arguments are as native code takes them; `Batch` is what users see.
"""

import copy
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..api import callbacks
from ..api.data import MjData
from ..api.errors import FatalError
from ..api.model import MjModel
from ..api.reset import KEYFRAME, reset_data
from ..api.set_const import mj_setConst
from ..jit.arena import copy_contents
from ..jit.layout import layout
from ..jit.parallel_map import processors
from ..physics.batch.scalar import CAUTIOUS, FORCES, NWARNING
from ..physics.query.state import get_state, set_state
from ..physics.world import DATA, MODEL
from ..schema.enums import mjtEnableBit, mjtStage
from .fields import DATA_FIELDS, MODEL_FIELDS, is_state, not_bindable
from .given import check_array, check_ids
from .packs import Pack, moves_of_packs
from .pool import Pool
from .queries import jacobians
from .run import Task, by_packs, no_warnings, packs_for, run, spread, width_of
from .tables import INTEGRATION, USER, Move, Moves, components, field_move, moves, state_moves, state_size

_LAST = int(mjtStage.mjSTAGE_ACC)
_SLEEP = int(mjtEnableBit.mjENBL_SLEEP)
_CONSTANTS = sorted({*MODEL_FIELDS, *(name for name in MODEL.fields if name.startswith('stat.'))})


class Worlds:
    """States, warnings and outputs of `nsim` simulations, and fields of the model that differ between them."""

    def __init__(self, model, nsim: int, nthread: int = 0, persistent: bool = False):
        if not isinstance(model, MjModel):
            raise TypeError(f'Batch(): incompatible constructor arguments: model should be an MjModel, got {model!r}')
        self.nsim, self.persistent = operator.index(nsim), bool(persistent)
        if self.nsim <= 0:
            raise ValueError(f'nsim must be positive, got {nsim}')
        if model.opt.enableflags & _SLEEP and not persistent:
            raise ValueError('a model with sleep enabled needs persistent=True: who sleeps is no part of the state')
        callbacks.refuse_python_callbacks()
        self.nthread = min(self.nsim, nthread if nthread > 0 else processors())
        self.model = copy.copy(model)
        self.place = layout(DATA, model._layout.given)
        self._pool = Pool(self.nthread)
        self._thread_models = [self.model] * self.nthread
        self._thread_datas = [MjData(self.model) for _ in range(self.nthread)]
        self._datas = [MjData(self.model) for _ in range(self.nsim)] if persistent else []
        self._caller_models: list[MjModel] = []
        self._structs = np.zeros((2, self.nsim), np.int64)
        self._structs[1] = [d._address for d in self._datas] or 0
        self._all = np.arange(self.nsim, dtype=np.int32)
        self.nstate = state_size(self.place, INTEGRATION)
        self.state = np.empty((self.nsim, self.nstate))
        self.state[:] = self._initial_state(self.model, self._thread_datas[0], -1)
        self._warnings = no_warnings(self.nsim)
        self.warning = self._warnings.reshape(self.nsim, 2, NWARNING).transpose(0, 2, 1)
        self.status, self._errors = np.zeros(self.nsim, np.int32), {}
        self._outputs: dict[str, np.ndarray] = {}
        self._fields: dict[str, np.ndarray] = {}  # of the model, that differ
        self._derived: set[str] = set()  # those of them that only set_const has made differ
        self._plain_moves: Moves | None = None
        self._shared_moves: Moves | None = None

    # ---- tables ----
    def state_part(self, name: str) -> slice:
        """Where a field stands in the rows of states."""
        return components(self.place)[name]

    def output(self, name: str) -> np.ndarray:
        """A table of a field that calls compute, filled from now on."""
        if name not in self._outputs:
            if name not in DATA_FIELDS or is_state(name):
                raise not_bindable(name)
            _, dtype, shape = self.place.places[name]
            table = np.zeros((self.nsim, *shape), dtype)
            for sim, d in enumerate(self._datas):
                table[sim] = d._arrays[name]
            self._outputs[name], self._plain_moves = table, None
        return self._outputs[name]

    def expand(self, name: str) -> np.ndarray:
        """A table of a field of the model, with its present value for all simulations."""
        if self._caller_models:
            raise FatalError('mjb_expand: caller models are set: edit them, or go back to the model of the batch with '
                             'set_models(None)')
        self._derived.discard(name)
        return self._table(name)

    def _table(self, name: str) -> np.ndarray:
        if name not in self._fields:
            value = self._shared_part(name, self.model)
            self._fields[name] = np.repeat(value[None], self.nsim, axis=0)
            self._plain_moves = None
            if self._thread_models[0] is self.model:
                self._thread_models = [copy.copy(self.model) for _ in range(self.nthread)]
        return self._fields[name]

    def _shared_part(self, name: str, m: MjModel) -> np.ndarray:
        """What is expanded of a field: all of it, but of bounding volumes those of bodies, which come first."""
        value = m._arrays[name]
        return value[:m._arrays['body_bvhnum'].sum()] if name == 'bvh_aabb' else value

    def expanded(self, name: str) -> np.ndarray | None:
        """The table of a field of the model that differs, not to be written; else None."""
        table = self._fields.get(name)
        if table is None:
            return None
        table = table.view()
        table.flags.writeable = False
        return table

    # ---- models and data of single simulations ----
    def model_of(self, sim: int) -> MjModel:
        """The model that a simulation runs on, but for fields that differ."""
        return self._caller_models[sim] if self._caller_models else self.model

    def checked_sim(self, sim: int) -> int:
        sim = operator.index(sim)
        if not 0 <= sim < self.nsim:
            raise IndexError(f'sim must be in [0, {self.nsim}), got {sim}')
        return sim

    def _bring(self, sim: int, m: MjModel) -> MjModel:
        """Give a copy of the model the values of a simulation."""
        for name, table in self._fields.items():
            self._shared_part(name, m)[...] = table[sim]
        return m

    def get_model(self, sim: int, model) -> Any:
        """The model of a simulation, written into the one given or into a new one."""
        source = self.model_of(self.checked_sim(sim))
        if model is None:
            return self._bring(sim, copy.copy(source))
        if model._layout is not source._layout:
            raise ValueError('get_model needs a model with the sizes of the model of the simulation')
        model._buffer[:] = source._buffer
        model._cache.clear()
        return self._bring(sim, model)

    def get_data(self, sim: int, data) -> Any:
        """The state of a simulation, or all of its data if it has one."""
        self.checked_sim(sim)
        if data is None:
            data = MjData(self.model)
        if not isinstance(data, MjData) or data._layout.places != self.place.places:
            raise TypeError('get_data(): incompatible function arguments: data should be an MjData with the sizes of '
                            'the batch')
        if self._datas:
            copy_contents(self._datas[sim], data)
        self._load(sim, data)
        return data

    def _load(self, sim: int, d: MjData) -> None:
        set_state(d._model, d, self.state[sim], INTEGRATION)
        d._arrays['warning.lastinfo'][...] = self._warnings[sim, :NWARNING]
        d._arrays['warning.number'][...] = self._warnings[sim, NWARNING:]

    def world(self, sim: int) -> tuple[MjModel, MjData]:
        """Model and data of a simulation, to compute something that leaves its state as it is."""
        m = self.model_of(sim) if not self._fields else self._bring(sim, self._thread_models[0])
        d = self._datas[sim] if self._datas else self._thread_datas[0]
        self._load(sim, d)
        return m, d

    def set_models(self, models) -> None:
        """Run each simulation on a model of its own, or on one for all; None: on that of the batch."""
        chosen = [] if models is None else [models] * self.nsim if isinstance(models, MjModel) else list(models)
        if models is not None and len(chosen) != self.nsim:
            raise ValueError(f'set_models needs a model per simulation, got {len(chosen)} for {self.nsim}')
        if chosen and self._fields:
            raise FatalError('mjb_setModels: the batch has per-simulation fields, which caller models would replace')
        for i, m in enumerate(chosen):
            if not isinstance(m, MjModel):
                raise TypeError(f'set_models(): incompatible function arguments: model {i} is {m!r}')
            if m._layout is not self.model._layout and layout(DATA, m._layout.given).places != self.place.places:
                raise FatalError(f"mjb_setModels: model {i} does not give mjData the batch model's layout")
        self._caller_models = chosen
        self._structs[0] = [m._address for m in chosen] or 0

    # ---- calls ----
    def _moves(self, control: Sequence[Move] = (), record: Sequence[Move] = ()) -> Moves:
        fields = [move for name, table in self._fields.items()
                  for move in field_move(self.model._layout, name, table, self.nsim)]
        outputs = [move for name, table in self._outputs.items()
                   for move in field_move(self.place, name, table, self.nsim)]
        return moves(fields, state_moves(self.place, INTEGRATION, self.state), control, record, outputs)

    def _usual_moves(self) -> Moves:
        """Moves without controls and records, kept until tables come or go."""
        if self._plain_moves is None:
            self._plain_moves, self._shared_moves = self._moves(), None
        return self._plain_moves

    def _usual_moves_of_packs(self) -> Moves:
        """The same for packs."""
        plain = self._usual_moves()
        self._shared_moves = self._shared_moves or moves_of_packs(plain)
        return self._shared_moves

    def begin(self, function: str, ids: np.ndarray | None, stage: int = 0) -> np.ndarray:
        """Check what calls have in common; the simulations to run, which have not failed yet."""
        callbacks.refuse_python_callbacks()
        check_ids(ids, self.nsim)
        if not 0 <= stage <= _LAST:
            raise FatalError(f'{function}: stage must be in [mjSTAGE_NONE, mjSTAGE_ACC] = [0, {_LAST}], got {stage}')
        chosen = self._all if ids is None else ids
        self.status[slice(None) if ids is None else ids] = 0  # a slice takes a tenth of the time
        for sim in [sim for sim in self._errors if self.status[sim] == 0]:
            del self._errors[sim]
        return chosen

    def _run(self, chosen: np.ndarray, nstep: int, last: int, copied: Moves | None = None, mode: int = 0,
             kept: object = None) -> int:
        """Run simulations; how many failed."""
        copied = copied or self._usual_moves()
        task = Task(chosen, self._structs, copied, self._warnings, nstep, mode, last, frozenset(self._fields),
                    kept=(self, kept))
        run(self._pool, task, self._thread_models, self._thread_datas, self.failed)
        return self.failures(chosen)

    def in_use(self) -> list[tuple[MjModel, MjData]]:
        """The models and data that calls run on."""
        threads = list(zip(self._thread_models, self._thread_datas))
        return [(self.model, d) for d in self._datas] or threads

    def packs(self, chosen: np.ndarray) -> list[Pack]:
        """A pack for each thread, if these simulations may share registers."""
        return packs_for(chosen, self._structs, frozenset(self._fields), self._thread_models, self._thread_datas)

    def ask(self, chosen: np.ndarray, question: Callable, *arguments, packs: Sequence[Pack] = (),
            together: Callable | None = None) -> int:
        """Ask simulations a question of queries.py; how many failed.

        If there are packs `together` asks several at a time: it takes model and data of a thread, its pack, what to run
        and where it stands, moves, and warnings.
        """
        copied = self._usual_moves()
        shared = self._usual_moves_of_packs() if packs else copied

        def alone(thread: int, place: np.ndarray) -> None:
            question(self._thread_models[thread], self._thread_datas[thread], chosen, place, self._structs, *copied,
                     *arguments)

        def call(thread: int, place: np.ndarray) -> None:
            assert together is not None, 'who gives packs says how to ask them'
            together(self._thread_models[thread], self._thread_datas[thread], packs[thread], chosen, place, *shared,
                     self._warnings)

        spread(self._pool, chosen, by_packs(packs, self._thread_models, call, alone), self.failed, width_of(packs))
        return self.failures(chosen)

    def failures(self, chosen: np.ndarray) -> int:
        """How many of these have failed in their last call."""
        return int(np.count_nonzero(self.status if chosen is self._all else self.status[chosen]))

    def failed(self, sim: int, error: Exception) -> None:
        """Note that an error has ended the call of a simulation."""
        self.status[sim] = 1
        self._errors[sim] = str(error) or type(error).__name__
        if self._datas:
            self._datas[sim]._arrays['pstack'][...] = 0  # scratch that nobody will release

    def error(self, sim: int) -> str:
        """What the last call of a simulation raised, or ''."""
        return self._errors.get(self.checked_sim(sim), '')

    def step(self, ids: np.ndarray | None, nstep: int, stage: int, forces: bool = False) -> int:
        """Advance simulations; how many failed."""
        if nstep <= 0:
            raise FatalError(f'mjb_step: nstep must be positive, got {nstep}')
        return self._run(self.begin('mjb_step', ids, stage), operator.index(nstep), stage, mode=FORCES * bool(forces))

    def forward(self, ids: np.ndarray | None, stage: int) -> int:
        """Run forward dynamics up to a stage; how many failed."""
        return self._run(self.begin('mjb_forward', ids, stage), 0, stage)

    def reset(self, ids: np.ndarray | None, keys: np.ndarray, stage: int) -> int:
        """Set simulations to the initial state or a keyframe, and run forward dynamics; how many failed."""
        chosen = self.begin('mjb_reset', ids, stage)
        before, warnings, known = self.state[chosen], self._warnings[chosen], {}
        for sim, key in zip(chosen.tolist(), keys.tolist()):
            if self._fields or self._caller_models or self._datas or key not in known:
                known[key] = self._initial_state(*self.world(sim), key)
            self.state[sim] = known[key]
        self._warnings[chosen] = 0
        count = self._run(chosen, 0, stage)
        if count:
            failed = self.status[chosen] != 0
            self.state[chosen[failed]], self._warnings[chosen[failed]] = before[failed], warnings[failed]
        return count

    def _initial_state(self, m: MjModel, d: MjData, key: int) -> np.ndarray:
        """The state after a reset, of the model's own or of a keyframe."""
        if key >= m.nkey:
            raise FatalError(f'mjb_reset: keyframe {key} of a model with {m.nkey}')
        reset_data(m, d)
        for source, target in KEYFRAME.items() if key >= 0 else ():
            d._arrays[target][...] = m._arrays[source][key].reshape(d._arrays[target].shape)
        row = np.empty(self.nstate)
        get_state(d._model, d, row, INTEGRATION)
        return row

    def rollout(self, ids: np.ndarray | None, nstep: int, control: np.ndarray | None, spec: int,
                records: Sequence[tuple[str | None, int, np.ndarray]]) -> int:
        """Advance simulations and record after each step; how many failed.

        A record is (name of a field, 0, table) or (None, components of the state, table).
        """
        chosen = self.begin('mjb_rollout', ids, 0)
        if nstep <= 0:
            raise FatalError(f'mjb_rollout: nstep must be positive, got {nstep}')
        if spec & ~USER:
            raise ValueError('control_spec must be a subset of mjSTATE_USER')
        given, count = [], len(chosen)
        if control is not None:
            width = state_size(self.place, spec)
            check_array('control', control, np.float64, (count, nstep, width))
            given = state_moves(self.place, spec, control)
        kept = [move for record in records for move in self._record(*record, count, nstep)]
        return self._run(chosen, nstep, 0, self._moves(given, kept), CAUTIOUS, (control, records))

    def _record(self, name: str | None, spec: int, table, count: int, nstep: int) -> list[Move]:
        """Moves of a record."""
        if name is None:
            if not 0 <= spec <= INTEGRATION:
                raise ValueError(f'{spec} is no state: use bits of mjtState')
            shape, dtype = (state_size(self.place, spec),), np.dtype(np.float64)
        else:
            if name not in DATA_FIELDS:
                raise not_bindable(name)
            _, dtype, shape = self.place.places[name]
        try:
            check_array(f'the record of {name or spec}', table, dtype, (count, nstep, *shape), writable=True)
        except TypeError as problem:
            raise ValueError(str(problem)) from None
        if name is None:
            return state_moves(self.place, spec, table)
        return field_move(self.place, name, table, count * nstep)

    def jac(self, ids, bodies, points, jacp, jacr) -> int:
        """Jacobians of a point on a body in each simulation; how many failed."""
        return jacobians(self, ids, bodies, points, jacp, jacr)

    def set_const(self, ids: np.ndarray | None) -> int:
        """Compute the constants of each simulation's model from its fields; how many failed."""
        if self._caller_models:
            raise FatalError('mjb_setConst: caller models are set: run mj_setConst on each of them')
        chosen = self.begin('mjb_setConst', ids, 0)
        own = [name for name in self._fields if name not in self._derived]
        if own:
            usual, spare = copy.copy(self.model), self._thread_datas[0]
            mj_setConst(usual, spare)
            for sim in chosen.tolist():
                m = copy.copy(self.model)
                for name in own:
                    self._shared_part(name, m)[...] = self._fields[name][sim]
                try:
                    mj_setConst(m, spare)
                except Exception as error:
                    self.failed(sim, error)
                    continue
                self._keep_constants(sim, m, usual, own)
        return self.failures(chosen)

    def _keep_constants(self, sim: int, m: MjModel, usual: MjModel, own: list[str]) -> None:
        """Put the constants of a simulation into tables, if they are not the usual ones: those of the model itself."""
        for name in _CONSTANTS:
            value = self._shared_part(name, m)
            if name not in own and value.tobytes() == self._shared_part(name, usual).tobytes():
                value = self._shared_part(name, self.model)
            elif name not in self._fields:
                self._derived.add(name)
                self._table(name)
            if name in self._fields:
                self._fields[name][sim] = value
