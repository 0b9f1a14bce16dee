"""One sequence of calls in both engines: its differences, and which of them the wheel's own noise explains."""

import random
import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

import mujoco
import numpy as np

from parity.trace import CONTACT, DISCRETE, WARMSTART
from parity.verdict import SHAKE, SHAKEN, SHAKES, compare, explains, merge

from . import maths, objects, pipeline, queries, writes
from .arguments import TOKEN, Draw, is_spoilable
from .corpus import sources
from .operation import Operation
from .twin import DATA_NAMES, FIELDS, Twin, World, data_differ, models_differ, values_differ
from .writes import CONSTANTS, FREELY, OPTIONS, STATES

LENGTH = 40  # calls of a sequence
SPOILED = 0.15  # calls with a bad argument
OPERATIONS = [row for module in (pipeline, queries, maths, writes, objects) for row in module.OPERATIONS if row.weight]
WEIGHTS = tuple(accumulate(row.weight for row in OPERATIONS))


# Differences that are known: (functions, beginning of what differs, when).
# Some are on purpose: with `discrete` our stages one by one complete the rows, which only whole steps of the wheel do;
# an mj_setConst that is refused changes nothing; the warm start comes back though nobody uses it; a file is checked.
# functions that read forces of rows
OF_FORCES = ('mj_(step2|compareFwdInv|fwdConstraint|invConstraint|contactForce|rnePostConstraint|sensorAcc|'
             'forwardSkip|inverseSkip)')
OPEN = {
    'contacts of frames that are no rotations are not refused': (
        'mj_', 'raises nothing, expected FatalError', lambda m, d: not are_rotations(d)),
    'rows after stages in odd orders with the integrator `discrete`': (
        'mj_fwdAcceleration|mj_fwdActuation|mj_step2', 'd.', lambda m, d: m.opt.integrator == DISCRETE),
    'actuators and tendons in the inertia after collision detection': (
        'mj_collision', 'd.nefm', lambda m, d: m.opt.integrator == DISCRETE),
    'a refused mj_setConst changes nothing': ('mj_setConst', 'model ', lambda m, d: True),
    'derivatives leave the warm start alone that is switched off': (
        'mjd_transitionFD', 'd.qacc_warmstart', lambda m, d: bool(m.opt.disableflags & WARMSTART)),
    'files with options of no such value are refused': (
        'MjModel.from_binary_path', 'raises BinaryError, expected nothing', lambda m, d: True),
    'tendons yield by lengths of the position stage': ('mj_Euler', 'd.plastic', lambda m, d: bool(m.nplastic)),
}


@dataclass(frozen=True)
class Call:
    """A statement, and the operation that it was drawn from."""

    statement: str
    operation: Operation
    spoiled: bool = False


BEGIN = Call('out = call(mj.mj_forward, m, d)', pipeline.OPERATIONS_BY_NAME['mj_forward'])


@dataclass
class Report:
    """What came of one sequence."""

    counts: Counter = field(default_factory=Counter)  # calls by operation
    outcomes: Counter = field(default_factory=Counter)
    model: str = ''
    calls: list[Call] = field(default_factory=list)
    defects: dict[str, float] = field(default_factory=dict)
    said: str = ''  # messages of exceptions in both engines


def judge_seed(task: tuple[int, tuple[str, ...]], journal: Path | None = None) -> Report:
    """Draw a sequence and run it until something differs."""
    seed, paths = task
    rng = random.Random(seed)
    report = Report()
    chosen = sources(paths)[rng.randrange(len(sources(paths)))]
    report.model = chosen.name
    source = chosen.load()
    if source is None:
        report.outcomes['sequences without a model'] += 1
        return report
    twin = Twin(source)
    report.calls.append(BEGIN)
    going = take(twin, source, BEGIN, report)
    while going and len(report.calls) < LENGTH:
        call = draw(rng, twin.theirs.names)
        report.calls.append(call)
        if journal:
            journal.write_text(f'{chosen.name}\n' + '\n'.join(call.statement for call in report.calls))
        going = take(twin, source, call, report)
    report.outcomes['sequences'] += 1
    return report


def draw(rng: random.Random, names: dict) -> Call:
    """Any call that makes sense for this model."""
    while True:
        operation = rng.choices(OPERATIONS, cum_weights=WEIGHTS)[0]
        tokens = [token for token in TOKEN.findall(operation.template) if is_spoilable(token)]
        spoil = rng.choice(tokens) if tokens and rng.random() < SPOILED else ''
        statement = Draw(rng, names, spoil).fill(operation.template)
        if statement is not None:
            return Call(statement, operation, bool(spoil))


