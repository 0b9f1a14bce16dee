"""Actuators of every kind: against the wheel in all integrators, finite differences, and known answers."""

import math

import mujoco
import numpy as np
import pytest

import torsor
from reference.adopt import share_state, twins

MACHINE = """<mujoco><option timestep="0.01" integrator="{integrator}"/><worldbody>
  <body pos="0 0 1"><joint name="j" axis="0 1 0" armature="0.5"/><geom size="0.1" pos="0.2 0 0"/>
    <site name="s" pos="0.1 0 0.1"/>
    <body pos="0.3 0 0"><joint name="ball" type="ball" armature="0.3"/><geom size="0.1" pos="0.1 0.1 0"/>
      <site name="r" pos="0.1 0 0.2" euler="10 20 30"/></body></body></worldbody>
  <actuator>{actuators}</actuator></mujoco>"""
MOTOR = '<dcmotor joint="j" gear="2" motorconst="3 2" resistance="5" {}/>'
KINDS = {
    'motor': MOTOR.format(''),
    'motor with a winding': MOTOR.format('inductance="0.07"'),
    'motor with a slow winding': MOTOR.format('inductance="0.07" saturation="0 0 0.1"'),
    'saturated motor': MOTOR.format('saturation="0.05"'),
    'motor that gets hot': MOTOR.format('thermal="2 17 0 0.03 23 29" inductance="0.07"'),
    'motor that cogs and sticks': MOTOR.format('cogging="0.3 6 0.2" lugre="3 0.2 0.5 0.8 0.6"'),
    'controlled motor': MOTOR.format('input="pos vel ff voltage" controller="7.9 3 8.9 9.7 0.5 4"'),
    'slow velocity': MOTOR.format('input="vel" controller="0 0 8.9 2"'),
    'slow feed-forward': MOTOR.format('input="ff" controller="0 0 0 2"'),
    'short-circuited motor': MOTOR.format('input="none" lugre="3 0.2 0.5 0.8 0.6"'),
    'everything': MOTOR.format('input="pos vel ff voltage" controller="7.9 3 8.9 9.7 0.5 4" inductance="0.7" '
                               'thermal="2 17 0 0.03 23 29" cogging="0.3 6 0.2" lugre="3 0.2 0.5 0.8 0.6"'),
    'pid': '<pid joint="j" kp="3" kv="5" ki="7" imax="1.1" slewmax="13" input="pos vel ff" velrange="-0.3 0.3"/>',
    'pd': '<pid joint="j" kp="3" kv="5" forcerange="-1 1"/>',
    'pi, early': '<general joint="j" gaintype="pid" biastype="affine" dyntype="pid" gainprm="7" biasprm="0 -3 -5" '
                 'dynprm="1.1" input="pos" actearly="true"/>',
    'orientation': '<orientation joint="ball" kp="3" kv="2"/>',
    'orientation by a quaternion': '<orientation site="r" refsite="s" kp="3" kv="2" input="quat"/>',
    'orientation with a limit': '<orientation joint="ball" kp="3" kv="2" forcerange="0 1.5"/>',
    'integrated orientation': '<general joint="ball" gaintype="so3" biastype="so3" gainprm="3" biasprm="0 -3 -2" '
                              'dyntype="integrator"/>',
    'muscle': '<muscle joint="j" gear="0.5" lengthrange="-2 2" range="0.7 1.1" force="-1" scale="30" tausmooth="0.3"/>'
              '<muscle joint="j" lengthrange="-2 2" force="20"/>',
    'servo of an angle': '<position site="r" refsite="s" gear="0 0 0 0 1 2" kp="20"/>'
                         '<intvelocity site="r" refsite="s" gear="0 0 0 1 0 0" kp="10"/>',
    'servo of an angle and a motor': '<intvelocity site="r" refsite="s" gear="0 0 0 1 0 0" kp="10"/>'
                                     + MOTOR.format('inductance="0.07"'),
}
INTEGRATORS = ('Euler', 'RK4', 'implicit', 'implicitfast', 'discrete')


