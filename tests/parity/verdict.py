"""What differs between two traces, and which of it the wheel's own noise explains.

Floats are compared to TOLERANCE of the largest number of their field. Where that fails, the wheel runs again with model
and state changed in the last digits (SHAKES times 1e-15). A difference is explained if it is at most MULTIPLE of what
the wheel's own answer moves then. That is decided for each field at each checkpoint, and for each pair of geoms whose
contacts differ; all that follows from contacts starts from the wheel's, so that a flipped contact explains nothing else.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field

import mujoco
import numpy as np

import torsor
from parity.trace import DISCRETE, OF_ROWS, Trace, copy_data, trace
from parity.twins import FACTORS

TOLERANCE = 1e-9
MULTIPLE = 100.0
SHAKE = 1e-15
SHAKES = 6
PLANE, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX = (
    int(getattr(mujoco.mjtGeom, f'mjGEOM_{name}'))
    for name in ('PLANE', 'SPHERE', 'CAPSULE', 'ELLIPSOID', 'CYLINDER', 'BOX'))
SMALL = 1e-3  # numbers below are compared to this; accelerations and forces are of order one
SHAKEN = ('body_pos', 'body_quat', 'body_ipos', 'body_mass', 'body_inertia', 'body_invweight0', 'dof_invweight0',
          'jnt_pos', 'jnt_axis', 'geom_pos', 'geom_quat', 'geom_size', 'geom_friction')


@dataclass
class Verdict:
    """Differences that nothing explains, and those that the wheel shows by itself, by 'checkpoint field'."""

    defects: dict[str, float] = field(default_factory=dict)
    flips: dict[str, float] = field(default_factory=dict)  # the wheel changes its mind: a contact comes or goes
    noise: dict[str, float] = field(default_factory=dict)  # the wheel's numbers move

    def judge(self, name: str, error: float, floor: float) -> None:
        """Sort one difference in, given how far the wheel itself moves."""
        if error <= TOLERANCE:
            return
        if np.isinf(floor):
            self.flips[name] = error
        elif error <= MULTIPLE * floor:
            self.noise[name] = error
        else:
            self.defects[name] = error


def compare(m, rm, start) -> Verdict:
    """Both engines from the same start; `start` is data of the wheel, which is left alone."""
    begin, ours_begin = beginnings(start)
    theirs = trace(mujoco, rm, begin)
    ours = trace(torsor, m, ours_begin, theirs.contacts)
    verdict = Verdict()
    found = differences(ours, theirs)
    pairs = contact_differences(ours, theirs)
    if max((*found.values(), *pairs.values()), default=0) <= TOLERANCE:
        return verdict
    floor, pair_floor = noise(rm, start, theirs)
    for pair, error in pairs.items():
        verdict.judge(f'contacts {pair}', error, pair_floor.get(pair, 0.0))
    flipped = any(name.startswith('contacts ') for name in verdict.flips)
    for name, error in found.items():
        own = rm.opt.integrator == DISCRETE or name.startswith(('step ', 'inverse '))  # from contacts of its own
        verdict.judge(name, error, np.inf if own and flipped else floor.get(name, 0.0))
    return verdict


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


# ---------------------------------------------------------------------------------------------- differences

def differences(ours: Trace, theirs: Trace) -> dict[str, float]:
    """By how much fields differ, relative to their largest number; contacts of the engines' own are not among them."""
    moved = ours.fields['rows'] is not ours.fields['position']
    found = {}
    for checkpoint, fields in theirs.fields.items():
        if checkpoint not in ours.fields:
            continue
        for name, expected in fields.items():
            if checkpoint == 'position' and (is_of_rows(name) if moved else name.startswith('contact.')):
                continue
            value = ours.fields[checkpoint].get(name)
            error = np.inf if value is None else difference(name, value, expected)
            if error:
                found[f'{checkpoint} {name}'] = error
    return found


def is_of_rows(name: str) -> bool:
    """Whether a field of the position stage follows from contacts."""
    return name.startswith(('contact.', 'efc_', 'iefc_', 'island_', 'map_', 'tree_island', 'dof_island')) or name in (
        'ncon', 'maxuse_con', 'maxuse_efc', 'nefc', 'nJ', 'nA', 'nY', 'nisland', 'nidof', 'tendon_efcadr')


