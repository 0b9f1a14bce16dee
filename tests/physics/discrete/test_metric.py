"""The integrator `discrete`, without constraints: against the wheel, against dense formulas, worlds against one."""

import mujoco
import numpy as np
import pytest

import torsor
from reference import integrate as reference
from reference.models import random_model
from reference.passive import tendon_jacobian
from reference.steps import (
    ACTUATORS,
    DISCRETE,
    SERVOS,
    STATE,
    after_forward,
    after_function,
    after_stages,
    assert_close,
    empty_arena,
)
from reference.worlds import assert_lanes_match_worlds
from torsor.jit import stage
from torsor.physics.actuator.force import controls
from torsor.physics.discrete.metric import (
    actuator_metric,
    correct_lone_bodies,
    passive_metric,
    reserve_metric,
    smooth_step,
)
from torsor.physics.integrate.euler import discrete
from torsor.physics.world import DATA

METRIC = ('efm_c', 'efm_ca', 'efm_diag', 'efm_ck', 'efm_sdiag', 'efm_fluid')
LISTS = {'nefmT': ('efm_tid', 'efm_ts', 'efm_tk'), 'nefmA': ('efm_aid', 'efm_as', 'efm_ak')}
SPRINGS = """<mujoco>
  <option timestep="0.01" density="3" viscosity="2"><flag contact="disable"/></option>
  <worldbody>
    <body>
      <joint axis="0 1 0" stiffness="%s" damping="%s"/>
      <geom type="capsule" fromto="0 0 0 0.3 0 0.05" size="0.03"/>
      <body pos="0.3 0 0">
        <joint type="ball" stiffness="%s" damping="%s"/>
        <geom type="box" size="0.1 0.05 0.02" pos="0.1 0.02 0"/>
      </body>
    </body>
    <body pos="0 1 0">
      <joint type="free" stiffness="%s" damping="%s"/>
      <geom type="box" size="0.1 0.05 0.02" pos="0.1 0.03 0.01"/>
    </body>
  </worldbody>
</mujoco>"""
OSCILLATOR = """<mujoco>
  <option timestep="0.1" gravity="0 0 0"/>
  <worldbody><body><joint type="slide" stiffness="1e6"/><geom size="0.1" mass="1"/></body></worldbody>
</mujoco>"""
CORD = """<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body><freejoint/><geom type="box" size="0.1 0.05 0.02" pos="0.02 0.01 0"/><site name="a" pos="0.1 0.1 0"/></body>
    <body pos="1 0 0"><joint axis="0 1 0"/><geom size="0.1" pos="0.1 0 0"/><site name="b" pos="0.1 0.1 0"/></body>
  </worldbody>
  <tendon><spatial damping="%s" stiffness="%s"><site site="a"/><site site="b"/></spatial></tendon>
</mujoco>"""

KNOT = """<mujoco>
  <option timestep="0.01" integrator="discrete" gravity="0 0 0"/>
  <worldbody>
    <body><joint name="a" type="slide"/><geom size="0.1" mass="1"/></body>
    <body pos="1 0 0"><joint name="b" type="slide"/><geom size="0.1" mass="2.3"/></body>
    <body pos="2 0 0"><joint name="c" type="slide"/><geom size="0.1" mass="0.7"/></body>
  </worldbody>
  <tendon>
    <fixed damping="30"><joint joint="a" coef="1"/><joint joint="b" coef="0.7"/></fixed>
    <fixed damping="50"><joint joint="b" coef="1"/><joint joint="c" coef="-0.3"/></fixed>
  </tendon>
</mujoco>"""


@stage
def discrete_forward(m, d):
    """The part of forward dynamics that differs under this integrator, without constraints."""
    reserve_metric(m, d)
    passive_metric(m, d)
    actuator_metric(m, d)
    smooth_step(m, d)
    for i in range(m.nv):
        d.qacc[i] = d.qacc_smooth[i]
    correct_lone_bodies(m, d)


