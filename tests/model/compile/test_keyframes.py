"""Keyframes."""

import pytest

from model.twins import assert_same, refused, world

BODIES = (
    '<body mocap="true" pos="1 2 3" quat="1 1 0 0"/><body mocap="true" pos="4 5 6"/>'
    '<body pos="7 8 9"><freejoint/><geom size=".1"/></body>'
    '<body><joint name="j" ref="90" springref="30" springyield="3"/><geom size=".1"/>'
    '<body><joint type="ball" springyield="1"/><geom size=".1"/></body></body>'
)
ACTUATOR = '<actuator><position joint="j" timeconst="1"/></actuator>'
GOOD = [
    '', 'time="4" qvel="1 2" ctrl="3" act="5"', 'qpos="1 2"', 'qpos="1 2 3 0 2"', 'qpos="1 2 3 2 0 0 0 5 0 3 0 0"',
    'qpos="1 2 3 0 0 0 0 5 0 0 0 0"', 'qpos=""', 'mpos="9 9 9"', 'mpos="9 9 9 8"', 'mpos="9"',
    'mquat="2 0 0 0 0 3 0 0"',
    'mquat="0 0 0 0"', 'mquat="0 2"', 'plastic="5"', 'plastic="1 0 2"', 'plastic="1 2 2 0 0"', 'name="home"',
]  # fmt: skip
BAD = [
    'qpos="1 2 3 4 5 6 7 8 9 10 11 12 13"', 'qvel="' + '1 ' * 11 + '"', 'ctrl="1 2"', 'act="1 2"',
    'mpos="1 2 3 4 5 6 7"', 'mquat="1 2 3 4 5 6 7 8 9"', 'plastic="1 2 3 4 5 6"', 'qpos="x"',
]  # fmt: skip


@pytest.mark.parametrize('key', GOOD)
@pytest.mark.parametrize('size', ['', '<size nkey="3"/>'])
def test_as_in_the_wheel(key, size):
    assert_same(world(BODIES, size, f'{ACTUATOR}<keyframe><key {key}/></keyframe>'))


@pytest.mark.parametrize('key', BAD)
def test_refused_by_both(key):
    ours, theirs = refused(world(BODIES, '', f'{ACTUATOR}<keyframe><key {key}/></keyframe>'))
    assert theirs is not None
    assert ours is not None