def machine(kind, integrator='Euler'):
    return twins(MACHINE.format(integrator=integrator, actuators=KINDS[kind]))


def randomize(rm, rd, rng):
    rd.qpos[:], rd.qvel[:] = rm.qpos0 + rng.normal(size=rm.nq), rng.normal(size=rm.nv)
    mujoco.mj_normalizeQuat(rm, rd.qpos)
    rd.ctrl[:], rd.act[:] = 2 * rng.normal(size=rm.nu), rng.normal(size=rm.na)
    rd.qacc_warmstart[:] = 0


@pytest.mark.parametrize('kind', KINDS)
def test_forces_and_steps_are_the_wheels(kind):
    rng = np.random.default_rng(len(kind))
    for integrator in INTEGRATORS:
        m, d, rm, rd = machine(kind, integrator)
        for _ in range(4):
            randomize(rm, rd, rng)
            share_state(d, rd)
            mujoco.mj_forward(rm, rd)
            torsor.mj_forward(m, d)
            for name in ('act_dot', 'actuator_force', 'qfrc_actuator'):
                assert_close(getattr(d, name), getattr(rd, name), 1e-11, f'{name} {integrator}')
            if is_undecided(kind, rd):
                continue
            mujoco.mj_step(rm, rd)
            torsor.mj_step(m, d)
            for name in ('qpos', 'qvel', 'act', 'actuator_length', 'actuator_velocity'):
                assert_close(getattr(d, name), getattr(rd, name), 1e-10, f'{name} {integrator}')


def is_undecided(kind, rd) -> bool:
    """Whether rounding has shortened a torque to less than its limit, which the wheel then takes for free of it."""
    return kind == 'orientation with a limit' and 1.5 - 1e-12 < np.linalg.norm(rd.actuator_force) < 1.5


def assert_close(ours, theirs, tolerance, name):
    atol = tolerance * max(1, np.abs(theirs).max(initial=0))
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=atol, err_msg=name)


@pytest.mark.parametrize('kind', [kind for kind in KINDS if 'motor' in kind or kind in ('pid', 'pd', 'pi, early')])
def test_slopes_are_those_of_the_force(kind):
    m, d, rm, rd = machine(kind, 'implicit')
    rng = np.random.default_rng(4)
    for _ in range(5):
        randomize(rm, rd, rng)
        share_state(d, rd)
        start, forces = (d.qpos.copy(), d.qvel.copy(), d.act.copy()), []
        for step in (1e-6, -1e-6):
            d.qpos[:], d.qvel[:], d.act[:] = start
            d.qvel[0] += step
            torsor.mj_forward(m, d)
            forces.append(d.qfrc_actuator[0])
        d.qpos[:], d.qvel[:], d.act[:] = start
        torsor.mj_step(m, d)
        slope = (forces[0] - forces[1]) / 2e-6
        if 'sticks' in kind or 'short' in kind:  # of dry friction only what damps at once counts, 0.2 by gear^2
            m.actuator_dynprm[:, 5:7] = 0
            continue
        # the matrix also holds the derivative of Coriolis forces, which is zero for a single hinge
        bias = bias_slope(m, d, start)
        assert d.qDeriv[0] == pytest.approx(slope + bias, abs=1e-6)


def bias_slope(m, d, start):
    """Derivative of minus the bias force of the hinge by its velocity."""
    forces = []
    for step in (1e-6, -1e-6):
        d2 = torsor.MjData(m)
        d2.qpos[:], d2.qvel[:] = start[0], start[1]
        d2.qvel[0] += step
        torsor.mj_forward(m, d2)
        forces.append(-d2.qfrc_bias[0])
    return (forces[0] - forces[1]) / 2e-6


