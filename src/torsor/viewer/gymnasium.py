"""gymnasium's `render_mode='human'` on Torsor: a window where there is a screen, the browser where there is none.

gymnasium opens windows itself, and where there is no screen that ends the process. So its class of windows is replaced
when it is imported under `torsor.compat`: in a window the processor's picture is shown, without OpenGL's help.
"""

import importlib.machinery
import importlib.util
import sys
import time
import warnings
from importlib.abc import Loader, MetaPathFinder
from types import ModuleType

TARGET = 'gymnasium.envs.mujoco.mujoco_rendering'
LATE = 0.1  # seconds that a run may lag behind real time before it is no longer caught up with


def install() -> None:
    """Replace the class of windows when it is imported."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def uninstall() -> None:
    """Leave later imports alone."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Finder)]


class _Finder(MetaPathFinder):
    """Finds the module as ever, and has it changed once it is loaded."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname != TARGET:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


class _Loader(Loader):
    def __init__(self, original):
        self.original = original

    def create_module(self, spec):
        return self.original.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.original.exec_module(module)
        replace(module)


def replace(module: ModuleType) -> None:
    """Put our class of windows in the place of the module's own."""
    original = module.WindowViewer

    class WindowViewer:
        """A window, or a page in the browser."""

        def __new__(cls, *args, **options):
            make = window_class(original) if has_screen() else Page
            return make(*args, **options)

    setattr(module, 'WindowViewer', WindowViewer)  # noqa: B010  (a module has the attributes that one gives it)


def has_screen() -> bool:
    """Whether a window can be opened and a picture be put into it; tried, as asking GLFW can end the process."""
    try:
        import glfw  # pyright: ignore[reportMissingImports]
        from OpenGL import GL  # noqa: F401  # pyright: ignore[reportMissingImports]
    except (ImportError, OSError, AttributeError):  # no GLFW, or libraries that they look for in vain
        return False
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        if not glfw.init() or not glfw.get_primary_monitor():
            return False
        glfw.window_hint(glfw.VISIBLE, 0)
        window = glfw.create_window(16, 16, 'torsor', None, None)
        if not window:
            return False
        glfw.destroy_window(window)
    return True


def window_class(original: type) -> type:
    """gymnasium's window with the processor's picture in it."""
    import glfw  # pyright: ignore[reportMissingImports]

    from .. import api

    overlay = getattr(api, 'mjr_overlay', None)  # text is drawn where the renderer has it

    class Window(original):
        def render(self) -> None:
            """Show the present state; while paused, until somebody goes on."""
            self._show()
            while self._paused and self.window and not self._advance_by_one_step:
                self._overlays.clear()
                self._show()
            self._advance_by_one_step = False
            self._overlays.clear()
            self._markers.clear()

        def _show(self) -> None:
            if not self.window:
                return
            if glfw.window_should_close(self.window):
                self.free()
                return
            width, height = glfw.get_framebuffer_size(self.window)
            if width > 0 and height > 0:
                self._paint(width, height)
                glfw.swap_buffers(self.window)
            glfw.poll_events()

        def _paint(self, width: int, height: int) -> None:
            self._create_overlay()
            self.viewport.width, self.viewport.height = width, height
            if (self.con.offWidth, self.con.offHeight) != (width, height):
                api.mjr_resizeOffscreen(width, height, self.con)
            api.mjr_setBuffer(api.mjtFramebuffer.mjFB_OFFSCREEN, self.con)
            api.mjv_updateScene(self.model, self.data, self.vopt, api.MjvPerturb(), self.cam,
                                   int(api.mjtCatBit.mjCAT_ALL), self.scn)
            for marker in self._markers:
                self._add_marker_to_scene(marker)
            api.mjr_render(self.viewport, self.scn, self.con)
            if overlay is not None and not self._hide_menu:
                for place, (left, right) in self._overlays.items():
                    overlay(api.mjtFontScale.mjFONTSCALE_150, place, self.viewport, left, right, self.con)
            self._blit(width, height)

        def _blit(self, width: int, height: int) -> None:
            import numpy as np
            from OpenGL import GL  # pyright: ignore[reportMissingImports]

            picture = np.empty((height, width, 3), np.uint8)
            api.mjr_readPixels(picture, None, self.viewport, self.con)
            glfw.make_context_current(self.window)
            GL.glViewport(0, 0, width, height)
            GL.glPixelStorei(GL.GL_UNPACK_ALIGNMENT, 1)
            GL.glRasterPos2f(-1.0, -1.0)
            GL.glDrawPixels(width, height, GL.GL_RGB, GL.GL_UNSIGNED_BYTE, picture)

        def _key_callback(self, window, key: int, scancode, action: int, mods) -> None:
            if action == glfw.RELEASE and key == glfw.KEY_ESCAPE:
                glfw.set_window_should_close(window, True)  # the window goes when nobody is inside its callbacks
            else:
                super()._key_callback(window, key, scancode, action, mods)

    return Window


class Page:
    """A viewer in the browser with the interface of gymnasium's windows, at the pace of real time."""

    def __init__(self, model, data, width: int | None = None, height: int | None = None, max_geom: int = 1000,
                 visual_options: dict[int, bool] | None = None):
        from . import launch_passive

        self.model, self.data = model, data
        try:
            self.handle = launch_passive(model, data)
        except ImportError as error:
            raise ImportError(f"render_mode='human' needs a screen or the viewer, and there is no screen: {error}",
                              name=error.name) from error
        self.cam, self.vopt, self.pert = self.handle.cam, self.handle.opt, self.handle.perturb
        self.scn = self.handle.user_scn
        self._markers: list[dict] = []
        self._overlays: dict[int, list[str]] = {}
        self._start: tuple[float, float] | None = None
        for flag, value in (visual_options or {}).items():
            self.vopt.flags[flag] = value

    def render(self) -> None:
        """Show the present state, and wait until real time has come as far as the simulation."""
        from ..api import mjtGeom, mjv_initGeom

        with self.handle.lock():
            self.scn.ngeom = 0
            for marker in self._markers[:self.scn.maxgeom]:
                shape, size = marker.get('type', mjtGeom.mjGEOM_SPHERE), marker.get('size', (0.01, 0.01, 0.01))
                mjv_initGeom(self.scn.geoms[self.scn.ngeom], int(shape), size, marker.get('pos', (0.0, 0.0, 0.0)),
                             marker.get('mat', (1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0)), marker.get('rgba', (1.0,) * 4))
                self.scn.ngeom += 1
        if self._overlays:
            self.handle.set_texts([(None, place, *texts) for place, texts in self._overlays.items()])
        self.handle.sync()
        self._markers.clear()
        self._overlays.clear()
        self._wait()

    def _wait(self) -> None:
        now, simulated = time.monotonic(), float(self.data.time)
        if self._start is None or simulated < self._start[1]:
            self._start = now, simulated
        early = (simulated - self._start[1]) - (now - self._start[0])
        if early < -LATE:
            self._start = now, simulated
        time.sleep(min(max(early, 0.0), LATE))

    def add_marker(self, **marker) -> None:
        """Show a geom at the next picture."""
        self._markers.append(marker)

    def add_overlay(self, gridpos: int, text1: str, text2: str) -> None:
        """Show a line of text at the next picture."""
        left, right = self._overlays.setdefault(gridpos, ['', ''])
        self._overlays[gridpos] = [left + text1 + '\n', right + text2 + '\n']

    def make_context_current(self) -> None:
        """Nothing to do."""

    def free(self) -> None:
        """Close the viewer."""
        self.handle.close()

    close = free
