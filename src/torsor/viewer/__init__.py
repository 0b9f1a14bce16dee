"""A viewer of simulations in the browser, with the interface of `mujoco.viewer`.

    with torsor.viewer.launch_passive(model, data) as viewer:    # opens no window: viewer.address is for a browser
        while viewer.is_running():
            torsor.mj_step(model, data)
            viewer.sync()

`launch` runs the simulation itself and returns when the viewer is closed. It needs viser (`pip install
'torsor[viewer]'`). Unless told otherwise it listens to this machine only; with another `host` it asks browsers for a
token, which is part of the address that it prints.
"""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .handle import Handle

__all__ = ['Handle', 'launch', 'launch_from_path', 'launch_passive', 'write_html']

EMPTY = '<mujoco model="empty"><worldbody><light pos="0 0 3"/><geom type="plane" size="1 1 .1"/></worldbody></mujoco>'


def __getattr__(name: str) -> Any:
    if name == 'Handle':  # it is imported when it is used, with all that it needs
        from .handle import Handle

        return Handle
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


def launch_passive(model, data, *, key_callback: Callable[[int], None] | None = None, show_left_ui: bool = True,
                   show_right_ui: bool = True, host: str = '127.0.0.1', port: int | None = None,
                   token: str | None = None, browser: bool = True) -> 'Handle':
    """A viewer of a simulation that the program runs; call `sync` of the result after steps.

    `port` is the first free one from 8080 on, unless given. With `browser` false no browser is started.
    """
    _check(model, data)
    from .server import require_viser

    require_viser()
    from .handle import Handle

    viewer = Handle(model, data, key_callback, show_left_ui=show_left_ui, show_right_ui=show_right_ui, host=host,
                    port=port, token=token)
    _announce(viewer, browser)
    return viewer


def launch(model=None, data=None, *, loader: Callable[[], tuple] | None = None, show_left_ui: bool = True,
           show_right_ui: bool = True, host: str = '127.0.0.1', port: int | None = None, token: str | None = None,
           browser: bool = True, seconds: float | None = None) -> None:
    """Simulate a model in real time until the viewer is closed in the browser or interrupted by Ctrl-C.

    Without a model the viewer is empty, and takes one from the browser. `loader` returns a model and its data; it is
    called now and whenever the browser asks for the model again. `seconds` limits the time that this takes.
    """
    from .. import api
    from .server import require_viser

    if loader is not None:
        if model is not None or data is not None:
            raise ValueError('launch takes a model and its data, or a loader which returns them, not both')
        model, data = loader()
    if model is None:
        if data is not None:
            raise ValueError('launch needs the model of the data as well')
        model = api.MjModel.from_xml_string(EMPTY)
    data = api.MjData(model) if data is None and isinstance(model, api.MjModel) else data
    _check(model, data)
    require_viser()
    from .handle import Handle
    from .managed import Controls, run

    controls = Controls()
    with Handle(model, data, show_left_ui=show_left_ui, show_right_ui=show_right_ui, host=host, port=port, token=token,
                controls=controls) as viewer:
        _announce(viewer, browser)
        run(viewer, controls, loader, seconds)


def launch_from_path(path: str, **options) -> None:
    """Simulate the model of a file in real time, as `launch` does; the browser can ask for it again."""
    from .managed import from_path

    launch(loader=lambda: from_path(path), **options)


def write_html(path, model, data, seconds: float, fps: float = 30.0, progress: bool = False) -> None:
    """Simulate for some seconds, and write a page that plays what a viewer would have shown, anywhere and offline."""
    from ..api import mj_step
    from ..progress import Progress
    from .server import require_viser

    _check(model, data)
    require_viser()
    from .handle import Handle

    bar = Progress('simulating') if progress else None
    start, frames = data.time, max(1, round(seconds * fps))
    with Handle(model, data, port=0, draws_itself=False) as viewer:
        viewer.record()
        for k in range(frames + 1):
            steps = round((start + k / fps - data.time) / model.opt.timestep)
            if steps > 0:
                mj_step(model, data, nstep=steps)
            viewer.sync()
            viewer.draw()
            if bar:
                bar.update(k / frames)
        viewer.save_recording(path)
    if bar:
        bar.close()


def _check(model, data) -> None:
    from .. import api

    if not isinstance(model, api.MjModel):
        raise ValueError(f'`model` is not a mujoco.MjModel: got {model!r}')
    if not isinstance(data, api.MjData):
        raise ValueError(f'`data` is not a mujoco.MjData: got {data!r}')


def _announce(viewer: 'Handle', browser: bool) -> None:
    """Say where the viewer is, and open it where there is somebody to see it."""
    print(f'torsor: viewer at {viewer.address}', file=sys.stderr)
    if browser and sys.stdout.isatty():
        import webbrowser

        webbrowser.open(viewer.address)
