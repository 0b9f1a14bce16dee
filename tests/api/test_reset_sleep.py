"""Trees that start asleep: in new data and after a reset, as in the wheel."""

import numpy as np
import pytest

import torsor
from physics.sleep.sleepers import BOX, ENGINES, Sleepers

READY = 'sleep="init"'
COUNTS = ('ncon', 'ne', 'nf', 'nl', 'nefc', 'nJ', 'nisland', 'nidof')
KEPT = ('qacc', 'qacc_smooth', 'qfrc_smooth', 'qfrc_bias', 'qfrc_constraint', 'qacc_warmstart', 'xpos', 'geom_xpos',
        'cdof', 'M', 'qLD', 'cvel', 'subtree_com', 'qpos', 'qvel')


def world(*boxes: tuple[str, str], rest: str = '', flag: str = '') -> str:
    """Boxes named a, b, ... at these places, with these attributes."""
    bodies = ''.join(f'<body name="{name}" pos="{pos}" {attributes}><freejoint/>{BOX}</body>'
                     for name, (pos, attributes) in zip('abcdef', boxes))
    return f"""<mujoco><option timestep=".005"><flag sleep="enable" {flag}/></option>
      <worldbody><geom type="plane" size="5 5 .1"/>{bodies}</worldbody>{rest}</mujoco>"""


CONNECT = '<equality><connect body1="a" body2="b" anchor="0 0 0"/></equality>'
WORLDS = {  # model: tree_asleep
    'in mid-air': (world(('0 0 1', READY), ('1 0 .1', '')), [0, -10]),
    'a stack': (world(('0 0 .09', READY), ('0 0 .28', READY), ('0 0 .47', READY), ('2 0 .5', '')), [1, 2, 0, -10]),
    'on one awake': (world(('0 0 .09', READY), ('0 0 .28', ''), ('1 0 1', READY)), [-11, -10, 2]),
    'connected with one awake': (world(('0 0 1', READY), ('1 0 1', ''), rest=CONNECT), [-11, -10]),
    'without islands': (world(('0 0 .09', READY), ('1 0 1', ''), flag='island="disable"'), [-11, -11]),
    'nobody': (world(('0 0 .09', ''), ('1 0 1', '')), [-11, -11]),
}


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path, monkeypatch):
    """Warnings are logged in the current folder."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize('function', ['', 'mj_resetData'])
@pytest.mark.parametrize('name', WORLDS)
def test_initial_data(name, function):
    xml, states = WORLDS[name]
    both = Sleepers(xml)
    if function:
        both.call('mj_step', 3)
        both.call(function)
    both.assert_same_sleepers()
    ours, theirs = both.data
    assert ours.tree_asleep.tolist() == states
    for field in COUNTS:
        assert getattr(ours, field) == getattr(theirs, field), field
    assert ours.contact.efc_address.tolist() == theirs.contact.efc_address.tolist()
    for field in KEPT:
        np.testing.assert_allclose(getattr(ours, field), getattr(theirs, field), rtol=0, atol=1e-7, err_msg=field)
    for _ in range(15):
        both.call('mj_step')
        both.assert_same(('qpos', 'qvel', 'qacc', 'xpos', 'qfrc_bias'), 1e-6)


def test_who_cannot_sleep_is_named(capfd):
    m = torsor.MjModel.from_xml_string(WORLDS['on one awake'][0])
    capfd.readouterr()
    torsor.MjData(m)
    message = capfd.readouterr().err
    assert "1 of 2 trees with sleep='init'" in message
    assert "'a' (id=1)" in message


def test_a_callback_that_pushes_keeps_awake(capfd):
    m = torsor.MjModel.from_xml_string(WORLDS['in mid-air'][0])
    d = torsor.MjData(m)
    torsor.set_mjcb_control(lambda m, d: d.qfrc_applied.__setitem__(0, 1.0))
    try:
        torsor.mj_resetData(m, d)
    finally:
        torsor.set_mjcb_control(None)
    assert d.tree_asleep.tolist() == [-11, -10]
    assert "1 of 1 trees with sleep='init'" in capfd.readouterr().err


KEYS = """<keyframe>
  <key qpos="0 0 1 1 0 0 0 1 0 .1 1 0 0 0"/>
  <key qpos="0 0 2 1 0 0 0 1 0 .1 1 0 0 0"/>
  <key qvel="1 0 0 0 0 0 0 0 0 0 0 0"/>
</keyframe>"""


@pytest.mark.parametrize('key', range(3))
def test_a_keyframe_that_moves_a_tree_wakes_it(key):
    both = Sleepers(world(('0 0 1', READY), ('1 0 .1', ''), rest=KEYS))
    for engine, m, d in zip(ENGINES, both.models, both.data):
        engine.mj_resetDataKeyframe(m, d, key)
    both.assert_same_sleepers()
    both.call('mj_step')
    both.assert_same_sleepers()
    assert (both.data[0].tree_asleep[0] >= 0) == (key == 0)


def test_debug_reset():
    both = Sleepers(WORLDS['in mid-air'][0])
    for engine, m, d in zip(ENGINES, both.models, both.data):
        engine.mj_resetDataDebug(m, d, 7)
    both.assert_same_sleepers()


def test_a_world_that_diverges_starts_asleep_again():
    m = torsor.MjModel.from_xml_string(WORLDS['a stack'][0])
    d = torsor.MjData(m)
    d.qpos[-7] = np.nan
    torsor.mj_step(m, d)
    assert d.tree_asleep.tolist() == [1, 2, 0, -9]
    assert d.warning[int(torsor.mjtWarning.mjWARN_BADQPOS)].number == 1
