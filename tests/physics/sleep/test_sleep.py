"""Falling asleep: when trees do, what becomes of them, and that nothing is computed for them any more."""

import mujoco
import numpy as np
import pytest

import torsor
from physics.sleep.sleepers import BOX, POSITION, STATE, A, B, C, Sleepers, asleep, few
from torsor.schema.constants import mjMINAWAKE
from torsor.schema.enums import mjtDisableBit, mjtEnableBit, mjtIntegrator

INTEGRATORS = {name: int(getattr(mjtIntegrator, f'mjINT_{name.upper()}'))
               for name in ('Euler', 'implicit', 'implicitfast', 'discrete')}
integrators = pytest.mark.parametrize('integrator', INTEGRATORS.values(), ids=INTEGRATORS)

FALL_AND_HIT = f"""<mujoco>
  <option timestep=".005"><flag sleep="enable" energy="enable"/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .105"><freejoint/>{BOX}</body>
    <body pos="0 0 .31"><freejoint/>{BOX}</body>
    <body pos=".5 0 .2"><freejoint/>{BOX}</body>
    <body pos="-6 0 .1"><freejoint/><geom size=".1" mass="3"/></body>
  </worldbody>
</mujoco>"""

MACHINE = """<mujoco>
  <option timestep=".005" density="10" viscosity=".1"><flag sleep="enable" energy="enable"/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <camera mode="targetbody" target="ball" pos="0 -3 1"/><light mode="targetbody" target="a" pos="0 -3 1"/>
    <body pos="3 0 .5"><geom type="box" size=".1 1 .5"/><site/>
      <body pos="0 0 2"><joint name="flap" axis="0 1 0" damping="2" stiffness="3" frictionloss=".01" range="-1 1"/>
        <geom type="box" size=".02 .2 .2" pos="0 0 -.2"/><site/></body></body>
    <body name="a" pos="0 0 .1" sleep="allowed"><freejoint/><geom type="box" size=".1 .1 .1"/><site pos=".1 0 0"/>
      <camera/><light/>
      <body pos="0 0 .3" gravcomp=".5">
        <joint name="a" axis="0 1 0" stiffness="20" damping="1" armature=".1" range="-.5 .5" frictionloss=".1"/>
        <geom size=".05"/></body></body>
    <body name="ball" pos="-6 0 4" sleep="never"><freejoint/><geom size=".1" mass="3"/></body>
  </worldbody>
  <tendon>
    <fixed name="a" stiffness="1" damping=".1" armature=".01"><joint joint="a" coef="2"/></fixed>
    <fixed name="flap" stiffness="1" damping=".1"><joint joint="flap" coef="2"/></fixed>
  </tendon>
  <actuator>
    <motor joint="a"/><motor tendon="a"/><position joint="flap" kp="3"/>
    <general joint="a" dyntype="filter" dynprm=".1" gainprm="1e-6"/>
  </actuator>
</mujoco>"""


def throw(m, d):
    d.qvel[-6:] = 0, 0, 30, 1, 1, 1
    d.ctrl[3] = 1


# ---- as the wheel does it ----
def test_boxes_fall_sleep_and_are_hit():
    both = Sleepers(FALL_AND_HIT)
    both.do(lambda m, d: d.qvel.__setitem__(-6, 4.0))
    nights, states = 0, both.data[1].tree_awake.copy()
    for _ in range(500):
        both.call('mj_step')
        nights += (both.data[1].tree_awake < states).sum()
        states = both.data[1].tree_awake.copy()
        both.assert_same((*STATE, *POSITION), 1e-7)
    assert nights > 4, 'some trees were to sleep twice'


@integrators
def test_a_machine_that_sleeps_keeps_its_numbers(integrator):
    both = Sleepers(MACHINE, integrator=integrator)
    both.do(throw)
    for _ in range(45):
        both.call('mj_step')
        both.assert_same(tolerance=1e-6)
    assert both.data[0].tree_asleep.tolist() == [-11, 1, -11]


@integrators
def test_what_sleeps_is_left_alone(integrator):
    """Whatever is written to the results of a tree that sleeps is still there after a step; awake ones are computed."""
    both = Sleepers(MACHINE, integrator=integrator)
    both.do(throw)
    both.call('mj_step', 45)
    m, d = both.models[0], both.data[0]
    sleeps = d.tree_asleep[m.dof_treeid] >= 0
    for name in ('cdof', 'cdof_dot', 'qfrc_passive', 'qfrc_bias', 'qfrc_smooth', 'qacc_smooth', 'qLDiagInv'):
        getattr(d, name)[:] += 0.125
        before = getattr(d, name).copy()
        torsor.mj_step(m, d)
        same = (getattr(d, name) == before).reshape(m.nv, -1).all(1)
        np.testing.assert_array_equal(same, sleeps, name)
        getattr(d, name)[sleeps] -= 0.125


@pytest.mark.python_mode
@integrators
def test_islands_sleep_together(integrator):
    """Trees whose equality is coupled sleep in a cycle, others alone, and all the same with the wheel."""
    both = Sleepers(few("""<equality><joint joint1="c" joint2="e"/></equality>"""), integrator=integrator)
    for _ in range(mjMINAWAKE + 1):
        both.call('mj_step')
        both.assert_same()
    assert both.data[0].tree_asleep.tolist() == [0, 1, 3, 2, -11]


@pytest.mark.parametrize('joint', ['e', 'n'])
@integrators
def test_trees_that_a_servo_couples(integrator, joint):
    xml = few(f"""<tendon><fixed name="t"><joint joint="c" coef="1"/><joint joint="{joint}" coef="1"/></fixed></tendon>
        <actuator><position tendon="t" kp="10" kv="1"/></actuator>""")
    for name in ('c', 'e'):
        xml = xml.replace(f'<body name="{name}"', f'<body name="{name}" sleep="allowed"')
    both = Sleepers(xml, integrator=integrator)
    for _ in range(20):
        both.call('mj_step')
        both.assert_same()


