"""Random scenes with all there is: contacts, rows, accelerations, forces and a step, as in the wheel.

Aligned scenes are full of ties: two axes are as good, a distance is zero. Where the wheel's own answer changes when its
model and state change in the last digits, so may ours; by the tolerance of iterations where contacts come from these.
"""

import copy
from itertools import product

import mujoco
import numpy as np
import pytest

import torsor
from parity.random_scenes import random_scene

STATE = int(mujoco.mjtState.mjSTATE_INTEGRATION)
STEPS = (0, 0, 1, 5, 30, 100)
ITERATIONS = {0: 2000, 1: 2000, 2: 200}  # PGS, CG, Newton
CONTACT = ('geom', 'dist', 'pos', 'frame', 'includemargin', 'friction', 'solref', 'solreffriction', 'solimp', 'mu',
           'dim')
ROWS = ('efc_type', 'efc_id', 'efc_pos', 'efc_margin', 'efc_frictionloss', 'efc_diagA', 'efc_KBIP', 'efc_D', 'efc_vel',
        'efc_aref', 'efc_force')
DOFS = ('qacc_smooth', 'qacc', 'qfrc_bias', 'qfrc_passive', 'qfrc_actuator', 'qfrc_constraint', 'act_dot', 'ten_length',
        'actuator_force', 'energy')
STEPPED = ('qpos', 'qvel', 'act', 'qacc_warmstart')
COUNTS = ('ncon', 'nefc', 'contact.geom')
TOLERANCE = 1e-7
FIRST_CONTACT_ROW = int(mujoco.mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS)
PLANE = int(mujoco.mjtGeom.mjGEOM_PLANE)
ROUND = (int(mujoco.mjtGeom.mjGEOM_ELLIPSOID), int(mujoco.mjtGeom.mjGEOM_CYLINDER))
REFUSED = (mujoco.FatalError, torsor.FatalError)


def converge(m) -> None:
    """Let solvers run until nothing changes."""
    m.opt.tolerance, m.opt.noslip_tolerance, m.opt.iterations = 1e-15, 1e-15, ITERATIONS[int(m.opt.solver)]
    m.opt.ls_iterations, m.opt.ls_tolerance = 100, 1e-6


def state_of(m, seed: int) -> np.ndarray:
    """A state of the wheel's trajectory, at most until it warns of something."""
    rng, d = np.random.default_rng(seed), mujoco.MjData(m)
    steps = rng.choice(STEPS)
    d.qvel[:] = rng.choice((0, 0, 0.1, 1)) * rng.normal(size=m.nv)
    d.xfrc_applied[1:] = rng.choice((0, 0.1)) * rng.normal(size=(m.nbody - 1, 6))
    d.ctrl[:] = rng.normal(size=m.nu)
    for _ in range(steps):
        mujoco.mj_step(m, d)
        if any(warning.number for warning in d.warning):
            break
    state = np.empty(mujoco.mj_stateSize(m, STATE))
    mujoco.mj_getState(m, d, state, STATE)
    return state


def jacobian(engine, m, d) -> np.ndarray:
    """The rows of the Jacobian, dense."""
    if not engine.mj_isSparse(m):
        return np.array(d.efc_J[:d.nefc * m.nv]).reshape(d.nefc, m.nv)
    rows = np.zeros((d.nefc, m.nv))
    for row, (start, count) in enumerate(zip(d.efc_J_rowadr, d.efc_J_rownnz)):
        rows[row, d.efc_J_colind[start:start + count]] = d.efc_J[start:start + count]
    return rows


def results(engine, m, state) -> dict[str, np.ndarray]:
    """All that is compared, by name; what has no size of its own comes first."""
    d = engine.MjData(m)
    engine.mj_setState(m, d, state, STATE)
    engine.mj_forward(m, d)
    found = {name: np.array(getattr(d, name)) for name in ('ncon', 'nefc', 'nisland', *ROWS, *DOFS)}
    found |= {f'contact.{name}': np.array(getattr(d.contact, name)) for name in CONTACT}
    found['efc_J'] = jacobian(engine, m, d)
    engine.mj_rnePostConstraint(m, d)
    found['cfrc_ext'], found['cfrc_int'] = d.cfrc_ext.copy(), d.cfrc_int.copy()
    try:
        engine.mj_inverse(m, d)
        found['qfrc_inverse'] = d.qfrc_inverse.copy()
    except REFUSED:  # in discrete time there is none for RK4
        pass
    engine.mj_resetData(m, d)
    engine.mj_setState(m, d, state, STATE)
    engine.mj_step(m, d)
    return found | {f'next {name}': getattr(d, name).copy() for name in STEPPED}


