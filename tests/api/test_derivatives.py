"""Derivatives as in the wheel: numbers, shapes, what may be None, errors."""

import importlib.util
import inspect
import re
import warnings
from pathlib import Path

import mujoco
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import torsor
from physics.derivatives.finite.test_transition import CREATURE, perturbed_state
from reference.twins import twin_model
from torsor import models as bundled

EPS = 1e-6
STATE = int(mujoco.mjtState.mjSTATE_INTEGRATION)
SENSING = CREATURE.replace('</mujoco>', '<sensor><jointpos joint="hinge"/><ballquat joint="ball"/></sensor></mujoco>')
WEIRD = CREATURE.replace('springyield="0.01"', '')  # the wheel does not restore the references of yielding springs


def gymnasium_models() -> list[Path]:
    """Gymnasium's models, if it is installed, but for one whose sphere touches the floor exactly, or not, by chance."""
    spec = importlib.util.find_spec('gymnasium')
    assets = Path(spec.origin).parent / 'envs/mujoco/assets' if spec and spec.origin else Path('/nowhere')
    return sorted(path for path in assets.glob('*.xml') if path.stem != 'point')


def loaded(engine, xml: str | Path):
    with warnings.catch_warnings(action='ignore'):
        m = engine.MjModel.from_xml_path(str(xml)) if isinstance(xml, Path) else engine.MjModel.from_xml_string(xml)
    m.opt.tolerance, m.opt.ls_tolerance, m.opt.iterations = 0.0, 1e-14, 400 if m.opt.solver == 0 else 50
    if m.opt.integrator == mujoco.mjtIntegrator.mjINT_RK4:
        m.opt.integrator = mujoco.mjtIntegrator.mjINT_EULER
    return m, engine.MjData(m)


def twins(xml: str | Path, steps: int = 20, integrator: int | None = None):
    """The model in both engines, in a state that the wheel has reached in some steps."""
    (m, d), (rm, rd) = loaded(torsor, xml), loaded(mujoco, xml)
    if integrator is not None:
        m.opt.integrator = rm.opt.integrator = integrator
    rd.ctrl[:] = np.random.default_rng(0).uniform(-0.3, 0.3, rm.nu)
    mujoco.mj_step(rm, rd, steps)
    mujoco.mj_forward(rm, rd)
    state = np.empty(mujoco.mj_stateSize(rm, STATE))
    mujoco.mj_getState(rm, rd, state, STATE)
    torsor.mj_setState(m, d, state, STATE)
    d.qacc[:] = rd.qacc
    return m, d, rm, rd


def transition_matrices(m) -> list[np.ndarray]:
    nx, ns = 2 * m.nv + m.na, m.nsensordata
    return [np.full(shape, np.nan) for shape in ((nx, nx), (nx, m.nu), (ns, nx), (ns, m.nu))]


def inverse_matrices(m) -> list[np.ndarray]:
    shapes = ((m.nv, m.nv),) * 3 + ((m.nv, m.nsensordata),) * 3 + ((m.nv, m.nC),)
    return [np.full(shape, np.nan) for shape in shapes]


def assert_close(ours, theirs, tolerance: float = 1e-7) -> None:
    """Rounding of the forces behind a number is about 1e-13 of them; a difference by EPS makes 1e-7 of that."""
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * np.abs(b).max(initial=1.0))


def compare(function: str, models, flag: bool, matrices) -> None:
    """Both engines fill matrices with the same numbers; those of sensors are left out."""
    m, d, rm, rd = models
    ours, theirs = matrices(m), matrices(rm)
    getattr(torsor, function)(m, d, EPS, flag, *ours)
    getattr(mujoco, function)(rm, rd, EPS, flag, *theirs)
    kept = [i for i, matrix in enumerate(theirs) if m.nsensordata == 0 or m.nsensordata not in matrix.shape]
    assert_close([ours[i] for i in kept], [theirs[i] for i in kept])


# ---- numbers ----
@pytest.mark.parametrize('path', gymnasium_models(), ids=lambda path: path.stem)
def test_models_of_gymnasium(path):
    models = twins(path)
    for flag in (False, True):
        compare('mjd_transitionFD', models, flag, transition_matrices)
        compare('mjd_inverseFD', models, flag, inverse_matrices)


@pytest.mark.parametrize('flag', [False, True])
@pytest.mark.parametrize('integrator', [0, 2, 3, 4])
def test_integrators(integrator, flag):
    models = twins(WEIRD, 30, integrator)
    assert models[3].ncon > 0
    compare('mjd_transitionFD', models, flag, transition_matrices)


