"""The same statements in both engines, and what differs after each of them."""

import copy
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import mujoco
import numpy as np

import torsor
from parity.fuzz.judge import adopt
from parity.trace import CONTACT, DISCRETE, INNER, OF_COPIES, OF_FORCES, OF_METRIC, snapshot, unset
from parity.twins import ARENA, FACTORS, RESULTS, model_field, model_fields
from parity.verdict import TOLERANCE, difference, scale_of

PRELUDE = (Path(__file__).parent / 'prelude.py').read_text()
LOADERS = """
def load():
    return {load}


def load_spec():
    return {spec}
"""
ENGINES = {'torsor': torsor, 'mujoco': mujoco}
# factors are made when they are needed, which is each engine's own affair
FIELDS = tuple(name for name in RESULTS if name not in (*INNER, *FACTORS))
# the wheel counts bodies with gravity compensation in mj_setConst; ours says how many there are
MODEL_FIELDS = tuple(name for name in model_fields() if name != 'ngravcomp')
# solvers fill these; the wheel has some of them earlier
COPIED = (*OF_COPIES, 'island_iefcadr')
OF_VELOCITY = ('mj_fwdVelocity', 'mj_referenceConstraint', 'mj_invVelocity')  # fill efc_vel and efc_aref
DATA_NAMES = ('d', 'd2')  # the variables that hold data
COMPILED = compile(PRELUDE, 'prelude', 'exec')


@dataclass
class Outcome:
    """What a statement did in one engine."""

    error: str = ''  # type of the exception
    message: str = ''
    bases: list = field(default_factory=list)  # classes that the exception is of
    values: list = field(default_factory=list)  # what it returned, flat
    given: list = field(default_factory=list)  # arrays among its arguments


@cache
def scratch(engine: str) -> str:
    """A folder for the files of an engine."""
    return tempfile.mkdtemp(prefix=engine)


class World:
    """One engine and the variables of a script."""

    def __init__(self, engine, source):
        self.engine = engine
        self.names = {'mj': engine, 'folder': scratch(engine.__name__)}
        exec(COMPILED, self.names)
        exec(source.loaders(), self.names)
        m = copy.deepcopy(source.cached[engine.__name__])
        self.names |= {'m': m, 'd': engine.MjData(m)}

    def again(self, source) -> 'World':
        """A world of its own with copies of model and data."""
        world = World(self.engine, source)
        world.names |= {name: copy.copy(self.names[name]) for name in ('m', *DATA_NAMES) if name in self.names}
        return world

    def run(self, statement: str) -> Outcome:
        """Execute a statement; every exception is an answer."""
        self.names['out'] = None
        self.names['given'].clear()
        try:
            exec(statement, self.names)
            outcome = Outcome(values=flat(self.names['out']))
        except Exception as error:
            outcome = Outcome(type(error).__name__, str(error), [base.__name__ for base in type(error).__mro__])
        outcome.given = [array.copy() for array in self.names['given']]
        return outcome


def same_error(ours: Outcome, theirs: Outcome) -> bool:
    """Whether an `except` for the wheel's exception catches ours."""
    return ours.error == theirs.error or theirs.error in ours.bases[:-3]


def flat(value) -> list:
    """Numbers, text and arrays of a result, however they are nested."""
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in flat(item)]
    if isinstance(value, dict):
        return [leaf for key in sorted(value) for leaf in (key, *flat(value[key]))]
    if isinstance(value, (str, bytes, bool, type(None))):
        return [value]
    if isinstance(value, (int, float, np.generic)):
        return [np.asarray(value)]
    return [np.array(value)] if isinstance(value, np.ndarray) else [type(value).__name__]