def in_order(found, like) -> dict[str, np.ndarray]:
    """The same with the points of each pair of geoms, and their rows, in the order of those of the other."""
    geoms, others = found['contact.geom'].tolist(), like['contact.geom'].tolist()
    if geoms != others:
        return found
    left, order = list(range(len(geoms))), []
    for k, pair in enumerate(others):
        distance = np.abs(found['contact.pos'] - like['contact.pos'][k]).sum(axis=1)
        order.append(min((i for i in left if geoms[i] == pair), key=lambda i: (distance[i], abs(i - k))))
        left.remove(order[-1])
    of_contact = found['efc_type'] >= FIRST_CONTACT_ROW
    rows = np.concatenate([np.flatnonzero(~of_contact),
                           *(np.flatnonzero(of_contact & (found['efc_id'] == c)) for c in order)]).astype(int)
    return {name: value[order] if name.startswith('contact.') else value[rows] if name.startswith('efc_') else value
            for name, value in found.items() if name != 'efc_id'}


def differences(ours, theirs) -> dict[str, float]:
    """By how much fields differ, relative to their largest number."""
    ours = in_order(ours, theirs)
    found = {}
    for name, expected in theirs.items():
        if name not in ours:
            continue
        value, finite = ours[name], np.isfinite(expected)
        if value.shape != expected.shape or not np.array_equal(finite, np.isfinite(value)):
            found[name] = np.inf
        elif expected.dtype.kind != 'f':
            found[name] = 0.0 if np.array_equal(value, expected) else np.inf
        else:
            error = np.abs(value[finite] - expected[finite]).max(initial=0)
            found[name] = error / np.abs(expected[finite]).max(initial=1e-3)
    return found


def shaken(m, state, size: float, seed: int):
    """Model of the wheel, changed in its last digits, and state, changed by this much."""
    rng, m, state = np.random.default_rng(seed), copy.copy(m), state.copy()
    for name in ('body_pos', 'body_quat', 'geom_pos', 'geom_quat', 'geom_size'):
        field = getattr(m, name)
        field *= 1 + 3e-16 * rng.integers(-2, 3, size=field.shape)
    for field in (m.body_quat, m.geom_quat):
        field += 1e-16 * rng.normal(size=field.shape)
        field /= np.linalg.norm(field, axis=1, keepdims=True)
    moving = slice(1, 1 + m.nq + m.nv)
    state[moving] += size * rng.normal(size=m.nq + m.nv) * (np.abs(state[moving]) + 0.1)
    return m, state


def has_round_contacts(m, theirs) -> bool:
    """Whether contacts are found by iterations, which stop at a tolerance."""
    kinds = m.geom_type[theirs['contact.geom']]
    return bool(np.any(np.isin(kinds, ROUND).any(axis=1) & (kinds[:, 0] != PLANE)))


def beyond_noise(found, m, state, theirs) -> dict[str, float]:
    """Those of the differences that the wheel does not show when it is shaken; none if that changes what touches."""
    noise = dict.fromkeys(found, 0.0)
    sizes = (1e-15, m.opt.ccd_tolerance) if has_round_contacts(m, theirs) else (1e-15,)
    for size, seed in product(sizes, range(6)):
        again = differences(results(mujoco, *shaken(m, state, size, seed)), theirs)
        noise = {name: max(noise[name], again.get(name, np.inf)) for name in found}
    if any(found[name] and noise[name] for name in COUNTS):
        return {}
    return {name: value for name, value in found.items() if value > max(TOLERANCE, 1000 * noise[name])}


def compare(seed: int) -> None:
    """The scene of this number agrees with the wheel."""
    xml = random_scene(seed)
    m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    state = state_of(rm, seed)
    converge(m)
    converge(rm)
    theirs = results(mujoco, rm, state)
    found = differences(results(torsor, m, state), theirs)
    if max(found.values()) > TOLERANCE:
        found = beyond_noise(found, rm, state, theirs)
        assert not found, f'{xml}\n{found}'


@pytest.mark.parametrize('seed', range(40))
def test_scene(seed):
    compare(seed)


@pytest.mark.slow
@pytest.mark.parametrize('seed', range(40, 500))
def test_more_scenes(seed):
    compare(seed)
