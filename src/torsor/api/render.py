"""MjrContext and mjr functions: pictures of scenes in buffers, drawn by the processor. No OpenGL is needed."""

import contextlib
import weakref
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from ..jit.arguments import MODEL, Index, Unsuitable
from ..jit.call import checked
from ..schema.enums import mjtDepthMap, mjtFont, mjtFontScale, mjtFramebuffer, mjtGridPos, mjtRndFlag
from .errors import FatalError
from .model import MjModel
from .scene import MjrRect, MjvFigure, MjvScene
from .visualize import _One

AUX = 10  # auxiliary buffers
MOST = 16384  # pixels of a side
SMALLEST_NEAR = np.float32(1e-15)  # distance of the near plane of a camera
CHARACTERS = 127  # of which widths are told
# height of a line of text in pixels, normal and big, by font scale
LINES = MappingProxyType({50: (11, 18), 100: (18, 37), 150: (28, 54), 200: (37, 71), 250: (45, 89), 300: (54, 106)})
WINDOW, OFFSCREEN = int(mjtFramebuffer.mjFB_WINDOW), int(mjtFramebuffer.mjFB_OFFSCREEN)
NORMAL, SHADOW, BIG = (int(getattr(mjtFont, f'mjFONT_{name}')) for name in ('NORMAL', 'SHADOW', 'BIG'))


class GLContext:
    """A context that packages make before they draw. Torsor draws without OpenGL, so there is nothing in it."""

    def __init__(self, max_width: int, max_height: int):
        pass

    def make_current(self) -> None:
        """Nothing to do."""

    @contextlib.contextmanager
    def as_current(self):
        """A `with` block in which the context is current, which means nothing."""
        yield

    def free(self) -> None:
        """Nothing to do."""


@dataclass
class MjrRendererInfo:
    """What draws pictures: name of the renderer, and what it draws with."""

    renderer: str = 'classic'
    backend: str = ''


class Buffer:
    """Colours and depths (from 0 to 1) of a picture, from the lowest row up."""

    def __init__(self, width: int, height: int):
        if not (0 < width <= MOST and 0 < height <= MOST):
            raise FatalError(f'a picture of {width} x {height} pixels cannot be drawn: sides go from 1 to {MOST}')
        self.rgb = np.zeros((height, width, 3), np.uint8)
        self.depth = np.ones((height, width), np.float32)


# attributes of a context that hold objects of OpenGL, of which there are none
_HANDLES = ('offFBO', 'offFBO_r', 'offColor', 'offColor_r', 'offDepthStencil', 'offDepthStencil_r', 'shadowFBO',
            'shadowTex', 'basePlane', 'baseMesh', 'baseHField', 'baseBuiltin', 'baseFontNormal', 'baseFontShadow',
            'baseFontBig', 'rangePlane', 'rangeMesh', 'rangeHField', 'rangeBuiltin', 'rangeFont', 'windowAvailable',
            'windowSamples', 'windowStereo', 'windowDoublebuffer', 'nskin', 'glInitialized', 'readPixelFormat')
_AUX_HANDLES = 'auxFBO', 'auxFBO_r', 'auxColor', 'auxColor_r'
_SKIN_HANDLES = 'skinvertVBO', 'skinnormalVBO', 'skintexcoordVBO', 'skinfaceVBO'


