"""Textures that the compiler draws."""

import numpy as np
import pytest

from model.twins import assert_same, refused, twins
from torsor.model.compile.textures import draw
from torsor.model.spec.assets import Texture


def asset(*attributes):
    textures = ''.join(f'<texture name="t{index}" {text}/>' for index, text in enumerate(attributes))
    return f'<mujoco><asset>{textures}</asset></mujoco>'


COLOURS = 'rgb1=".1 .25 .973" rgb2=".9 .51 .07" markrgb=".3 .6 .1"'
SHAPES = [
    'type="2d" width="5" height="8"', 'type="2d" width="31" height="17"', 'type="cube" width="12"', 'width="7"',
    'type="skybox" width="33" height="3"', 'type="2d" width="1" height="4"', 'type="cube" width="1"',
]  # fmt: skip


@pytest.mark.parametrize('shape', SHAPES)
@pytest.mark.parametrize('builtin', ['flat', 'checker', 'gradient'])
def test_every_pixel_as_in_the_wheel(builtin, shape):
    marks = [f'mark="{mark}" random=".2"' for mark in ('none', 'edge', 'cross', 'random')]
    assert_same(asset(*(f'builtin="{builtin}" {shape} {mark} {COLOURS}' for mark in marks)))


def test_many_random_marks():
    assert_same(asset('type="skybox" builtin="gradient" width="200" mark="random" markrgb="1 1 1"'))


@pytest.mark.parametrize(
    'attributes',
    [
        'builtin="flat" width="2"', 'builtin="flat" width="2" colorspace="sRGB" nchannel="3"',
        'builtin="flat" width="2" rgb1="2 -1 .5"', 'builtin="flat" width="2" hflip="true" vflip="false" embed="true"',
        'builtin="flat" width="2" mark="random" random="2"', 'builtin="flat" width="2" mark="random" random="-1"',
    ],
)  # fmt: skip
def test_other_attributes(attributes):
    assert_same(asset(attributes))


def test_only_a_skybox_may_have_no_name():
    assert_same('<mujoco><asset><texture type="skybox" builtin="flat" width="2"/></asset></mujoco>')
    ours, theirs = refused('<mujoco><asset><texture builtin="flat" width="2"/></asset></mujoco>')
    assert theirs is not None
    assert 'needs a name' in ours


@pytest.mark.parametrize(
    'attributes',
    [
        '', 'width="2"', 'builtin="flat"', 'builtin="flat" width="-2"', 'type="2d" builtin="flat" width="2"',
        'builtin="flat" width="2" nchannel="4"', 'builtin="flat" width="2" embed="false"',
        'builtin="flat" width="100000"',
        'builtin="flat" width="2" mark="dots"', 'builtin="stripes" width="2"', 'builtin="flat" width="2" rgb1="1 1"',
        'builtin="flat" width="2" class="none"',
    ],
)  # fmt: skip
def test_refused_by_both(attributes):
    ours, theirs = refused(asset(attributes))
    assert theirs is not None
    assert ours is not None


def test_a_missing_file_says_where_it_was_looked_for():
    assert 'cannot open the file; it is looked for as a.png' in refused(asset('file="a.png"'))[0]


def test_defaults():
    inner = '<default class="a"><texture width="6"/></default>'
    default = f'<default><texture builtin="checker" width="4"/>{inner}</default>'
    texture = '<texture name="t" mark="cross"/><texture name="u" class="a" builtin="flat"/>'
    assert_same(f'<mujoco>{default}<asset>{texture}</asset></mujoco>')


def test_gradient_is_a_mixture_of_its_colours():
    """Independent of the wheel: monotonic from top to bottom, and symmetric about the middle."""
    image = draw(Texture(type=2, builtin=1, width=51, rgb1=(1.0, 1.0, 1.0), rgb2=(0.0, 0.0, 0.0)))
    red = image.view(np.uint8).reshape(6, 51, 51, 3)[..., 0].astype(int)
    side = red[0, :, 25]
    assert (np.diff(side) < 0).all()
    assert np.abs(side + side[::-1] - 255).max() <= 1
    assert red[2, 25, 25] == 255
    assert red[3, 25, 25] == 0


def test_images_do_not_share_memory():
    text = asset('builtin="flat" width="2" mark="random"')
    one, two = twins(text)[0], twins(text)[0]
    one.fields['tex_data'][:] = 9
    assert not (two.fields['tex_data'] == 9).any()