class Twin:
    """Both engines side by side; ours begins each statement with the wheel's numbers."""

    def __init__(self, source):
        self.ours, self.theirs = (World(ENGINES[name], source) for name in ('torsor', 'mujoco'))
        adopt(self.ours.names['m'], self.theirs.names['m'])
        self.before, self.unset = self.fingerprint(), COPIED

    def run(self, statement: str, operation) -> dict[str, float]:
        """What differs after a statement, by name."""
        theirs, ours = self.theirs.run(statement), self.ours.run(statement)
        self.outcomes = ours, theirs
        if not same_error(ours, theirs):
            return {f'raises {ours.error or "nothing"}, expected {theirs.error or "nothing"}': np.inf}
        self.set_unset(operation)
        found = values_differ(ours, theirs) | differences(self.ours, self.theirs, operation, self.unset)
        if ours.error and not found and ours.error != 'FatalError' and statement.startswith('out = call('):
            found |= self.changed_by_failure()
        return found

    def set_unset(self, operation) -> None:
        """Note which fields mean nothing until a later stage writes them."""
        self.was_unset = self.unset
        if operation.name in OF_VELOCITY and self.theirs.names['m'].opt.integrator != DISCRETE:  # which does so later
            self.unset = tuple(name for name in self.unset if name not in ('efc_vel', 'efc_aref'))
        if operation.checkpoint and not self.outcomes[1].error:
            later = COPIED if operation.checkpoint in ('position', 'rows') else ()
            self.unset = (*unset(mujoco, self.theirs.names['m'], self.theirs.names['d'], operation.checkpoint), *later)
        self.unset += operation.forgets

    def changed_by_failure(self) -> dict[str, float]:
        """Fields that a statement changed although it raised; those that the wheel changed too are its own business."""
        after = self.fingerprint()
        return {f'{name} changed by a call that raised': np.inf for name in self.before
                if self.before[name] != after.get(name) and name not in self.theirs_changed}

    # ------------------------------------------------------------------ synchronisation

    def synchronise(self) -> bool:
        """Give our engine the wheel's numbers; False if it has more or fewer of something."""
        m, rm = self.ours.names['m'], self.theirs.names['m']
        if any(not same_bits(model_field(m, name), model_field(rm, name)) for name in MODEL_FIELDS):
            adopt(m, rm)
        same = True
        for variable in DATA_NAMES:
            if variable in self.theirs.names:
                without = self.unset if variable == 'd' else (*self.unset, *COPIED)
                same &= copy_fields(self.ours.names[variable], self.theirs.names[variable], without)
        self.before = self.fingerprint()
        return same

    def fingerprint(self) -> dict[str, bytes]:
        """All fields of our model and data, to the last bit."""
        m, d = self.ours.names['m'], self.ours.names['d']
        found = {f'model {name}': model_field(m, name).tobytes() for name in MODEL_FIELDS}
        found |= {f'd.{name}': np.asarray(getattr(d, name)).tobytes() for name in FIELDS}
        self.theirs_changed = ()
        return found


def differences(ours: World, theirs: World, operation, without: tuple[str, ...] = ()) -> dict[str, float]:
    """Fields of models that differ, or else of data."""
    found = models_differ(ours, theirs)
    return found or data_differ(ours, theirs, operation, without)


def models_differ(ours: World, theirs: World, tolerance: float = TOLERANCE) -> dict[str, float]:
    m, rm = ours.names['m'], theirs.names['m']
    found = {}
    for name in MODEL_FIELDS:
        one, other = model_field(m, name), model_field(rm, name)
        if not same_bits(one, other) and (error := model_difference(one, other)) > tolerance:
            found[f'model {name}'] = error
    return found


def data_differ(ours: World, theirs: World, operation, without: tuple[str, ...] = (),
                tolerance: float = TOLERANCE) -> dict[str, float]:
    found = {}
    for variable in DATA_NAMES:
        if variable in theirs.names and is_of(theirs.names['m'], theirs.names[variable]):
            left_out = without if variable == 'd' else (*without, *COPIED, *OF_FORCES, *OF_METRIC)
            fields = data_differences(ours, theirs, variable, operation.checkpoint, left_out)
            found |= {f'{variable}.{name}': error for name, error in fields.items() if error > tolerance}
    return found