@pytest.mark.parametrize('flag', [False, True])
@pytest.mark.parametrize('discrete', [False, True])
@pytest.mark.parametrize('integrator', [0, 2, 3])
def test_inverse_with_integrators(integrator, discrete, flag):
    models = twins(WEIRD, 30, integrator)
    for m in models[::2]:
        m.opt.enableflags |= discrete * int(mujoco.mjtEnableBit.mjENBL_INVDISCRETE)
    compare('mjd_inverseFD', models, flag, inverse_matrices)


@pytest.mark.parametrize('control', [1.0, -1.0, 1.0 - 1e-7, 1.0 + 5e-7, 7.0])
@pytest.mark.parametrize('centered', [False, True])
def test_limits_of_controls(control, centered):
    models = twins(WEIRD)
    models[1].ctrl[0] = models[3].ctrl[0] = control
    compare('mjd_transitionFD', models, centered, transition_matrices)


def test_sensors_by_whole_steps():
    """C and D are about the sensors that a step leaves behind."""
    m = twin_model(mujoco.MjModel.from_xml_string(SENSING))
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 10)
    C, D = transition_matrices(m)[2:]
    torsor.mjd_transitionFD(m, d, EPS, False, None, None, C, D)
    base = perturbed_state(m, d, 0, 0.0)
    torsor.mj_step(m, base)
    for column, slope in enumerate(np.hstack((C, D)).T):
        twin = perturbed_state(m, d, column, EPS)
        torsor.mj_step(m, twin)
        np.testing.assert_allclose(slope, (twin.sensordata - base.sensordata) / EPS, rtol=1e-12, atol=1e-9)


# ---- arguments ----
@pytest.fixture(scope='module')
def pair():
    m = twin_model(mujoco.MjModel.from_xml_string(SENSING))
    return m, torsor.MjData(m)


@pytest.mark.parametrize('name', ['mjd_transitionFD', 'mjd_inverseFD', 'mjd_subQuat', 'mjd_quatIntegrate'])
def test_names_of_arguments(name):
    documented = re.match(rf'{name}\((.*)\) -> None', getattr(mujoco, name).__doc__)
    names = re.findall(r'(\w+): ', documented[1])
    assert list(inspect.signature(getattr(torsor, name)).parameters) == names


def test_every_matrix_may_be_none_and_given_by_name(pair):
    torsor.mjd_transitionFD(*pair, EPS, False, None, None, None, None)
    torsor.mjd_inverseFD(*pair, EPS, False, *[None] * 7)
    m, d = pair
    torsor.mjd_transitionFD(m=m, d=d, eps=1, flg_centered=None, A=None, B=None, C=None, D=None)


@pytest.mark.parametrize('matrix', range(4))
def test_shapes_of_transition_matrices(pair, matrix):
    good = transition_matrices(pair[0])
    for wrong in (good[matrix][1:].copy(), good[matrix].reshape(-1), np.empty((1, good[matrix].size))):
        arguments = [wrong if i == matrix else None for i in range(4)]
        with pytest.raises(TypeError, match=r'ABCD'[matrix] + r' should be of shape \('):
            torsor.mjd_transitionFD(*pair, EPS, False, *arguments)


@pytest.mark.parametrize('matrix', range(7))
def test_shapes_of_inverse_matrices(pair, matrix):
    name = ('DfDq', 'DfDv', 'DfDa', 'DsDq', 'DsDv', 'DsDa', 'DmDq')[matrix]
    wrong = inverse_matrices(pair[0])[matrix][1:].copy()
    with pytest.raises(TypeError, match=rf'{name} should be of shape \(nv, '):
        torsor.mjd_inverseFD(*pair, EPS, False, *[wrong if i == matrix else None for i in range(7)])


@pytest.mark.parametrize('spoil', [np.asfortranarray, lambda a: a.astype(np.float32), np.ndarray.tolist,
                                   lambda a: np.broadcast_to(a, a.shape), lambda a: a[::1, ::-1]])
def test_arrays_that_cannot_be_written_to(pair, spoil):
    A = spoil(transition_matrices(pair[0])[0])
    for engine, (m, d) in ((torsor, pair), (mujoco, loaded(mujoco, SENSING))):
        with pytest.raises(TypeError, match='incompatible function arguments'):
            engine.mjd_transitionFD(m, d, EPS, False, A, None, None, None)


