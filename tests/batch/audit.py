"""Compare batches with single worlds, to the last bit, on any models.

    python tests/batch/audit.py model.xml other.xml --seed 3
    python tests/batch/audit.py @list.txt --kinds 4
    python tests/batch/audit.py @list.txt --poison

A line of a list is the path of a model, relative to --root (by default, the folder above that of the list).

Each model runs in several kinds: as it is, and with options, flags and fields that vary from world to world drawn at
random. Worlds get states far from each other, so that limits, contacts, islands and equalities differ between
neighbours in a register, and other controls, forces, mocap poses and active equalities at every step. After each step
of `Batch.rollout`, and after `Batch.step` with forward dynamics and forces, every field that a batch can give is
compared with that of `mj_step` on an MjData; so are warnings, and states and readings of `rollout`.

The number of worlds is no multiple of the register's width. Worlds that warn run one by one, so all but the last are
drawn anew, nearer to the initial state, until they do not warn. With --poison, fields that a stage of one world does
not declare hold garbage while it runs (poison.py).
"""

import argparse
import copy
import gc
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

import torsor
from torsor.batch import Batch
from torsor.batch.fields import DATA_FIELDS
from torsor.batch.lanes import LaneData, width_for
from torsor.batch.packs import LARGEST_MODEL, USUAL, may_share, runs_alone
from torsor.physics.pipeline import steps as run_steps
from torsor.physics.world import MODEL
from torsor.rollout import rollout

INTEGRATION, USER, FULL = (getattr(torsor.mjtState, f'mjSTATE_{name}').value
                           for name in ('INTEGRATION', 'USER', 'FULLPHYSICS'))
ACC = torsor.mjtStage.mjSTAGE_ACC.value
HINGE, SLIDE, BALL, FREE = (int(getattr(torsor.mjtJoint, f'mjJNT_{name}'))
                            for name in ('HINGE', 'SLIDE', 'BALL', 'FREE'))
SLEEP = int(torsor.mjtEnableBit.mjENBL_SLEEP)
DISCRETE = int(torsor.mjtIntegrator.mjINT_DISCRETE)
SCALES = (1.0, 0.3, 0.1, 0.03, 0.01, 0.0)  # how far from the initial state, relative to what is drawn first
MEMORY = 1 << 29  # bytes of records: where fields are large, there are fewer steps
LARGE = 1000  # dofs of models of which few worlds run, and few steps
PATIENCE = 60.0  # seconds after which no further kind of a model begins
VARIED = 6  # fields of the model that vary from world to world
BINDABLE = sorted(DATA_FIELDS)
# flags that a kind may switch on, and off
ENABLED = ('ENERGY', 'FWDINV', 'INVDISCRETE', 'MULTICCD', 'OVERRIDE', 'DIAGEXACT')
DISABLED = ('CONTACT', 'LIMIT', 'EQUALITY', 'FRICTIONLOSS', 'WARMSTART', 'FILTERPARENT', 'ACTUATION', 'REFSAFE',
            'SENSOR', 'MIDPHASE', 'EULERDAMP', 'ISLAND', 'CLAMPCTRL', 'GRAVITY', 'SPRING', 'DAMPER')


# ---- kinds of models ----
class Kind(NamedTuple):
    """A model to be compared, and how."""

    label: str
    model: torsor.MjModel
    varied: tuple[str, ...] = ()


def kinds(m: torsor.MjModel, count: int, rng: np.random.Generator) -> Iterator[Kind]:
    """The model as it is, and others of the same elements with other options."""
    yield Kind('as it is', m)
    for number in range(1, count):
        other, label = copy.copy(m), []
        for name in ('integrator', 'solver', 'cone', 'jacobian'):
            value = int(rng.integers(DISCRETE + 1 if name == 'integrator' else 3 if name != 'cone' else 2))
            setattr(other.opt, name, value)
            label.append(f'{name} {value}')
        for flags, names, chance in (('enableflags', ENABLED, 0.15), ('disableflags', DISABLED, 0.05)):
            prefix = 'mjENBL' if flags == 'enableflags' else 'mjDSBL'
            for name in (name for name in names if rng.random() < chance):
                setattr(other.opt, flags, getattr(other.opt, flags) ^ int(_flag(prefix, name)))
                label.append(name.lower())
        if rng.random() < 0.2:
            other.opt.noslip_iterations = 3
            label.append('noslip')
        varied = vary(other, rng) if number % 3 == 2 else ()
        if not varied and rng.random() < 0.15:
            other.opt.enableflags |= SLEEP
            label.append('sleep')
        yield Kind(', '.join(label), other, varied)


