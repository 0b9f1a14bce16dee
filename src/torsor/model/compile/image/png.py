"""PNG files.

Those with 8 bits per number, row by row, are decoded here: Pillow, which decodes the others, takes longer for them, as
it has pixels in a form of its own.
"""

import io
import struct
import zlib
from typing import NamedTuple

import numpy as np

from ....jit.stage import Stages
from ..mesh.surface import AssetError

native = Stages('model.native.rows')

SIGNATURE = b'\x89PNG\r\n\x1a\n'
HEADER = struct.Struct('>4x4sIIBB')  # after the length: name of the first chunk, width, height, bits, kind of colours
CHUNK, CHECKSUM = struct.Struct('>I4s'), struct.Struct('>I')  # before and after the content of a chunk
SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # numbers of a pixel, by kind of colours
COLOURS = {0: [0, 0, 0], 2: [0, 1, 2], 4: [0, 0, 0, 1], 6: [0, 1, 2, 3]}  # which number is red, green, blue, opacity
MAX_PIXELS = 2**28
AT_ONCE = 2**18  # [bytes] that are decompressed together
DENSEST = 1032  # how many bytes one byte of a compressed stream can stand for


class Image(NamedTuple):
    """Pixels (rows, columns, channels), and whether the file says that they are in sRGB."""

    pixels: np.ndarray
    srgb: bool


def read_png(content: bytes, channels: int) -> Image:
    """The image of a PNG file with 1, 3 or 4 channels; a single channel is red, or grey where there is no colour."""
    _check_header(content)
    return _usual(content, channels) or _by_pillow(content, channels)


def _usual(content: bytes, channels: int) -> Image | None:
    """The image of a file of the usual kind that is all right; None for another."""
    _, width, height, bits, colours = HEADER.unpack_from(content, len(SIGNATURE))
    chunks = _chunks(content)
    methods = chunks.get(b'IHDR', b'')[10:]  # of compressing, of filtering, of interlacing
    if bits != 8 or methods != bytes(3) or colours not in COLOURS or b'tRNS' in chunks:
        return None
    step = SAMPLES[colours]
    # not from NumPy, which asks for huge pages: to get them takes long where memory is lent to the machine
    rows = np.frombuffer(bytearray(height * step * width), np.uint8).reshape(height, step * width)
    if not _restored(chunks.get(b'IDAT', b''), step, rows):
        return None
    return Image(_with_channels(rows.reshape(height, width, step), colours, channels), b'sRGB' in chunks)


def _restored(compressed: bytes, step: int, rows: np.ndarray) -> bool:
    """Fill rows of pixels with `step` bytes each; whether all of them were there, and nothing else.

    They are decompressed a few at a time, which then are still in the processor's cache; but not so few that copies of
    what is not decompressed yet would add up.
    """
    height, width = rows.shape
    some = max(1, max(AT_ONCE, len(compressed)) // (width + 1))
    stream = zlib.decompressobj()
    try:
        for first in range(0, height, some):
            end = min(first + some, height)
            stored = stream.decompress(compressed, (end - first) * (width + 1))
            compressed = stream.unconsumed_tail
            if native.restore_rows(np.frombuffer(stored, np.uint8), step, first, rows) < end:
                return False
        return not stream.decompress(compressed, 1) and stream.eof
    except zlib.error:
        return False


def _chunks(content: bytes) -> dict[bytes, bytes]:
    """The contents of chunks by name, several of one name joined; none where a checksum is wrong or the end missing."""
    found: dict[bytes, list[memoryview]] = {}
    whole, at, name = memoryview(content), len(SIGNATURE), b''
    while name != b'IEND':
        if len(content) < at + CHUNK.size + CHECKSUM.size:
            return {}
        length, name = CHUNK.unpack_from(content, at)
        end = at + CHUNK.size + length
        if len(content) < end + CHECKSUM.size:
            return {}
        if CHECKSUM.unpack_from(content, end)[0] != zlib.crc32(whole[at + 4 : end]):
            return {}
        found.setdefault(name, []).append(whole[at + CHUNK.size : end])
        at = end + CHECKSUM.size
    return {name: b''.join(parts) for name, parts in found.items()}


def _with_channels(samples: np.ndarray, colours: int, channels: int) -> np.ndarray:
    """Red, green, blue and opacity, as many of them as there are channels."""
    chosen = COLOURS[colours][:channels]
    if chosen == list(range(channels)) and samples.shape[2] == channels:
        return samples
    pixels = np.full((*samples.shape[:2], channels), 255, np.uint8)
    for channel, sample in enumerate(chosen):
        pixels[..., channel] = samples[..., sample]
    return pixels


def _by_pillow(content: bytes, channels: int) -> Image:
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
