"""Handle: a viewer of a simulation in the browser, as `launch_passive` gives it."""

import threading
import time
import warnings
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..api.data import MjData
from ..api.engine import mj_forward
from ..api.scene import MjrRect, MjvCamera, MjvOption, MjvPerturb, MjvScene
from ..api.state import mj_copyData, mj_getState, mj_setState, mj_stateSize
from ..api.visualize import (
    mjv_addGeoms,
    mjv_applyPerturbForce,
    mjv_applyPerturbPose,
    mjv_defaultFreeCamera,
    mjv_initPerturb,
    mjv_updateCamera,
    mjv_updateScene,
)
from ..schema.enums import mjtCatBit, mjtPertBit, mjtRndFlag, mjtState
from . import overlays
from .camera import FIXED, CameraLink, pose_of
from .labels import Labels
from .nodes import Nodes, mean_colours
from .panel import Panel
from .parts import Sorter
from .server import Server
from .skins import Skins

FRAME = 1.0 / 60.0  # seconds between pictures, at least
MAX_GEOM = 10000
ALL = int(mjtCatBit.mjCAT_ALL)
STATE = int(mjtState.mjSTATE_INTEGRATION)
TRANSLATE = int(mjtPertBit.mjPERT_TRANSLATE)
WIREFRAME = int(mjtRndFlag.mjRND_WIREFRAME)
BODY_OF = {1: lambda m, i: i, 2: lambda m, i: i, 5: lambda m, i: m.geom_bodyid[i], 6: lambda m, i: m.site_bodyid[i]}


