"""What differs between two traces, and which of it the wheel's own noise explains.

Floats are compared to TOLERANCE of the largest number of their field. Where that fails, the wheel runs again with model
and state changed in the last digits (SHAKES times 1e-15). A difference is explained if it is at most MULTIPLE of what
the wheel's own answer moves then. That is decided for each field at each checkpoint, and for each pair of geoms whose
contacts differ. Contacts are shaken CONTACT_SHAKES times, as those that come or go need not do so often. All that
follows starts from the wheel's contacts, so that one that flips explains nothing else. Only `mj_step` as a whole has
contacts of its own; where these differ, it is compared from a state nearby in which they agree. What is found by
iterations that end at a tolerance is shaken by that much. What else may explain a difference is in excuses.py.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field

import mujoco
import numpy as np

import torsor
from parity.excuses import (
    below_rounding,
    gains_nothing,
    in_other_storage,
    is_given_up,
    is_smaller_maximum,
    is_tie,
    stages,
)
from parity.trace import DISCRETE, OF_ROWS, PGS, REFUSED, Trace, contacts_of, copy_data, trace
from parity.twins import FACTORS

TOLERANCE = 1e-9
MULTIPLE = 100.0
COARSE = 10.0  # instead, for what moves when a state changes by as much as iterations leave open
SHAKE = 1e-15
SHAKES = 12
CONTACT_SHAKES = 100  # before contacts that differ count as a defect
AFTER_SOLVER = ('forward', 'after', 'step2', 'step')
PLANE, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX = (
    int(getattr(mujoco.mjtGeom, f'mjGEOM_{name}'))
    for name in ('PLANE', 'SPHERE', 'CAPSULE', 'ELLIPSOID', 'CYLINDER', 'BOX'))
EULER, RK4 = int(mujoco.mjtIntegrator.mjINT_EULER), int(mujoco.mjtIntegrator.mjINT_RK4)
LARGEST = 1e10  # the reference resets a simulation with larger numbers (mjMAXVAL)
SMALL = 1e-3  # numbers below are compared to this; accelerations and forces are of order one
# a difference of large numbers, or a sum of them in which they cancel, is as precise as these
PART_OF = {'efm_sdiag': 'M', 'efm_diag': 'M', 'subtree_angmom': 'subtree_linvel', 'cfrc_int': 'cfrc_ext',
           'efc_vel': 'qvel', 'qfrc_inverse': 'qfrc_constraint', 'solver_fwdinv': 'qfrc_constraint'}
MASS = 9  # its place in cinert
ON_BODIES = (' efc_force', ' cfrc_int', ' cfrc_ext')
FULL = 'broadphase buffer full'
NEARBY = 1e-6  # where steps are compared instead, and how often a place with the same contacts is looked for
PLACES = 24
ENOUGH = 1000  # iterations
ITERATED = tuple(f'sensordata.{name}' for name in ('geomdist', 'geomnormal', 'geomfromto', 'insidesite'))
SHAKEN = ('body_pos', 'body_quat', 'body_ipos', 'body_mass', 'body_inertia', 'body_invweight0', 'dof_invweight0',
          'jnt_pos', 'jnt_axis', 'geom_pos', 'geom_quat', 'geom_size', 'geom_friction')
COPIES: dict = {}  # of models that are being compared, by id and integrator


@dataclass
class Verdict:
    """Differences that nothing explains, and those that the wheel shows by itself, by 'checkpoint field'."""

    defects: dict[str, float] = field(default_factory=dict)
    flips: dict[str, float] = field(default_factory=dict)  # the wheel changes its mind: a contact comes or goes
    states: dict[str, float] = field(default_factory=dict)  # of rows on the border of a cone, where rounding decides
    given_up: dict[str, float] = field(default_factory=dict)  # a search for a depth, of shapes that just touch
    noise: dict[str, float] = field(default_factory=dict)  # the wheel's numbers move
    storage: dict[str, float] = field(default_factory=dict)  # the wheel has our answer if J is stored otherwise
    luck: dict[str, float] = field(default_factory=dict)  # we have the wheel's answer from most states nearby
    early: dict[str, float] = field(default_factory=dict)  # the wheel has our answer if it may iterate to the end
    maxima: dict[str, float] = field(default_factory=dict)  # the wheel's reading of enclosure is not the largest
    redundant: dict[str, float] = field(default_factory=dict)  # forces that nearly equal rows may share anyhow
    rounding: dict[str, float] = field(default_factory=dict)  # the wheel goes on by less than its cost has digits
    unchecked: bool = False  # contacts differ wherever a step was looked at
    refused: bool = False  # by both engines, which do not have this combination of settings
    full: bool = False  # the wheel has no room for as many pairs; ours grows
    diverged: bool = False  # beyond what either engine calls a simulation; nothing was compared

    def judge(self, name: str, error: float, floor: float) -> None:
        """Sort one difference in, given how far the wheel itself moves."""
        if error <= TOLERANCE:
            return
        if np.isinf(floor):
            (self.states if name.endswith('efc_state') else self.flips)[name] = error
        elif error <= MULTIPLE * floor:
            self.noise[name] = error
        else:
            self.defects[name] = error


def compare(m, rm, start) -> Verdict:
    """Both engines from the same start; `start` is data of the wheel, which is left alone."""
    COPIES.clear()
    return compare_with_step(m, rm, start)


def compare_with_step(m, rm, start) -> Verdict:
    """Both engines from the same start; where their contacts differ, the step is compared from a state nearby."""
    verdict = compare_here(m, rm, start)
    if has_other_contacts(verdict):
        steps = step_nearby(m, rm, start)
        verdict.unchecked = steps is None
        verdict.defects |= steps or {}
    return verdict


def step_nearby(m, rm, start) -> dict[str, float] | None:
    """What nothing explains of a step from a state nearby with the same contacts in both engines; None without one."""
    for seed in range(PLACES):
        place = shaken(rm, start, NEARBY, seed)[1](rm)
        if have_same_contacts(m, rm, place):
            verdict = compare_here(m, rm, place)
            if not (verdict.refused or verdict.full or verdict.diverged):
                return {name: error for name, error in verdict.defects.items() if name.startswith('step ')}
    return None


def have_same_contacts(m, rm, start) -> bool:
    """Whether both engines find the same contacts in this state."""
    found = []
    for engine, model, begin in zip((mujoco, torsor), (rm, m), beginnings(start)):
        d = begin(model)
        try:
            engine.mj_fwdPosition(model, d)
        except REFUSED:
            return False
        found.append(Trace(contacts=contacts_of(d)))
    return max(contact_differences(found[1], found[0]).values(), default=0.0) <= TOLERANCE


def compare_here(m, rm, start) -> Verdict:
    """Both engines from this very start."""
    begin, ours_begin = beginnings(start)
    if refuses(mujoco, rm, begin):
        refused, full = refuses(torsor, m, ours_begin), refuses(mujoco, rm, begin, FULL)
        return Verdict({} if refused or full else {'only the wheel refuses': np.inf}, refused=refused, full=full)
    theirs = trace(mujoco, rm, begin)
    if has_diverged(theirs):
        return Verdict(diverged=True)
    ours = trace(torsor, m, ours_begin, theirs)
    verdict = Verdict()
    found = differences(ours, theirs)
    found, iterations = split(found, 'solver_niter')
    pairs = contact_differences(ours, theirs)
    if max((*found.values(), *pairs.values()), default=0) <= TOLERANCE:
        verdict.noise = iterations
        return verdict
    floor, pair_floor = noise(rm, start, theirs, found, pairs)
    shake_contacts(rm, start, theirs, pairs, pair_floor)
    judge_contacts(verdict, ours, theirs, pair_floor)
    excuse_given_up(verdict, rm, begin, ours, theirs)
    moved = has_other_contacts(verdict)
    if moved and rm.opt.integrator == DISCRETE:  # whose rows cannot come from other contacts
        verdict.defects |= with_integrator(EULER, m, rm, start).defects
    for name, error in found.items():
        own = rm.opt.integrator == DISCRETE or name.startswith('step ')  # from contacts of its own
        again = name.replace('position ', 'rows ')  # where the wheel was shaken, rows came from the same contacts
        verdict.judge(name, error, np.inf if own and moved else max(floor.get(name, 0.0), floor.get(again, 0.0)))
    excuse_ties(verdict, rm, ours, theirs)
    if verdict.defects:
        excuse_storage(verdict, in_other_storage(rm), start, ours, theirs)
    if any(name.endswith(ITERATED) for name in verdict.defects):
        excuse_early(verdict, rm, start, ours)
        excuse_maxima(verdict, rm, ours, theirs)
    if rm.opt.integrator == RK4 and any(name.startswith('step ') for name in verdict.defects):
        states = stages(rm, begin)
        found = [with_integrator(EULER, m, rm, state) for state in states]
        excuse_stages(verdict, [*found, last_contacts(rm, start, states[-1], ours, theirs)])
    if verdict.defects and rm.opt.ls_iterations < mujoco.MjOption().ls_iterations:
        excuse_luck(verdict, m, rm, start, theirs)
    excuse_redundant(verdict, rm)
    if verdict.defects and not moved:
        excuse_rounding(verdict, rm, start, ours, theirs)
    # where rounding decides when to stop, forces are the same
    (verdict.noise if has_same_forces(verdict) else verdict.defects).update(iterations)
    return verdict


def with_integrator(integrator: int, m, rm, start) -> Verdict:
    """The comparison with another integrator."""
    own = rm.opt.integrator
    m.opt.integrator = rm.opt.integrator = integrator
    try:
        return compare_with_step(m, rm, start)
    finally:
        m.opt.integrator = rm.opt.integrator = own


def refuses(engine, m, begin, message: str = '') -> bool:
    """Whether forward dynamics is an error, of which this is part of the message."""
    try:
        engine.mj_forward(m, begin(m))
    except REFUSED as error:
        return message in str(error)
    return False


def has_diverged(found: Trace) -> bool:
    """Whether a velocity or an acceleration is so large that a step would start anew."""
    return any(not np.abs(fields[name]).max(initial=0) <= LARGEST for fields in found.fields.values()
               for name in ('qvel', 'qacc') if name in fields)


def beginnings(start) -> tuple[Callable, Callable]:
    """Makers of the wheel's and of our data in this state."""

    def theirs(m):
        d = mujoco.MjData(m)
        mujoco.mj_copyData(d, m, start)
        return d

    def ours(m):
        d = torsor.MjData(m)
        copy_data(start, d)
        return d

    return theirs, ours


