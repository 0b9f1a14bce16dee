"""Textures from files: one image, a grid of images, or one for each face of a cube."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from ...schema.codes import mjtColorSpace, mjtTexture
from ..files import extension
from ..spec.assets import Texture
from .assets import source_of
from .cache import Cache
from .draft import Draft
from .image.png import Image, read_png
from .mesh.surface import AssetError

FACES = 'RLUDFB'  # the letters of right, left, up, down, front, back in a grid, in the order of faces
PNG, KTX = 'image/png', 'image/ktx'
TYPES = {'png': PNG, 'ktx': KTX}
CHANNELS = (1, 3, 4)
MOST_CELLS = 12
IMAGES: Cache[Image] = Cache('texture', Image, on_disk=False)  # decoding takes little longer than reading pixels


class Picture(NamedTuple):
    """Pixels (rows, columns, channels) and their kind of colours (mjtColorSpace)."""

    pixels: np.ndarray
    colorspace: int


def media_type(texture: Texture) -> str:
    """What kind of file a texture comes from."""
    kind = texture.content_type or TYPES.get(extension(texture.path), '')
    if kind not in TYPES.values():
        raise texture.error(f'textures are read from PNG and KTX files, not from "{texture.file}"')
    return kind


def cannot_be_referred_to(draft: Draft, texture: Texture) -> str:
    """Why the model cannot leave the pixels of a texture in its file; '' when it can."""
    if not texture.file:
        return 'it does not come from a single file'
    if texture.hflip or texture.vflip:
        return 'it is flipped'
    if texture.gridsize != (1, 1):
        return 'it is a grid of images'
    return 'its file is in memory' if draft.files.in_memory(texture.path) else ''


def load(draft: Draft, texture: Texture) -> Picture:
    """The pixels of a texture from its file or files; a cube has its faces one below the other."""
    flat = texture.type == mjtTexture.mjTEXTURE_2D
    if not texture.file and (flat or not any(texture.cubefiles)):
        raise texture.error('a texture needs pixels; give it the attribute "builtin" or "file"')
    if not texture.file:
        return _from_six_files(draft, texture)
    grid = () if flat else (texture.gridsize, texture.gridlayout, texture.rgb1)
    return _picture(draft, texture, texture.path, media_type(texture), grid)


def _picture(draft: Draft, texture: Texture, path: str, kind: str, grid: tuple = ()) -> Picture:
    """The picture in a file, flipped as the texture says; with a `grid`, the faces of a cube one below the other."""

    def made(content: bytes) -> Image:
        pixels, srgb = READERS[kind](texture, content)
        if texture.hflip:
            pixels = pixels[:, ::-1]
        if texture.vflip:
            pixels = pixels[::-1]
        return Image(np.ascontiguousarray(_from_grid(texture, pixels) if grid else pixels), srgb)

    try:
        settings = kind, texture.nchannel, texture.hflip, texture.vflip, *grid
        pixels, srgb = IMAGES.get(settings, source_of(draft, texture, path), made)
    except AssetError as problem:
        raise texture.error(f'{path}: {problem}') from None
    space = texture.colorspace
    if space == mjtColorSpace.mjCOLORSPACE_AUTO:
        space = mjtColorSpace.mjCOLORSPACE_SRGB if srgb else mjtColorSpace.mjCOLORSPACE_LINEAR
    return Picture(pixels, space)


def _read_png(texture: Texture, content: bytes) -> Image:
    if texture.nchannel not in CHANNELS:
        raise AssetError(f'attribute "nchannel" is {texture.nchannel} but can only be 1, 3 or 4')
    return read_png(content, texture.nchannel)


def _read_ktx(_texture: Texture, content: bytes) -> Image:
    """A row of bytes: whoever draws the texture knows what they mean."""
    if not content:
        raise AssetError('the KTX file is empty')
    return Image(np.frombuffer(content, dtype=np.uint8).reshape(1, -1, 1), srgb=False)


READERS: dict[str, Callable[[Texture, bytes], Image]] = {PNG: _read_png, KTX: _read_ktx}


def _from_grid(texture: Texture, pixels: np.ndarray) -> np.ndarray:
    """The faces of a cube from cells of an image; an image that is a single cell serves for all of them."""
    if pixels.shape[2] != 3:
        raise texture.error('the textures of cubes have 3 channels')
    rows, columns = texture.gridsize
    if rows < 1 or columns < 1 or rows * columns > MOST_CELLS:
        raise texture.error(f'attribute "gridsize" needs two positive numbers whose product is at most {MOST_CELLS}')
    height, width = pixels.shape[:2]
    side = height // rows
    if side * rows != height or side * columns != width:
        raise texture.error(
            f'{texture.path}: an image of {width} x {height} pixels does not divide into squares, '
            f'{rows} rows of {columns}'
        )
    if rows * columns == 1:
        return pixels
    faces = {}
    for cell, letter in enumerate(texture.gridlayout or '.' * (rows * columns)):
        if letter not in '.' + FACES:
            raise texture.error(f'attribute "gridlayout" is made of the letters .{FACES}, not of "{letter}"')
        if letter != '.':
            y, x = cell // columns * side, cell % columns * side
            faces[FACES.index(letter)] = pixels[y : y + side, x : x + side]
    return _joined(texture, side, faces)


def _from_six_files(draft: Draft, texture: Texture) -> Picture:
    """A file for each face; those that are missing have the first colour."""
    pictures = {face: _picture(draft, texture, path, PNG) for face, path in enumerate(texture.facepaths) if path}
    side = len(next(iter(pictures.values())).pixels)
    for face, (pixels, _) in pictures.items():
        if pixels.shape != (side, side, 3):
            raise texture.error(
                f'{texture.facepaths[face]}: the faces of a cube are squares of the same size with 3 channels; this '
                f'image has {pixels.shape[1]} x {pixels.shape[0]} pixels of {pixels.shape[2]} channels'
            )
    faces = {face: picture.pixels for face, picture in pictures.items()}
    return Picture(_joined(texture, side, faces), pictures[max(pictures)].colorspace)


def _joined(texture: Texture, side: int, given: Mapping[int, np.ndarray]) -> np.ndarray:
    """The faces of a cube one below the other; those that are not given have the first colour."""
    colour = (255 * np.array(texture.rgb1)).astype(np.int64).astype(np.uint8)
    row = np.tile(colour, side)  # rows are copied faster than vectors of 3
    faces = np.empty((len(FACES), side, 3 * side), np.uint8)
    for face, pixels in enumerate(faces):
        pixels[:] = given[face].reshape(side, -1) if face in given else row
    return faces.reshape(-1, side, 3)