def _flag(prefix: str, name: str) -> int:
    enum = torsor.mjtEnableBit if prefix == 'mjENBL' else torsor.mjtDisableBit
    return getattr(enum, f'{prefix}_{name}', 0)


def vary(m: torsor.MjModel, rng: np.random.Generator) -> tuple[str, ...]:
    """Names of fields that may differ between worlds without compiling anew."""
    names = sorted(name for name in USUAL if name in MODEL.fields and m._arrays[name].any()
                   and not name.startswith(('stat.', 'numeric_')))
    return tuple(sorted(rng.choice(names, min(VARIED, len(names)), replace=False).tolist()))


# ---- states and inputs of worlds ----
def draw_state(m: torsor.MjModel, rng: np.random.Generator, scale: float) -> np.ndarray:
    """A state (mjSTATE_INTEGRATION); with the scale 0, the initial one or a keyframe."""
    d = torsor.MjData(m)
    if m.nkey and rng.random() < 0.5:
        torsor.mj_resetDataKeyframe(m, d, int(rng.integers(m.nkey)))
    for j in range(m.njnt):
        _draw_joint(m, d, j, rng, scale)
    d.qvel[:] += scale * rng.choice((0.0, 0.3, 3.0)) * rng.normal(size=m.nv)
    d.act[:] = rng.uniform(0, 1, m.na)
    d.qacc_warmstart[:] = scale * rng.choice((0.0, 10.0)) * rng.normal(size=m.nv)
    if rng.random() < 0.5:
        _draw_history(m, d, rng)
    state = np.empty(torsor.mj_stateSize(m, INTEGRATION))
    torsor.mj_getState(m, d, state, INTEGRATION)
    return state


def _draw_joint(m: torsor.MjModel, d: torsor.MjData, j: int, rng: np.random.Generator, scale: float) -> None:
    """Move a joint: up to its limits and a little beyond, if it has any."""
    at, kind = int(m.jnt_qposadr[j]), int(m.jnt_type[j])
    if kind in (HINGE, SLIDE):
        low, high = m.jnt_range[j] if m.jnt_limited[j] else (-1.0, 1.0)
        wanted = rng.uniform(low, high) if rng.random() < 0.4 else rng.choice((low, high)) + 0.05 * rng.normal()
        d.qpos[at] += scale * (wanted - d.qpos[at])
        return
    if kind == FREE:
        d.qpos[at:at + 3] += scale * rng.uniform(-0.3, 0.3, 3)
        at += 3
    turn, turned = rng.normal(size=4), np.empty(4)
    turned[:] = d.qpos[at:at + 4] + scale * turn
    d.qpos[at:at + 4] = turned / np.linalg.norm(turned)


def _draw_history(m: torsor.MjModel, d: torsor.MjData, rng: np.random.Generator) -> None:
    """Fill the buffers of delays."""
    for a in range(m.nactuator if m.nhistory else 0):
        count = int(m.actuator_history[a, 0])
        if m.actuator_historyadr[a] >= 0 and count:
            torsor.mj_initCtrlHistory(m, d, a, None, rng.normal(size=(count, int(m.actuator_ctrlnum[a]))))
    for s in range(m.nsensor if m.nhistory else 0):
        count = int(m.sensor_history[s, 0])
        if m.sensor_historyadr[s] >= 0 and count:
            torsor.mj_initSensorHistory(m, d, s, None, rng.normal(size=(count, int(m.sensor_dim[s]))), 0.0)


