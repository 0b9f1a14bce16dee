"""Models without what does not matter to their motion: visual elements, static bodies."""

import pytest

from model.twins import assert_same, refused, world

GEOMS = '<geom name="g" size=".1"/><geom name="v" type="box" size=".1 .2 .3" pos="1 0 0" contype="0" conaffinity="0"/>'
ASSETS = (
    '<asset><texture name="t" type="2d" builtin="flat" width="4" height="4"/><material name="m" texture="t"/>'
    '<texture name="u" type="2d" builtin="flat" width="4" height="4"/></asset>'
)
VISUAL = [
    world(f'<body><joint/>{GEOMS}</body>'),
    world(f'<body>{GEOMS}<geom size=".1" material="m"/></body>', ASSETS),
    world(f'<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>{GEOMS}</body>'),
    world(f'<body><joint/>{GEOMS}</body>', after='<sensor><framepos objtype="geom" objname="v"/></sensor>'),
    world(f'<body><joint/>{GEOMS}</body>', after='<contact><pair geom1="v" geom2="g"/></contact>'),
    world(f'<body><joint/>{GEOMS}<site name="s" material="m"/></body><light texture="t"/>', ASSETS),
    world(f'<body><joint/>{GEOMS}</body>', ASSETS,
          '<custom><tuple name="x"><element objtype="material" objname="m"/></tuple></custom>'),
    world('<body><joint/><geom size=".1"/><geom size=".1" contype="0" conaffinity="0" mass="0"/></body>'),
    world('<body><joint/><geom size=".1"/><geom size=".1" contype="0" conaffinity="0" fluidshape="ellipsoid"/></body>'),
]  # fmt: skip
MOVING = '<joint name="j"/><geom name="g" size=".1"/>'
PART = '<body name="p" pos="0 0 1" euler="0 30 0"><geom name="h" type="box" size=".1 .2 .3"/><site name="s"/></body>'
GIVEN = '<inertial pos="0 0 1" mass="2" diaginertia="1 2 2"/>'
STATIC = [
    world(f'<body name="a">{MOVING}{PART}</body>'), world(f'{PART}<body name="a">{MOVING}</body>'),
    world(f'<body name="a">{MOVING}<body pos="0 1 0">{PART}<geom size=".2"/></body></body>'),
    world(f'<body name="a">{MOVING}{PART}<body name="z" pos="1 0 0"><joint/><geom size=".1"/></body></body>'),
    world(f'<body name="a">{MOVING}<body pos="0 1 0"><body name="z"><joint/><geom size=".1"/></body></body>{PART}'
          '</body>'),
    world(f'<body name="a">{MOVING}{GIVEN}{PART}</body>'),
    world(f'<body name="a">{MOVING}<body pos="1 0 0" euler="0 0 40">{GIVEN}</body></body>'),
    world(f'<body name="a">{MOVING}{PART}</body>', after='<contact><exclude body1="a" body2="p"/></contact>'),
    world(f'<body name="a">{MOVING}{PART}</body>', after='<sensor><force site="s"/></sensor>'),
    world(f'<body name="a">{MOVING}{PART}</body>', after='<sensor><gyro site="s"/></sensor>'),
    world(f'<body name="a">{MOVING}<body fuse="false"><geom size=".1"/></body></body>'),
    world(f'<body name="a">{MOVING}<body gravcomp="1"><geom size=".1"/></body></body>'),
    world(f'<body name="a" gravcomp="1">{MOVING}<body gravcomp="1"><geom size=".1"/></body></body>'),
    world(f'<body name="a">{MOVING}<body gravcomp="1"><site name="s"/></body></body>'),
    world(f'<body name="a">{MOVING}{PART}</body>', '<option density="1"/>'),
    world('<frame pos="1 0 0"><body name="a"><geom size=".1"/><frame euler="0 0 30"><body name="b"><joint/>'
          '<geom size=".2"/></body></frame></body></frame>'),
    world(f'<body name="a">{MOVING}<body pos="0 0 1"><frame pos="1 0 0"><geom size=".1"/><geom size=".1" pos="0 1 0"/>'
          '</frame></body></body>'),
]  # fmt: skip


def with_setting(xml: str, setting: str) -> str:
    return xml.replace('<mujoco>', f'<mujoco><compiler {setting}="true"/>', 1)


@pytest.mark.parametrize('xml', VISUAL)
def test_discard_visual(xml):
    assert_same(with_setting(xml, 'discardvisual'))


@pytest.mark.parametrize('xml', STATIC)
def test_fuse_static(xml):
    assert_same(with_setting(xml, 'fusestatic'))


@pytest.mark.parametrize('xml', [*VISUAL, *STATIC])
def test_both(xml):
    assert_same(with_setting(with_setting(xml, 'discardvisual'), 'fusestatic'))


def test_inertia_that_would_be_lost():
    xml = with_setting(world(f'<body><joint/>{GEOMS}</body>', '<compiler inertiafromgeom="true"/>'), 'discardvisual')
    ours, theirs = refused(xml)
    assert 'inertiafromgeom="true"' in ours
    assert theirs
