"""Rows of PNG images, against Pillow's."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from torsor.model.compile.image import png

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
    found = png.read_png(content, channels).pixels
    assert np.array_equal(found, expected)
    assert found.flags.c_contiguous


@pytest.mark.parametrize('at_once', [1, 40, 100])
def test_rows_are_the_same_however_many_are_decompressed_together(at_once, monkeypatch):
    pixels = np.random.default_rng(0).integers(0, 256, (13, 6, 3), np.uint8)
    expected = [png.read_png(stored(kind, pixels), 3).pixels for kind in range(5)]
    monkeypatch.setattr(png, 'AT_ONCE', at_once)
    monkeypatch.setattr(png, '_by_pillow', None)
    for kind in range(5):
        assert np.array_equal(png.read_png(stored(kind, pixels), 3).pixels, expected[kind])


def with_rows(change) -> bytes:
    """A file of 4 rows of 2 pixels each, whose compressed rows were changed before."""
    header = struct.pack('>IIBBBBB', 2, 4, 8, 2, 0, 0, 0)
    rows = change(bytes(4 * 7))
    return png.SIGNATURE + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')


@pytest.mark.parametrize(('change', 'is_usual'), [
    (lambda rows: rows, True),
    (lambda rows: rows + b'0', False),
    (lambda rows: rows[:-1], False),
    (lambda rows: rows[:14], False),
    (lambda rows: rows[:21] + b'\7' + rows[22:], False),
])  # fmt: skip
@pytest.mark.parametrize('at_once', [1, 14, 1000])
def test_all_rows_have_to_be_there_and_nothing_else(change, is_usual, at_once, monkeypatch):
    monkeypatch.setattr(png, 'AT_ONCE', at_once)
    assert (png._usual(with_rows(change), 3) is not None) == is_usual


@pytest.mark.parametrize('damage', [
    lambda content: content[:-20],
    lambda content: content.replace(b'IEND', b'IENE'),
    lambda content: content[:45] + bytes([content[45] ^ 1]) + content[46:],
    lambda content: stored(7, np.zeros((2, 2, 3), np.uint8)),
])  # fmt: skip
def test_what_is_out_of_the_ordinary_is_left_to_pillow(damage):
    content = damage(stored(1, np.zeros((3, 3, 3), np.uint8)))
    assert png._usual(content, 3) is None