# ---------------------------------------------------------------------------------------------- excuses

def judge_contacts(verdict: Verdict, ours: Trace, theirs: Trace, floor: dict) -> None:
    """Sort in the contacts of pairs of geoms; points in another order count as a flip."""
    in_another_order = contact_differences(in_order(ours, theirs), theirs)
    for pair, error in contact_differences(ours, theirs).items():
        reordered = in_another_order.get(pair, 0.0) <= TOLERANCE
        verdict.judge(f'contacts {pair}', error, np.inf if reordered else floor.get(pair, 0.0))


def has_other_contacts(verdict: Verdict) -> bool:
    """Whether contacts differ in a way that the wheel explains."""
    return any(name.startswith('contacts ') for name in (*verdict.flips, *verdict.noise, *verdict.given_up))


def move(verdict: Verdict, names, excused: dict[str, float]) -> None:
    """Take these from the defects."""
    excused.update({name: verdict.defects.pop(name) for name in list(names)})


def excuse_ties(verdict: Verdict, m, ours: Trace, theirs: Trace) -> None:
    """States of rows on the surface of a cone."""
    for rows_of in ('efc', 'iefc'):
        names = [name for name in verdict.defects if name.endswith(f' {rows_of}_state')]
        fields = {name: (found.fields[name.split()[0]] for found in (ours, theirs)) for name in names}
        move(verdict, [name for name in names if is_tie(m, *fields[name], rows_of)], verdict.states)


