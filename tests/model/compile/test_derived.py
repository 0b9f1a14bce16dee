"""Constants that follow from the fields."""

import numpy as np
import pytest

from model.twins import assert_same, world
from torsor.model.compile.derived import set_bounds
from torsor.model.load import compile_string

G = '<geom size=".1"/>'


@pytest.mark.parametrize(
    'joints',
    [
        '', '<joint axis="1 0 0"/>', '<joint axis="1 1 0"/>', '<joint axis="1 0 0" pos="1 0 0"/>',
        '<joint axis="1 0 0" pos="1e-7 0 0"/>', '<joint axis="1 0 0"/><joint axis="0 1 0"/>',
        '<joint type="slide"/>', '<joint type="slide" axis="-1 0 0"/>', '<joint type="slide" axis="1 1e-9 0"/>',
        '<joint type="slide"/><joint axis="0 1 0"/>', '<joint axis="0 1 0"/><joint type="slide"/>',
        '<joint type="ball"/>', '<joint type="ball" pos="1 0 0"/>', '<joint type="slide"/><joint type="ball"/>',
    ],
)  # fmt: skip
def test_simple_bodies(joints):
    body = f'<body>{joints}{G}</body>'
    off_centre = f'<body>{joints}<geom size=".1" pos=".1 0 0"/></body>'
    assert_same(world(body + body + off_centre + f'<body simple="false">{joints}{G}</body>'))
    assert_same(world(f'<body>{G}{body}</body><body>{G}<body>{body}</body></body>'))
    assert_same(world(f'<body mocap="true">{body}</body><body><joint/>{G}{body}</body>'))


@pytest.mark.parametrize('pos', ['0 0 0', '9e-7 9e-7 9e-7', '1.1e-6 0 0', '1 0 0'])
@pytest.mark.parametrize('quat', ['1 0 0 0', '-1 0 0 0', '1 9e-7 9e-7 0', '1 2e-6 0 0', '1 1 0 0', '-1 -1 0 0'])
def test_same_frames(pos, quat):
    inertial = '<inertial pos="1 0 0" quat="1 1 0 0" mass="1" diaginertia="1 1 1"/>'
    items = f'<geom size=".1" pos="{pos}" quat="{quat}"/><site pos="{pos}" quat="{quat}"/>'
    assert_same(world(f'<body><joint/>{inertial}{items}</body><body><joint/>{items}</body>'))


def test_bounds_hold_every_point():
    shapes = {'sphere': '.1', 'capsule': '.1 .2', 'cylinder': '.1 .2', 'ellipsoid': '.1 .2 .3', 'box': '.1 .2 .3'}
    xml = world(''.join(f'<geom type="{kind}" size="{size}"/>' for kind, size in shapes.items()))
    assert_same(xml)
    fields = compile_string(xml).fields
    box, radius = fields['geom_aabb'], fields['geom_rbound']
    assert (np.linalg.norm(box[:, 3:], axis=1) >= radius - 1e-12).all()
    assert (box[:, 3:] <= radius[:, None] + 1e-12).all()


def test_again_after_a_change():
    fields = compile_string(world('<geom size=".1"/>')).fields
    fields['geom_size'][0, 0] = 0.5
    set_bounds(fields)
    assert fields['geom_rbound'][0] == 0.5


def test_contacts_and_flags():
    assert_same(world(
        '<body><joint/><geom size=".1" contype="2" conaffinity="4" margin=".1" gap=".2"/>'
        '<geom size=".1" contype="8" conaffinity="0" margin="-1"/></body>'
        '<body gravcomp="1"><geom size=".1" margin="-1" adhesion="1" surfacevel="1"/></body><body gravcomp="-1"/>'
    ))  # fmt: skip