class MjrContext:
    """What is needed to draw scenes of a model: its meshes and textures, and buffers for pictures."""

    def __init__(self, model: MjModel | None = None, fontscale: int | None = None):
        if not (model is None or isinstance(model, MjModel)):
            raise TypeError(f'MjrContext takes an MjModel and a font scale, not {type(model).__name__}')
        self.model, self.fontScale = model, int(mjtFontScale.mjFONTSCALE_100)
        if fontscale is not None:
            self._set_font(fontscale)
        self.currentBuffer, self.readDepthMap = OFFSCREEN, int(mjtDepthMap.mjDEPTH_ZERONEAR)
        self.lineWidth, self.aux, self.painter, self.buffer, self.target = 1.0, {}, None, None, None
        self.offWidth = self.offHeight = self.offSamples = self.shadowSize = self.ntexture = 0
        self.fogStart = self.fogEnd = self.shadowClip = self.shadowScale = 0.0
        self.fogRGBA = np.zeros(4, np.float32)
        self.auxWidth, self.auxHeight, self.auxSamples = (np.zeros(AUX, np.int32) for _ in range(3))
        for name in _HANDLES:
            setattr(self, name, 0)
        for name in _AUX_HANDLES:
            setattr(self, name, np.zeros(AUX, np.uint32))
        for name in _SKIN_HANDLES:
            setattr(self, name, ())
        if model is not None:
            self._take_settings(model)
            self.buffer = self.target = Buffer(self.offWidth, self.offHeight)
        # left, bottom, width and height of what was drawn last
        self._viewport: tuple[int, int, int, int] = (0, 0, self.offWidth, self.offHeight)
        _use(self)

    def _take_settings(self, m: MjModel) -> None:
        vis, extent = m.vis, m.stat.extent
        self.offWidth, self.offHeight = int(vis.global_.offwidth), int(vis.global_.offheight)
        self.offSamples, self.shadowSize, self.ntexture = vis.quality.offsamples, vis.quality.shadowsize, m.ntex
        self.nskin = m.nskin
        self.fogStart, self.fogEnd = vis.map.fogstart * extent, vis.map.fogend * extent
        self.fogRGBA[:], self.lineWidth = vis.rgba.fog, float(vis.global_.linewidth)
        self.shadowClip, self.shadowScale = vis.map.shadowclip * extent, vis.map.shadowscale

    def _set_font(self, fontscale: int) -> None:
        if int(fontscale) not in LINES:
            raise FatalError(f'font scale must be one of {", ".join(map(str, LINES))}, not {fontscale}')
        self.fontScale = int(fontscale)

    def prepared(self):
        """The painter, made at first use."""
        if self.model is None or self.buffer is None:
            raise FatalError('this MjrContext was made without a model, or was freed: make one with MjrContext(model, '
                             'fontscale)')
        if self.painter is None:
            from ..render.picture import Painter

            self.painter = Painter(self.model)
        return self.painter

    def free(self) -> None:
        """Forget everything; the context cannot draw from now on."""
        self.painter = self.buffer = self.target = None
        self.aux.clear()

    def line(self, font: int) -> int:
        """Height of a line of text in pixels."""
        return LINES[self.fontScale][font == BIG]

    charHeight = property(lambda self: self.line(NORMAL), doc='Height of a line of text in pixels.')
    charHeightBig = property(lambda self: self.line(BIG), doc='Height of a line of big text in pixels.')
    charWidth = property(lambda self: _widths(self.charHeight), doc='Widths of characters in pixels.')
    charWidthBig = property(lambda self: _widths(self.charHeightBig), doc='Widths of big characters in pixels.')
    texture = property(lambda self: np.arange(1, self.ntexture + 1, dtype=np.uint32), doc='Numbers of textures.')

    @property
    def textureType(self) -> np.ndarray:
        """Types of textures (mjtTexture)."""
        return np.array(self.model.tex_type if self.model is not None else (), np.int32)

    def _material(self, name: str) -> np.ndarray:
        return np.array(getattr(self.model, name) if self.model is not None else ())

    mat_texid = property(lambda self: self._material('mat_texid').reshape(-1), doc='Textures of materials.')
    mat_texuniform = property(lambda self: self._material('mat_texuniform'), doc='Materials with uniform textures.')
    mat_texrepeat = property(lambda self: self._material('mat_texrepeat').reshape(-1), doc='Repetitions of textures.')


_current: 'weakref.ref[MjrContext] | None' = None  # the context that was used last


def _use(context: MjrContext) -> None:
    global _current
    _current = weakref.ref(context)


def _widths(height: int) -> np.ndarray:
    from ..render.font import text_width

    return np.array([text_width(chr(k), height) if k >= 32 else 0 for k in range(CHARACTERS)], np.int32)


class _Context(_One):
    """An MjrContext, which becomes the one that is used."""

    def accept(self, sizes, value):
        context: Any = super().accept(sizes, value)
        _use(context)
        return context


class _Text:
    """A str, or bytes in UTF-8."""

    def accept(self, sizes, value):
        if isinstance(value, (str, bytes)):
            return value if isinstance(value, str) else value.decode(errors='replace')
        raise Unsuitable('a str')


CONTEXT, RECT, SCENE, FIGURE, INFO = (_Context(MjrContext), _One(MjrRect), _One(MjvScene), _One(MjvFigure),
                                      _One(MjrRendererInfo))
TEXT = _Text()