def draw_inputs(m: torsor.MjModel, rng: np.random.Generator, scale: float, steps: int) -> np.ndarray:
    """What a world is given before each step (mjSTATE_USER); some worlds are pushed, others not."""
    d, rows = torsor.MjData(m), np.empty((steps, torsor.mj_stateSize(m, USER)))
    pushed, pulled, switched = rng.random(3) < 0.5
    low, high = (np.where(m.actuator_ctrllimited, m.actuator_ctrlrange[:, i], 2.0 * i - 1.0) for i in range(2)) \
        if m.nu == m.nactuator else (-np.ones(m.nu), np.ones(m.nu))
    for row in rows:
        d.ctrl[:] = rng.uniform(low, high)
        if pushed:
            d.xfrc_applied[1:] = scale * rng.normal(size=(m.nbody - 1, 6)) * m.body_mass[1:, None]
            d.xfrc_applied[1:] *= rng.random((m.nbody - 1, 1)) < 0.3
        if pulled:
            d.qfrc_applied[:] = scale * rng.normal(size=m.nv) * (rng.random(m.nv) < 0.5)
        if switched:
            d.eq_active[:] = rng.random(m.neq) < 0.7
        d.mocap_pos[:] += 0.02 * scale * rng.normal(size=d.mocap_pos.shape)
        d.mocap_quat[:] += 0.02 * scale * rng.normal(size=d.mocap_quat.shape)
        d.userdata[:] = rng.normal(size=m.nuserdata)
        torsor.mj_getState(m, d, row, USER)
    return rows


# ---- single worlds ----
class World(NamedTuple):
    """What becomes of a world by itself."""

    state: np.ndarray  # in which it starts
    inputs: np.ndarray
    records: dict[str, np.ndarray]  # fields after each step
    after: dict[str, np.ndarray]  # fields after the steps, forward dynamics and forces of bodies
    warned: bool


def values(d: torsor.MjData) -> dict[str, np.ndarray]:
    """Copies of all fields that a batch can give, and of flags that say what was computed."""
    return {name: np.array(d._arrays[name]) for name in (*BINDABLE, *FLAGGED.values())}


def warning_counts(d: torsor.MjData) -> np.ndarray:
    return np.array(d._arrays['warning.number'])


def by_itself(m: torsor.MjModel, state: np.ndarray, inputs: np.ndarray) -> World:
    """Run a world as `Batch.rollout` and then `Batch.step` do."""
    d = torsor.MjData(m)
    torsor.mj_setState(m, d, state, INTEGRATION)
    found: list[dict[str, np.ndarray]] = []
    for row in inputs:
        if warning_counts(d).any():
            found.append(found[-1])
            continue
        torsor.mj_setState(m, d, row, USER)
        torsor.mj_step(m, d)
        found.append(values(d))
    warned = bool(warning_counts(d).any())
    if warned:
        torsor.mj_resetData(m, d)
    torsor.mj_step(m, d, 2)
    torsor.mj_forward(m, d)
    torsor.mj_rnePostConstraint(m, d)
    records = {name: np.array([one[name] for one in found]) for name in found[0]}
    return World(state, inputs, records, {name: value[None] for name, value in values(d).items()}, warned)


def draw_worlds(models: list[torsor.MjModel], steps: int, rng: np.random.Generator) -> list[World]:
    """A world of each model; all but the last do not warn, if that can be had."""
    found = []
    for k, m in enumerate(models):
        for scale in SCALES:
            world = by_itself(m, draw_state(m, rng, scale), draw_inputs(m, rng, scale, steps))
            if not world.warned or k == len(models) - 1:
                break
        found.append(world)
    return found


# ---- comparing ----
FLAGGED = dict(cacc='flg_rnepost', cfrc_int='flg_rnepost', cfrc_ext='flg_rnepost', subtree_linvel='flg_subtreevel',
               subtree_angmom='flg_subtreevel')  # fields that some steps do not compute, and what tells


