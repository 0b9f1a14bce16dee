"""Waking: what the user and other trees do to one that sleeps, against the wheel."""

import numpy as np
import pytest

import torsor
from physics.sleep.sleepers import BOX, ENGINES, A, B, C, E, N, Sleepers, asleep, few
from torsor.schema.enums import mjtDisableBit

STEPS = ('mj_kinematics', 'mj_fwdPosition', 'mj_forward', 'mj_step')


def put(field: str, index: int, value: float):
    """An action: set a number of a field of the data."""
    return lambda m, d: getattr(d, field).reshape(-1).__setitem__(index, value)


def put_model(field: str, value):
    """An action: set a field of the model."""
    return lambda m, d: getattr(m, field).__setitem__(0, value)


# ---- the user ----
TOUCHES = {  # action: trees that wake
    'nothing': (lambda m, d: None, ()),
    'velocity': (put('qvel', 0, 0.1), (A,)),
    'negative zero velocity': (put('qvel', 12, -0.0), (C,)),
    'joint force': (put('qfrc_applied', 13, 0.1), (E,)),
    'body force': (put('xfrc_applied', 6 * 2 + 4, 1e-300), (B,)),
    'negative zero force': (put('xfrc_applied', 6 * 2, -0.0), (B,)),
    'force on what does not move': (put('xfrc_applied', 0, 1.0), ()),
    'position': (put('qpos', 7, 1 + 1e-15), (B,)),
    'orientation': (put('qpos', 4, 1e-9), (A,)),
    'angle': (put('qpos', 14, 0.1), (C,)),
    'length of a quaternion': (lambda m, d: d.qpos.__setitem__(slice(3, 7), 2 * d.qpos[3:7]), ()),
    'place of a body': (lambda m, d: m.body_pos.__setitem__(3, (2, 0, 2)), (C,)),
    'acceleration': (put('qacc', 0, 1.0), ()),
    'gravity': (lambda m, d: m.opt.gravity.__setitem__(2, 9.0), ()),
    'contacts off': (lambda m, d: setattr(m.opt, 'disableflags', int(mjtDisableBit.mjDSBL_CONTACT)), ()),
    'sleep off': (lambda m, d: setattr(m.opt, 'enableflags', 0), (A, B, C, E)),
}


@pytest.mark.parametrize('function', STEPS)
@pytest.mark.parametrize('touch', TOUCHES)
def test_what_the_user_changes(touch, function):
    action, trees = TOUCHES[touch]
    both = asleep(few())
    both.do(action)
    both.call(function)
    both.assert_same_sleepers()
    assert set(np.flatnonzero(both.data[0].tree_asleep < 0)) == {*trees, N}


def test_a_state_that_is_set_again_changes_nothing():
    both = asleep(few())
    for engine, m, d in zip(ENGINES, both.models, both.data):
        kind = engine.mjtState.mjSTATE_INTEGRATION
        state = np.zeros(engine.mj_stateSize(m, kind))
        engine.mj_getState(m, d, state, kind)
        engine.mj_setState(m, d, state, kind)
        assert d.ntree_awake == 1
    both.call('mj_step')
    both.assert_same_sleepers()
    assert both.data[0].ntree_awake == 1


@pytest.mark.parametrize('function', ['mj_resetData', 'mj_setConst'])
def test_all_wake(function):
    both = asleep(few())
    both.call(function)
    both.assert_same_sleepers()
    assert both.data[0].ntree_awake == 5


# ---- contacts ----
def test_a_contact_wakes_and_all_contacts_are_found():
    both = asleep(few())
    both.do(lambda m, d: d.mocap_pos.__setitem__(0, (0, 0, 0.2995)))
    both.call('mj_forward')
    both.assert_same(('qacc', 'xpos'), 1e-6)
    assert both.data[0].tree_asleep[A] < 0
    assert both.data[0].ncon == 8


def test_collision_detection_alone_wakes_nobody():
    both = asleep(few())
    both.do(lambda m, d: d.mocap_pos.__setitem__(0, (0, 0, 0.25)))
    both.call('mj_fwdKinematics')
    both.call('mj_collision')
    both.assert_same_sleepers()
    assert both.data[0].ncon == 4
    assert both.data[0].tree_asleep[A] >= 0


def test_who_rests_on_a_mocap_body_is_woken_again_and_again():
    both = Sleepers(few().replace('<body name="m"', f'<body pos="5 0 1.1999"><freejoint/>{BOX}</body><body name="m"'))
    nights = []
    for _ in range(25):
        both.call('mj_step')
        both.assert_same_sleepers()
        nights.append(bool(both.data[0].tree_asleep[5] >= 0))
    assert np.flatnonzero(nights).tolist() == [9, 19]


def test_contacts_within_a_gap_wake():
    both = asleep(few().replace(BOX, BOX.replace('/>', ' gap=".9"/>')))
    both.do(put('qvel', 0, 1e-9))
    both.call('mj_step')
    both.assert_same_sleepers()
    assert both.data[0].tree_asleep[B] < 0


