"""Materials and references to them."""

import pytest

from model.twins import assert_same, refused

TEXTURES = '<texture name="t" builtin="flat" width="2"/><texture name="u" builtin="checker" width="2"/>'


def model(materials, world='', before=''):
    return f'<mujoco>{before}<asset>{TEXTURES}{materials}</asset><worldbody>{world}</worldbody></mujoco>'


ROLES = ('rgb', 'occlusion', 'roughness', 'metallic', 'normal', 'opacity', 'emissive', 'rgba', 'orm')
GOOD = [
    '<material name="m"/>', '<material name="m" texture="u"/><material name="n" texture="t" rgba="1 0 0 1"/>',
    '<material name="m" texrepeat="2 3" texuniform="true" emission=".1" specular="2" shininess=".3"/>',
    '<material name="m" reflectance=".4" metallic=".5" roughness="-.6" rgba=".1 .2 .3 .4"/>',
    *(f'<material name="m"><layer texture="u" role="{role}"/></material>' for role in ROLES),
    '<material name="m"><layer texture="u" role="rgb"/><layer texture="t" role="orm"/></material>',
    '<material name="m"><layer texture="u" role="rgb"/><layer texture="t" role="rgb"/></material>',
]  # fmt: skip
BAD = [
    '<material/>', '<material name="m" texture="none"/>', '<material name="m"/><material name="m"/>',
    '<material name="m" texture="t"><layer texture="u" role="orm"/></material>', '<material name="m" rgba="1 2"/>',
    '<material name="m"><layer texture="u"/></material>', '<material name="m"><layer role="rgb"/></material>',
    '<material name="m"><layer texture="u" role="user"/></material>', '<material name="m" texrepeat="2"/>',
]  # fmt: skip


@pytest.mark.parametrize('materials', GOOD)
def test_as_in_the_wheel(materials):
    assert_same(model(materials))


@pytest.mark.parametrize('materials', BAD)
def test_refused_by_both(materials):
    ours, theirs = refused(model(materials))
    assert theirs is not None
    assert ours is not None


def test_defaults_keep_the_textures_of_other_roles():
    before = (
        '<default><material texture="t" rgba="1 0 0 1"/>'
        '<default class="a"><material specular=".1"><layer texture="u" role="orm"/></material></default></default>'
    )
    materials = (
        '<material name="m"/><material name="n" class="a"/><material name="o" class="a" texture="u"/>'
        '<material name="p" class="a"><layer texture="t" role="rgba"/></material>'
    )
    assert_same(model(materials, before=before))


def test_geoms_and_sites():
    world = (
        '<geom size="1" material="m"/><geom size="1" material="m" rgba="0 1 0 1"/><geom size="1" material=""/>'
        '<geom size="1"/><site material="n"/><site material="n" rgba="0 1 0 1"/><light texture="u"/><light/>'
    )
    materials = '<material name="n"/><material name="m" rgba="1 0 0 1"/>'
    assert_same(model(materials, world))
    assert_same(model(materials, world, '<default><geom material="n" rgba="0 0 1 1"/><site material="m"/></default>'))


@pytest.mark.parametrize(
    'element', ['<geom size="1" material="mm"/>', '<site material="mm"/>', '<light texture="tt"/>']
)
def test_unknown_references(element):
    ours, theirs = refused(model('<material name="m"/>', element))
    assert theirs is not None
    assert 'did you mean' in ours