@pytest.mark.parametrize(('eps', 'flag'), [('1', False), (None, False), ([1.0], False), (EPS, 'no'), (EPS, [])])
def test_steps_and_flags_of_other_types(pair, eps, flag):
    for engine, (m, d) in ((torsor, pair), (mujoco, loaded(mujoco, SENSING))):
        with pytest.raises(TypeError, match='incompatible function arguments'):
            engine.mjd_transitionFD(m, d, eps, flag, None, None, None, None)
        with pytest.raises(TypeError, match='incompatible function arguments'):
            engine.mjd_inverseFD(m, d, eps, flag, *[None] * 7)


def test_models_and_data_of_other_types(pair):
    m, d = pair
    for arguments in ((None, d), (m, None), (d, m)):
        with pytest.raises(TypeError, match='incompatible function arguments'):
            torsor.mjd_transitionFD(*arguments, EPS, False, None, None, None, None)
    with pytest.raises(ValueError, match='model'):
        torsor.mjd_inverseFD(torsor.MjModel.from_xml_string('<mujoco/>'), d, EPS, False, *[None] * 7)


CALLS = {'mjd_transitionFD': 4, 'mjd_inverseFD': 7}
DELAYED = CREATURE.replace('kv="0.1"', 'kv="0.1" nsample="3" delay="0.01"')


@pytest.mark.parametrize(('function', 'xml', 'option', 'value', 'message'), [
    ('mjd_transitionFD', CREATURE, 'integrator', 1, 'RK4 integrator is not supported'),
    ('mjd_inverseFD', CREATURE, 'integrator', 1, 'RK4 integrator is not supported'),
    ('mjd_transitionFD', CREATURE, 'integrator', 9, 'invalid integrator'),
    ('mjd_transitionFD', CREATURE, 'enableflags', int(mujoco.mjtEnableBit.mjENBL_SLEEP), 'sleeping is not supported'),
    ('mjd_inverseFD', CREATURE, 'enableflags', int(mujoco.mjtEnableBit.mjENBL_SLEEP), 'sleeping is not supported'),
    ('mjd_inverseFD', CREATURE, 'noslip_iterations', 2, 'noslip solver is not supported'),
    ('mjd_transitionFD', DELAYED, 'iterations', 9, 'delays are not supported'),
])
def test_what_cannot_be_differentiated(function, xml, option, value, message):
    for engine in (torsor, mujoco):
        m, d = loaded(engine, xml)
        setattr(m.opt, option, value)
        with pytest.raises(engine.FatalError, match=message):
            getattr(engine, function)(m, d, EPS, False, *[None] * CALLS[function])


# ---- quaternions ----
number = st.floats(-10, 10)
vectors = st.tuples(number, number, number).map(np.array)
quaternions = st.tuples(number, number, number, number).map(np.array).filter(lambda q: np.linalg.norm(q) > 0.1)


@settings(deadline=None)  # the first call compiles
@given(qa=quaternions, qb=quaternions)
def test_difference_of_quaternions(qa, qb):
    qa, qb = qa / np.linalg.norm(qa), qb / np.linalg.norm(qb)
    assume(abs(np.dot(qa, qb)) > 1e-9)  # half a turn can be made either way
    ours, theirs = np.empty((2, 3, 3)), np.empty((2, 3, 3))
    torsor.mjd_subQuat(qa, qb, *ours)
    mujoco.mjd_subQuat(qa, qb, *theirs)
    # near half a turn the rounding of the angle is magnified, up to its root
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12 if abs(np.dot(qa, qb)) > 1e-3 else 1e-6)
    np.testing.assert_array_equal(ours[1], -ours[0].T)


@pytest.mark.parametrize('angle', [1e-9, 1e-5, 9.9e-3, 1.01e-2, 1.0, 3.0])
def test_difference_of_quaternions_by_differences(angle):
    """Each quaternion is turned in its own frame."""
    qb = np.array([0.5, 0.5, -0.5, 0.5])
    qa, slopes = qb.copy(), np.empty((2, 3, 3))
    torsor.mju_quatIntegrate(qa, np.array([0.6, 0.0, 0.8]), angle)
    torsor.mjd_subQuat(qa, qb, *slopes)
    for k, quaternion in enumerate((qa, qb)):
        for i in range(3):
            values = []
            for h in (EPS, -EPS):
                turned, result = quaternion.copy(), np.empty(3)
                torsor.mju_quatIntegrate(turned, np.eye(3)[i], h)
                torsor.mju_subQuat(result, *((turned, qb) if k == 0 else (qa, turned)))
                values.append(result)
            np.testing.assert_allclose(slopes[k][:, i], (values[0] - values[1]) / (2 * EPS), atol=1e-8)