class Handle:
    """A viewer and what a program can do with it.

    The viewer has data of its own: `sync` copies those of the program, and does what was asked for in the browser. A
    thread draws them, sixty times a second at most and only if somebody looks; it never waits for a browser.
    """

    def __init__(self, model, data, key_callback: Callable[[int], None] | None = None, *, show_left_ui: bool = True,
                 show_right_ui: bool = True, host: str = '127.0.0.1', port: int | None = None, token: str | None = None,
                 controls: Any = None, draws_itself: bool = True):
        self._scn: Any = None  # made with the model
        self._user_scn: Any = None
        self._lock = threading.RLock()
        self._running = threading.Event()
        self._awake = threading.Event()
        self._pending: deque[Callable] = deque()
        self._recorder, self._recorded_at = None, 0.0
        self._newcomer, self._controls = False, controls
        self._held: int | None = None  # the body that is pulled
        self.frames, self.seconds = 0, 0.0  # drawn, and how long that took in all
        self._server = Server(host, port, token)
        try:
            self._show_panel = show_left_ui or show_right_ui
            self._key_callback = key_callback
            self._adopt(model, data)
            self._listen()
        except BaseException:
            self._server.stop()
            raise
        self._running.set()
        self._thread = threading.Thread(target=self._draw_on, name='torsor-viewer', daemon=True)
        if draws_itself:
            self._thread.start()

    # ---- what a program sees
    address = property(lambda self: self._server.address, doc='What to open in a browser.')
    m = property(lambda self: self._m, doc='The model.')
    d = property(lambda self: self._d, doc='The data of the program.')
    cam = property(lambda self: self._cam, doc='The camera; browsers follow it, and it follows them.')
    opt = property(lambda self: self._opt, doc='What is shown.')
    perturb = property(lambda self: self._perturb, doc='The selected body, and how it is pulled.')
    user_scn = property(lambda self: self._user_scn, doc='A scene for geoms of the program.')

    @property
    def viewport(self):
        """The size of the first browser in pixels, or an empty rectangle."""
        for client in self._clients():
            return MjrRect(0, 0, int(client.camera.image_width), int(client.camera.image_height))
        return MjrRect(0, 0, 0, 0)

    def is_running(self) -> bool:
        """Whether the viewer has not been closed, here or in a browser; browsers may come and go."""
        return self._running.is_set()

    def lock(self) -> threading.RLock:
        """A lock, as a context manager, for changes to what the viewer looks at."""
        return self._lock  # pyright: ignore[reportReturnType]

    def close(self) -> None:
        """Close the viewer; more than once does no harm."""
        if self._running.is_set():
            self._running.clear()
            self._awake.set()
            if self._thread.is_alive() and threading.current_thread() is not self._thread:
                self._thread.join(5.0)
            self._server.stop()

    def __enter__(self) -> 'Handle':
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def sync(self, state_only: bool = False) -> None:
        """Do what was asked for in browsers, and show the present state of the data.

        With `state_only` the viewer computes the rest from the state: for data of which only that is up to date.
        """
        if not self.is_running():
            return
        with self._lock:
            while self._pending:
                self._pending.popleft()(self._m, self._d)
            self._pull()
            if state_only:
                state = np.empty(mj_stateSize(self._m, STATE))
                mj_getState(self._m, self._d, state, STATE)
                mj_setState(self._m, self._shadow, state, STATE)
                mj_forward(self._m, self._shadow)
            else:
                mj_copyData(self._shadow, self._m, self._d)
        self._awake.set()

    def set_texts(self, texts) -> None:
        """Show a text, (font, gridpos, text1, text2), or a list of them; the texts are two columns of lines."""
        self._panel.overlay('texts', overlays.texts(texts))

    def clear_texts(self) -> None:
        """Remove all texts."""
        self._panel.overlay('texts', [])

    def set_figures(self, viewports_figures) -> None:
        """Show a figure, (MjrRect, MjvFigure), or a list of them."""
        self._panel.overlay('figures', overlays.figures(viewports_figures))

    def clear_figures(self) -> None:
        """Remove all figures."""
        self._panel.overlay('figures', [])

    def set_images(self, viewports_images) -> None:
        """Show an image, (MjrRect, array of bytes), or a list of them."""
        self._panel.overlay('images', overlays.images(viewports_images))

    def clear_images(self) -> None:
        """Remove all images."""
        self._panel.overlay('images', [])

    def update_hfield(self, hfieldid: int) -> None:
        """Show changed heights of a height field."""
        self._renew('height field', hfieldid, self._m.nhfield, 'field')

    def update_mesh(self, meshid: int) -> None:
        """Show changed vertices of a mesh."""
        self._renew('mesh', meshid, self._m.nmesh, 'mesh')

    def update_texture(self, texid: int) -> None:
        """Show changed pixels of a texture."""
        self._renew('texture', texid, self._m.ntex, '')

    def _renew(self, what: str, number: int, count: int, shape: str) -> None:
        if not 0 <= number < count:
            raise ValueError(f'the model has {count} of these: there is no {what} {number}')
        with self._lock:
            self._nodes.clear(shape)
        self._awake.set()

    # ---- recordings
    def record(self) -> None:
        """Begin to record what is drawn, for a page that plays it."""
        self._recorder, self._recorded_at = self._server.viser.get_scene_serializer(), self._shadow.time
        self._awake.set()

    def recording(self) -> str:
        """End the recording: a page in HTML that plays it anywhere, without this program or a network."""
        if self._recorder is None:
            raise RuntimeError('nothing is recorded: call record() first')
        with self._lock:
            recorder, self._recorder = self._recorder, None
        return recorder.as_html(dark_mode=True)

    def save_recording(self, path: str | Path) -> None:
        """End the recording, and write its page to a file."""
        Path(path).write_text(self.recording(), encoding='utf-8')

    def _repr_html_(self) -> str:
        """The viewer in a notebook."""
        return f'<iframe src="{self.address}" width="100%" height="500" style="border:0"></iframe>'

    # ---- the model
    def _adopt(self, model, data) -> None:
        """Show this model from now on."""
        with self._lock:
            self._m, self._d = model, data
            self._shadow = MjData(model)
            mj_copyData(self._shadow, model, data)
            mj_forward(model, self._shadow)
            self._scn, self._user_scn = MjvScene(model, MAX_GEOM), MjvScene(model, MAX_GEOM)
            self._cam, self._opt, self._perturb = MjvCamera(), MjvOption(), MjvPerturb()
            mjv_defaultFreeCamera(model, self._cam)
            self._held = None
            self._pending.clear()
            viser = self._server.viser
            viser.scene.reset()
            viser.gui.reset()
            self._stage(viser)
            self._nodes = Nodes(viser.scene, model, self._make_draggable)
            self._labels = Labels(viser.scene)
            tints = mean_colours(model)
            self._skins = Skins(viser.scene, model, tints)
            self._sorter = Sorter(float(model.stat.extent), tints)
            self._link = CameraLink(self._cam)
            self._panel = Panel(self, viser.gui)
            self._newcomer = True
        self._awake.set()

    def _stage(self, viser) -> None:
        """Lights and background, which are the browser's own."""
        extent = float(self._m.stat.extent)
        centre = np.array(self._m.stat.center, float)
        viser.gui.configure_theme(dark_mode=True, show_logo=False, show_share_button=False)
        viser.scene.set_up_direction('+z')
        viser.scene.world_axes.visible = False
        viser.scene.configure_default_lights(False)
        viser.scene.configure_environment_map(None)
        viser.scene.add_light_hemisphere('/light/sky', sky_color=(255, 255, 255), ground_color=(110, 110, 120),
                                         intensity=0.9)
        viser.scene.add_light_directional('/light/sun', color=(255, 250, 240), intensity=1.6, cast_shadow=True,
                                          position=tuple(centre + extent * np.array((0.6, -0.9, 2.0))))
        rows = np.linspace(0.0, 1.0, 64)[:, None, None]
        sky = (1.0 - rows) * np.array((58, 84, 120)) + rows * np.array((14, 18, 26))
        viser.scene.set_background_image(np.repeat(sky, 4, 1).astype(np.uint8), format='png')
        mjv_updateScene(self._m, self._shadow, self._opt, self._perturb, self._cam, ALL, self._scn)
        pose = pose_of(self._scn, self._cam.distance)
        viser.initial_camera.position, viser.initial_camera.look_at = pose['position'], pose['look_at']
        viser.initial_camera.fov = float(np.radians(self._m.vis.global_.fovy))
        viser.initial_camera.near = max(1e-4, float(self._m.vis.map.znear * extent))
        viser.initial_camera.far = max(1.0, 4.0 * float(self._m.vis.map.zfar * extent))

    # ---- browsers
    def _clients(self) -> list:
        return list(self._server.viser.get_clients().values())

    def _listen(self) -> None:
        viser = self._server.viser

        @viser.on_client_connect
        def _(client):
            self._newcomer = True
            self._awake.set()

            @client.camera.on_update
            def _(camera):
                with self._lock:
                    self._link.from_browser(camera.position, camera.look_at)

        @viser.on_client_disconnect
        def _(client):
            self.ask(lambda m, d: self._release())

    def ask(self, action: Callable) -> None:
        """Let `sync` call this with model and data, in the thread of the program."""
        self._pending.append(action)

    def ask_to_close(self) -> None:
        """Close the viewer from a browser, without waiting for it here."""
        threading.Thread(target=self.close, daemon=True).start()

    def redraw(self) -> None:
        """Draw again, as something other than the data has changed."""
        self._awake.set()

    # ---- the mouse
    def _make_draggable(self, node) -> None:
        node.handle.on_drag('left', modifier='cmd/ctrl')(lambda event: self._drag(node, event))
        node.handle.on_click(modifier='cmd/ctrl')(lambda event: self._select(node, event.instance_index))

    def _body(self, node, instance: int | None) -> int:
        """The body that an instance of a node belongs to; 0 if it belongs to none that moves."""
        instance = instance or 0
        if not 0 <= instance < len(node.owners):
            return 0
        geom = int(node.owners[instance])
        if geom >= self._scn.ngeom:
            return 0
        columns = self._scn._rows.columns
        find = BODY_OF.get(int(columns['objtype'][geom]))
        return int(find(self._m, int(columns['objid'][geom]))) if find else 0

    def _select(self, node, instance: int | None) -> None:
        with self._lock:
            self._perturb.select = self._body(node, instance)
        self._awake.set()

    def _drag(self, node, event) -> None:
        """Pull a body: its point under the mouse follows the mouse."""
        with self._lock:
            if event.phase == 'end':
                self.ask(lambda m, d: self._release())
                return
            pert, target = self._perturb, np.array(event.end_position, float)
            if not np.isfinite(target).all():
                return
            if event.phase == 'start':
                body = self._body(node, event.instance_index)
                if body <= 0:
                    return
                grabbed = np.array(event.start_position, float) - self._shadow.xpos[body]
                pert.select, self._held = body, body
                pert.localpos[:] = self._shadow.xmat[body].reshape(3, 3).T @ grabbed
                mjv_initPerturb(self._m, self._shadow, self._scn, pert)
                pert.active = TRANSLATE
            if self._held is not None:
                pert.refpos[:] += target - pert.refselpos
                pert.refselpos[:] = target
        self._awake.set()

    def _pull(self) -> None:
        if self._held is not None and self._perturb.active:
            paused = int(bool(self._controls and self._controls.paused))
            mjv_applyPerturbPose(self._m, self._d, self._perturb, paused)
            mjv_applyPerturbForce(self._m, self._d, self._perturb)

    def _release(self) -> None:
        self._perturb.active = 0
        if self._held is not None:
            self._d.xfrc_applied[self._held] = 0.0
            self._held = None

    def press(self, code: int) -> None:
        """Tell the program that a key was pressed."""
        if self._key_callback is not None:
            try:
                self._key_callback(code)
            except Exception as error:
                warnings.warn(f'key_callback failed for key {code}: {error!r}', stacklevel=2)

    # ---- drawing
    def _draw_on(self) -> None:
        while self._running.is_set():
            self._awake.wait()
            self._awake.clear()
            before = time.perf_counter()
            try:
                if self._running.is_set() and (self._clients() or self._recorder or not self.frames):
                    self.draw()
            except Exception as error:
                if self._running.is_set():
                    warnings.warn(f'the viewer could not draw: {error!r}', stacklevel=1)
            spent = time.perf_counter() - before
            time.sleep(max(FRAME - spent, 0.5 * spent))

    def draw(self) -> None:
        """Send what has changed since the last picture; the viewer does so itself, sixty times a second at most."""
        began = time.thread_time()
        viser = self._server.viser
        with self._lock:
            m, scn = self._m, self._scn
            newcomer, self._newcomer = self._newcomer, False
            cam = self._cam
            if cam.type == FIXED and not 0 <= cam.fixedcamid < m.ncam:
                mjv_defaultFreeCamera(m, cam)
            if newcomer or self._link.wanted():
                mjv_updateCamera(m, self._shadow, cam, scn)
            scn.ngeom = scn.status = 0
            mjv_addGeoms(m, self._shadow, self._opt, self._perturb, ALL, scn)  # lights are the browser's own
            count = self._with_user_geoms()
            parts = self._sorter.instances(scn._rows.columns, count)
            fovy = m.cam_fovy[cam.fixedcamid] if cam.type == FIXED else m.vis.global_.fovy
            if self._recorder is not None:
                now = float(self._shadow.time)
                self._recorder.insert_sleep(max(now - self._recorded_at, 0.0))
                self._recorded_at = now
            with viser.atomic():
                wireframe = bool(self._user_scn.flags[WIREFRAME])
                self._nodes.update(parts, wireframe)
                self._skins.update(self._shadow, self._opt, scn, wireframe)
                self._labels.update(scn._rows.columns, count)
                self._panel.refresh(self._shadow)
                self._link.to_browsers(scn, self._clients(), float(fovy), newcomer)
        self.frames += 1
        self.seconds += time.thread_time() - began

    def _with_user_geoms(self) -> int:
        """The number of geoms, those of the program after those of the model."""
        count, rows = self._scn.ngeom, self._scn._rows
        more = max(0, min(self._user_scn.ngeom, self._user_scn.maxgeom, rows.maxgeom - count))
        for name, column in rows.columns.items():
            column[count:count + more] = self._user_scn._rows.columns[name][:more]
        return count + more
