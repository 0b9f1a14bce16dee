"""Textures that the compiler draws: flat, checkered or shaded images, with marks on them.

An image is an array (faces, rows, columns) of pixels. A cube has six square faces: right, left, up, down, front, back.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from math import prod

import numpy as np

from ...jit.parallel_map import together
from ...schema.codes import mjtBuiltin, mjtMark, mjtTexture
from ..spec.assets import AUTO, Texture
from ..spec.rotation import Vector
from .columns import column
from .draft import Draft
from .mersenne import uniform
from .texture_files import KTX, Picture, cannot_be_referred_to, load, media_type

PIXEL = np.dtype('V3')  # three bytes as one item, which copies faster than a vector
UP, DOWN = 2, 3
OPPOSITE = 4  # the first of the faces whose checkers start with the second colour
SEED = 42

Shape = tuple[int, int, int]  # faces, rows, columns


def set_texture_fields(draft: Draft) -> None:
    """Fill tex_*, and the size ntexdata."""
    fields, textures = draft.fields, draft.elements['texture']
    pictures = together(partial(_picture, draft), textures, draft.spec.compiler.usethread)
    pixels = [picture.pixels for picture in pictures]
    ends = np.cumsum([part.nbytes for part in pixels], dtype=np.int64)
    referred = [not part.size for part in pixels]
    for axis, name in enumerate(('tex_height', 'tex_width', 'tex_nchannel')):
        fields[name] = column(name, (part.shape[axis] for part in pixels))
    fields['tex_type'] = column('tex_type', (texture.type for texture in textures))
    fields['tex_colorspace'] = column('tex_colorspace', (picture.colorspace for picture in pictures))
    fields['tex_adr'] = np.where(referred, -1, ends - [part.nbytes for part in pixels])
    fields['tex_data'] = pixels  # which are joined when they are copied into the model
    draft.sizes['ntexdata'] = int(ends[-1]) if len(ends) else 0


def _picture(draft: Draft, texture: Texture) -> Picture:
    """Drawn, read, or left in its file, which is then all that the model knows."""
    if not texture.name and texture.type != mjtTexture.mjTEXTURE_SKYBOX:
        raise texture.error('a texture needs a name unless it is a skybox; give it the attribute "name"')
    if texture.data:
        return _given(texture)
    if texture.builtin != mjtBuiltin.mjBUILTIN_NONE:
        _check_drawn(texture, draft.files.limits.file_bytes)
        faces, height, width = _shape(texture)
        return Picture(draw(texture).view(np.uint8).reshape(faces * height, width, 3), texture.colorspace)
    wanted = draft.spec.compiler.passthrough if texture.embed == AUTO else not texture.embed
    obstacle = cannot_be_referred_to(draft, texture) if wanted else 'it is not asked for'
    if obstacle and texture.embed == 0:
        raise texture.error(f'attribute "embed" is "false", but the pixels cannot stay in a file: {obstacle}')
    if obstacle:
        return load(draft, texture)
    channels = 1 if media_type(texture) == KTX else texture.nchannel
    return Picture(np.zeros((0, 0, channels), dtype=np.uint8), texture.colorspace)


def _given(texture: Texture) -> Picture:
    """The pixels that a user put into the texture."""
    shape = max(texture.height, 0), max(texture.width, 0), max(texture.nchannel, 0)
    if len(texture.data) != shape[0] * shape[1] * shape[2]:
        raise texture.error(
            f'Texture buffer has incorrect size, given {len(texture.data)} expected {shape[0] * shape[1] * shape[2]}'
        )
    return Picture(np.frombuffer(texture.data, np.uint8).reshape(shape), texture.colorspace)


def _check_drawn(texture: Texture, most: int) -> None:
    if texture.nchannel != 3:
        raise texture.error('a builtin texture has 3 channels; remove the attribute "nchannel"')
    if texture.embed not in (AUTO, 1):
        raise texture.error('attribute "embed" can be "false" only for a texture that is read from a file')
    faces, height, width = _shape(texture)
    for name, size in (('width', width), ('height', height)):
        if size <= 0:
            raise texture.error(f'attribute "{name}" of a builtin texture must be positive')
    if 3 * faces * height * width > most:
        raise texture.error(f'the texture needs {3 * faces * height * width} bytes, more than the limit of {most}')


def _shape(texture: Texture) -> Shape:
    """The faces of a cube are as high as wide."""
    if texture.type == mjtTexture.mjTEXTURE_2D:
        return 1, texture.height, texture.width
    return 6, texture.width, texture.width


@lru_cache(maxsize=4)
def _drawn(builtin: int, shape: Shape, first: Vector, second: Vector) -> np.ndarray:
    """A pattern, which models that are loaded again have again; it is not to be written to."""
    return PATTERNS[builtin](shape, np.array(first), np.array(second))


def draw(texture: Texture) -> np.ndarray:
    """The pixels of a texture."""
    shape = _shape(texture)
    image = _drawn(texture.builtin, shape, texture.rgb1, texture.rgb2)
    if texture.mark != mjtMark.mjMARK_NONE:
        image = image.copy()
        image[_marks(texture, shape)] = _pixels(np.array(texture.markrgb))
    return image


def _pixels(colours: np.ndarray) -> np.ndarray:
    """Colours (..., 3) as pixels; fractions of a step are cut off, and what is beyond 1 wraps around."""
    return (255 * colours).astype(np.int64).astype(np.uint8).view(PIXEL)[..., 0]


def _filled(shape: Shape, colour: np.ndarray) -> np.ndarray:
    """An image of one colour."""
    return np.frombuffer(bytearray(_pixels(colour).tobytes() * prod(shape)), dtype=PIXEL).reshape(shape)


# ---- patterns


def _flat(shape: Shape, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The first colour everywhere but on the lower face of a cube."""
    image = _filled(shape, first)
    if len(image) > 1:
        image[DOWN] = _pixels(second)
    return image