def arena_field(data, name, count):
    """A copy of the first numbers of a field in the arena."""
    row = DATA.fields[name]
    start = int(data._block[DATA.word[name]] - data._block[DATA.word['arena']])
    return np.ndarray((count,), row.dtype, data._arenas[-1], start).copy()


def assert_agrees_with_the_wheel(m, d):
    ours = after_stages(m, d, discrete_forward)
    assert_close(ours, d, ('qacc_smooth', 'qacc', 'nefmT', 'nefmA'))
    if d.qH.any():  # the wheel skips the factorisation of a metric that is M
        assert_close(ours, d, ('qH', 'qHDiagInv'))
    for name in METRIC:
        expected = np.asarray(getattr(d, name))
        np.testing.assert_allclose(arena_field(ours, name, len(expected)), expected, rtol=1e-12, atol=1e-13,
                                   err_msg=name)
    for count, names in LISTS.items():
        for name in names:
            expected = np.asarray(getattr(d, name))[:getattr(d, count)]
            np.testing.assert_allclose(arena_field(ours, name, len(expected)), expected, rtol=1e-12, atol=1e-14,
                                       err_msg=name)
    assert_close(after_stages(m, d, discrete_forward, discrete), after_function(m, d, mujoco.mj_step), STATE)


@pytest.mark.parametrize('solver', [0, 1, 2])
@pytest.mark.parametrize('seed', range(6))
def test_it_agrees_with_the_wheel(seed, solver):
    m, d = after_forward(random_model(seed), DISCRETE, seed, lambda m: setattr(m.opt, 'solver', solver))
    assert_agrees_with_the_wheel(m, d)


@pytest.mark.parametrize('kind', ACTUATORS)
def test_servos_agree_with_the_wheel(kind):
    assert_agrees_with_the_wheel(*after_forward(SERVOS % ACTUATORS[kind], DISCRETE, 1))


@pytest.mark.parametrize('flags', ['spring="disable"', 'damper="disable"', 'spring="disable" damper="disable"',
                                   'actuation="disable"'])
def test_flags_agree_with_the_wheel(flags):
    assert_agrees_with_the_wheel(*after_forward(random_model(2, flags=flags), DISCRETE, 2))


@pytest.mark.parametrize('flags', ['', 'spring="disable"', 'damper="disable"'])
@pytest.mark.parametrize(('damping', 'stiffness'), [(1, 0), (0, 1), (1, 1)])
def test_tendons_are_listed_for_what_they_have(damping, stiffness, flags):
    xml = (CORD % (damping, stiffness)).replace('timestep="0.01"/>', f'timestep="0.01"><flag {flags}/></option>')
    assert_agrees_with_the_wheel(*after_forward(xml, DISCRETE, 0))


@pytest.mark.parametrize(('stiffness', 'damping'), [('10 2 1', '0.5 0.2 0.1'), ('10 -40 1', '1 -3 0.1'), ('-1', '-1')])
def test_slopes_of_joints_are_tangents_and_never_negative(stiffness, damping):
    m, d = after_forward(SPRINGS % ((stiffness, damping) * 3), DISCRETE, 3)
    acceleration = after_stages(m, d, discrete_forward).qacc
    expected = reference.discrete_acceleration(m, d)
    np.testing.assert_allclose(acceleration, expected, rtol=0, atol=1e-10 * np.abs(expected).max())


def test_a_stiff_spring_comes_to_rest_in_one_step():
    """(m + h^2 k) v+ = m v - h k x, which is nothing but x + h v+ = (x + h v) / (1 + h^2 k / m)."""
    m, d = after_forward(OSCILLATOR, DISCRETE, 0)
    ours = after_stages(m, d, discrete_forward, discrete)
    expected = (d.qpos[0] + 0.1 * d.qvel[0]) / (1 + 0.01 * 1e6)
    assert ours.qpos[0] == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize('damping', [1e-3, 1.0, 30.0])