def model_difference(ours: np.ndarray, theirs: np.ndarray) -> float:
    """How far apart two fields of models are."""
    if ours.shape != theirs.shape:
        return np.inf
    if theirs.dtype.kind != 'f':
        return 0.0 if np.array_equal(ours, theirs) else np.inf
    finite = np.isfinite(theirs)
    if not np.array_equal(finite, np.isfinite(ours)):
        return np.inf
    return np.abs(ours[finite] - theirs[finite]).max(initial=0) / np.abs(theirs[finite]).max(initial=1e-9)


def is_of(m, d) -> bool:
    """Whether data has the sizes of a model, which another one may have replaced."""
    return (d.qpos.size, d.qvel.size, d.xpos.shape[0]) == (m.nq, m.nv, m.nbody)


def data_differences(one: World, other: World, variable: str, checkpoint: str,
                     without: tuple[str, ...]) -> dict[str, float]:
    """Fields of data that differ, and by how much."""
    d, rd = one.names.get(variable), other.names[variable]
    if d is None:
        return {'data': np.inf}
    if all(same_bits(getattr(d, name), getattr(rd, name)) for name in FIELDS) and all(
            same_bits(getattr(d.contact, name), getattr(rd.contact, name)) for name in CONTACT) and (
            warnings(d) == warnings(rd)):
        return {}
    ours, theirs = (stored(world, variable, checkpoint, without) for world in (one, other))
    found = {}
    for name, expected in theirs.items():
        value = ours.get(name)
        error = np.inf if value is None else difference(name, value, expected, scale_of(name, theirs))
        if error:
            found[name] = error
    return found


def stored(world: World, variable: str, checkpoint: str, without: tuple[str, ...]) -> dict[str, np.ndarray]:
    """Fields of data that something has been written to."""
    m, d = world.names['m'], world.names[variable]
    return snapshot(world.engine, m, d, (*unset(world.engine, m, d, checkpoint), *FACTORS, *without))


def warnings(d) -> list:
    return [(warning.number, warning.lastinfo) for warning in d.warning]


def same_bits(ours, theirs) -> bool:
    if isinstance(theirs, np.ndarray):
        return ours.shape == theirs.shape and ours.tobytes() == theirs.tobytes()
    return ours == theirs


def values_differ(ours: Outcome, theirs: Outcome, tolerance: float = TOLERANCE) -> dict[str, float]:
    """Returned values and arrays among the arguments that differ."""
    found = {}
    for kind in ('values', 'given'):
        one, other = getattr(ours, kind), getattr(theirs, kind)
        if len(one) != len(other):
            return {f'{kind}: {len(one)}, expected {len(other)}': np.inf}
        for k, (value, expected) in enumerate(zip(one, other)):
            if (error := value_difference(value, expected)) > tolerance:
                found[f'{kind} {k}'] = error
    return found


def value_difference(value, expected) -> float:
    if not isinstance(expected, np.ndarray) or not isinstance(value, np.ndarray):
        return 0.0 if type(value) is type(expected) and value == expected else np.inf
    if value.dtype.kind != expected.dtype.kind:
        return np.inf
    return difference('', value, expected)


def copy_fields(d, rd, without: tuple[str, ...]) -> bool:
    """All numbers of the wheel's data, those in the arena included, where they have the same shapes.

    Not those that nothing has been written to: in our arena other fields may lie there.
    """
    same = True
    for name in FIELDS:
        if name in ARENA and name.startswith(without):
            continue
        ours, theirs = getattr(d, name), getattr(rd, name)
        if same_bits(ours, theirs):
            continue
        if name[0] == 'n':  # a count
            same = False
        elif not isinstance(theirs, np.ndarray):
            setattr(d, name, theirs)
        elif ours.shape == theirs.shape:
            ours[...] = theirs
        else:
            same = False
    for name in CONTACT:
        ours, theirs = getattr(d.contact, name), getattr(rd.contact, name)
        if ours.shape != theirs.shape:
            return False
        if not same_bits(ours, theirs):
            ours[...] = theirs
    for ours, theirs in zip(d.warning, rd.warning):
        ours.number, ours.lastinfo = theirs.number, theirs.lastinfo
    return same