def test_a_row_of_boxes_wakes_at_once():
    """A margin that grew over night lets a row of boxes touch. The wheel would wake the first two, and give up."""
    bodies = ''.join(f'<body pos="{0.3 * i} 0 .0999"><freejoint/>{BOX}</body>' for i in range(4))
    m = torsor.MjModel.from_xml_string(f"""<mujoco><option timestep=".005"><flag sleep="enable"/></option>
      <worldbody><geom type="plane" size="5 5 .1"/>{bodies}</worldbody></mujoco>""")
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 12)
    m.geom_margin[1:] = 0.06
    torsor.mj_setConst(m, torsor.MjData(m))
    torsor.mj_step(m, d)
    assert (d.tree_asleep >= 0).all()
    d.qvel[0] = 1e-9
    torsor.mj_step(m, d)
    assert (d.tree_asleep < 0).all()
    assert d.nisland == 1


# ---- equalities and tendons ----
def tendon(attributes: str, joint: str) -> str:
    return f"""<tendon><fixed name="t" {attributes}>
      <joint joint="c" coef="1"/><joint joint="{joint}" coef="1"/></fixed></tendon>"""


def equality(inner: str) -> str:
    return f'<equality>{inner}</equality>'


ACTIVE = put('eq_active', 0, True)
CONNECTIONS = {  # rest of the model, action, trees that wake
    'two that sleep': (equality('<connect body1="a" body2="b" anchor=".5 0 0" active="false"/>'), ACTIVE, (A, B)),
    'with one awake': (equality('<weld body1="n" body2="a" active="false"/>'), ACTIVE, (A,)),
    'with a mocap body': (equality('<weld body1="m" body2="a" active="false"/>'), ACTIVE, (A,)),
    'with the world': (equality('<connect body1="a" anchor="0 0 0" active="false"/>'), ACTIVE, ()),
    'two joints': (equality('<joint joint1="c" joint2="e" active="false"/>'), ACTIVE, (C, E)),
    'joint with one awake': (equality('<joint joint1="n" joint2="e" active="false"/>'), ACTIVE, (E,)),
    'one joint': (equality('<joint joint1="c" active="false"/>'), ACTIVE, ()),
    'chain': (equality('<joint joint1="e" joint2="n" active="false"/><joint joint1="c" joint2="e"/>'), ACTIVE, (C, E)),
    'limit, one awake': (tendon('range="-1 1" limited="true"', 'n'), put_model('tendon_range', (0.1, 1)), (C,)),
    'limit, both asleep': (tendon('range="-1 1" limited="true"', 'e'), put_model('tendon_range', (0.1, 1)), ()),
    'margin': (tendon('range="-1 1" limited="true"', 'n'), put_model('tendon_margin', 1.5), (C,)),
    'far from the limit': (tendon('range="-1 1" limited="true"', 'n'), put_model('tendon_range', (-2, 1)), ()),
    'friction, one awake': (tendon('', 'n'), put_model('tendon_frictionloss', 0.1), (C,)),
    'friction, both asleep': (tendon('', 'e'), put_model('tendon_frictionloss', 0.1), ()),
}


@pytest.mark.parametrize('name', CONNECTIONS)
def test_connections(name):
    rest, action, trees = CONNECTIONS[name]
    both = asleep(few(rest))
    both.do(action)
    both.call('mj_forward')
    both.assert_same()
    assert set(np.flatnonzero(both.data[0].tree_asleep < 0)) == {*trees, N}
    for _ in range(12):
        both.call('mj_step')
        both.assert_same(('qpos', 'qvel'), 1e-6)


def test_equalities_of_tendons_are_refused():
    both = Sleepers(few(tendon('', 'e') + '<equality><tendon tendon1="t"/></equality>'))
    for engine, m, d in zip(ENGINES, both.models, both.data):
        with pytest.raises(engine.FatalError, match='endon'):
            engine.mj_forward(m, d)


def test_a_broken_cycle_does_no_harm():
    """tree_asleep belongs to the user; nonsense in it must not hang or crash."""
    both = asleep(few(equality('<joint joint1="c" joint2="e" active="false"/>')))
    m, d = both.models[0], both.data[0]
    d.tree_asleep[:] = 1, 2, 1, 1000, -5
    d.eq_active[0] = True
    d.qvel[0] = 1
    torsor.mj_step(m, d)
    assert d.tree_asleep[A] < 0


def test_sleeping_twice_is_the_same_for_a_copy():
    """A copy of the data sleeps and wakes like the original."""
    both = asleep(few())
    m, d = both.models[0], both.data[0]
    twin = torsor.MjData(m)
    torsor.mj_copyData(twin, m, d)
    for data in (d, twin):
        data.qvel[0] = 0.1
        torsor.mj_step(m, data, 5)
    np.testing.assert_array_equal(twin.tree_asleep, d.tree_asleep)
    np.testing.assert_array_equal(twin.qpos, d.qpos)