FLYWHEEL = """<mujoco><option gravity="0 0 0" timestep="0.001" integrator="implicitfast"/><worldbody>
  <body><joint name="j" axis="0 0 1" armature="0.02"/><geom size="0.01" density="0.001"/></body></worldbody>
  <actuator>{}</actuator></mujoco>"""


def test_a_motor_spins_up_to_the_speed_of_its_voltage():
    m, d, _, _ = twins(FLYWHEEL.format('<dcmotor joint="j" motorconst="0.5" resistance="2"/>'))
    d.ctrl[:] = 6
    pace = 0.5 ** 2 / (2 * 0.02)  # K^2 / (R J)
    torsor.mj_step(m, d, 200)
    assert d.qvel[0] == pytest.approx(6 / 0.5 * (1 - math.exp(-pace * d.time)), rel=2e-3)
    torsor.mj_step(m, d, 3000)
    assert d.qvel[0] == pytest.approx(12, rel=1e-6)


def test_a_stalled_motor_warms_up_to_where_it_loses_as_much_as_it_burns():
    m, d, _, _ = twins(FLYWHEEL.format(
        '<dcmotor joint="j" motorconst="0.5" resistance="2" thermal="3 0.1 0 0 20 20"/>').replace(
        'armature="0.02"', 'armature="1e9"'))
    d.ctrl[:] = 4
    torsor.mj_step(m, d, 3000)
    assert d.act[0] == pytest.approx(3 * 4 ** 2 / 2, rel=1e-3)  # Rth U^2 / R


def test_friction_of_bristles_ends_at_that_of_coulomb():
    m, d, _, _ = twins(FLYWHEEL.format('<dcmotor joint="j" motorconst="0" resistance="2" input="none" '
                                       'lugre="100 1 0.3 0.5 0.1"/>').replace('armature="0.02"', 'armature="1e9"'))
    d.qvel[:] = 2  # far above the Stribeck velocity
    torsor.mj_step(m, d, 500)
    assert d.actuator_force[0] == pytest.approx(-0.3, rel=1e-9)


def test_the_integral_of_a_controller_takes_away_a_constant_error():
    m, d, _, _ = twins(FLYWHEEL.format('<pid joint="j" kp="4" kv="0.6" ki="8" input="pos"/>'))
    d.ctrl[:], d.qfrc_applied[:] = 0.3, 1.0
    torsor.mj_step(m, d, 20000)
    assert d.qpos[0] == pytest.approx(0.3, abs=1e-9)
    assert 8 * d.act[0] == pytest.approx(-1, rel=1e-6)


def test_an_orientation_servo_turns_about_the_axis_of_the_error():
    m, d, _, _ = twins(MACHINE.format(integrator='implicit', actuators=KINDS['orientation']))
    d.ctrl[:] = 0.4, -0.5, 0.3
    torsor.mj_forward(m, d)
    np.testing.assert_allclose(d.actuator_force, 3 * d.ctrl, rtol=1e-14)


def test_a_muscle_of_zero_range_stays_finite():
    m, d, rm, rd = machine('muscle')
    for model in (m, rm):
        model.actuator_lengthrange[:] = 0.3, 0.3
    for engine, model, data in ((torsor, m, d), (mujoco, rm, rd)):
        data.ctrl[:] = 1
        engine.mj_step(model, data)
        engine.mj_step(model, data)
    np.testing.assert_array_equal(d.actuator_force, rd.actuator_force)


def test_a_control_that_is_not_a_number_is_none():
    m, d, rm, rd = machine('controlled motor')
    for engine, model, data in ((torsor, m, d), (mujoco, rm, rd)):
        data.ctrl[:] = 1, 2, np.nan, 3
        engine.mj_forward(model, data)
    np.testing.assert_allclose(d.actuator_force, rd.actuator_force, rtol=1e-14)
    assert d.warning[torsor.mjtWarning.mjWARN_BADCTRL].number == 1
