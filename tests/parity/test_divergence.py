"""Numbers that are not finite or too large: warnings, resets and what is left of the state, as in the wheel."""

import mujoco
import numpy as np
import pytest

import torsor
from parity.twins import INTEGRATORS, STATE, Twins

SCENE = """<mujoco>
  <option><flag constraint="disable"/></option>
  <worldbody>
    <body><joint type="ball"/><geom type="box" size="0.1 0.2 0.3" pos="0 0.1 0"/></body>
    <body pos="0 4 0">
      <joint name="hinge" damping="1"/><geom size="0.1" pos="0 0 0.1"/>
      <body pos="0 0 0.2"><joint type="slide"/><geom size="0.1"/></body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="hinge"/> <motor joint="hinge" ctrlrange="-1 1"/>
    <general joint="hinge" dyntype="filter" dynprm="0.1"/>
  </actuator>
</mujoco>"""
NUMBERS = [np.nan, np.inf, -np.inf, 1.0000001e10, -2e10, 1e10]
PLACES = [('qpos', 0), ('qpos', 4), ('qvel', 2), ('qvel', 3), ('act', 0), ('ctrl', 0), ('ctrl', 1), ('ctrl', 2)]
AUTORESET_OFF = int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)


def warnings(d) -> list[tuple[int, int]]:
    return [(warning.number, warning.lastinfo) for warning in d.warning]


def spoiled(field, index, number, **options) -> Twins:
    """Both in the same state, where one number is bad."""
    twins = Twins.load(SCENE, **options)
    for d in (twins.d, twins.rd):
        d.time = 3
        d.qvel[0] = 0.5
        d.ctrl[:] = 0.3
        getattr(d, field)[index] = number
    return twins


def assert_same_state(twins) -> None:
    """Warnings and state agree; what is not finite in one is so in the other."""
    assert warnings(twins.d) == warnings(twins.rd)
    for name in STATE:
        ours, theirs = np.asarray(getattr(twins.d, name)), np.asarray(getattr(twins.rd, name))
        np.testing.assert_array_equal(np.isfinite(ours), np.isfinite(theirs), err_msg=name)
        size = np.abs(theirs[np.isfinite(theirs)]).max(initial=1)
        np.testing.assert_allclose(ours[np.isfinite(ours)], theirs[np.isfinite(theirs)], rtol=0, atol=1e-12 * size,
                                   err_msg=name)


@pytest.mark.parametrize('number', NUMBERS)
@pytest.mark.parametrize(('field', 'index'), PLACES)
@pytest.mark.parametrize('flags', [0, AUTORESET_OFF], ids=['autoreset', 'no reset'])
def test_one_step(field, index, number, flags):
    twins = spoiled(field, index, number, disableflags=flags)
    twins.call('mj_step')
    assert_same_state(twins)


@pytest.mark.parametrize('number', [np.nan, np.inf, 1e20])
@pytest.mark.parametrize(('field', 'index'), [('qfrc_applied', 1), ('xfrc_applied', (1, 0))])
def test_forces_that_are_too_large(field, index, number):
    twins = spoiled(field, index, number)
    twins.call('mj_step')
    assert_same_state(twins)
    assert warnings(twins.d)[mujoco.mjtWarning.mjWARN_BADQACC].count(1)


@pytest.mark.parametrize('massless', [[1, 2, 3], [1], [2, 3]])
@pytest.mark.parametrize('function', ['mj_forward', 'mj_step', 'mj_step2'])
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_inertia_that_is_singular(integrator, function, massless):
    twins = Twins.load(SCENE, integrator=INTEGRATORS[integrator])
    for m in (twins.m, twins.rm):
        m.body_mass[massless] = 0
        m.body_inertia[massless] = 0
    twins.call(function)
    assert warnings(twins.d) == warnings(twins.rd)


@pytest.mark.parametrize('function', ['mj_checkPos', 'mj_checkVel', 'mj_checkAcc', 'mj_forward', 'mj_inverse',
                                      'mj_step1', 'mj_step2'])
@pytest.mark.parametrize('field', ['qpos', 'qvel', 'qacc', 'ctrl'])
@pytest.mark.parametrize('flags', [0, AUTORESET_OFF], ids=['autoreset', 'no reset'])
def test_parts_of_a_step(function, field, flags):
    twins = spoiled(field, 1, np.nan, disableflags=flags)
    twins.call(function)
    assert_same_state(twins)


