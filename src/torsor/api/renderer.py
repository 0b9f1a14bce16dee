"""Renderer: pictures, depths and segmentations of a simulation in one object."""

from typing import Any

import numpy as np

from ..schema.enums import mjtCamera, mjtCatBit, mjtFontScale
from .data import MjData
from .model import MjModel
from .names import mj_name2id
from .render import LINES, Buffer, is_blank
from .scene import MjvCamera, MjvOption, MjvScene
from .visualize import mjv_defaultFreeCamera, mjv_updateScene

__all__ = ['Renderer']


class Renderer:
    """Draws an MjData of a model; needs neither a screen nor OpenGL.

        with torsor.Renderer(model, 240, 320) as renderer:
            renderer.update_scene(data, camera='side')
            pixels = renderer.render()
    """

    _gl_context = None  # there is none, and programs look whether there is
    _painter = None  # also of a renderer that could not be made

    def __init__(self, model: MjModel, height: int = 240, width: int = 320, max_geom: int = 10000,
                 font_scale: int = mjtFontScale.mjFONTSCALE_150):
        if not isinstance(model, MjModel):
            raise TypeError(f'Renderer takes an MjModel, not {type(model).__name__}')
        most_wide, most_high = model.vis.global_.offwidth, model.vis.global_.offheight
        if width > most_wide:
            raise ValueError(_too_large('width', width, most_wide))
        if height > most_high:
            raise ValueError(_too_large('height', height, most_high))
        Buffer(width, height)  # refuses what cannot be drawn
        from ..render.picture import Painter

        self._model, self._width, self._height = model, width, height
        self._scene, self._scene_option = MjvScene(model, max_geom), MjvOption()
        if int(font_scale) not in LINES:
            raise ValueError(f'font_scale must be one of {", ".join(map(str, LINES))}, not {font_scale}')
        self._line = LINES[int(font_scale)][0]
        self._painter = Painter(model)
        self._depth = self._segments = False

    model = property(lambda self: self._model, doc='The model that is drawn.')
    scene = property(lambda self: self._scene, doc='What is drawn.')
    height = property(lambda self: self._height, doc='Height of pictures in pixels.')
    width = property(lambda self: self._width, doc='Width of pictures in pixels.')

    def enable_depth_rendering(self) -> None:
        """Let `render` give distances from the camera plane."""
        self._segments, self._depth = False, True

    def disable_depth_rendering(self) -> None:
        """Let `render` give colours again."""
        self._depth = False

    def enable_segmentation_rendering(self) -> None:
        """Let `render` give ids and types of objects."""
        self._segments, self._depth = True, False

    def disable_segmentation_rendering(self) -> None:
        """Let `render` give colours again."""
        self._segments = False

    def update_scene(self, data: MjData, camera: int | str | MjvCamera = -1,
                     scene_option: MjvOption | None = None) -> None:
        """Take over what there is to see; the camera is a name, an id (-1: free), or an MjvCamera."""
        if not isinstance(camera, MjvCamera):
            camera = self._camera(camera)
        mjv_updateScene(self._model, data, scene_option or self._scene_option, None, camera,
                        int(mjtCatBit.mjCAT_ALL), self._scene)

    def _camera(self, which: int | str) -> MjvCamera:
        count = self._model.ncam
        number: int = mj_name2id(self._model, 7, which) if isinstance(which, str) else which
        if isinstance(which, str) and number == -1:
            raise ValueError(f'The camera "{which}" does not exist.')
        if not -1 <= number < count:
            raise ValueError(f'The camera id {number} is out of range [-1, {count}).')
        camera = MjvCamera()
        camera.fixedcamid, camera.type = number, int(mjtCamera.mjCAMERA_FIXED)
        if number == -1:
            mjv_defaultFreeCamera(self._model, camera)
        return camera

    def render(self, *, out: np.ndarray | None = None) -> np.ndarray:
        """The picture, from the top row down: uint8 colours, float32 distances [m], or int32 (id, type) of objects."""
        if self._painter is None:
            raise RuntimeError('render cannot be called after close.')
        kind, numbers = (np.float32, ()) if self._depth else (np.int32, (2,)) if self._segments else (np.uint8, (3,))
        shape = self._height, self._width, *numbers
        if out is None:
            out = np.empty(shape, kind)
        elif out.shape != shape:
            raise ValueError(f'Expected `out.shape == {shape}`. Got `out.shape={out.shape}` instead. When using depth '
                             'rendering, the out array should be of shape `(height, width)` and otherwise '
                             '(height, width, 3), or (height, width, 2) for segmentation.')
        if is_blank(self._scene):
            out[...] = self._far() if self._depth else -1 if self._segments else 0
        elif self._depth or self._segments:
            distance, geoms = self._painter.measure(self._scene, self._width, self._height)
            out[...] = np.where(geoms < 0, self._far(), distance)[::-1] if self._depth else self._objects(geoms[::-1])
        else:
            out[...] = self._painter.draw(self._scene, self._width, self._height, self._line)[::-1]
        return out

    def _far(self) -> float:
        """The distance of nothing: of the model's far plane, as it comes out of the float32 numbers that OpenGL keeps.

        These lose digits where the far plane is a thousand times as far as the near one. What is seen went through
        them both ways, so that it is right.
        """
        scene: Any = self._scene
        extent, planes = self._model.stat.extent, self._model.vis.map
        near, far = np.float32(planes.znear * extent), np.float32(planes.zfar * extent)
        if scene.camera[0].orthographic:
            return float(far)
        scale, offset = near * far / (far - near), np.float32(0.5) * ((far + near) / (far - near)) - np.float32(0.5)
        return float(scale) / float(offset)

    def _objects(self, geoms: np.ndarray) -> np.ndarray:
        """Ids and types of objects that geoms stand for; -1 where there is none."""
        columns, seen = self._scene._rows.columns, geoms >= 0
        return np.stack([np.where(seen, columns[name][geoms], -1) for name in ('objid', 'objtype')], -1)

    def close(self) -> None:
        """Free what was made for drawing."""
        self._painter = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()


def _too_large(side: str, given: int, most: int) -> str:
    return (f'Image {side} {given} > framebuffer {side} {most}. Either reduce the image {side} or specify a larger '
            f'offscreen framebuffer in the model XML using the clause:\n<visual>\n  <global off{side}="my_{side}"/>\n'
            f'</visual>')
