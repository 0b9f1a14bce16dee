"""The panel of the viewer: what can be done with a simulation, and what is shown of it."""

import math
import time

import numpy as np

from .. import api
from ..schema.enums import mjtCamera, mjtDisableBit, mjtEnableBit, mjtFrame, mjtJoint, mjtLabel, mjtVisFlag
from .keys import CODES
from .overlays import Overlays
from .plots import Plot, UnknownSignal

TICK = 0.2  # seconds between updates of numbers in the panel
MOST_SLIDERS = 200  # of a kind: browsers get slow with more
SUGGESTED = ('qpos', 'qvel', 'qacc', 'ctrl', 'actuator_force', 'energy', 'com', 'sensordata')
# visualisation flags that come first, as people look for them; the others follow
FIRST = ('CONTACTPOINT', 'CONTACTFORCE', 'TRANSPARENT', 'JOINT', 'ACTUATOR', 'COM', 'INERTIA', 'CAMERA', 'LIGHT')


def names(enumeration, prefix: str) -> dict[str, int]:
    """Short names of an enumeration's members."""
    return {member.name.removeprefix(prefix).lower(): int(member) for member in enumeration
            if member.name.startswith(prefix)}


def number(value, low: float, high: float) -> float | None:
    """A number that a browser sent, within its range; None if it is none."""
    try:
        value = float(value)
    except (TypeError, ValueError):
        return None
    return min(max(value, low), high) if math.isfinite(value) else None


class Bound:
    """A slider or box that shows a number of the data, or of an array, and follows it unless a browser moves it.

    `known` is what it showed when we last looked: if it shows something else, a browser has moved it, and what is to be
    done about that is on its way.
    """

    def __init__(self, handle, field: str | np.ndarray, index: int, low: float, high: float):
        self.handle, self.field, self.index, self.low, self.high = handle, field, index, low, high
        self.known = handle.value

    def moved(self) -> float | None:
        """What a browser has moved it to; None if that is no number."""
        self.known = self.handle.value
        return number(self.known, self.low, self.high)

    def follow(self, d) -> None:
        """Show the number as it is now."""
        boxed = isinstance(self.field, np.ndarray)
        numbers = self.field if isinstance(self.field, np.ndarray) else getattr(d, self.field)
        value = number(numbers[self.index], self.low, self.high)
        if value is None or self.handle.value != self.known:
            return
        shown = number(self.known, self.low, self.high)
        if shown is None or abs(shown - value) > 1e-3 * (self.high - self.low):
            self.known = bool(value) if boxed else value
            self.handle.value = self.known


