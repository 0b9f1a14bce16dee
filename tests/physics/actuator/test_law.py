"""Gains and biases: the derivatives in each row are those of its value, and no law reads more than it should."""

import mujoco
import numpy as np
import pytest

import torsor
from jit.small import Numbers
from torsor.jit import stage
from torsor.physics.actuator.bias import BIASES, bias, bias_by_length, bias_by_velocity, is_constant_bias
from torsor.physics.actuator.gain import GAINS, gain, gain_by_length, gain_by_velocity, is_constant_gain

# rows whose derivatives are those of a force that is not in the table
WITHOUT_VALUE = {'gain': (), 'bias': (torsor.mjtBias.mjBIAS_DCMOTOR, torsor.mjtBias.mjBIAS_SO3)}
BUILT = [(law, kind) for law, table in (('gain', GAINS), ('bias', BIASES)) for kind in (*table, 77)
         if kind not in WITHOUT_VALUE[law]]
MOTOR = '<mujoco><size nuserdata="5"/><worldbody><body><joint name="j" type="slide"/><geom size="1"/></body>' \
        '</worldbody><actuator>{}</actuator></mujoco>'


@stage
def evaluate_gain(m, d):
    kind, length, velocity = m.actuator_gaintype[0], d.userdata[0], d.userdata[1]
    d.userdata[2] = gain(kind, m, d, 0, length, velocity)
    d.userdata[3] = gain_by_length(kind, m, d, 0, length, velocity)
    d.userdata[4] = gain_by_velocity(kind, m, d, 0, length, velocity)


@stage
def evaluate_bias(m, d):
    kind, length, velocity = m.actuator_biastype[0], d.userdata[0], d.userdata[1]
    d.userdata[2] = bias(kind, m, d, 0, length, velocity)
    d.userdata[3] = bias_by_length(kind, m, d, 0, length, velocity)
    d.userdata[4] = bias_by_velocity(kind, m, d, 0, length, velocity)


def evaluator(law: str, kind: int) -> Numbers:
    """Runs a law of a kind on columns of length and velocity; rows 2, 3 and 4 are its value and derivatives."""
    numbers = Numbers({'gain': evaluate_gain, 'bias': evaluate_bias}[law], 5)
    numbers.m = torsor.MjModel.from_xml_string(MOTOR.format('<motor joint="j"/>'))
    getattr(numbers.m, f'actuator_{law}type')[0] = kind
    getattr(numbers.m, f'actuator_{law}prm')[0, :9] = np.random.default_rng(0).normal(size=9)
    return numbers


@pytest.mark.parametrize(('law', 'kind'), BUILT)
def test_derivatives_are_those_of_the_value(law, kind):
    at, h = np.random.default_rng(kind).normal(size=(2, 8)), 1e-5
    numbers = evaluator(law, kind)
    derivatives = numbers.alone(at)[3:]
    for axis, step in enumerate(np.eye(2) * h):
        difference = numbers.alone(at + step[:, None])[2] - numbers.alone(at - step[:, None])[2]
        np.testing.assert_allclose(derivatives[axis], difference / (2 * h), rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize(('law', 'kind'), BUILT)
def test_several_worlds_give_the_bits_of_one(law, kind):
    at, numbers = np.random.default_rng(1).normal(size=(2, 4)), evaluator(law, kind)
    assert numbers.alone(at).tobytes() == numbers.together(at).tobytes()


def test_kinds_without_a_row_are_one_and_zero():
    at = np.array([[2.0], [3.0]])
    assert evaluator('gain', 77).alone(at)[2, 0] == 1
    assert evaluator('bias', 77).alone(at)[2, 0] == 0


@stage
def tell_what_is_constant(m, d):
    for kind in range(10):
        d.userdata[kind] = 1.0 if is_constant_gain(kind) else 0.0
        d.userdata[10 + kind] = 1.0 if is_constant_bias(kind) else 0.0


def test_what_has_derivatives_is_not_constant_nor_is_what_is_not_known():
    told = Numbers(tell_what_is_constant, 20).alone(np.zeros((1, 1))).reshape(2, 10)
    constant = [{int(getattr(kinds, name)) for name in names} for kinds, names in (
        (torsor.mjtGain, ('mjGAIN_FIXED', 'mjGAIN_DCMOTOR', 'mjGAIN_SO3', 'mjGAIN_PID', 'mjGAIN_USER')),
        (torsor.mjtBias, ('mjBIAS_NONE', 'mjBIAS_USER')))]
    assert [set(np.flatnonzero(row)) for row in told] == constant


@pytest.mark.parametrize('actuator', [
    '<motor joint="j" gear="0.5"/>', '<general joint="j" gainprm="3" dyntype="integrator"/>',
    '<general joint="j" gaintype="user" biastype="user"/>',
])
def test_a_law_that_does_not_depend_on_the_length_does_not_mind_infinite_ones(actuator):
    forces = []
    for engine in (mujoco, torsor):
        m = engine.MjModel.from_xml_string(MOTOR.format(actuator))
        d = engine.MjData(m)
        d.qpos[:], d.ctrl[:], d.act[:] = np.inf, 2, 3
        engine.mj_fwdPosition(m, d)
        engine.mj_fwdVelocity(m, d)
        engine.mj_fwdActuation(m, d)
        forces.append(d.actuator_force[0])
    assert forces[0] == forces[1]
    assert np.isfinite(forces[0])