class _Pixels:
    """A writable array of so many numbers per pixel, or None."""

    def __init__(self, dtype):
        self.dtype = np.dtype(dtype)

    def accept(self, sizes, value):
        if value is None or (isinstance(value, np.ndarray) and value.dtype == self.dtype and value.flags.carray):
            return value
        raise Unsuitable(f'a writable C-contiguous {self.dtype} array or None')


def _sides(rectangle) -> tuple[int, int, int, int]:
    return rectangle.left, rectangle.bottom, rectangle.width, rectangle.height


def _area(function: str, viewport, context) -> tuple[slice, slice]:
    """The rows and columns of a rectangle, which must lie in the buffer that is drawn into."""
    return _rows_and_columns(function, viewport, context.target)


def _rows_and_columns(function: str, viewport, buffer) -> tuple[slice, slice]:
    height, width = buffer.depth.shape if buffer is not None else (0, 0)
    if not (viewport.left >= 0 and viewport.bottom >= 0 and viewport.width > 0 and viewport.height > 0
            and viewport.left + viewport.width <= width and viewport.bottom + viewport.height <= height):
        raise FatalError(f'{function}: viewport {viewport.width} x {viewport.height} at ({viewport.left}, '
                         f'{viewport.bottom}) is not inside the buffer of {width} x {height} pixels: enlarge it with '
                         '<visual><global offwidth="..." offheight="..."/></visual> or mjr_resizeOffscreen')
    return (slice(viewport.bottom, viewport.bottom + viewport.height),
            slice(viewport.left, viewport.left + viewport.width))


def segment_colours(geoms: np.ndarray, numbers: np.ndarray, as_ids: bool) -> np.ndarray:
    """Colours that stand for numbers of geoms, or that tell them apart; black where there is none."""
    value = np.append(numbers + 1, 0)[geoms]
    if not as_ids:
        value = value * 0x9E3779B1 & 0xFFFFFF  # neighbouring numbers get colours far apart
    return np.stack((value & 255, value >> 8 & 255, value >> 16 & 255), -1).astype(np.uint8)


def window_depth(distance: np.ndarray, near: float, far: float, parallel: bool) -> np.ndarray:
    """Distances as OpenGL stores them: 0 at the near plane, 1 at the far plane."""
    if parallel:
        return (distance - near) / (far - near)
    return far / (far - near) * (1.0 - near / np.maximum(distance, near))


def is_blank(scn) -> bool:
    """Whether a scene was never updated, so that there is nothing to draw; one without cameras is refused otherwise."""
    seeing = [camera.frustum_near >= SMALLEST_NEAR for camera in scn.camera]
    if not all(seeing) and (any(seeing) or scn.ngeom):
        raise FatalError('mjvScene frustum_near too small in mjr_render: fill the scene with mjv_updateScene, or its '
                         'cameras with mjv_updateCamera')
    return not any(seeing)


@checked
def mjr_render(viewport: RECT, scn: SCENE, con: CONTEXT) -> None:
    """Draw a scene into a rectangle of the buffer."""
    painter = con.prepared()
    area = _area('mjr_render', viewport, con)
    con._viewport = _sides(viewport)
    if is_blank(scn):
        con.target.rgb[area], con.target.depth[area] = 0, 1.0
        return
    camera = scn.camera[0]
    segments = bool(scn.flags[mjtRndFlag.mjRND_SEGMENT])
    painter.line_width = con.lineWidth
    distance, geoms = painter.measure(scn, viewport.width, viewport.height, not segments)
    con.target.depth[area] = window_depth(distance, camera.frustum_near, camera.frustum_far, bool(camera.orthographic))
    if segments:
        con.target.rgb[area] = segment_colours(geoms, scn._rows.columns['segid'][:scn.ngeom],
                                               bool(scn.flags[mjtRndFlag.mjRND_IDCOLOR]))
    else:
        con.target.rgb[area] = painter.draw(scn, viewport.width, viewport.height, con.charHeight)


@checked
def mjr_readPixels(rgb: _Pixels(np.uint8), depth: _Pixels(np.float32), viewport: RECT, con: CONTEXT) -> None:
    """Copy colours and depths of a rectangle of the buffer, from the lowest row up."""
    con.prepared()
    area = _area('mjr_readPixels', viewport, con)
    flipped = con.readDepthMap == mjtDepthMap.mjDEPTH_ZEROFAR
    for name, target, source, channels in (('rgb', rgb, con.target.rgb, 3), ('depth', depth, con.target.depth, 1)):
        if target is None:
            continue
        _check_size('mjr_readPixels', name, target, viewport, channels)
        part = source[area]
        target.reshape(-1)[:] = (1.0 - part if name == 'depth' and flipped else part).reshape(-1)


