"""PNG files, decoded by Pillow."""

import io
import struct
import zlib
from typing import NamedTuple

import numpy as np

from ...files import Source
from ..cache import Cache
from ..mesh.surface import AssetError

SIGNATURE = b'\x89PNG\r\n\x1a\n'
HEADER = struct.Struct('>4x4sIIBB')  # after the length: name of the first chunk, width, height, bits, kind of colours
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # numbers of a pixel, by kind of colours
MAX_PIXELS = 2**28
DENSEST = 1032  # how many bytes one byte of a compressed stream can stand for


class Image(NamedTuple):
    """Pixels (rows, columns, channels), and whether the file says that they are in sRGB."""

    pixels: np.ndarray
    srgb: bool


IMAGES: Cache[Image] = Cache('png', Image, on_disk=False)  # decoding takes little longer than reading pixels


def read_png(source: Source, channels: int) -> Image:
    """The image of a PNG file with 1, 3 or 4 channels; a single channel is red, or grey where there is no colour."""
    return IMAGES.get(channels, source, lambda content: _decoded(content, channels))


def _decoded(content: bytes, channels: int) -> Image:
    _check_header(content)
    from PIL import Image as Pillow  # takes 30 ms to import, and few models need it

    try:
        with Pillow.open(io.BytesIO(content), formats=('PNG',)) as image:
            srgb = 'srgb' in image.info
            if image.mode.startswith('I'):  # 16 bits of grey, of which the upper 8 count
                grey = (np.asarray(image, dtype=np.uint32) >> 8).astype(np.uint8)
                pixels = np.stack([grey, grey, grey, np.full_like(grey, 255)], axis=-1)
            else:
                mode = 'RGBA' if channels == 4 else 'RGB'
                pixels = np.asarray(image if image.mode == mode else image.convert(mode))
    except (OSError, SyntaxError, ValueError, EOFError, KeyError, IndexError, struct.error, zlib.error) as error:
        raise AssetError(f'the PNG file cannot be decoded: {error}') from None
    return Image(np.ascontiguousarray(pixels[..., :channels]), srgb)


def _check_header(content: bytes) -> None:
    """Refuse, before memory is allocated, images that are too large or larger than such a file can hold."""
    if len(content) < len(SIGNATURE) + HEADER.size or not content.startswith(SIGNATURE):
        raise AssetError('this is not a PNG file')
    name, width, height, bits, colours = HEADER.unpack_from(content, len(SIGNATURE))
    if name != b'IHDR' or colours not in SAMPLES or not width or not height:
        raise AssetError('the header of the PNG file is damaged')
    if width * height > MAX_PIXELS:
        raise AssetError(f'the image of {width} x {height} pixels is above the limit of {MAX_PIXELS}')
    if height * (width * bits * SAMPLES[colours] // 8) > DENSEST * len(content):
        raise AssetError(f'the file is too short for an image of {width} x {height} pixels')