def difference(name: str, value, expected) -> float:
    """How far apart two values of a field are: 0 to the last bit, inf if they cannot be compared."""
    if value.shape != expected.shape:
        return np.inf
    if value.tobytes() == expected.tobytes():
        return 0.0
    if expected.dtype.kind != 'f':
        return 0.0 if np.array_equal(value, expected) else np.inf
    if name in FACTORS and not expected.any():  # the wheel has needed none yet
        return 0.0
    finite = np.isfinite(expected)
    if not np.array_equal(finite, np.isfinite(value)):
        return np.inf
    error = np.abs(value[finite] - expected[finite]).max(initial=0)
    return error / np.abs(expected[finite]).max(initial=SMALL)


def contact_differences(ours: Trace, theirs: Trace) -> dict[tuple[int, int], float]:
    """For each pair of geoms, by how much its contacts differ; inf if there are more or fewer."""
    found = {}
    one, other = by_pair(ours), by_pair(theirs)
    for pair in one.keys() | other.keys():
        points, expected = one.get(pair, []), other.get(pair, [])
        error = np.inf if len(points) != len(expected) else max(
            difference(name, np.asarray(a[name]), np.asarray(b[name])) for a, b in zip(points, expected) for name in a
            if name not in OF_ROWS)
        if error:
            found[pair] = error
    return found


def by_pair(found: Trace) -> dict[tuple[int, int], list]:
    pairs: dict[tuple[int, int], list] = {}
    for contact in found.contacts:
        pairs.setdefault(tuple(contact['geom'].tolist()), []).append(contact)
    return pairs


# ---------------------------------------------------------------------------------------------- noise

def noise(rm, start, theirs: Trace) -> tuple[dict[str, float], dict[tuple[int, int], float]]:
    """How far the wheel's own fields, and its contacts of each pair, move when it is shaken."""
    floor: dict[str, float] = {}
    pair_floor: dict[tuple[int, int], float] = {}
    for seed in range(SHAKES):
        again = trace(mujoco, *shaken(rm, start, SHAKE, seed), theirs.contacts)
        for name, error in differences(again, theirs).items():
            floor[name] = max(floor.get(name, 0.0), error)
        merge(pair_floor, contact_differences(again, theirs))
    iterated = [pair for pair in by_pair(theirs) if is_iterated(rm, pair)]
    for seed in range(SHAKES if iterated else 0):
        again = trace(mujoco, *shaken(rm, start, rm.opt.ccd_tolerance, seed), theirs.contacts, step=False)
        merge(pair_floor, {pair: error for pair, error in contact_differences(again, theirs).items()
                           if is_iterated(rm, pair)})
    return floor, pair_floor


def merge(floor: dict, errors: dict) -> None:
    for name, error in errors.items():
        floor[name] = max(floor.get(name, 0.0), error)


def is_iterated(m, pair) -> bool:
    """Whether contacts of two geoms are found by iterations, which stop at a tolerance."""
    kinds = m.geom_type[list(pair)]
    return PLANE not in kinds and bool({ELLIPSOID, CYLINDER} & set(kinds.tolist()))


def shaken(m, start, size: float, seed: int):
    """A model of the wheel changed in its last digits, and a maker of data with a state changed by this much."""
    rng, m, d = np.random.default_rng(seed), copy.copy(m), copy.copy(start)
    for name in SHAKEN:
        values = getattr(m, name)
        values *= 1 + SHAKE * rng.normal(size=values.shape)
    awake = np.repeat(d.tree_asleep < 0, m.tree_dofnum) if m.ntree else np.ones(m.nv, bool)
    change = size * rng.normal(size=m.nv) * awake
    mujoco.mj_integratePos(m, d.qpos, change, 1.0)
    d.qvel *= 1 + size * rng.normal(size=m.nv)
    d.qvel += size * rng.normal(size=m.nv) * awake
    return m, beginnings(d)[0]
