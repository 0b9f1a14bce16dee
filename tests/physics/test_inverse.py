"""Inverse dynamics beside forward dynamics: what mj_compareFwdInv tells."""

import mujoco
import numpy as np
import pytest

import torsor
from parity.twins import INTEGRATORS

XML = """<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 0.09"><freejoint/><geom size="0.1"/>
      <body pos="0.2 0 0"><joint name="h" range="-5 5" frictionloss="0.1" damping="0.3"/><geom size="0.05"/></body>
    </body>
  </worldbody>
  <equality><joint joint1="h"/></equality>
  <actuator><motor joint="h"/></actuator>
</mujoco>"""
FWDINV = torsor.mjtEnableBit.mjENBL_FWDINV


def loaded(engine, integrator=0, iterations=100, flags=0):
    m = engine.MjModel.from_xml_string(XML)
    m.opt.integrator, m.opt.iterations, m.opt.enableflags = integrator, iterations, flags
    d = engine.MjData(m)
    d.qvel[:], d.qpos[7], d.ctrl[:], d.qfrc_applied[:], d.xfrc_applied[1] = 0.3, 0.2, 0.1, 0.2, 0.3
    return m, d


@pytest.mark.parametrize('integrator', INTEGRATORS.values())
def test_a_solver_that_stops_early_is_found_out(integrator):
    (m, d), (rm, rd) = loaded(torsor, integrator, 1), loaded(mujoco, integrator, 1)
    torsor.mj_forward(m, d)
    mujoco.mj_forward(rm, rd)
    forces, rows = d.qfrc_constraint.copy(), d.efc_force.copy()
    torsor.mj_compareFwdInv(m, d)
    mujoco.mj_compareFwdInv(rm, rd)
    assert d.solver_fwdinv[1] > 1
    np.testing.assert_allclose(d.solver_fwdinv, rd.solver_fwdinv, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(d.qfrc_inverse, rd.qfrc_inverse, rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(d.qfrc_constraint, forces)
    np.testing.assert_array_equal(d.efc_force, rows)


@pytest.mark.parametrize('integrator', INTEGRATORS.values())
def test_both_agree_when_the_solver_has_converged(integrator):
    m, d = loaded(torsor, integrator)
    m.opt.tolerance = 0
    torsor.mj_forward(m, d)
    torsor.mj_compareFwdInv(m, d)
    np.testing.assert_allclose(d.solver_fwdinv, 0, atol=1e-8 * np.abs(d.qfrc_constraint).max())


def test_steps_compare_only_with_the_flag_and_forward_never():
    for flags, steps in ((0, False), (FWDINV, True)):
        m, d = loaded(torsor, flags=flags)
        d.solver_fwdinv[:] = -1
        torsor.mj_forward(m, d)
        assert (d.solver_fwdinv == -1).all()
        torsor.mj_step1(m, d)
        torsor.mj_step2(m, d)
        assert (d.solver_fwdinv != -1).all() == steps
        d.solver_fwdinv[:] = -1
        torsor.mj_step(m, d)
        assert (d.solver_fwdinv != -1).all() == steps


def test_without_constraints_there_is_nothing_to_compare():
    m, d = loaded(torsor)
    m.opt.disableflags |= torsor.mjtDisableBit.mjDSBL_CONSTRAINT
    torsor.mj_forward(m, d)
    d.qacc[:] = 7
    torsor.mj_compareFwdInv(m, d)
    np.testing.assert_array_equal(d.solver_fwdinv, 0)


def test_the_inertia_is_that_of_forward_dynamics():
    """Sliders of one body are taken to be independent of each other, also where their axes are not."""
    sliders = '<joint type="slide" axis="1 0 0" armature="0.1"/>' * 2
    xml = f'<mujoco><worldbody><body>{sliders}<geom size="0.1"/></body></worldbody></mujoco>'
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        d.qfrc_applied[:] = 1, 3
        engine.mj_forward(m, d)
        engine.mj_inverse(m, d)
        np.testing.assert_allclose(d.qfrc_inverse, d.qfrc_applied, rtol=1e-12)


@pytest.mark.parametrize('flags', [0, torsor.mjtEnableBit.mjENBL_DIAGEXACT])
@pytest.mark.parametrize('solver', torsor.mjtSolver)
@pytest.mark.parametrize('integrator', ['Euler', 'discrete'])
def test_inverse_dynamics_prepares_nothing_for_a_solver(integrator, solver, flags):
    integrator = INTEGRATORS[integrator]
    (m, d), (rm, rd) = loaded(torsor, integrator, flags=flags), loaded(mujoco, integrator, flags=flags)
    for engine, model, data in ((torsor, m, d), (mujoco, rm, rd)):
        model.opt.solver = solver
        engine.mj_forward(model, data)
        assert data.nisland > 0
        engine.mj_inverse(model, data)
    assert rd.nisland == 0
    for name in ('nisland', 'nidof', 'nY', 'nA', 'efc_force', 'qfrc_inverse'):
        np.testing.assert_allclose(getattr(d, name), getattr(rd, name), rtol=1e-9, atol=1e-9, err_msg=name)


@pytest.mark.parametrize('function', ['mj_forward', 'mj_step', 'mj_step2', 'mj_inverse', 'mj_fwdConstraint'])
def test_forces_on_bodies_are_forgotten_when_accelerations_are_new(function):
    known = []
    for engine in (torsor, mujoco):
        m, d = loaded(engine)
        engine.mj_forward(m, d)
        engine.mj_rnePostConstraint(m, d)
        assert d.flg_rnepost
        getattr(engine, function)(m, d)
        known.append(bool(d.flg_rnepost))
    assert known[0] == known[1] == (function == 'mj_fwdConstraint')


@pytest.mark.parametrize('skipsensor', [0, 1])
@pytest.mark.parametrize(('function', 'skipstage'), [
    ('mj_forwardSkip', 0), ('mj_forwardSkip', 2), ('mj_inverseSkip', 0), ('mj_inverseSkip', 2)])
def test_forces_on_bodies_are_kept_as_long_as_no_sensors_are_read(function, skipstage, skipsensor):
    known = []
    for engine in (torsor, mujoco):
        m, d = loaded(engine)
        engine.mj_forward(m, d)
        engine.mj_rnePostConstraint(m, d)
        getattr(engine, function)(m, d, skipstage, skipsensor)
        known.append(bool(d.flg_rnepost))
    assert known[0] == known[1] == bool(skipsensor)


def test_a_comparison_with_inverse_dynamics_keeps_the_forces_on_bodies():
    known = []
    for engine in (torsor, mujoco):
        m, d = loaded(engine)
        engine.mj_forward(m, d)
        engine.mj_rnePostConstraint(m, d)
        engine.mj_compareFwdInv(m, d)
        known.append(bool(d.flg_rnepost))
    assert known == [True, True]


@pytest.mark.parametrize('integrator', ['Euler', 'implicit', 'implicitfast'])
def test_sensors_read_the_acceleration_that_inverse_dynamics_finds_for_a_step(integrator):
    """In discrete time qacc is a change of velocity; bodies accelerate as in continuous time."""
    xml = f"""<mujoco><option integrator="{integrator}" timestep="0.02"><flag invdiscrete="enable"/></option><worldbody>
      <body><joint axis="0 1 0" damping="3"/><geom size="0.1" pos="0.3 0 0"/><site name="s" pos="0.3 0 0"/></body>
      </worldbody><sensor><accelerometer site="s"/></sensor></mujoco>"""
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        d.qvel[0], d.qacc[0] = 1.0, 5.0
        engine.mj_inverse(m, d)
        assert d.qacc[0] == 5.0
        found.append((np.array(d.sensordata), np.array(d.cacc), d.qfrc_inverse[0]))
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12)


def test_inverse_dynamics_with_an_equality_of_tendons_that_does_not_let_trees_sleep():
    tendon = '<tendon><fixed name="t"><joint joint="h" coef="1"/></fixed></tendon>'
    xml = XML.replace('<equality>', f'{tendon}<equality><tendon tendon1="t"/>')
    forces = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        m.opt.enableflags |= torsor.mjtEnableBit.mjENBL_SLEEP
        d = engine.MjData(m)
        with pytest.raises(engine.FatalError):
            engine.mj_forward(m, d)
        engine.mj_inverse(m, d)
        forces.append(d.qfrc_inverse.copy())
    np.testing.assert_allclose(forces[0], forces[1], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize('flags', ['', 'diagexact="enable"'])
@pytest.mark.parametrize('integrator', ['Euler', 'discrete'])
@pytest.mark.parametrize('solver', ['Newton', 'PGS'])
def test_inverse_dynamics_looks_for_no_islands_and_projects_for_exact_diagonals_only(solver, integrator, flags):
    """It needs the rows of constraints, but solves nothing; what forward dynamics has left is gone."""
    xml = f"""<mujoco><option solver="{solver}" integrator="{integrator}"><flag {flags}/></option><worldbody>
      <geom type="plane" size="5 5 1"/>
      <body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .2 .1" pos=".1 0 0"/></body></worldbody></mujoco>"""
    found, forces = [], []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        d.qvel[:] = 0.1
        engine.mj_forward(m, d)
        before = d.nisland, d.nA
        engine.mj_inverse(m, d)
        found.append((before, d.nefc, d.nJ, d.nisland, d.nidof, d.nY, d.nA))
        forces.append(d.qfrc_inverse.copy())
    assert found[0] == found[1]
    assert found[0][3] == 0
    assert (found[0][5] > 0) == bool(flags)
    np.testing.assert_allclose(*forces, rtol=1e-8, atol=1e-8)
