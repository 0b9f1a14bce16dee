"""Height fields, compared with the wheel's."""

import struct

import numpy as np
import pytest

from model.asset_files import assert_same, both, png
from torsor.model.load import compile_string
from torsor.model.spec.errors import ModelError

GREY = np.arange(12, dtype=np.uint8).reshape(3, 4) * 20
COLOURS = np.random.default_rng(0).integers(0, 255, (3, 4, 3)).astype(np.uint8)
BINARY = struct.pack('<2i', 2, 3) + np.array([1, 2, 3, 4, 5, 7], dtype='<f4').tobytes()


def world(hfield: str, geom: str = '<geom type="hfield" hfield="h" pos="1 2 3" euler="10 20 30"/>') -> str:
    return f'<mujoco><asset><hfield name="h" {hfield}/></asset><worldbody>{geom}</worldbody></mujoco>'


@pytest.mark.parametrize('attributes', [
    'nrow="2" ncol="3" size="1 2 .5 .1" elevation="1 2 3 4 5 7"',
    'nrow="2" ncol="2" size="1 2 .5 .1"',
    'nrow="2" ncol="2" size="1 2 .5 3" elevation="3 3 3 3"',
])  # fmt: skip
def test_written_out(attributes):
    assert_same(world(attributes))


@pytest.mark.parametrize(('name', 'content'), [
    ('a.png', png(GREY)), ('a.PNG', png(COLOURS)), ('a.png', png(np.dstack([COLOURS, GREY]))),
    ('a.png', png(GREY.astype(np.uint16) * 257 + 13)), ('a.bin', BINARY), ('a', BINARY),
])  # fmt: skip
def test_files(name, content):
    assert_same(world(f'file="{name}" size="1 1 1 1"'), {name: content})


@pytest.mark.parametrize(('name', 'kind', 'content'), [
    ('a.png', 'image/vnd.mujoco.hfield', BINARY), ('a.foo', 'image/png', png(GREY)),
])  # fmt: skip
def test_media_types_come_first(name, kind, content):
    assert_same(world(f'file="{name}" content_type="{kind}" size="1 1 1 1"'), {name: content})


def test_it_weighs_as_a_box():
    geoms = '<body><geom type="hfield" hfield="h" fluidshape="ellipsoid"/></body>'
    assert_same(world('nrow="2" ncol="2" size="1 2 .5 .1"', geoms))


@pytest.mark.parametrize(('attributes', 'content', 'problem'), [
    ('nrow="2" ncol="2" size="1 2 .5 .1" elevation="3 3 3"', b'', '3 numbers'),
    ('nrow="1" ncol="2" size="1 2 .5 .1"', b'', 'at least 2'),
    ('size="1 2 .5 .1"', b'', '"file"'),
    ('nrow="-2" ncol="2" size="1 2 .5 .1"', b'', '"file"'),
    ('nrow="2" ncol="2" size="1 2 .5 0"', b'', '4 positive'),
    ('file="a.bin" size="1 1 1 1"', BINARY[:-1], 'has 32 bytes'),
    ('file="a.bin" size="1 1 1 1"', BINARY + b'x', 'has 32 bytes'),
    ('file="a.bin" size="1 1 1 1"', b'123', 'at least 8 bytes'),
    ('file="a.bin" size="1 1 1 1"', struct.pack('<2i', -2, 3), 'at least 2'),
    ('file="a.png" size="1 1 1 1"', b'hello', 'not a PNG'),
    ('file="a.png" size="1 1 1 1"', png(GREY)[:-30], 'cannot be decoded'),
    ('file="b.png" size="1 1 1 1"', b'', 'cannot open'),
    ('file="a.bin" content_type="image/foo" size="1 1 1 1"', BINARY, 'image/foo'),
])  # fmt: skip
def test_mistakes(attributes, content, problem):
    ours, theirs = both(world(attributes), {'a.bin': content, 'a.png': content})
    assert theirs is not None
    assert ours is not None
    assert problem in ours
    assert ours.startswith('<string>:1:16: <hfield name="h">: ')


@pytest.mark.parametrize(('attributes', 'content', 'problem'), [
    ('file="a.bin" size="1 1 1 1"', struct.pack('<2i', 2, 2) + np.array([1, 2, 3, np.nan], '<f4').tobytes(), 'finite'),
    ('file="a.bin" size="1 1 1 1"', struct.pack('<2i', 2**30, 2**30), 'limit'),
    ('nrow="100000" ncol="100000" size="1 1 1 1"', b'', 'limit'),
])  # fmt: skip
def test_what_the_wheel_does_not_survive(attributes, content, problem):
    """It takes such numbers as they are, or runs out of memory."""
    with pytest.raises(ModelError, match=problem):
        compile_string(world(attributes), {'a.bin': content})