def is_computed(name: str, record: dict[str, np.ndarray]) -> np.ndarray | None:
    """Which numbers of a field a single world has computed after each step; None for all of them.

    Others are memory of an MjData, not of a state: statistics of islands, points of paths and entries of moments beyond
    those that exist; forces of inverse dynamics (the flag fwdinv) in steps without rows of constraints; accelerations
    of bodies in steps in which no sensor is due that needs them.
    """
    shape, steps = record[name].shape, len(record[name])
    if name == 'solver_nnz':
        return np.arange(shape[-1]) < np.maximum(record['nisland'], record['nefc'] > 0).reshape(-1, 1)
    if name in ('wrap_obj', 'wrap_xpos'):
        points = np.max(record['ten_wrapadr'] + record['ten_wrapnum'], axis=-1, initial=0)
        width = 3 if name == 'wrap_xpos' else 1
        return (np.arange(np.prod(shape[1:], dtype=int)) < width * points.reshape(-1, 1)).reshape(shape)
    if name in ('moment_colind', 'actuator_moment'):
        entries = np.arange(shape[-1])[None, None]
        first, count = (record[part][..., None] for part in ('moment_rowadr', 'moment_rownnz'))
        return ((entries >= first) & (entries < first + count)).any(axis=1)
    if name == 'qfrc_inverse':
        return np.broadcast_to(record['solver_fwdinv'].any(axis=-1, keepdims=True), shape)
    if name in FLAGGED:
        return np.broadcast_to(record[FLAGGED[name]].reshape(steps, *[1] * (len(shape) - 1)) != 0, shape)
    return None


@dataclass
class Report:
    """What was compared, and what differs."""

    path: str
    kinds: int = 0
    worlds: int = 0
    fields: int = 0  # compared: of each world, after each step
    packs: int = 0
    shared: int = 0  # packs that ran in registers
    reasons: Counter = field(default_factory=Counter)  # why others did not
    refused: Counter = field(default_factory=Counter)  # kinds that single worlds cannot run
    differences: list[str] = field(default_factory=list)
    skipped: str = ''

    def compare(self, what: str, name: str, found: np.ndarray, expected: np.ndarray) -> None:
        self.fields += 1
        found, expected = np.ascontiguousarray(found), np.ascontiguousarray(expected)
        if found.tobytes() == expected.tobytes():
            return
        with np.errstate(all='ignore'):
            apart = np.abs(found.astype(float) - expected.astype(float))
        size, count = np.nanmax(apart, initial=0.0), np.count_nonzero(found != expected)
        self.differences.append(f'{what}: {name} by {size:.3g} in {count} of {found.size}')


def fell_back(m: torsor.MjModel, varied: tuple[str, ...]) -> str:
    """Why worlds of a model run one by one; '' if they do not."""
    if m.opt.enableflags & SLEEP:
        return 'sleep'
    if m.opt.integrator == DISCRETE:
        return 'integrator discrete'
    if runs_alone(m):
        try:
            run_steps(m, LaneData(m, width_for(m, 8)), 1)
        except NotImplementedError as refusal:
            return str(refusal).partition(':')[0]
        return 'refused for some reason'
    if not may_share(m, varied):
        return 'fields that vary' if len(m._buffer) <= LARGEST_MODEL else 'fields of a large model vary'
    return ''


def compare_kind(report: Report, kind: Kind, worlds: int, steps: int, rng: np.random.Generator) -> None:
    """Compare a batch of a kind of model with its worlds one by one."""
    m = kind.model
    batch = Batch(m, worlds, nthread=1, persistent=bool(m.opt.enableflags & SLEEP))
    for name in kind.varied:
        table = batch.expand(name)
        table *= rng.uniform(0.9, 1.1, (worlds, *[1] * (table.ndim - 1)))
    if kind.varied and rng.random() < 0.5:
        batch.set_const()
    if kind.varied:
        batch.reset(stage=0)  # poses of what never moves follow from the fields
    models = [batch.get_model(k) if kind.varied else m for k in range(worlds)]
    try:
        singles = draw_worlds(models, steps, rng)
    except torsor.FatalError as error:
        report.refused[str(error)] += 1
        return
    label = f'{kind.label}{" varying " if kind.varied else ""}{" ".join(kind.varied)}'
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always', RuntimeWarning)
        _compare_batch(report, label, batch, singles)
        _compare_questions(report, label, batch, models, rng)
        if not kind.varied:
            _compare_rollout(report, label, m, singles)
    for warning in said:
        if issubclass(warning.category, RuntimeWarning) and 'one by one' in str(warning.message):
            report.differences.append(f'{label}: {warning.message}')
    report.kinds += 1
    report.worlds += worlds
    _count_packs(report, batch._b.model, kind.varied, singles)