def excuse_given_up(verdict: Verdict, rm, begin: Callable, ours: Trace, theirs: Trace) -> None:
    """Contacts that the wheel has none for, as it gives up its search."""
    d = begin(rm)
    mujoco.mj_fwdPosition(rm, d)
    one, other = by_pair(ours), by_pair(theirs)
    move(verdict, [f'contacts {pair}' for pair in one if f'contacts {pair}' in verdict.defects
                   and is_given_up(rm, d, pair, one[pair], other.get(pair, []))], verdict.given_up)


def excuse_redundant(verdict: Verdict, m) -> None:
    """Forces after the pass against slip, which does not say how equal rows share them, if their sum is explained.

    So for forces on bodies, which follow from them.
    """
    if not m.opt.noslip_iterations:
        return
    shared = {name.split()[0]: error for name, error in (verdict.noise | verdict.defects).items()
              if name.endswith(' efc_force') and name.replace('efc_force', 'qfrc_constraint') not in verdict.defects}
    move(verdict, [name for name, error in verdict.defects.items() if name.endswith(ON_BODIES)
                   and error <= COARSE * shared.get(name.split()[0], 0.0)], verdict.redundant)


def excuse_maxima(verdict: Verdict, m, ours: Trace, theirs: Trace) -> None:
    """Readings of enclosure where the wheel ends at a smaller maximum."""
    names = [name for name in verdict.defects if name.endswith('sensordata.insidesite')]
    move(verdict, (name for name in names if is_smaller_maximum(
        m, *(found.fields[name.split()[0]] for found in (ours, theirs)))), verdict.maxima)


