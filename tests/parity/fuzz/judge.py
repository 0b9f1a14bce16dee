"""One mutant in both engines: does it load, is the compiled model the same, do all stages agree?"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter

import mujoco
import numpy as np

import torsor
from parity.fuzz.hulls import ORDERS, is_same_hull
from parity.fuzz.mutate import mutant
from parity.fuzz.states import random_state
from parity.fuzz.volumes import is_other_tree
from parity.twins import model_field, model_fields
from parity.verdict import MULTIPLE, SHAKE, SHAKES, TOLERANCE, compare

STATES = 2  # of each model
LATER = 'does not support it yet'  # how Torsor refuses what it does not have
ENGINE = 'engine error'
EXCUSES = ('flips', 'states', 'given_up', 'noise', 'storage', 'luck', 'early', 'maxima', 'redundant',
           'rounding')  # of verdicts
EXCLUSIVE, STRICTER = 'exclude each other', 'attributes that exclude each other, which the wheel does not see in frames'
FRACTION = re.compile(r'(?<=[" ])-?\d*\.\d+(?:e-?\d+)?(?=[" ])')
NO_ROOM = 'states with more pairs than the wheel has room for'
MULTIPLIED = 'sensors of nothing in particular that the wheel doubles with each replica'
SINGLE = {'cam_fovy': 2e-7}  # computed in single precision


@dataclass
class Report:
    """What came of one model: counts for the summary, and what nothing explains."""

    counts: Counter = field(default_factory=Counter)
    defects: dict[str, float] = field(default_factory=dict)
    state: np.ndarray | None = None  # of the simulation in which they were found


def judge_seed(seed: int) -> Report:
    return judge(mutant(seed), seed)


def judge(xml: str, seed: int) -> Report:
    """Compare all there is of a model."""
    report = Report()
    (m, error), (rm, their_error) = load(torsor, xml), load(mujoco, xml)
    if m is None or rm is None:
        word = refusal(error, their_error)
        report.counts[word] += 1
        if word.startswith('only'):
            report.defects[word] = np.inf
        return report
    if judge_models(m, rm, report, lambda: model_noise(xml, rm)):
        rng = np.random.default_rng(seed)
        for _ in range(STATES):
            judge_state(m, rm, random_state(rm, rng), report)
    return report


def judge_models(m, rm, report: Report, noise: Callable) -> bool:
    """Compare compiled models; where they agree, ours gets the wheel's numbers, so that stages can be compared.

    `noise` tells how far fields of the wheel's model move by themselves.
    """
    report.counts['models'] += 1
    defects = model_differences(m, rm)
    if is_other_tree(m, rm):
        report.counts['volumes in another order'] += 1
        defects = {name: error for name, error in defects.items() if not name.startswith('model bvh_')}
    if any(name.split()[1] in ORDERS for name in defects) and is_same_hull(m, rm):
        report.counts['hulls in another order'] += 1
        defects = {name: error for name, error in defects.items() if name.split()[1] not in ORDERS}
    if defects:
        floor = noise()
        explained = {name for name, error in defects.items() if error <= MULTIPLE * floor.get(name, 0.0)}
        report.counts['models with noise'] += bool(explained)
        defects = {name: error for name, error in defects.items() if name not in explained}
    if defects and sensors_are_multiplied(m, rm):
        report.counts[MULTIPLIED] += 1
        return False
    report.defects |= defects
    if not defects:
        adopt(m, rm)
    return not defects


def judge_state(m, rm, start, report: Report) -> None:
    """Compare all stages from this state, data of the wheel."""
    verdict = compare(m, rm, start)
    outcome = ('states refused by both' if verdict.refused else NO_ROOM if verdict.full
               else 'diverged' if verdict.diverged else 'states')
    report.counts[outcome] += 1
    report.counts['steps not compared'] += verdict.unchecked
    for kind in EXCUSES:
        excused = getattr(verdict, kind)
        report.counts[f'excused {kind}'] += bool(excused)
        report.counts.update({f'  {kind} {name.split(" (")[0]}': 1 for name in excused})
    report.defects |= verdict.defects


def load(engine, xml: str):
    """(model, None) or (None, message)"""
    try:
        return engine.MjModel.from_xml_string(xml), None
    except (ValueError, engine.FatalError) as error:
        return None, str(error)


def refusal(ours: str | None, theirs: str | None) -> str:
    """Who refuses a model."""
    if ours and LATER in ours:
        return 'not supported'
    if theirs and ENGINE in theirs:
        return 'refused by the wheel, which runs a model when it loads it'
    if ours and theirs:
        return 'refused by both'
    if ours and EXCLUSIVE in ours:
        return STRICTER
    return 'only Torsor refuses' if ours else 'only the wheel refuses'


def model_differences(m, rm, tolerance: float = TOLERANCE) -> dict[str, float]:
    """Fields of the compiled model that differ."""
    found = {}
    for name in model_fields():
        ours, theirs = model_field(m, name), model_field(rm, name)
        if ours.shape != theirs.shape:
            found[f'model {name}'] = np.inf
        elif theirs.dtype.kind != 'f':
            if not np.array_equal(ours, theirs):
                found[f'model {name}'] = np.inf
        elif not np.array_equal(ours, theirs, equal_nan=True):
            finite = np.isfinite(theirs)  # inf and nan are what overflows leave, in one order of sums or another
            error = np.abs(ours - theirs)[finite].max(initial=0) / np.abs(theirs[finite]).max(initial=1e-9)
            error = error if np.array_equal(finite, np.isfinite(ours)) else np.inf
            if not error <= max(tolerance, SINGLE.get(name, 0.0)):
                found[f'model {name}'] = error
    return found


def model_noise(xml: str, rm) -> dict[str, float]:
    """How far fields of the wheel's model move when the numbers in its text change in the last digits."""
    floor: dict[str, float] = {}
    rng = np.random.default_rng(0)
    for _ in range(SHAKES):
        text = FRACTION.sub(lambda number: f'{float(number[0]) * (1 + SHAKE * rng.normal()):.17g}', xml)
        again, _ = load(mujoco, text)
        for name, error in model_differences(again, rm, 0.0).items() if again else ():
            floor[name] = max(floor.get(name, 0.0), error)
    return floor


def sensors_are_multiplied(m, rm) -> bool:
    """Whether the wheel's model has the same sensors but for more of those that concern no element."""
    ours, theirs = (Counter(zip(np.array(model.sensor_type).tolist(), np.array(model.sensor_objid).tolist()))
                    for model in (m, rm))
    more = theirs - ours
    return bool(more) and not ours - theirs and all(element < 0 for _, element in more)


def adopt(m, rm) -> None:
    """Give our model the wheel's numbers to the last bit, so that a difference in a stage is the stage's own.

    So with bounding volumes: of two that are as large as each other, the last bits say which is opened first.
    """
    other_tree = is_other_tree(m, rm)
    for name in model_fields():
        ours, theirs = attrgetter(name)(m), attrgetter(name)(rm)
        known = name in ORDERS or (isinstance(ours, np.ndarray) and ours.dtype.kind == 'f')
        if known and ours.size and not (other_tree and name.startswith('bvh_')):
            ours[...] = theirs
