"""MjrContext and mjr functions: pictures of scenes in buffers, drawn by the processor. No OpenGL is needed."""

import numpy as np

from ..jit.arguments import MODEL, Index, Unsuitable
from ..jit.call import checked
from ..schema.enums import mjtDepthMap, mjtFontScale, mjtFramebuffer, mjtRndFlag
from .errors import FatalError
from .model import MjModel
from .scene import MjrRect, MjvFigure, MjvScene
from .visualize import _One

AUX = 10  # auxiliary buffers
MOST = 16384  # pixels of a side
CHARACTER = {50: 8, 100: 8, 150: 16, 200: 16, 250: 24, 300: 24}  # pixels of a character by font scale
WINDOW, OFFSCREEN = int(mjtFramebuffer.mjFB_WINDOW), int(mjtFramebuffer.mjFB_OFFSCREEN)


class Buffer:
    """Colours and depths (from 0 to 1) of a picture, from the lowest row up."""

    def __init__(self, width: int, height: int):
        if not (0 < width <= MOST and 0 < height <= MOST):
            raise FatalError(f'a picture of {width} x {height} pixels cannot be drawn: sides go from 1 to {MOST}')
        self.rgb = np.zeros((height, width, 3), np.uint8)
        self.depth = np.ones((height, width), np.float32)


class MjrContext:
    """What is needed to draw scenes of a model: its meshes and textures, and a buffer for the picture."""

    def __init__(self, model: MjModel | None = None, fontscale: int | None = None):
        self.model, self.fontScale = model, int(fontscale or mjtFontScale.mjFONTSCALE_100)
        self.currentBuffer, self.readDepthMap, self.aux = OFFSCREEN, int(mjtDepthMap.mjDEPTH_ZERONEAR), {}
        self.painter = self.buffer = None
        self.windowAvailable = self.windowSamples = self.windowStereo = self.windowDoublebuffer = 0
        self.offWidth = self.offHeight = self.offSamples = 0
        if model is not None:
            self.offWidth, self.offHeight = int(model.vis.global_.offwidth), int(model.vis.global_.offheight)
            self.offSamples = int(model.vis.quality.offsamples)
            self.buffer = Buffer(self.offWidth, self.offHeight)

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
        self.painter = self.buffer = None

    @property
    def charHeight(self) -> int:
        """Height of a line of text in pixels."""
        return CHARACTER.get(self.fontScale, 8)


CONTEXT, RECT, SCENE, FIGURE = _One(MjrContext), _One(MjrRect), _One(MjvScene), _One(MjvFigure)


class _Pixels:
    """A writable array of so many numbers per pixel, or None."""

    def __init__(self, dtype):
        self.dtype = np.dtype(dtype)

    def accept(self, sizes, value):
        if value is None or (isinstance(value, np.ndarray) and value.dtype == self.dtype and value.flags.carray):
            return value
        raise Unsuitable(f'a writable C-contiguous {self.dtype} array or None')


def _area(function: str, viewport, context) -> tuple[slice, slice]:
    """The rows and columns of a rectangle, which must lie in the buffer."""
    height, width = context.buffer.depth.shape if context.buffer is not None else (0, 0)
    if not (viewport.left >= 0 and viewport.bottom >= 0 and viewport.width > 0 and viewport.height > 0
            and viewport.left + viewport.width <= width and viewport.bottom + viewport.height <= height):
        raise FatalError(f'{function}: viewport {viewport.width} x {viewport.height} at ({viewport.left}, '
                         f'{viewport.bottom}) is not inside the buffer of {width} x {height} pixels: enlarge it with '
                         '<visual><global offwidth="..." offheight="..."/></visual> or mjr_resizeOffscreen')
    return (slice(viewport.bottom, viewport.bottom + viewport.height),
            slice(viewport.left, viewport.left + viewport.width))


