"""Cameras."""

import pytest

import torsor
from model.twins import assert_same, refused, world

CAMERAS = [
    '', 'fovy="30" ipd=".1" user="1 2"', 'mode="track"', 'mode="targetbody" target="b"', 'target="world"',
    'resolution="100 200" output="rgb depth normal"', 'projection="orthographic" fovy="3"', 'sensorsize="1 2"',
    'sensorsize=".3 .7" focal=".5 .6"', 'sensorsize=".3 .7" focalpixel="17 13" resolution="64 48"',
    'sensorsize=".3 .7" focal="5 6" focalpixel="50 60" principal=".1 .2" resolution="100 200"',
    'sensorsize=".3 .7" focal="5 6" principalpixel="3 4" resolution="640 480"',
]  # fmt: skip
BAD = [
    '<camera fovy="180"/>', '<camera mode="targetbody" target="zz"/>', '<camera target="zz"/>', '<camera focal="1 1"/>',
    '<camera principal=".1 .1"/>', '<camera sensorsize="-1 2" focal=".5 .6"/>', '<camera output="rgb foo"/>',
]  # fmt: skip


@pytest.mark.parametrize('znear', ['', '<visual><map znear=".5"/></visual>'])
@pytest.mark.parametrize('attributes', CAMERAS)
def test_cameras_as_in_the_wheel(attributes, znear):
    assert_same(world(f'<body name="b" pos="1 0 0" euler="10 20 30"><camera {attributes} pos="1 2 3"/></body>', znear))


@pytest.mark.parametrize('element', BAD)
def test_refused_by_both(element):
    ours, theirs = refused(world(element))
    assert theirs is not None
    assert ours is not None


def test_unknown_target_has_a_suggestion():
    ours, _ = refused(world('<body name="torso"/><camera mode="targetbody" target="torsoo"/>'))
    assert ours.endswith('there is no body named "torsoo"; did you mean "torso"?')


def test_what_follows_from_other_attributes_cannot_be_set():
    spec = torsor.MjSpec()
    spec.worldbody.add_camera(intrinsic=[1, 1, 0.1, 0.2])
    with pytest.raises(ValueError, match='set sensor_size, focal_length and principal_length'):
        spec.compile()