def excuse_rounding(verdict: Verdict, rm, start, ours: Trace, theirs: Trace) -> None:
    """What the wheel has as we do if it may iterate as often as we did, and gained less than a last digit then.

    So for all that follows from forces, where its solver gains less than that in all.
    """
    counts = [found.fields['forward']['solver_niter'] for found in (ours, theirs)]
    islands = np.flatnonzero(counts[0] < counts[1])
    if rm.opt.solver == PGS:
        return
    d = beginnings(start)[0](rm)
    if gains_nothing(rm, d):
        move(verdict, [name for name in verdict.defects if name.split()[0] in AFTER_SOLVER], verdict.rounding)
    if not len(islands):
        return
    mujoco.mj_forward(rm, d)
    if not all(below_rounding(rm, d, island, counts[0][island]) for island in islands):
        return
    stopped = copy.copy(rm)
    stopped.opt.iterations = counts[0][islands].max()
    move(verdict, agreeing(verdict, stopped, start, ours, theirs), verdict.rounding)


def excuse_storage(verdict: Verdict, rm, start, ours: Trace, theirs: Trace) -> None:
    """Fields that the wheel has as we do, up to its noise, with the Jacobian of this model, stored the other way."""
    move(verdict, agreeing(verdict, rm, start, ours, theirs), verdict.storage)


def agreeing(verdict: Verdict, rm, start, ours: Trace, theirs: Trace) -> list[str]:
    """Which defects there are not, up to its noise, in what the wheel makes of another model."""
    other = trace(mujoco, rm, beginnings(start)[0], theirs)
    left = {name: error for name, error in differences(ours, other).items() if name in verdict.defects}
    floor, _ = noise(rm, start, other, left, {})
    return [name for name in verdict.defects if name.split()[0] in other.fields
            and left.get(name, 0.0) <= max(TOLERANCE, MULTIPLE * floor.get(name, 0.0))]


def excuse_early(verdict: Verdict, rm, start, ours: Trace) -> None:
    """Readings that take iterations, which the wheel has as we do once it may take as many as it needs."""
    patient = copy.copy(rm)
    patient.opt.ccd_iterations, patient.opt.ccd_tolerance = ENOUGH, TOLERANCE**2
    left = differences(ours, trace(mujoco, patient, beginnings(start)[0]))
    move(verdict, (name for name in verdict.defects if name.endswith(ITERATED) and left.get(name, 0.0) <= TOLERANCE),
         verdict.early)


