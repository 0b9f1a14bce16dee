"""Pixels of textures, also of those that a model leaves in their files."""

from xml.sax.saxutils import quoteattr

import numpy as np

from ..jit.call import checked
from ..schema.enums import mjtColorSpace, mjtTexture
from .model import MjModel

__all__ = ['mj_embedAssets', 'mj_loadTexture']

_TYPES = {mjtTexture.mjTEXTURE_2D: '2d', mjtTexture.mjTEXTURE_CUBE: 'cube', mjtTexture.mjTEXTURE_SKYBOX: 'skybox'}
_SPACES = {mjtColorSpace.mjCOLORSPACE_AUTO: 'auto', mjtColorSpace.mjCOLORSPACE_LINEAR: 'linear',
           mjtColorSpace.mjCOLORSPACE_SRGB: 'sRGB'}
_TEXTURE = '<mujoco><asset><texture name="t" type="{}" colorspace="{}" nchannel="{}" file={}/></asset></mujoco>'
_RESOLVED = ('tex_height', 'tex_width', 'tex_nchannel', 'tex_colorspace')


@checked
def mj_loadTexture(m, id: int) -> tuple[np.ndarray, int]:
    """Pixels of a texture, of shape (height, width, channels), and its colour space; read from its file if need be."""
    if not 0 <= id < m.ntex:
        raise ValueError(f'mj_loadTexture: texture {id} is out of range: the model has {m.ntex}')
    owner, number = (m, id) if m.tex_adr[id] >= 0 else (_compiled(m, id), 0)
    return _pixels(owner, number).copy(), int(owner.tex_colorspace[number])


@checked
def mj_embedAssets(m) -> MjModel:
    """A copy of a model that holds the pixels of all its textures, those it left in files included."""
    owners = [(m, t) if m.tex_adr[t] >= 0 else (_compiled(m, t), 0) for t in range(m.ntex)]
    pixels = [_pixels(owner, number).reshape(-1) for owner, number in owners]
    sizes = {**dict(m._layout.given), 'ntexdata': sum(map(len, pixels))}
    twin = MjModel._from_memory(tuple(sizes.items()))
    for name, array in twin._arrays.items():
        if name != 'tex_data' and not name.startswith('table.'):
            array[...] = m._arrays[name]
    start = 0
    for t, (owner, number) in enumerate(owners):
        twin.tex_data[start:start + len(pixels[t])] = pixels[t]
        twin.tex_adr[t] = start
        for name in _RESOLVED:
            getattr(twin, name)[t] = getattr(owner, name)[number]
        start += len(pixels[t])
    m.callbacks._copy_to(twin)
    return twin


def _pixels(m: MjModel, t: int) -> np.ndarray:
    shape = int(m.tex_height[t]), int(m.tex_width[t]), int(m.tex_nchannel[t])
    return m.tex_data[m.tex_adr[t]:m.tex_adr[t] + int(np.prod(shape))].reshape(shape)


def _compiled(m: MjModel, t: int) -> MjModel:
    """A model of one texture, read from the file in which another model left it."""
    start = int(m.tex_pathadr[t])
    path = m.paths[start:m.paths.index(b'\0', start)].decode()
    try:
        return MjModel.from_xml_string(_TEXTURE.format(
            _TYPES[m.tex_type[t]], _SPACES[m.tex_colorspace[t]], int(m.tex_nchannel[t]), quoteattr(path)))
    except ValueError as error:
        raise ValueError(f'texture {t}: {path} cannot be read: {error}') from error