def segment_colours(geoms: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Colours that stand for numbers of geoms; black where there is none."""
    value = np.where(geoms >= 0, numbers[geoms] + 1, 0) if len(numbers) else np.zeros_like(geoms)
    return np.stack((value & 255, value >> 8 & 255, value >> 16 & 255), -1).astype(np.uint8)


def window_depth(distance: np.ndarray, near: float, far: float, parallel: bool) -> np.ndarray:
    """Distances as OpenGL stores them: 0 at the near plane, 1 at the far plane."""
    if parallel:
        return (distance - near) / (far - near)
    return far / (far - near) * (1.0 - near / np.maximum(distance, near))


@checked
def mjr_render(viewport: RECT, scn: SCENE, con: CONTEXT) -> None:
    """Draw a scene into a rectangle of the buffer."""
    painter = con.prepared()
    area = _area('mjr_render', viewport, con)
    camera = scn.camera[0]
    distance, geoms = painter.measure(scn, viewport.width, viewport.height)
    con.buffer.depth[area] = window_depth(distance, camera.frustum_near, camera.frustum_far, bool(camera.orthographic))
    if scn.flags[mjtRndFlag.mjRND_SEGMENT]:
        con.buffer.rgb[area] = segment_colours(geoms, scn._rows.columns['segid'][:scn.ngeom])
    else:
        con.buffer.rgb[area] = painter.draw(scn, viewport.width, viewport.height)


@checked
def mjr_readPixels(rgb: _Pixels(np.uint8), depth: _Pixels(np.float32), viewport: RECT, con: CONTEXT) -> None:
    """Copy colours and depths of a rectangle of the buffer, from the lowest row up."""
    con.prepared()
    area = _area('mjr_readPixels', viewport, con)
    flipped = con.readDepthMap == mjtDepthMap.mjDEPTH_ZEROFAR
    for name, target, source, channels in (('rgb', rgb, con.buffer.rgb, 3), ('depth', depth, con.buffer.depth, 1)):
        if target is None:
            continue
        if target.size != viewport.width * viewport.height * channels:
            raise TypeError(f'mjr_readPixels(): {name} should have {viewport.height} x {viewport.width} x {channels} '
                            f'numbers, not {target.size}')
        part = source[area]
        target.reshape(-1)[:] = (1.0 - part if name == 'depth' and flipped else part).reshape(-1)


@checked
def mjr_drawPixels(rgb: _Pixels(np.uint8), depth: _Pixels(np.float32), viewport: RECT, con: CONTEXT) -> None:
    """Copy colours and depths into a rectangle of the buffer."""
    con.prepared()
    area = _area('mjr_drawPixels', viewport, con)
    if rgb is not None:
        con.buffer.rgb[area] = rgb.reshape(viewport.height, viewport.width, 3)
    if depth is not None:
        con.buffer.depth[area] = depth.reshape(viewport.height, viewport.width)


@checked
def mjr_setBuffer(framebuffer: int, con: CONTEXT) -> None:
    """Choose the buffer; there is only the one that is not on a screen."""
    if framebuffer not in (WINDOW, OFFSCREEN):
        raise FatalError(f'mjr_setBuffer: framebuffer must be mjFB_WINDOW or mjFB_OFFSCREEN, not {framebuffer}')


@checked
def mjr_restoreBuffer(con: CONTEXT) -> None:
    """Use the buffer of the context again; it always is."""


@checked
def mjr_resizeOffscreen(width: int, height: int, con: CONTEXT) -> None:
    """Make a buffer of another size."""
    con.buffer = Buffer(width, height)
    con.offWidth, con.offHeight = width, height


@checked
def mjr_maxViewport(con: CONTEXT) -> MjrRect:
    """The rectangle of the whole buffer."""
    return MjrRect(0, 0, con.offWidth, con.offHeight)


@checked
def mjr_findRect(x: int, y: int, nrect: int, rect: RECT) -> int:
    """0 if a point is in a rectangle, -1 if it is not."""
    inside = rect.left <= x < rect.left + rect.width and rect.bottom <= y < rect.bottom + rect.height
    return 0 if inside and nrect > 0 else -1


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


@checked
def mjr_changeFont(fontscale: int, con: CONTEXT) -> None:
    """Choose the size of text (mjtFontScale)."""
    con.fontScale = fontscale


@checked
def mjr_finish() -> None:
    """Wait until everything is drawn, which it always is."""


@checked
def mjr_getError() -> int:
    """Errors of OpenGL, of which there are none."""
    return 0


__all__ = ['MjrContext', *(name for name in globals() if name.startswith('mjr_'))]
