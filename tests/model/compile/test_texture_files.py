"""Textures from files, compared with the wheel's."""

import struct
import zlib

import numpy as np
import pytest

from model.asset_files import assert_same, both, png
from torsor.model.load import compile_string
from torsor.model.spec.errors import ModelError

RNG = np.random.default_rng(0)


def pixels(*shape: int) -> np.ndarray:
    return RNG.integers(0, 255, shape).astype(np.uint8)


def with_chunk(content: bytes, name: bytes, payload: bytes) -> bytes:
    """A PNG file with another chunk after its header."""
    chunk = struct.pack('>I', len(payload)) + name + payload + struct.pack('>I', zlib.crc32(name + payload))
    return content[:33] + chunk + content[33:]


FILES = {
    'rgb.png': png(pixels(2, 3, 3)), 'rgba.png': png(pixels(2, 3, 4)), 'grey.png': png(pixels(2, 3)),
    'square.png': png(pixels(2, 2, 3)), 'grid.png': png(pixels(6, 8, 3)), 'large.png': png(pixels(4, 4, 3)),
    'deep.png': png(RNG.integers(0, 65535, (2, 3)).astype(np.uint16)), 'both.png': png(pixels(2, 3, 2)),
    'srgb.png': with_chunk(png(pixels(2, 3, 3)), b'sRGB', b'\0'),
    'gamma.png': with_chunk(png(pixels(2, 3, 3)), b'gAMA', struct.pack('>I', 45455)),
    'bytes.ktx': b'hello world',
}  # fmt: skip


def asset(attributes: str, before: str = '') -> str:
    return f'<mujoco>{before}<asset><texture {attributes}/></asset></mujoco>'


@pytest.mark.parametrize('attributes', [
    'type="2d" file="rgb.png"', 'type="2d" file="rgba.png"', 'type="2d" file="rgba.png" nchannel="4"',
    'type="2d" file="rgb.png" nchannel="4"', 'type="2d" file="rgb.png" nchannel="1"', 'type="2d" file="grey.png"',
    'type="2d" file="grey.png" nchannel="1"', 'type="2d" file="deep.png"', 'type="2d" file="both.png"',
    'type="2d" file="srgb.png"', 'type="2d" file="gamma.png"', 'type="2d" file="srgb.png" colorspace="linear"',
    'type="2d" file="rgb.png" colorspace="sRGB"', 'type="2d" file="rgb.png" hflip="true"',
    'type="2d" file="rgb.png" vflip="true"', 'type="2d" file="grid.png" gridsize="3 4"',
    'file="square.png"', 'type="skybox" file="square.png"',
    'type="skybox" file="grid.png" gridsize="3 4" gridlayout=".U..LFRB.D.."',
    'type="skybox" file="grid.png" gridsize="3 4" gridlayout=".U..LFRB.D.." hflip="true" vflip="true"',
    'type="skybox" file="grid.png" gridsize="3 4" rgb1="1 0 .5"',
    'type="cube" name="x" fileright="square.png" fileup="square.png" rgb1="1 0 .5"',
    'type="cube" name="x" fileback="square.png" filedown="square.png" hflip="true"',
    'type="2d" file="bytes.ktx"', 'type="2d" file="rgb.png" content_type="image/png"',
    'type="2d" name="x" builtin="flat" width="2" height="2" file="rgb.png"',
])  # fmt: skip
def test_files(attributes):
    assert_same(asset(attributes), FILES)


@pytest.mark.parametrize('attributes', [
    'type="2d" file="{}/rgb.png" embed="false"', 'type="cube" file="{}/rgb.png" embed="false"',
    'type="2d" file="{}/nowhere.png" embed="false" content_type="image/png"',
    'type="2d" file="{}/nowhere.ktx" embed="false"', 'type="2d" file="{}/rgb.png"',
    'type="2d" file="{}/rgb.png" vflip="true"', 'type="2d" file="{}/rgb.png" embed="true"',
])  # fmt: skip
@pytest.mark.parametrize('before', ['', '<compiler passthrough="textures"/>'])
def test_pixels_can_stay_in_their_file(tmp_path, attributes, before):
    (tmp_path / 'rgb.png').write_bytes(FILES['rgb.png'])
    assert_same(asset(attributes.format(tmp_path), before))


@pytest.mark.parametrize(('attributes', 'problem'), [
    ('type="2d" file="rgb.png" nchannel="2"', '1, 3 or 4'),
    ('file="rgb.png"', 'does not divide into squares'),
    ('file="square.png" nchannel="4"', '3 channels'),
    ('file="bytes.ktx"', '3 channels'),
    ('type="skybox" file="grid.png" gridsize="3 4" gridlayout=".U..LFRX.D.."', 'gridlayout'),
    ('type="skybox" file="grid.png" gridsize="3 4" gridlayout=".U"', 'gridlayout'),
    ('type="skybox" file="grid.png" gridsize="5 4"', 'gridsize'),
    ('type="skybox" file="grid.png" gridsize="2 4" gridlayout="RLUDFB.."', 'divide'),
    ('type="cube" name="x" fileright="rgb.png"', 'squares of the same size'),
    ('type="cube" name="x" fileright="square.png" fileup="large.png"', 'squares of the same size'),
    ('type="2d" name="x" fileright="square.png"', 'needs pixels'),
    ('type="2d" name="x"', 'needs pixels'),
    ('type="2d" file="nowhere.png"', 'cannot open the file'),
    ('type="2d" file="rgb.jpg"', 'PNG and KTX'),
    ('type="2d" file="rgb.png" content_type="image/jpeg"', 'PNG and KTX'),
    ('type="2d" file="rgb.png" embed="false"', 'in memory'),
    ('type="2d" file="empty.ktx"', 'empty'),
    ('type="2d" file="cut.png"', 'cannot be decoded'),
])  # fmt: skip
def test_mistakes(attributes, problem):
    files = {**FILES, 'empty.ktx': b'', 'cut.png': FILES['grid.png'][:-40], 'rgb.jpg': FILES['rgb.png']}
    ours, theirs = both(asset(attributes), files)
    assert theirs is not None
    assert ours is not None
    assert problem in ours
    assert ours.startswith('<string>:1:16: <texture')


@pytest.mark.parametrize(('width', 'height', 'problem'), [
    (2**31 - 1, 2**31 - 1, 'above the limit'), (16000, 16000, 'too short for an image'), (0, 1, 'damaged'),
])  # fmt: skip
def test_absurd_sizes_allocate_nothing(width, height, problem):
    header = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)
    content = b'\x89PNG\r\n\x1a\n' + struct.pack('>I', 13) + b'IHDR' + header
    content += struct.pack('>I', zlib.crc32(b'IHDR' + header)) + b'\0' * 100
    with pytest.raises(ModelError, match=problem):
        compile_string(asset('type="2d" file="a.png"'), {'a.png': content})