@settings(deadline=None)
@given(vel=vectors, scale=number)
def test_integration_of_quaternions(vel, scale):
    ours, theirs = [[np.empty(9), np.empty(9), np.empty(3)] for _ in range(2)]
    torsor.mjd_quatIntegrate(vel, scale, *ours)
    mujoco.mjd_quatIntegrate(vel, scale, *theirs)
    angle = abs(scale) * np.linalg.norm(vel)
    # rounding of a long rotation vector is one of the angle; the wheel loses digits where the angle is small
    tolerance = 1e-14 * (1 + angle) + (1e-11 if angle < 1e-2 else 0.0)
    for a, b in zip(ours, theirs):
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=tolerance)


def test_matrices_for_quaternions():
    q, matrix = np.array([1.0, 0.0, 0.0, 0.0]), np.empty((3, 3))
    torsor.mjd_subQuat(q, [1, 0, 0, 0], None, None)
    for shape in ((9,), (9, 1), (1, 9)):
        torsor.mjd_subQuat(q, q, np.empty(shape), None)
    for engine in (torsor, mujoco):
        with pytest.raises(TypeError, match='Da must have size 9'):
            engine.mjd_subQuat(q, q, np.empty(8), None)
        with pytest.raises(TypeError):
            engine.mjd_subQuat(q[:3], q, matrix, None)
        with pytest.raises(TypeError):
            engine.mjd_subQuat(q, q, np.asfortranarray(np.ones((3, 3))), None)
        for wrong in (None, matrix, np.empty(8), np.empty(9, np.float32)):
            with pytest.raises(TypeError, match='incompatible function arguments'):
                engine.mjd_quatIntegrate(q[1:], 0.1, wrong, np.empty(9), np.empty(3))


def test_refused_arguments_change_nothing():
    m = torsor.MjModel.from_xml_string(CREATURE)
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 3)
    before = d.qpos.copy(), d.qvel.copy(), d.qacc.copy(), d.time
    for wrong in (np.zeros((2, 2)), 'abc', [1.0]):
        with pytest.raises(TypeError):
            torsor.mjd_transitionFD(m, d, 1e-6, False, wrong, None, None, None)
        with pytest.raises(TypeError):
            torsor.mjd_inverseFD(m, d, 1e-6, False, wrong, *[None] * 6)
    for array, kept in zip((d.qpos, d.qvel, d.qacc, d.time), before):
        np.testing.assert_array_equal(array, kept)


@pytest.mark.parametrize('wanted', ['A', 'C', 'D', 'CD'])
def test_without_sensors_nothing_is_tried_for_them(wanted):
    """Results such as poses are those of the last step that was tried, if any was."""
    left = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_path(str(bundled.path('chain')))
        d = engine.MjData(m)
        d.qpos[:] += 0.3
        engine.mj_forward(m, d)
        shapes = {'A': (2 * m.nv, 2 * m.nv), 'B': (2 * m.nv, m.nu), 'C': (0, 2 * m.nv), 'D': (0, m.nu)}
        matrices = [np.zeros(shape) if name in wanted else None for name, shape in shapes.items()]
        before = d.xquat.copy()
        engine.mjd_transitionFD(m, d, 1e-5, False, *matrices)
        left.append(d.xquat - before)
    np.testing.assert_allclose(*left, rtol=0, atol=1e-12)
    assert left[1].any() == ('A' in wanted)


@pytest.mark.parametrize('function', ['mjd_transitionFD', 'mjd_inverseFD'])
def test_bad_arguments_are_refused_before_the_model(function):
    count = {'mjd_transitionFD': 4, 'mjd_inverseFD': 7}[function]
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string('<mujoco><option integrator="RK4"/></mujoco>')
        with pytest.raises(TypeError):
            getattr(engine, function)(m, engine.MjData(m), '1', False, *[None] * count)
        with pytest.raises(engine.FatalError):
            getattr(engine, function)(m, engine.MjData(m), 1e-6, False, *[None] * count)


def test_matrices_have_at_most_two_axes():
    for engine in (torsor, mujoco):
        with pytest.raises(TypeError):
            engine.mjd_subQuat(np.eye(4)[0], np.eye(4)[0], np.zeros((3, 3, 1)), None)