def _check_size(function: str, name: str, pixels, viewport, channels: int) -> None:
    if pixels.size != viewport.width * viewport.height * channels:
        raise TypeError(f'{function}(): {name} should have {viewport.height} x {viewport.width} x {channels} numbers, '
                        f'not {pixels.size}')


@checked
def mjr_drawPixels(rgb: _Pixels(np.uint8), depth: _Pixels(np.float32), viewport: RECT, con: CONTEXT) -> None:
    """Copy colours and depths into a rectangle of the buffer."""
    con.prepared()
    area = _area('mjr_drawPixels', viewport, con)
    for name, source, target, channels in (('rgb', rgb, con.target.rgb, 3), ('depth', depth, con.target.depth, 1)):
        if source is not None:
            _check_size('mjr_drawPixels', name, source, viewport, channels)
            target[area] = source.reshape(target[area].shape)


# ---- buffers ----
@checked
def mjr_setBuffer(framebuffer: int, con: CONTEXT) -> None:
    """Choose the buffer; there is only the one that is not on a screen."""
    if framebuffer not in (WINDOW, OFFSCREEN):
        raise FatalError(f'mjr_setBuffer: framebuffer must be mjFB_WINDOW or mjFB_OFFSCREEN, not {framebuffer}')
    con.target = con.buffer


@checked
def mjr_restoreBuffer(con: CONTEXT) -> None:
    """Use the buffer of the context again."""
    con.target = con.buffer


@checked
def mjr_resizeOffscreen(width: int, height: int, con: CONTEXT) -> None:
    """Make a buffer of another size."""
    con.prepared()
    con.buffer = con.target = Buffer(width, height)
    con.offWidth, con.offHeight = width, height


@checked
def mjr_addAux(index: int, width: int, height: int, samples: int, con: CONTEXT) -> None:
    """Make an auxiliary buffer, instead of the one with this number if there is one."""
    con.prepared()
    _check_aux('mjr_addAux', index)
    con.aux[index] = Buffer(width, height)
    con.auxWidth[index], con.auxHeight[index], con.auxSamples[index] = width, height, max(samples, 0)


def _check_aux(function: str, index: int, buffers=None) -> None:
    if not 0 <= index < AUX or (buffers is not None and index not in buffers):
        raise FatalError(f'{function}: there is no auxiliary buffer {index}: numbers go from 0 to {AUX - 1}, and '
                         'mjr_addAux makes them')


@checked
def mjr_setAux(index: int, con: CONTEXT) -> None:
    """Draw into an auxiliary buffer from now on, until mjr_restoreBuffer."""
    _check_aux('mjr_setAux', index, con.aux)
    con.target = con.aux[index]


@checked
def mjr_blitAux(index: int, src: RECT, left: int, bottom: int, con: CONTEXT) -> None:
    """Copy colours of a rectangle of an auxiliary buffer into the buffer of the context."""
    con.prepared()
    _check_aux('mjr_blitAux', index, con.aux)
    source = con.aux[index].rgb[_rows_and_columns('mjr_blitAux', src, con.aux[index])]
    target = MjrRect(left, bottom, src.width, src.height)
    con.buffer.rgb[_rows_and_columns('mjr_blitAux', target, con.buffer)] = source


@checked
def mjr_blitBuffer(src: RECT, dst: RECT, flg_color: int, flg_depth: int, con: CONTEXT) -> None:
    """Copy a rectangle to the other framebuffer; as there is no window, rectangles are looked at and nothing else."""
    con.prepared()
    _area('mjr_blitBuffer', src, con)


@checked
def mjr_maxViewport(con: CONTEXT) -> MjrRect:
    """The rectangle of the whole buffer."""
    return MjrRect(0, 0, con.offWidth, con.offHeight)


@checked
def mjr_findRect(x: int, y: int, nrect: int, rect: RECT) -> int:
    """0 if a point is in a rectangle, -1 if it is not."""
    inside = rect.left <= x < rect.left + rect.width and rect.bottom <= y < rect.bottom + rect.height
    return 0 if inside and nrect > 0 else -1