def test_runge_kutta_wakes_what_would_fall_without_contacts():
    """The method moves trees within a step; those that only contacts hold wake from it, in the wheel as here."""
    both = Sleepers(few(), integrator=int(mjtIntegrator.mjINT_RK4))
    nights = set()
    for _ in range(30):
        both.call('mj_step')
        both.assert_same_sleepers()
        nights.add(tuple(both.data[0].tree_asleep >= 0))
    assert nights == {(False,) * 5, (True, True, True, True, False), (False, False, True, True, False)}


def test_runge_kutta_starts_the_next_step_from_its_last_stage():
    """Also after a step in which trees fell asleep, for which forward dynamics is computed once more."""
    both = Sleepers(few(), integrator=int(mjtIntegrator.mjINT_RK4))
    both.do(lambda m, d: d.qvel.__setitem__(slice(12, 15), (0.05, 0.3, 0.2)))
    nights = set()
    for _ in range(60):
        both.call('mj_step')
        both.assert_same((*STATE, 'qacc', 'qacc_warmstart'))
        nights.add(tuple(both.data[0].tree_asleep >= 0))
    assert len(nights) > 2


# ---- by what the documentation says ----
def test_velocities_are_zero_and_positions_stay():
    both = asleep(few())
    m, d = both.models[0], both.data[0]
    before = d.qpos.copy()
    torsor.mj_step(m, d, 100)
    assert not d.qvel.any()
    np.testing.assert_array_equal(d.qpos, before)


def test_it_takes_a_number_of_steps_at_rest():
    m = torsor.MjModel.from_xml_string(few(flag='gravity="disable"'))
    d = torsor.MjData(m)
    counts = []
    for _ in range(mjMINAWAKE):
        torsor.mj_step(m, d)
        counts.append(d.tree_asleep[C])
    assert counts == [*range(-mjMINAWAKE, -1), C]


@pytest.mark.parametrize(('speed', 'sleeps'), [(0.99, True), (1.01, False)])
def test_tolerance_is_a_speed_of_points(speed, sleeps):
    """A hinge is slow if the rim of what it turns is: the angular velocity times the length of the dof."""
    m = torsor.MjModel.from_xml_string(few(flag='gravity="disable"'))
    d = torsor.MjData(m)
    dof = m.tree_dofadr[C]
    assert 0.1 < m.dof_length[dof] < 0.3
    for _ in range(mjMINAWAKE):
        d.qvel[dof] = speed * m.opt.sleep_tolerance / m.dof_length[dof]
        torsor.mj_step(m, d)
    assert (d.tree_asleep[C] >= 0) == sleeps


@pytest.mark.parametrize('field', ['qfrc_applied', 'xfrc_applied'])
def test_who_is_pushed_does_not_rest(field):
    both = Sleepers(few())
    both.do(lambda m, d: getattr(d, field).reshape(-1).__setitem__(6, 1e-12))
    both.call('mj_step', 12)
    both.assert_same_sleepers()
    tree = A if field == 'xfrc_applied' else B  # the sixth number: body 1, or dof 6
    assert both.data[0].tree_asleep[tree] == -(1 + mjMINAWAKE)


def test_without_islands_trees_with_constraints_stay_awake():
    island_off = int(mjtDisableBit.mjDSBL_ISLAND)
    both = Sleepers(few(), disableflags=island_off)
    both.call('mj_step', 15)
    both.assert_same_sleepers()
    assert both.data[0].ntree_awake == 5
    both = Sleepers(few(), disableflags=island_off | int(mjtDisableBit.mjDSBL_CONTACT), gravity=(0, 0, 0))
    both.call('mj_step', 15)
    both.assert_same_sleepers()
    assert both.data[0].ntree_awake == 1
    for engine, m in zip((torsor, mujoco), both.models):
        m.opt.integrator = int(mjtIntegrator.mjINT_DISCRETE)
        with pytest.raises(engine.FatalError, match='island'):
            engine.mj_forward(m, engine.MjData(m))


def test_bodies_that_do_not_move_are_placed_once():
    both = Sleepers(MACHINE)
    both.call('mj_step')
    both.do(lambda m, d: m.body_pos.__setitem__(1, [1, 2, 3]))
    both.call('mj_step')
    both.assert_same()
    assert both.data[0].xpos[1, 0] == 3
    both.call('mj_resetData')
    both.assert_same((*STATE, 'xpos', 'geom_xpos', 'site_xpos'))
    assert both.data[0].xpos[1, 0] == 1


def test_sleep_can_be_switched_on_later():
    m = torsor.MjModel.from_xml_string(MACHINE.replace('sleep="enable"', 'sleep="disable"'))
    d = torsor.MjData(m)
    m.opt.enableflags |= int(mjtEnableBit.mjENBL_SLEEP)
    torsor.mj_step(m, d, 60)
    assert d.xpos[1, 0] == 3
    assert d.tree_asleep[1] >= 0


def test_worlds_that_share_registers_refuse_to_sleep():
    from torsor.batch.lanes import LaneData
    from torsor.physics.pipeline import step

    xml = few(flag='contact="disable"', option='gravity="0 0 0"')
    m = torsor.MjModel.from_xml_string(xml)
    with pytest.raises(NotImplementedError, match='sleeping works on one world at a time'):
        step(m, LaneData(m, 4))
    m.opt.enableflags = 0
    step(m, LaneData(m, 4))