def excuse_luck(verdict: Verdict, m, rm, start, theirs: Trace) -> None:
    """Where a line search ends before it has found anything, solvers jump to and fro, and rounding decides where to."""
    agreed = dict.fromkeys(verdict.defects, 0)
    for seed in range(SHAKES):
        state = shaken(rm, start, SHAKE, seed)[1](rm)
        left = differences(trace(torsor, m, beginnings(state)[1], theirs), theirs)
        for name in agreed:
            agreed[name] += left.get(name, 0.0) <= MULTIPLE * TOLERANCE
    move(verdict, (name for name, count in agreed.items() if 2 * count > SHAKES and name.split()[0] in AFTER_SOLVER),
         verdict.luck)


def last_contacts(rm, start, last_stage, ours: Trace, theirs: Trace) -> Verdict:
    """The contacts after a step, judged by how the wheel's move when its last stage is shaken, or the whole step."""
    verdict, ours, theirs = Verdict(), Trace(contacts=ours.last), Trace(contacts=theirs.last)
    pairs = contact_differences(ours, theirs)
    last = trace(mujoco, rm, beginnings(last_stage)[0], step=False)
    _, floor = noise(rm, last_stage, last, {}, pairs)
    shake_contacts(rm, last_stage, last, pairs, floor)
    for seed in range(SHAKES):  # stages before the last one move it by more than its own rounding
        m, begin = shaken(rm, start, SHAKE, seed)
        d = begin(m)
        mujoco.mj_step(m, d)
        merge(floor, contact_differences(Trace(contacts=contacts_of(d)), theirs))
    judge_contacts(verdict, ours, theirs, floor)
    return verdict


def excuse_stages(verdict: Verdict, found: list[Verdict]) -> None:
    """A Runge-Kutta step, if differences in its stages are explained and some are no smaller than those after it."""
    flipped = any(name.startswith('contacts ') for stage in found for name in stage.flips)
    largest = max((error for stage in found for name, error in stage.noise.items()
                   if name.startswith(('contacts ', 'forward qacc'))), default=0.0)
    names = [name for name in verdict.defects if name.startswith('step ')]
    if not any(stage.defects for stage in found) and (
            flipped or max(verdict.defects[name] for name in names) <= MULTIPLE * largest):
        move(verdict, names, verdict.flips if flipped else verdict.noise)


# ---------------------------------------------------------------------------------------------- differences

def differences(ours: Trace, theirs: Trace) -> dict[str, float]:
    """By how much fields differ, relative to their largest number; contacts of the engines' own are not among them."""
    moved = ours.fields['rows'] is not ours.fields['position']  # other contacts were injected
    found = {}
    for checkpoint, fields in theirs.fields.items():
        if checkpoint not in ours.fields:
            continue
        for name, expected in fields.items():
            if checkpoint == 'position' and (is_of_rows(name) if moved else name.startswith('contact.')):
                continue
            if moved and (name in ('maxuse_con', 'maxuse_efc') or (checkpoint, name) == ('inverse', 'energy')):
                continue  # inverse dynamics from other contacts is without the stage of positions, and its energy
            value = ours.fields[checkpoint].get(name)
            error = np.inf if value is None else difference(name, value, expected, scale_of(name, fields))
            if error:
                found[f'{checkpoint} {name}'] = error
    return found


def scale_of(name: str, fields: dict[str, np.ndarray]) -> float:
    """The number that a field is at least compared to: the largest one in the sums that it is made of."""
    scale = np.abs(fields[PART_OF[name]]).max(initial=SMALL) if name in PART_OF else SMALL
    if name == 'cfrc_int':  # next to what accelerates a body; with velocities of 1e9 both are 1e17 and cancel
        scale = np.abs(fields['cinert'][:, MASS:] * fields['cacc']).max(initial=scale)
    return scale