class Panel:
    """Folders of buttons, sliders and plots. What changes the simulation is left to the thread that runs it."""

    def __init__(self, viewer, gui):
        self.viewer, self.gui, self.controls = viewer, gui, viewer._controls
        self.plots: list[Plot] = []
        self.ticked = 0.0
        self.bound: list[Bound] = []
        m = viewer.m
        self.overlays = Overlays(gui)
        self.clock = gui.add_markdown('')
        self._simulation(m)
        folders = (('Control', self._actuators, m.nu), ('Joints', self._joints, m.njnt),
                   ('Equalities', self._equalities, m.neq), ('Camera', self._camera, 1), ('Show', self._shown, 1),
                   ('Physics', self._physics, 1), ('Plots', self._plots, 1), ('Model and recording', self._files, 1))
        for label, build, count in folders:
            if count:
                expand = label == 'Control' and m.nu <= 12
                with gui.add_folder(label, expand_by_default=expand, visible=viewer._show_panel):
                    build(m)
        self._keys()

    # ---- what runs
    def _simulation(self, m) -> None:
        gui, viewer = self.gui, self.viewer
        if self.controls:
            self.run = gui.add_button('Pause')
            self.run.on_click(lambda _: self.toggle())
            step = gui.add_button('Step')
            step.on_click(lambda _: self.controls.step())
            speed = gui.add_slider('Speed', 0.0625, 4.0, 0.0625, 1.0, hint='of the simulation, in real time')
            speed.on_update(lambda _: self.controls.set_speed(number(speed.value, 0.0625, 4.0)))
        reset = gui.add_button('Reset')
        reset.on_click(lambda _: viewer.ask(_reset))
        if m.nkey:
            keys = {m.key(k).name or f'key {k}': k for k in range(m.nkey)}
            chosen = gui.add_dropdown('Keyframe', tuple(keys))
            load = gui.add_button('Load keyframe')
            load.on_click(lambda _: viewer.ask(lambda m, d: _load_key(m, d, keys.get(chosen.value, 0))))

    def toggle(self) -> None:
        """Pause, or go on."""
        self.controls.paused = not self.controls.paused
        self.run.label = 'Run' if self.controls.paused else 'Pause'

    # ---- sliders
    def _actuators(self, m) -> None:
        self._warn(m.nu, 'controls')
        for i in range(min(m.nu, MOST_SLIDERS)):
            limited = bool(m.actuator_ctrllimited[i]) if m.nu == m.nactuator else False
            low, high = m.actuator_ctrlrange[i] if limited else (-1.0, 1.0)
            name = m.actuator(i).name if m.nu == m.nactuator else ''
            self._slider(name or f'control {i}', low, high, 'ctrl', i)
        if m.nu:
            clear = self.gui.add_button('Clear controls')
            clear.on_click(lambda _: self.viewer.ask(_clear_controls))

    def _joints(self, m) -> None:
        scalar = [j for j in range(m.njnt) if m.jnt_type[j] in (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_SLIDE)]
        self._warn(len(scalar), 'joints')
        for j in scalar[:MOST_SLIDERS]:
            hinge = m.jnt_type[j] == mjtJoint.mjJNT_HINGE
            low, high = m.jnt_range[j] if m.jnt_limited[j] else (-math.pi, math.pi) if hinge else (-1.0, 1.0)
            self._slider(m.joint(j).name or f'joint {j}', low, high, 'qpos', int(m.jnt_qposadr[j]))

    def _warn(self, count: int, what: str) -> None:
        if count > MOST_SLIDERS:
            self.gui.add_markdown(f'The first {MOST_SLIDERS} of {count} {what}.')

    def _slider(self, label: str, low: float, high: float, field: str, index: int) -> None:
        low, high = float(low), float(high)
        if not (math.isfinite(low) and math.isfinite(high) and high > low):
            return
        now = number(getattr(self.viewer._shadow, field)[index], low, high)
        slider = self.gui.add_slider(label, low, high, (high - low) / 500.0, low if now is None else now)
        bound = Bound(slider, field, index, low, high)
        self.bound.append(bound)

        @slider.on_update
        def _(event):
            if event.client is not None:  # a browser, not `follow`
                value = bound.moved()
                if value is not None:
                    self.viewer.ask(lambda m, d: _assign(m, d, field, index, value))

    def _equalities(self, m) -> None:
        for e in range(min(m.neq, MOST_SLIDERS)):
            box = self.gui.add_checkbox(m.equality(e).name or f'equality {e}', bool(self.viewer._shadow.eq_active[e]))
            box.on_update(lambda _, e=e, box=box: self.viewer.ask(
                lambda m, d: d.eq_active.__setitem__(e, bool(box.value))))

    # ---- what is seen
    def _camera(self, m) -> None:
        cameras = {'free': (mjtCamera.mjCAMERA_FREE, -1)}
        cameras |= {m.camera(c).name or f'camera {c}': (mjtCamera.mjCAMERA_FIXED, c) for c in range(m.ncam)}
        chosen = self.gui.add_dropdown('Camera', tuple(cameras))
        track = self.gui.add_button('Track selected body', hint='select one with ctrl and a click')
        centre = self.gui.add_button('See everything')

        @chosen.on_update
        def _(_):
            with self.viewer.lock():
                cam = self.viewer.cam
                cam.type, cam.fixedcamid = cameras.get(chosen.value, cameras['free'])
            self.viewer.redraw()

        @track.on_click
        def _(_):
            with self.viewer.lock():
                cam, body = self.viewer.cam, self.viewer.perturb.select
                if 0 < body < m.nbody:
                    cam.type, cam.trackbodyid = mjtCamera.mjCAMERA_TRACKING, body
            self.viewer.redraw()

        @centre.on_click
        def _(_):
            with self.viewer.lock():
                api.mjv_defaultFreeCamera(m, self.viewer.cam)
            self.viewer.redraw()

    def _shown(self, m) -> None:
        opt, flags = self.viewer.opt, names(mjtVisFlag, 'mjVIS_')
        ordered = sorted(flags, key=lambda name: (name.upper() not in FIRST, list(flags).index(name)))
        for name in ordered:
            self._box(name, opt.flags, flags[name])
        for label, enumeration, prefix in (('label', mjtLabel, 'mjLABEL_'), ('frame', mjtFrame, 'mjFRAME_')):
            self._choice(label, names(enumeration, prefix))
        for kind in ('geom', 'site', 'joint', 'tendon', 'actuator'):
            with self.gui.add_folder(f'{kind} groups', expand_by_default=False):
                for group in range(6):
                    self._box(f'{kind} group {group}', getattr(opt, f'{kind}group'), group)

    def _box(self, label: str, values: np.ndarray, index: int) -> None:
        box = self.gui.add_checkbox(label, bool(values[index]))
        bound = Bound(box, values, index, 0.0, 1.0)
        self.bound.append(bound)

        @box.on_update
        def _(event):
            if event.client is not None:
                with self.viewer.lock():
                    values[index] = bool(bound.moved())
                self.viewer.redraw()

    def _choice(self, attribute: str, choices: dict[str, int]) -> None:
        chosen = self.gui.add_dropdown(attribute, tuple(choices))

        @chosen.on_update
        def _(_):
            with self.viewer.lock():
                setattr(self.viewer.opt, attribute, choices.get(chosen.value, 0))
            self.viewer.redraw()

    def _physics(self, m) -> None:
        for field, enumeration, prefix in (('disableflags', mjtDisableBit, 'mjDSBL_'),
                                           ('enableflags', mjtEnableBit, 'mjENBL_')):
            for name, bit in names(enumeration, prefix).items():
                word = 'disable' if field == 'disableflags' else 'enable'
                box = self.gui.add_checkbox(f'{word} {name}', bool(getattr(m.opt, field) & bit))
                box.on_update(lambda _, field=field, bit=bit, box=box: self.viewer.ask(
                    lambda m, d: _flag(m, field, bit, bool(box.value))))

    # ---- plots
    def _plots(self, m) -> None:
        gui = self.gui
        name = gui.add_text('Signal', 'qpos', hint='such as ' + ', '.join(SUGGESTED) + ', or body/NAME/xpos')
        add, clear = gui.add_button('Add plot'), gui.add_button('Remove plots')
        self.complaint = gui.add_markdown('')
        folder = gui.add_folder('Curves')

        @add.on_click
        def _(_):
            with self.viewer.lock():
                self.plot(str(name.value), m, folder)

        @clear.on_click
        def _(_):
            with self.viewer.lock():
                for plot in self.plots:
                    plot.handle.remove()
                self.plots.clear()

    def plot(self, name: str, m, folder) -> None:
        """Draw a signal from now on."""
        try:
            with folder:
                self.plots.append(Plot(self.gui, name, m))
            self.complaint.content = ''
        except UnknownSignal as error:
            self.complaint.content = str(error)

    # ---- files
    def _files(self, m) -> None:
        gui, viewer = self.gui, self.viewer
        record, save = gui.add_button('Record'), gui.add_button('Save recording', disabled=True)

        @record.on_click
        def _(_):
            viewer.record()
            record.label, save.disabled = 'Recording', False

        @save.on_click
        def _(event):
            if viewer._recorder is not None:
                content = viewer.recording().encode()
                record.label, save.disabled = 'Record', True
                event.client.send_file_download('simulation.html', content)

        if self.controls:
            upload = gui.add_upload_button('Open a model file',
                                           hint='.xml, .urdf, .mjb, or a .zip or .mjz with its files')
            self.message = gui.add_markdown('')
            upload.on_upload(lambda _: self.controls.opened(upload.value.name, upload.value.content))
            again = gui.add_button('Reload the model')
            again.on_click(lambda _: self.controls.reload())
        close = gui.add_button('Close the viewer', color='red')
        close.on_click(lambda _: viewer.ask_to_close())

    def complain(self, text: str) -> None:
        """Show what was wrong with a file."""
        self.message.content = f'```\n{text}\n```'

    def _keys(self) -> None:
        own = {'space': ('Pause or run', self.toggle), 'arrowright': ('Step', self.controls.step),
               'backspace': ('Reset', lambda: self.viewer.ask(_reset))} if self.controls else {}
        keys = CODES if self.viewer._key_callback else own
        for key in keys:
            label, action = own.get(key, (f'Key {key}', None))
            command = self.gui.add_command(label, hotkey=key)
            command.on_trigger(lambda _, code=CODES[key], action=action: (action and action(), self.viewer.press(code)))

    def overlay(self, kind: str, items: list[tuple]) -> None:
        """Show texts, figures or images."""
        with self.viewer.lock():
            self.overlays.show(kind, items)

    # ---- numbers that change
    def refresh(self, d) -> None:
        """Show the time, and a few times a second what sliders and plots show."""
        for plot in self.plots:
            plot.sample(d)
        now = time.monotonic()
        if now - self.ticked < TICK:
            return
        self.ticked = now
        self.clock.content = f'**t = {d.time:.3f} s**' + (' (paused)' if self.controls and self.controls.paused else '')
        for plot in self.plots:
            plot.show()
        for bound in self.bound:
            bound.follow(d)


def _reset(m, d) -> None:
    api.mj_resetData(m, d)
    api.mj_forward(m, d)


def _load_key(m, d, key: int) -> None:
    api.mj_resetDataKeyframe(m, d, key)
    api.mj_forward(m, d)


def _assign(m, d, field: str, index: int, value: float) -> None:
    getattr(d, field)[index] = value
    if field == 'qpos':
        api.mj_forward(m, d)


def _clear_controls(m, d) -> None:
    d.ctrl[:] = 0.0


def _flag(m, field: str, bit: int, on: bool) -> None:
    before = getattr(m.opt, field)
    setattr(m.opt, field, before | bit if on else before & ~bit)