@pytest.mark.parametrize('tolerance', [1e-4, 1e-8, 1e-12])
def test_coupled_dofs_are_solved_as_far_as_the_wheel_does(damping, tolerance):
    m, d = after_forward(CORD % (damping, 10 * damping), DISCRETE, 0, lambda m: setattr(m.opt, 'tolerance', tolerance))
    ours = after_stages(m, d, discrete_forward)
    assert_close(ours, d, ('qacc_smooth', 'qacc'), 1e-10)
    row = tendon_jacobian(m, d, 0)
    metric = reference.inertia(m, d) + d.efm_ts[0] * np.outer(row, row)
    force = d.qfrc_smooth + d.efm_c
    assert np.linalg.norm(metric @ ours.qacc_smooth - force) <= 2 * tolerance * np.linalg.norm(force)


def test_running_out_of_iterations_is_told():
    m, d = after_forward(CORD % (30, 300), DISCRETE, 0, lambda m: setattr(m.opt, 'iterations', 2))
    ours = after_stages(m, d, discrete_forward)
    assert_close(ours, d, ('qacc_smooth',))
    assert getattr(ours, 'warning.number')[mujoco.mjtWarning.mjWARN_INERTIA] == 2  # the wheel's warning was copied


@pytest.mark.parametrize('push', [0.0, 1.0, 1e300, np.nan])
@pytest.mark.parametrize(('tolerance', 'iterations'), [
    *((tolerance, iterations) for tolerance in (1e-4, -1e-4, 1e-8) for iterations in (0, 1, 2, 6)),
    *((0.0, iterations) for iterations in (0, 1, 2, 6, 100)), (1e-20, 2), (1e-20, 6), (2.0, 0), (2.0, 1),
])  # fmt: skip
def test_warnings_agree_with_the_wheel(tolerance, iterations, push):
    """A tolerance of zero is met only when no residual is left, after many iterations; one that is negative counts."""
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(KNOT)
        m.opt.tolerance, m.opt.iterations = tolerance, iterations
        d = engine.MjData(m)
        d.qfrc_applied[:] = push * np.array((0.3, -2.0, 0.5))
        engine.mj_forward(m, d)
        inertia = d.warning[mujoco.mjtWarning.mjWARN_INERTIA]
        found.append((inertia.number, inertia.lastinfo, np.isnan(d.qacc_smooth).tolist()))
    assert found[0] == found[1]


def test_lanes_give_the_bits_of_single_worlds():
    prepared = [after_forward(random_model(3), DISCRETE, seed) for seed in range(4)]
    stages, fields = (empty_arena, controls, discrete_forward, discrete), ('qacc_smooth', 'qacc', 'qvel', 'qH')
    assert_lanes_match_worlds(stages, fields, prepared[0][0], [d for _, d in prepared])


@pytest.mark.parametrize('flags', ['', 'damper="disable"'])
@pytest.mark.parametrize('attributes', ['', 'armature="0.1"', 'damping="0.1"'])
def test_a_tendon_that_an_actuator_may_damp_is_listed(attributes, flags):
    xml = f"""<mujoco>
      <option integrator="discrete"><flag {flags}/></option>
      <worldbody><body><joint name="j"/><geom size="0.1" pos="0 0.1 0"/></body></worldbody>
      <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>
      <actuator><motor tendon="t" {attributes}/></actuator>
    </mujoco>"""
    listed = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        listed.append(d.nefmT)
    assert listed[0] == listed[1] == bool(attributes and not flags)


def test_another_integrator_has_no_metric():
    """What is listed does not outlive the integrator."""
    listed = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(KNOT.replace(
            '</mujoco>', '<actuator><velocity joint="a"/></actuator></mujoco>'))
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        before = d.efm_active, d.nefmT, d.nefmA
        m.opt.integrator = engine.mjtIntegrator.mjINT_EULER
        engine.mj_fwdPosition(m, d)
        listed.append((before, (d.efm_active, d.nefmT, d.nefmA)))
    assert listed[0] == listed[1] == ((1, 2, 1), (0, 0, 0))
