"""Stages in orders that nobody documents, with the state written in between: every field is the wheel's."""

import mujoco
import numpy as np
import pytest

import torsor
from parity.twins import INTEGRATORS, RESULTS

CHAIN = """<mujoco><option integrator="{integrator}" solver="{solver}"/>
  <worldbody><geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .0993"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 .0993"><freejoint/><geom type="box" size=".1 .1 .1"/>
      <body pos=".1 0 .1"><joint damping="1"/><geom type="box" size=".05 .05 .2"/></body></body>
    <body pos="3 0 1"><joint name="a" axis="0 1 0" range="-.1 .1"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
      <body pos=".3 0 0"><joint type="ball" damping=".1"/><geom type="capsule" size=".05" fromto="0 0 0 .3 .1 0"/>
        <body pos=".3 .1 0"><joint axis="1 0 0"/><joint type="slide" axis="0 1 0" pos=".1 0 0"/>
          <geom type="capsule" size=".05" fromto="0 0 0 0 .3 .1"/></body></body></body>
  </worldbody>
  <tendon><fixed name="t" stiffness="3" damping=".2"><joint joint="a" coef="2"/></fixed></tendon>
  <actuator><position joint="a" kp="5" kv=".3"/><motor tendon="t"/>
    <general joint="a" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><jointvel joint="a"/><jointactuatorfrc joint="a"/></sensor>
</mujoco>"""
# what one integrator leaves in its own matrices, of which the others know nothing; counts of iterations
SKIPPED = {'qH', 'qHDiagInv', 'qLU', 'qDeriv', 'solver_niter'}
# memory that the wheel does not write with a dense Jacobian, or with PGS
UNWRITTEN = ('efm_', 'efc_J_', 'efc_Y', 'efc_AR', 'iefc_', 'iacc', 'ifrc_')
# rows are written by the stages up to the solver: compared after calls that end with it
OF_ROWS = ('efc_vel', 'efc_aref', 'efc_b', 'efc_state', 'efc_force', 'efc_diagA', 'efc_KBIP', 'efc_R', 'efc_D', 'nY',
           'nA')
SOLVES = ('mj_step', 'mj_step2', 'mj_forward', 'mj_forwardSkip', 'mj_fwdConstraint')
FIELDS = [name for name in RESULTS if name not in SKIPPED and not name.startswith(UNWRITTEN)]
CALLS = ('mj_step', 'mj_step1', 'mj_step2', 'mj_forward', 'mj_fwdPosition', 'mj_fwdVelocity', 'mj_fwdActuation',
         'mj_fwdAcceleration', 'mj_fwdConstraint', 'mj_Euler', 'mj_implicit', 'mj_inverse', 'mj_comPos', 'mj_comVel',
         'mj_makeM', 'mj_factorM', 'mj_passive', 'mj_crb', 'mj_tendon', 'mj_transmission',
         'mj_checkPos', 'mj_energyPos', 'mj_energyVel', 'mj_subtreeVel', 'mj_rnePostConstraint')
WRITES = ('qpos', 'qvel', 'ctrl', 'act', 'qfrc_applied', 'xfrc_applied', 'qacc')


def differing(d, rd, solved=True, tolerance=1e-6) -> list[str]:
    """Fields that do not agree."""
    names = []
    for name in FIELDS if solved else [name for name in FIELDS if name not in OF_ROWS]:
        ours, theirs = np.asarray(getattr(d, name)), np.asarray(getattr(rd, name))
        if theirs.dtype.kind not in 'fiub':
            continue
        scale = tolerance * np.abs(theirs[np.isfinite(theirs)]).max(initial=1) if theirs.dtype.kind == 'f' else 0
        if ours.shape != theirs.shape or not np.allclose(ours, theirs, rtol=0, atol=scale, equal_nan=True):
            names.append(name)
    return names


def draw(random, with_inverse):
    """A call or a write. With PGS the wheel crashes where inverse dynamics has made the rows that forward solves."""
    kind = random.integers(10)
    if kind < 2:
        return 'mj_forwardSkip', (int(random.integers(4)), int(random.integers(2)))
    if kind < 3 and with_inverse:
        return 'mj_inverseSkip', (int(random.integers(4)), int(random.integers(2)))
    if kind < 6:
        return WRITES[random.integers(len(WRITES))], (int(random.integers(2**31)),)
    name = CALLS[random.integers(len(CALLS))]
    return name if with_inverse else name.replace('inverse', 'forward'), ()


def do(engine, m, d, name, arguments):
    if name == 'mj_implicit' and 'implicit' not in mujoco.mjtIntegrator(m.opt.integrator).name.lower():
        name = 'mj_Euler'  # as the other refuses
    if name in WRITES:
        field = getattr(d, name)
        field += 0.05 * np.random.default_rng(arguments[0]).normal(size=field.shape)
    else:
        getattr(engine, name)(m, d, *arguments)
    if name == 'mj_fwdPosition':  # else a solver would read references of rows that nobody has written
        engine.mj_fwdVelocity(m, d)


@pytest.mark.parametrize('solver', ['Newton', 'CG', 'PGS'])
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_random_orders(integrator, solver):
    xml = CHAIN.format(integrator=integrator, solver=solver)
    m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    for model in (m, rm):
        model.opt.tolerance, model.opt.iterations = 1e-12, 300
    for seed in range(8):
        random, d, rd, done = np.random.default_rng(seed), torsor.MjData(m), mujoco.MjData(rm), []
        torsor.mj_forward(m, d)
        mujoco.mj_forward(rm, rd)
        for _ in range(12):
            name, arguments = draw(random, solver != 'PGS')
            done.append((name, *arguments))
            do(torsor, m, d, name, arguments)
            do(mujoco, rm, rd, name, arguments)
            assert differing(d, rd, name in SOLVES) == [], (seed, done)


@pytest.mark.parametrize('energy', [0, int(mujoco.mjtEnableBit.mjENBL_ENERGY)])
@pytest.mark.parametrize('function', ['mj_step', 'mj_step1', 'mj_forward'])
def test_energy_is_zero_when_it_is_not_asked_for(function, energy):
    told = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(CHAIN.format(integrator='Euler', solver='Newton'))
        d = engine.MjData(m)
        d.qvel[:], m.opt.enableflags = 1, int(mujoco.mjtEnableBit.mjENBL_ENERGY)
        engine.mj_forward(m, d)
        m.opt.enableflags = energy
        getattr(engine, function)(m, d)
        told.append(d.energy.copy())
    np.testing.assert_allclose(*told, rtol=1e-9)
    assert told[1].any() == bool(energy)


@pytest.mark.parametrize('flag', ['jnt_limited', 'jnt_actfrclimited', 'tendon_limited', 'tendon_actfrclimited'])
def test_flags_for_all_joints_and_tendons(flag):
    """Free joints have no limits, whatever their flag says."""
    data = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(CHAIN.format(integrator='Euler', solver='Newton'))
        d = engine.MjData(m)
        getattr(m, flag)[:] = 1
        m.jnt_range[:] = -0.2, 0.3  # at a range of zero the sign of a rounding error would count
        d.ctrl[:] = 0.5
        engine.mj_step(m, d, 3)
        data.append(d)
    assert differing(*data) == []