def take(twin: Twin, source, call: Call, report: Report) -> bool:
    """Make one call in both engines; whether the sequence can go on."""
    report.counts[call.operation.name] += 1
    found = twin.run(call.statement, call.operation)
    error = twin.outcomes[1].error
    if found:
        left, excuse = explain(twin, source, report.calls, found)
        known = is_open(twin, call, left)
        if known:
            report.outcomes[f'open: {known}'] += 1
            return False
        if left:
            report.defects = left
            report.said = ' / '.join(f'{outcome.error}: '
                          f'{outcome.message}' for outcome in twin.outcomes if outcome.error)
            return False
        report.outcomes[f'excused {excuse}'] += 1
        report.outcomes.update({f'  {excuse} {call.operation.name}: {name}': 1 for name in found})
    report.outcomes[f'raises {error}' if error else 'calls that return'] += 1
    if error == 'FatalError':  # after which the wheel's data is unusable
        return False
    if not twin.synchronise():
        report.outcomes['sequences that end as sizes differ'] += 1
        return False
    return True


def is_open(twin: Twin, call: Call, found: dict[str, float]) -> str:
    """The known difference that all of these are of."""
    m, d = twin.theirs.names['m'], twin.theirs.names['d']
    refused = twin.outcomes[1].error == 'FatalError'
    for said, (functions, beginning, when) in OPEN.items():
        if (found and any(f'mj.{name}' in call.statement for name in functions.split('|')) and when(m, d)
                and all(name.startswith(beginning) for name in found)
                and (refused or not said.startswith('a refused'))):
            return said
    return ''


# ---------------------------------------------------------------------------------------------- explanations

def explain(twin: Twin, source, calls: list[Call], found: dict[str, float]) -> tuple[dict[str, float], str]:
    """The differences that are left, and what explains the others."""
    if any(name.startswith('raises') for name in found):
        return found, ''
    before = World(mujoco, source)
    for call in calls[:-1]:
        before.run(call.statement)
    call = calls[-1]
    plain = before.again(source)
    expected = plain.run(call.statement)
    floor: dict[str, float] = {}
    for seed in range(SHAKES):
        world = before.again(source)
        shake(world, np.random.default_rng(seed))
        outcome = world.run(call.statement)
        if outcome.error == expected.error:
            merge(floor, values_differ(outcome, expected, 0.0))
            merge(floor, models_differ(world, plain, 0.0))
            merge(floor, data_differ(world, plain, call.operation, twin.unset, 0.0))
        # of contacts the judge of steps knows more
        if explains(floor, found) and not (call.operation.whole and 'd.ncon' in found):
            return {}, 'noise'
    left = {name: error for name, error in found.items() if not explains(floor, {name: error})}
    steps = 'mj_step' in call.statement  # which look for numbers that are not finite
    if 'np.nan' in call.statement or not (steps or (is_finite(before) and is_finite(plain))):
        return {}, 'as numbers are not finite'
    if 'efc_force'.startswith(twin.was_unset) and re.search(OF_FORCES, call.statement):
        return {}, 'as there are no forces yet'
    anew = call.operation.whole and 'Skip' not in call.statement  # frames and inertias are computed
    if not anew and not are_rotations(before.names['d']):
        return {}, 'as frames are no rotations'
    if not anew and not before.names['d'].M.any():
        return {}, 'as there is no inertia yet'
    left = left or {name: error for name, error in found.items() if name == 'd.ncon'}
    if call.operation.whole and all(name.startswith('d.') for name in left):
        verdict = compare(twin.ours.names['m'], before.names['m'], before.names['d'])
        if not verdict.defects:
            return {}, 'as the judge of steps says'
    return left, ''


def are_rotations(d) -> bool:
    """Whether the frames of bodies, geoms and sites are: not before kinematics, nor after a write to them."""
    frames = [getattr(d, name).reshape(-1, 3, 3) for name in ('xmat', 'ximat', 'geom_xmat', 'site_xmat', 'cam_xmat')]
    return all(np.abs(turn @ turn.transpose(0, 2, 1) - np.eye(3)).max(initial=0) < 1e-9 for turn in frames) and (
        np.abs((d.xquat**2).sum(axis=1) - 1).max() < 1e-9)


def is_finite(world: World) -> bool:
    """Whether all numbers of the state and of the model are."""
    m, d = world.names['m'], world.names['d']
    return all(np.isfinite(values).all() for values in (
        d.qacc, *(getattr(d, name) for name in STATES), *(getattr(m, name) for name in (*FREELY, *CONSTANTS)),
        *(getattr(m.opt, name) for name in OPTIONS)))


def shake(world: World, rng: np.random.Generator) -> None:
    """Change model, data and arguments in their last digits; a sleeping tree would wake, so the data stays then."""
    names, size = world.names, SHAKE
    for name in SHAKEN:
        values = getattr(names['m'], name)
        values *= 1 + size * rng.normal(size=values.shape)
    plain = names['normal']
    names['normal'] = lambda seed, *shape: plain(seed, *shape) * (1 + size * rng.normal(size=shape))
    for variable in DATA_NAMES:
        d = names.get(variable)
        if d is None or (d.tree_asleep >= 0).any():
            continue
        arrays = [getattr(d, name) for name in FIELDS ]
        arrays += [getattr(d.contact, name) for name in CONTACT]
        for values in arrays:
            if isinstance(values, np.ndarray) and values.dtype == float:
                values *= 1 + size * rng.normal(size=values.shape)
        d.qpos[:] += size * rng.normal(size=d.qpos.shape)
        d.qvel[:] += size * rng.normal(size=d.qvel.shape)
