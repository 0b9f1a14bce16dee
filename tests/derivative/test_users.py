"""Exact derivatives of models with functions of the user's, against extrapolated differences of the step."""

import numpy as np
import pytest

import torsor
from derivative.test_exact import Variables, errors, tightened
from torsor import derivative
from torsor.batch import Batch
from torsor.kernels import kernel, sincos, tanh

CREATURE = """<mujoco>
  <size nuserdata="2"/>
  <option timestep=".004" integrator="{}"/>
  <worldbody>
    <geom type="plane" size="2 2 .1" euler="3 2 0"/>
    <body pos="0 0 .14">
      <freejoint/>
      <geom type="box" size=".1 .1 .1" euler="4 3 0"/>
      <body pos=".2 0 0">
        <joint name="a" axis="0 1 0" damping=".1"/>
        <geom type="capsule" fromto="0 0 0 .2 0 -.1" size=".04"/>
        <body pos=".2 0 -.1"><joint name="b" axis="1 0 1" damping=".2"/><geom size=".05" pos=".1 0 0"/></body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor name="m" joint="a"/>
    <general joint="b" dyntype="user" dynprm=".3" gaintype="user" biastype="user" actdim="1"/>
    <position joint="b" kp="3" timeconst=".1"/>
  </actuator>
  <sensor><jointpos joint="a"/><actuatorfrc actuator="m"/></sensor>
</mujoco>"""
KINDS = ('control', 'passive', 'act_dyn', 'act_gain', 'act_bias')


@kernel
def control(m, d):
    """Feedback from positions, poses and forces, on top of what is given; a spring to the origin by applied forces."""
    d.ctrl[0] = 0.5 * d.ctrl[0] - 3.0 * tanh(d.qpos[7]) - 0.2 * d.qvel[6]
    d.ctrl[0] += sincos(d.xpos[2].x)[0] + 0.1 * d.qfrc_bias[6]
    d.ctrl[2] += d.userdata[0] * d.qvel[2]
    for i in range(3):
        d.qfrc_applied[i] = -5.0 * d.qpos[i]
    d.xfrc_applied[2, 2] = 1.0 - d.xpos[3].z


@kernel
def passive(m, d):
    for i in range(6, 8):
        d.qfrc_passive[i] += -2.0 * sincos(d.qpos[i + 1])[0] - d.qvel[i] * abs(d.qvel[i])


@kernel
def act_dyn(m, d, i):
    return (d.ctrl[i] - d.act[0]) / m.actuator_dynprm[i, 0] + d.qvel[6]


@kernel
def act_gain(m, d, i):
    return 1.0 + d.actuator_length[i] * d.actuator_length[i]


@kernel
def act_bias(m, d, i):
    return -d.xpos[2].z * d.qvel[7]


FUNCTIONS = dict(zip(KINDS, (control, passive, act_dyn, act_gain, act_bias)))


def creature(*kinds: str, integrator: str = 'Euler'):
    m = tightened(CREATURE.format(integrator))
    for kind in kinds:
        setattr(m.callbacks, kind, FUNCTIONS[kind])
    return m


def start(m):
    """A data that moves, on the floor."""
    d = torsor.MjData(m)
    d.qvel[:] = 0.3 * np.random.default_rng(0).normal(size=m.nv)
    d.userdata[:] = 0.7
    torsor.mj_step(m, d, 20)
    d.ctrl[:] = 0.4, 0.2, 0.1
    return d


@pytest.mark.parametrize(('kinds', 'integrator'), [
    *(((kind,), 'Euler') for kind in KINDS), (KINDS, 'Euler'), (KINDS, 'discrete')])
def test_steps(kinds, integrator):
    m = creature(*kinds, integrator=integrator)
    found = errors(m)
    assert len(found) >= 2
    assert max(found) < 1e-7


def test_contacts_take_part():
    m = creature(*KINDS)
    d = start(m)
    expected, apart = Variables(m, d).extrapolated()
    assert d.ncon > 0
    assert apart < 1e-4
    given = [field.copy() for field in (d.qpos, d.qvel, d.act, d.ctrl, d.qfrc_applied, d.xfrc_applied)]
    exact = np.hstack(derivative.transition(m, d)[:2])
    np.testing.assert_allclose(exact, expected, rtol=0, atol=1e-7 * np.abs(expected).max())
    for field, value in zip((d.qpos, d.qvel, d.act, d.ctrl, d.qfrc_applied, d.xfrc_applied), given):
        np.testing.assert_array_equal(field, value)