# ---- changes of assets ----
@checked
def mjr_uploadMesh(m: MODEL, con: CONTEXT, meshid: Index('nmesh')) -> None:
    """Let the context see changed vertices of a mesh."""
    con.painter = None


@checked
def mjr_uploadTexture(m: MODEL, con: CONTEXT, texid: Index('ntex')) -> None:
    """Let the context see a changed texture."""
    con.painter = None


@checked
def mjr_uploadHField(m: MODEL, con: CONTEXT, hfieldid: Index('nhfield')) -> None:
    """Let the context see a changed height field."""
    con.painter = None


# ---- text, rectangles and figures ----
@checked
def mjr_changeFont(fontscale: int, con: CONTEXT) -> None:
    """Choose the size of text (mjtFontScale)."""
    con._set_font(fontscale)


def _canvas(function: str, viewport, con) -> np.ndarray:
    """The colours of a rectangle of the buffer, in which text is placed from now on."""
    con.prepared()
    con._viewport = _sides(viewport)
    return con.target.rgb[_area(function, viewport, con)]


@checked
def mjr_text(font: int, txt: TEXT, con: CONTEXT, x: float, y: float, r: float, g: float, b: float) -> None:
    """Write a line of text (mjtFont); x and y of its lower left corner go from 0 to 1 over the rectangle that was drawn
    into last. Text that begins elsewhere is not written."""
    from ..render.overlay import write

    con.prepared()
    left, bottom, width, height = con._viewport
    if 0.0 <= x <= 1.0 and 0.0 <= y <= 1.0:
        write(con.target.rgb, left + x * width, bottom + y * height, txt, con.line(font), (r, g, b), font == SHADOW)


@checked
def mjr_overlay(font: int, gridpos: int, viewport: RECT, overlay: TEXT, overlay2: TEXT, con: CONTEXT) -> None:
    """Write two columns of text in a corner of a rectangle (mjtGridPos)."""
    from ..render.overlay import table

    if gridpos not in [int(place) for place in mjtGridPos]:
        raise FatalError(f'mjr_overlay: gridpos must be an mjtGridPos, not {gridpos}')
    table(_canvas('mjr_overlay', viewport, con), gridpos, overlay, overlay2, con.line(font))


@checked
def mjr_rectangle(viewport: RECT, r: float, g: float, b: float, a: float) -> None:
    """Fill a rectangle of the buffer that was used last."""
    from ..render.overlay import fill

    con = _current() if _current is not None else None
    if con is None or con.target is None:
        raise FatalError('mjr_rectangle: there is no MjrContext to draw in: make one with MjrContext(model, fontscale)')
    con._viewport = _sides(viewport)
    fill(con.target.rgb, *con._viewport, (r, g, b), a)


@checked
def mjr_label(viewport: RECT, font: int, txt: TEXT, r: float, g: float, b: float, a: float, rt: float, gt: float,
              bt: float, con: CONTEXT) -> None:
    """Fill a rectangle and write text in its middle."""
    from ..render.font import text_width
    from ..render.overlay import fill, write

    rgb, height = _canvas('mjr_label', viewport, con), con.line(font)
    fill(rgb, 0, 0, viewport.width, viewport.height, (r, g, b), a)
    write(rgb, 0.5 * (viewport.width - text_width(txt, height)), 0.5 * (viewport.height - height), txt, height,
          (rt, gt, bt))


@checked
def mjr_figure(viewport: RECT, fig: FIGURE, con: CONTEXT) -> None:
    """Draw a figure into a rectangle."""
    from ..render.figure import draw_figure

    draw_figure(_canvas('mjr_figure', viewport, con), fig, con.charHeight, (viewport.left, viewport.bottom))


# ---- about the renderer ----
@checked
def mjr_defaultRendererInfo(info: INFO) -> None:
    """Set the values that a new MjrRendererInfo has."""
    info.renderer, info.backend = 'classic', ''


@checked
def mjr_getRendererInfo(info: INFO) -> None:
    """What draws: the processor."""
    info.renderer, info.backend = 'classic', ''  # neither OpenGL nor Vulkan


@checked
def mjr_finish() -> None:
    """Wait until everything is drawn, which it always is."""


@checked
def mjr_getError() -> int:
    """Errors of OpenGL, of which there are none."""
    return 0


__all__ = ['GLContext', 'MjrContext', 'MjrRendererInfo', *(name for name in globals() if name.startswith('mjr_'))]