def _compare_batch(report: Report, label: str, batch: Batch, singles: list[World]) -> None:
    """Every field after each step of a rollout, and after steps with forward dynamics."""
    batch.state[:] = [world.state for world in singles]
    tables = {name: batch.bind(name) for name in BINDABLE}
    inputs = np.array([world.inputs for world in singles])
    found = batch.rollout(inputs.shape[1], inputs, USER, record=BINDABLE)
    for k, world in enumerate(singles):
        if bool(batch.warning[k, :, 1].any()) != world.warned:
            report.differences.append(f'{label}, world {k}: warnings')
        _compare_fields(report, f'{label}, world {k}', {name: found[name][k] for name in BINDABLE}, world.records)
    warned = np.flatnonzero([world.warned for world in singles]).astype(np.int32)
    if len(warned):
        batch.reset(warned, stage=0)
    batch.step(nstep=2, stage=ACC, forces=True)
    for k, world in enumerate(singles):
        _compare_fields(report, f'{label}, world {k} after forward',
                        {name: tables[name][k:k + 1] for name in BINDABLE}, world.after)


def _compare_fields(report: Report, label: str, found: dict[str, np.ndarray], expected: dict[str, np.ndarray]) -> None:
    """Compare fields after one or more steps, the first axis."""
    for name in BINDABLE:
        computed, value = is_computed(name, expected), found[name]
        if name == 'eq_active':  # flags, which are numbers in states
            value = value.astype(bool)
        if computed is not None:
            value = np.where(computed, value, expected[name])
        report.compare(label, name, value, expected[name])


def _compare_questions(report: Report, label: str, batch: Batch, models: list[torsor.MjModel],
                       rng: np.random.Generator) -> None:
    """Jacobians and rays in the states that the worlds have now."""
    body, point = int(rng.integers(models[0].nbody)), rng.normal(size=3)
    start, direction = np.array([0.0, 0.0, 3.0]), rng.normal(size=3) - [0.0, 0.0, 2.0]
    jacobians, (distances, geoms, normals) = batch.jac(body, point), batch.ray(start, direction, normal=True)
    for k, m in enumerate(models):
        d, geom, normal = torsor.MjData(m), np.zeros(1, np.int32), np.zeros(3)
        jacp, jacr = np.zeros((2, 3, m.nv))
        torsor.mj_setState(m, d, batch.state[k], INTEGRATION)
        torsor.mj_kinematics(m, d)
        torsor.mj_comPos(m, d)
        torsor.mj_jac(m, d, jacp, jacr, point, body)
        distance = torsor.mj_ray(m, d, start, direction, None, True, -1, geom, normal)
        report.compare(f'{label}, world {k}', 'jacp', jacobians[0][k], jacp)
        report.compare(f'{label}, world {k}', 'jacr', jacobians[1][k], jacr)
        report.compare(f'{label}, world {k}', 'ray', np.array([distances[k, 0], geoms[k, 0], *normals[k, 0]]),
                       np.array([distance, geom[0], *normal]))


def _compare_rollout(report: Report, label: str, m: torsor.MjModel, singles: list[World]) -> None:
    """States and readings of `rollout`."""
    full, warm = np.empty((len(singles), torsor.mj_stateSize(m, FULL))), np.empty((len(singles), m.nv))
    d = torsor.MjData(m)
    for k, world in enumerate(singles):
        torsor.mj_setState(m, d, world.state, INTEGRATION)
        torsor.mj_getState(m, d, full[k], FULL)
        warm[k] = d.qacc_warmstart
    inputs = np.array([world.inputs for world in singles])
    states, readings = rollout(m, torsor.MjData(m), full, inputs, control_spec=USER, initial_warmstart=warm)
    for k, world in enumerate(singles):
        report.compare(f'{label}, rollout of world {k}', 'sensordata', readings[k], world.records['sensordata'])
        expected = np.concatenate([world.records[name].reshape(len(states[k]), -1)
                                   for name in ('time', 'qpos', 'qvel', 'act', 'history')], axis=1)
        report.compare(f'{label}, rollout of world {k}', 'state', states[k][:, :expected.shape[1]], expected)


