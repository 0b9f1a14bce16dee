"""Rows of PNG images, against Pillow's."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from torsor.model.compile.image import png
from torsor.model.files import Source

pytestmark = pytest.mark.python_mode
COLOURS = {1: 0, 2: 4, 3: 2, 4: 6}  # kind of colours, by numbers per pixel


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack('>I', len(content)) + name + content + struct.pack('>I', zlib.crc32(name + content))


def stored(kind: int, pixels: np.ndarray) -> bytes:
    """A file whose rows hold these numbers, whatever they mean, all of one kind."""
    height, width, samples = pixels.shape
    header = struct.pack('>IIBBBBB', width, height, 8, COLOURS[samples], 0, 0, 0)
    rows = b''.join(bytes([kind]) + row.tobytes() for row in pixels)
    return png.SIGNATURE + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')


@pytest.mark.parametrize('kind', range(5))
@pytest.mark.parametrize('samples', COLOURS)
@pytest.mark.parametrize('channels', [1, 3, 4])
def test_every_kind_of_row(kind, samples, channels, monkeypatch):
    content = stored(kind, np.random.default_rng(kind).integers(0, 256, (5, 6, samples), np.uint8))
    expected = np.asarray(Image.open(io.BytesIO(content)).convert('RGBA' if channels == 4 else 'RGB'))[..., :channels]
    monkeypatch.setattr(png, '_by_pillow', None)
    found = png.read_png(Source('', content), channels).pixels
    assert np.array_equal(found, expected)
    assert found.flags.c_contiguous


@pytest.mark.parametrize('damage', [
    lambda content: content[:-20],
    lambda content: content.replace(b'IEND', b'IENE'),
    lambda content: content[:45] + bytes([content[45] ^ 1]) + content[46:],
    lambda content: stored(7, np.zeros((2, 2, 3), np.uint8)),
])  # fmt: skip
def test_what_is_out_of_the_ordinary_is_left_to_pillow(damage):
    content = damage(stored(1, np.zeros((3, 3, 3), np.uint8)))
    assert png._usual(content, 3) is None