@pytest.mark.python_mode
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_a_world_recovers_and_remembers_the_warning(integrator):
    twins = spoiled('qvel', 3, np.nan, integrator=INTEGRATORS[integrator])
    for _ in range(3):
        twins.call('mj_step')
        assert_same_state(twins)
    assert warnings(twins.d)[mujoco.mjtWarning.mjWARN_BADQVEL] == (1, 3)


def test_warnings_add_up_when_reset_is_off():
    twins = spoiled('qvel', 3, np.nan, disableflags=AUTORESET_OFF)
    for _ in range(3):
        twins.call('mj_step')
        assert_same_state(twins)
    assert warnings(twins.d)[mujoco.mjtWarning.mjWARN_BADQVEL] == (3, 3)


def test_an_exploding_simulation_is_reset_in_the_same_step():
    twins = Twins.load(SCENE.replace('damping="1"', 'damping="-100"'))
    for d in (twins.d, twins.rd):
        d.qvel[3] = 1
    resets = 0
    for _ in range(60):
        twins.copy_state()
        twins.call('mj_step')
        assert_same_state(twins)
        resets += twins.rd.time < 0.003
    assert resets > 1


def test_divergence_in_one_data_leaves_others_alone():
    m = torsor.MjModel.from_xml_string(SCENE)
    alone, beside, diverging = torsor.MjData(m), torsor.MjData(m), torsor.MjData(m)
    for _ in range(20):
        torsor.mj_step(m, alone)
    for _ in range(20):
        diverging.qvel[1] = np.nan
        torsor.mj_step(m, diverging)
        torsor.mj_step(m, beside)
    assert beside.qpos.tobytes() == alone.qpos.tobytes()
    assert warnings(beside) == [(0, 0)] * len(warnings(beside))


TOUCHING = """<mujoco>
  <option solver="{solver}" cone="{cone}" integrator="{integrator}" noslip_iterations="{noslip}">
    <flag island="{island}" warmstart="{warmstart}"/></option>
  <worldbody><geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .0993"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 .0993"><joint damping=".1"/><geom type="box" size=".1 .1 .1"/></body></worldbody>
</mujoco>"""


@pytest.mark.parametrize('noslip', [0, 3])
@pytest.mark.parametrize('warmstart', ['enable', 'disable'])
@pytest.mark.parametrize('island', ['enable', 'disable'])
@pytest.mark.parametrize('integrator', ['Euler', 'discrete'])
@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('solver', ['Newton', 'CG', 'PGS'])
def test_overflow_while_touching(solver, cone, integrator, island, warmstart, noslip):
    """Costs of forces that overflow, and warm starts that are not finite, end as in the wheel: with a reset or not."""
    xml = TOUCHING.format(solver=solver, cone=cone, integrator=integrator, island=island, warmstart=warmstart,
                          noslip=noslip)
    models = [(engine, engine.MjModel.from_xml_string(xml)) for engine in (torsor, mujoco)]
    for field in ('qfrc_applied', 'qacc_warmstart'):
        for number in (1e12, 1e100, 1e160, 1e300, np.inf, np.nan):
            told = []
            for engine, m in models:
                d = engine.MjData(m)
                engine.mj_step(m, d, 2)
                getattr(d, field)[0] = number
                engine.mj_step(m, d)
                told.append((warnings(d), round(d.time, 9), np.isfinite(d.qpos).all()))
            assert told[0] == told[1], (field, number)


@pytest.mark.parametrize('number', [np.inf, np.nan])
@pytest.mark.parametrize('field', ['qfrc_applied', 'qacc_warmstart'])
@pytest.mark.parametrize('solver', ['Newton', 'CG'])
def test_what_is_not_finite_stays_in_its_island(solver, field, number):
    xml = TOUCHING.format(solver=solver, cone='pyramidal', integrator='Euler', island='enable', warmstart='enable',
                          noslip=0)
    accelerations = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_step(m, d, 2)
        getattr(d, field)[0] = number
        engine.mj_forward(m, d)
        assert not np.isfinite(d.qacc[0])
        accelerations.append(d.qacc[6])
    assert accelerations[0] == pytest.approx(accelerations[1], rel=1e-6)