def has_same_forces(verdict: Verdict) -> bool:
    """Whether the results of the solver are the same, but for noise."""
    return not any(name.split()[1] in ('qacc', 'efc_force') for name in verdict.defects)


def split(found: dict[str, float], field: str) -> tuple[dict[str, float], dict[str, float]]:
    """Differences of other fields, and those of this one."""
    ours = {name: error for name, error in found.items() if name.endswith(f' {field}')}
    return {name: error for name, error in found.items() if name not in ours}, ours


def is_of_rows(name: str) -> bool:
    """Whether a field of the position stage follows from contacts."""
    return name.startswith(('contact.', 'efc_', 'iefc_', 'island_', 'map_', 'tree_island', 'dof_island')) or name in (
        'ncon', 'maxuse_con', 'maxuse_efc', 'nefc', 'nJ', 'nA', 'nY', 'nisland', 'nidof', 'tendon_efcadr')


def difference(name: str, value, expected, scale: float = SMALL) -> float:
    """How far apart two values of a field are: 0 to the last bit, inf if they cannot be compared."""
    if value.shape != expected.shape:
        return np.inf
    if value.tobytes() == expected.tobytes():
        return 0.0
    if expected.dtype.kind != 'f':
        return 0.0 if np.array_equal(value, expected) else np.inf
    if name in FACTORS and not expected.any():  # the wheel has needed none yet
        return 0.0
    if name == 'contact.H':  # states say which contacts have one
        both = value.any(axis=1) & expected.any(axis=1)
        value, expected = value[both], expected[both]
    finite = np.isfinite(expected)
    if not np.array_equal(finite, np.isfinite(value)):
        return np.inf
    error = np.abs(value[finite] - expected[finite]).max(initial=0)
    return error / np.abs(expected[finite]).max(initial=scale)


def contact_differences(ours: Trace, theirs: Trace, pairs=None) -> dict[tuple[int, int], float]:
    """For each pair of geoms, or each of these, by how much its contacts differ; inf if there are more or fewer."""
    found = {}
    one, other = by_pair(ours), by_pair(theirs)
    for pair in one.keys() | other.keys() if pairs is None else pairs:
        points, expected = one.get(pair, []), other.get(pair, [])
        error = np.inf if len(points) != len(expected) else max(
            (difference(name, np.asarray(a[name]), np.asarray(b[name])) for a, b in zip(points, expected) for name in a
             if name not in OF_ROWS), default=0.0)
        if error:
            found[pair] = error
    return found


def in_order(ours: Trace, theirs: Trace) -> Trace:
    """Our contacts with the points of each pair of geoms in the order of the wheel's, which is one of many."""
    ordered, left = [], by_pair(ours)
    for contact in theirs.contacts:
        points = left.get(tuple(contact['geom'].tolist()), [])
        if points:
            nearest = min(range(len(points)), key=lambda k: np.abs(points[k]['pos'] - contact['pos']).sum())
            ordered.append(points.pop(nearest))
    return Trace(contacts=ordered + [contact for points in left.values() for contact in points])


def by_pair(found: Trace) -> dict[tuple[int, int], list]:
    pairs: dict[tuple[int, int], list] = {}
    for contact in found.contacts:
        pairs.setdefault(tuple(contact['geom'].tolist()), []).append(contact)
    return pairs


# ---------------------------------------------------------------------------------------------- noise