def _checker(shape: Shape, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Two by two squares."""
    _, height, width = shape
    upper, lower, left, right = slice(height // 2), slice(height // 2, None), slice(width // 2), slice(width // 2, None)
    image = _filled(shape, second)
    image[:OPPOSITE, upper, left] = image[:OPPOSITE, lower, right] = _pixels(first)
    image[OPPOSITE:, upper, right] = image[OPPOSITE:, lower, left] = _pixels(first)
    return image


def _gradient(shape: Shape, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """From the centre to the edge of a plane image, from the top to the bottom of a cube.

    What is left and what is right are images of each other in a mirror, and so are the halves above and below but for
    their colours: a quarter of each face is computed.
    """
    faces, height, width = shape
    if min(height, width) == 1:
        return np.zeros(shape, dtype=PIXEL)  # an image of one row has no middle
    y, x = np.linspace(-1, 1, height)[: (height + 1) // 2, None], np.linspace(-1, 1, width)[: (width + 1) // 2]
    image = np.empty(shape, dtype=PIXEL)
    if faces == 1:
        distance = np.sqrt(x**2 + y**2)
        quarter = _mixture(np.where(distance > 1, 0.0, 0.5 + _rise(1 - 2 * distance)), first, second)
        _unfold(image[0], quarter, quarter)
        return image
    # elevation seen from the centre of the cube
    side = _rise(np.arctan2(-y, np.sqrt(1 + x**2)) / (np.pi / 2))
    top = _rise(np.arctan2(1, np.sqrt(x**2 + y**2)) / (np.pi / 2))
    above, below, up, down = (_mixture(0.5 + rise, first, second) for rise in (side, -side, top, -top))
    for face, halves in ((0, (above, below)), (UP, (up, up)), (DOWN, (down, down))):
        _unfold(image[face], *halves)
    for face in set(range(faces)) - {0, UP, DOWN}:
        image[face] = image[0]
    return image


def _unfold(image: np.ndarray, above: np.ndarray, below: np.ndarray) -> None:
    """Fill an image whose upper left quarter is given, and whose lower left one is given upside down."""
    (rows, columns), width = above.shape, image.shape[1]
    image[-rows:, :columns], image[:rows, :columns] = below[::-1], above
    image[:, columns:] = image[:, : width - columns][:, ::-1]


def _mixture(share: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Pixels with some `share` of the first colour; channel by channel, because vectors of 3 are slow."""
    image = np.empty((*share.shape, 3), dtype=np.uint8)
    rest = 1 - share
    for channel in range(3):
        image[..., channel] = (255 * (share * first[channel] + rest * second[channel])).astype(np.int64)
    return image.view(PIXEL)[..., 0]


def _rise(position: np.ndarray) -> np.ndarray:
    """From -1/2 at -1 to 1/2 at 1, steepest in the middle."""
    return position / np.sqrt(2 * (1 + position**2))


PATTERNS: dict[int, Callable[[Shape, np.ndarray, np.ndarray], np.ndarray]] = {
    mjtBuiltin.mjBUILTIN_FLAT: _flat,
    mjtBuiltin.mjBUILTIN_CHECKER: _checker,
    mjtBuiltin.mjBUILTIN_GRADIENT: _gradient,
}


# ---- marks


def _marks(texture: Texture, shape: Shape) -> np.ndarray:
    """Which pixels are marked."""
    if texture.mark == mjtMark.mjMARK_RANDOM:
        return _random_marks(shape, texture.random)
    marked = np.zeros(shape, dtype=bool)
    _, height, width = shape
    rows, columns = ([0, -1], [0, -1]) if texture.mark == mjtMark.mjMARK_EDGE else (height // 2, width // 2)
    marked[:, rows] = True
    marked[:, :, columns] = True
    return marked


@lru_cache(maxsize=4)
def _random_marks(shape: Shape, probability: float) -> np.ndarray:
    """The random numbers are the same for every texture."""
    return uniform(prod(shape), SEED).reshape(shape) < probability
