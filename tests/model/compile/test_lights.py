"""Lights."""

import pytest

from model.twins import assert_same, refused, world

LIGHTS = [
    '', 'dir="0 0 -5" pos="1 2 3"', 'directional="true"', 'type="point" castshadow="false" active="false"',
    'mode="targetbodycom" target="b"', 'cutoff="-1" softness="1" exponent="3" range="-1" intensity="4" bulbradius="1"',
    'ambient="1 2 3" diffuse="4 5 6" specular="7 8 9" attenuation="1 2 3"',
]  # fmt: skip
BAD = ['<light dir="0 0 0"/>', '<light softness="3"/>', '<light target="zz"/>', '<light mode="free"/>']


@pytest.mark.parametrize('attributes', LIGHTS)
def test_lights_as_in_the_wheel(attributes):
    assert_same(world(f'<body name="b" pos="1 0 0" euler="10 20 30"><light {attributes}/></body>'))


@pytest.mark.parametrize('element', BAD)
def test_refused_by_both(element):
    ours, theirs = refused(world(element))
    assert theirs is not None
    assert ours is not None