def noise(rm, start, theirs: Trace, found: dict, pairs: dict) -> tuple[dict, dict]:
    """How far the wheel's own fields, and its contacts of each pair, move when it is shaken.

    It is shaken until that explains all differences, at most SHAKES times.
    """
    floor: dict[str, float] = {}
    pair_floor: dict[tuple[int, int], float] = {}
    for seed in range(SHAKES):
        again = trace(mujoco, *shaken(rm, start, SHAKE, seed), theirs, within=TOLERANCE)
        merge(floor, differences(again, theirs))
        merge(pair_floor, contact_differences(again, theirs))
        for size in {resolution(rm, pair, error) for pair, error in pairs.items()} - {SHAKE}:
            again = trace(mujoco, *shaken(rm, start, size, seed), theirs, step=False)
            merge(pair_floor, {pair: coarsely(error) for pair, error in contact_differences(again, theirs).items()
                               if resolution(rm, pair, pairs.get(pair, 0.0)) == size})
        left = {name: error for name, error in found.items()
                if name.endswith(ITERATED) and not explains(floor, {name: error})}
        if left:
            moved = differences(trace(mujoco, *shaken(rm, start, rm.opt.ccd_tolerance, seed), theirs), theirs)
            merge(floor, {name: coarsely(moved[name]) for name in left.keys() & moved.keys()})
        if explains(floor, found) and explains(pair_floor, pairs):
            break
    return floor, pair_floor


def shake_contacts(rm, start, theirs: Trace, pairs: dict, floor: dict) -> None:
    """Shake the wheel until its contacts of each pair move as far as they differ, or CONTACT_SHAKES times."""
    for seed in range(SHAKES, CONTACT_SHAKES):
        left = {pair: error for pair, error in pairs.items() if not explains(floor, {pair: error})}
        if not left:
            return
        for size in {resolution(rm, pair, error) for pair, error in left.items()}:
            m, begin = shaken(rm, start, size, seed)
            d = begin(m)
            mujoco.mj_fwdPosition(m, d)
            moved = contact_differences(Trace(contacts=contacts_of(d)), theirs, left)
            merge(floor, {pair: moved[pair] if size == SHAKE else coarsely(moved[pair])
                          for pair in left.keys() & moved.keys() if resolution(rm, pair, left[pair]) == size})


def coarsely(error: float) -> float:
    """What a change that is no mere rounding explains, as a floor: COARSE of it, not MULTIPLE."""
    return error * COARSE / MULTIPLE


def explains(floor: dict, errors: dict) -> bool:
    return all(error <= TOLERANCE or error <= MULTIPLE * floor.get(name, 0.0) for name, error in errors.items())


def merge(floor: dict, errors: dict) -> None:
    for name, error in errors.items():
        floor[name] = max(floor.get(name, 0.0), error)


def resolution(m, pair, error: float) -> float:
    """How much of a state matters for the contacts of two geoms that differ by this much."""
    kinds = set(m.geom_type[list(pair)].tolist())
    if PLANE in kinds:  # the wheel looks for them in boxes of 1e10 m, whose sides are exact to a micrometre
        return 1e-6 if np.isinf(error) else SHAKE
    return m.opt.ccd_tolerance if kinds & {ELLIPSOID, CYLINDER} else SHAKE  # iterations stop there


def shaken(m, start, size: float, seed: int):
    """A model of the wheel changed in its last digits, and a maker of data with a state changed by this much."""
    rng, m, d = np.random.default_rng(seed), scratch(m), copy.copy(start)
    for name in SHAKEN:
        values = getattr(m, name)
        values *= 1 + SHAKE * rng.normal(size=values.shape)
    m.site_pos += SHAKE * rng.normal(size=m.site_pos.shape)  # also out of planes in which tendons go round both sides
    awake = np.repeat(d.tree_asleep < 0, m.tree_dofnum) if m.ntree else np.ones(m.nv, bool)
    change = size * rng.normal(size=m.nv) * awake
    mujoco.mj_integratePos(m, d.qpos, change, 1.0)
    d.qvel *= 1 + size * rng.normal(size=m.nv)
    d.qvel += size * rng.normal(size=m.nv) * awake
    return m, beginnings(d)[0]


def scratch(m):
    """A copy of a model, valid until the next call: robots have megabytes of meshes, which need no second copy."""
    key = id(m), int(m.opt.integrator)
    if key not in COPIES:
        COPIES[key] = m, copy.copy(m)
    again = COPIES[key][1]
    for name in (*SHAKEN, 'site_pos'):
        getattr(again, name)[...] = getattr(m, name)
    return again