def _count_packs(report: Report, m: torsor.MjModel, varied: tuple[str, ...], singles: list[World]) -> None:
    """How many packs ran in registers, and why others did not."""
    width = width_for(m, len(singles))
    reason = fell_back(m, varied)
    for first in range(0, len(singles), width):
        pack = singles[first:first + width]
        report.packs += 1
        if reason:
            report.reasons[reason] += 1
        elif any(world.warned for world in pack):
            report.reasons['a world warns'] += 1
        else:
            report.shared += 1


# ---- models ----
def audit(path: str, m: torsor.MjModel, count: int = 4, steps: int = 6, seed: int = 0) -> Report:
    """Compare batches of a model with its worlds; `count` kinds of it."""
    report, rng = Report(path), np.random.default_rng(seed)
    worlds = 3 if m.nv > LARGE else width_for(m, 8) + 3
    try:
        torsor.mj_step(m, torsor.MjData(m))
    except Exception as error:
        report.skipped = f'{type(error).__name__}: {str(error).splitlines()[0]}'
        return report
    size = sum(array.nbytes for array in values(torsor.MjData(m)).values())
    steps = 2 if m.nv > LARGE else max(2, min(steps, MEMORY // (2 * worlds * size)))
    start = time.perf_counter()
    for kind in kinds(m, count, rng):
        if time.perf_counter() - start > PATIENCE:
            break
        gc.collect()  # batches form cycles, and hold much
        try:
            compare_kind(report, kind, worlds, steps, rng)
        except Exception as error:
            report.differences.append(f'{kind.label}: {type(error).__name__}: {error}')
    return report


def summary(reports: Iterable[Report]) -> str:
    """What was compared in all."""
    done = [report for report in reports if not report.skipped]
    reasons = sum((report.reasons for report in done), Counter())
    lines = [f'{len(done)} models, {sum(r.kinds for r in done)} kinds, {sum(r.worlds for r in done)} worlds, '
             f'{sum(r.fields for r in done)} fields compared',
             f'{sum(r.shared for r in done)} of {sum(r.packs for r in done)} packs in registers; others: '
             + ', '.join(f'{count} {reason}' for reason, count in reasons.most_common()),
             f'{sum(bool(r.differences) for r in done)} models differ']
    return '\n'.join(lines)


def listed(arguments: Iterable[str], root: Path | None) -> list[Path]:
    """Paths of models, of which @file stands for those listed in the file."""
    found = []
    for argument in arguments:
        if argument.startswith('@'):
            file = Path(argument[1:])
            base = root or file.resolve().parent
            found += [(base / line.strip()).resolve() for line in file.read_text().splitlines() if line.strip()]
        else:
            found.append(Path(argument))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('models', nargs='+', help='paths of models, or @file with one on each line')
    parser.add_argument('--root', type=Path, help='what paths in lists are relative to')
    parser.add_argument('--kinds', type=int, default=4, help='kinds of each model')
    parser.add_argument('--steps', type=int, default=6)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--slice', default='0/1', help='which part of the models, such as 2/8')
    parser.add_argument('--poison', action='store_true', help='spoil what stages of one world do not declare')
    arguments = parser.parse_args()
    torsor.set_mju_user_warning(lambda message: None)
    if arguments.poison:
        import poison  # which changes how stages are compiled
        poison.install()
    part, parts = map(int, arguments.slice.split('/'))
    reports = []
    for path in listed(arguments.models, arguments.root)[part::parts]:
        start = time.perf_counter()
        try:
            m = torsor.MjModel.from_xml_path(str(path))
        except Exception as error:
            report = Report(str(path), skipped=f'{type(error).__name__}: {str(error).splitlines()[0]}')
        else:
            report = audit(str(path), m, arguments.kinds, arguments.steps, arguments.seed)
        reports.append(report)
        verdict = report.skipped or (f'{len(report.differences)} differ' if report.differences else 'same')
        print(f'{report.shared:3}/{report.packs:<3} {report.fields:6} {time.perf_counter() - start:6.1f} s  '
              f'{verdict:12} {path}', flush=True)
        for difference in report.differences[:12]:
            print(f'      {difference}', flush=True)
    print(summary(reports))
    if arguments.poison:
        print(poison.summary())
    return int(any(report.differences for report in reports) or bool(arguments.poison and poison.failures))


if __name__ == '__main__':
    sys.exit(main())