def test_sensors():
    m = creature(*KINDS)
    d = start(m)
    A, B, C, D = derivative.transition(m, d, sensors=True)
    np.testing.assert_array_equal(np.hstack((A, B)), np.hstack(derivative.transition(m, d)[:2]))
    assert D[1, 0] == pytest.approx(0.5)  # the motor gets half of what is given
    assert C[1, m.nv + 6] != 0.0


def test_gradients_and_batches_are_those_of_the_matrices():
    m = creature(*KINDS)
    d = start(m)
    A, B, _, _ = derivative.transition(m, d)
    g = np.random.default_rng(1).normal(size=2 * m.nv + m.na)
    by_state, by_control = derivative.pullback(m, d, g)
    np.testing.assert_allclose(by_state, A.T @ g, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(by_control, B.T @ g, rtol=1e-12, atol=1e-12)
    worlds = Batch(m, 60)
    torsor.mj_getState(m, d, worlds.state[0], int(torsor.mjtState.mjSTATE_INTEGRATION))
    worlds.state[1:] = worlds.state[0]
    many, more, _, _ = derivative.transitions(worlds)
    for k in (0, 7, 59):
        np.testing.assert_array_equal(many[k], A)
        np.testing.assert_array_equal(more[k], B)


def test_a_function_that_is_swapped_counts_at_once():
    m = creature('act_gain')
    d = start(m)
    found = [np.hstack(derivative.transition(m, d)[:2])]

    @kernel
    def stronger(m, d, i):
        return 3.0

    for function in (stronger, None):
        m.callbacks.act_gain = function
        expected, _ = Variables(m, d).extrapolated()
        found.append(np.hstack(derivative.transition(m, d)[:2]))
        np.testing.assert_allclose(found[-1], expected, rtol=0, atol=1e-7 * np.abs(expected).max())
        assert np.abs(found[-1] - found[-2]).max() > 1e-3


def test_a_function_of_python_after_a_compiled_one_is_refused():
    m = creature('control')
    d = start(m)
    derivative.transition(m, d)
    m.callbacks.control = None
    torsor.set_mjcb_control(lambda m, d: None)
    try:
        with pytest.raises(derivative.NotDifferentiable, match='callback'):
            derivative.transition(m, d)
    finally:
        torsor.set_mjcb_control(None)
    derivative.transition(m, d)


@kernel
def looks_at_sensors(m, d):
    d.ctrl[0] = d.sensordata[0]


@kernel
def looks_at_contacts(m, d):
    d.ctrl[0] = d.ncon


@kernel
def uses_arrays(m, d):
    gains = np.ones(2)
    gains[0] = d.qpos[0]
    d.ctrl[0] = gains.sum()


@kernel
def draws(m, d):
    d.ctrl[0] = d.qpos[7] * np.random.rand()  # noqa: NPY002 - the generator that Numba has


@pytest.mark.parametrize('function', [looks_at_sensors, looks_at_contacts, uses_arrays, draws])
def test_functions_without_a_derivative_are_refused(function):
    m = creature()
    m.callbacks.control = function
    d = start(m)
    with pytest.raises(derivative.NotDifferentiable, match='callback') as refusal:
        derivative.transition(m, d)
    assert f'control cannot use {function.__name__}' in str(refusal.value)
    with pytest.raises(derivative.NotDifferentiable, match='callback'):
        derivative.transitions(Batch(m, 2))


def test_bias_forces_are_not_there_yet_when_passive_ones_are_found():
    @kernel
    def early(m, d):
        d.qfrc_passive[0] += d.qfrc_bias[0]

    m = creature()
    m.callbacks.passive = early
    with pytest.raises(derivative.NotDifferentiable, match='callback'):
        derivative.transition(m, start(m))


def test_what_else_is_refused():
    m = creature('passive', integrator='implicitfast')
    with pytest.raises(derivative.NotDifferentiable, match='integrator'):
        derivative.transition(m, start(m))
    m = creature('passive')
    with pytest.raises(derivative.NotDifferentiable, match='mjd_inverseFD'):
        derivative.inverse(m, start(m))
    with pytest.raises(derivative.NotDifferentiable, match='parameters'):
        derivative.parameters(m, start(m), 'body_mass')
