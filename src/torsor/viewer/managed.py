"""A simulation that the viewer runs itself, in real time: pause, step, speed, other models."""

import time
from collections.abc import Callable
from pathlib import Path, PurePath

from .. import api

CHUNK = 1.0 / 60.0  # seconds of wall time that are simulated before the next look
PATIENCE = 0.1  # seconds that a simulation may lag behind before it is no longer caught up with
MOST_BYTES = 200 * 2**20  # of a file from a browser


class Controls:
    """What browsers ask of the loop; it looks at these between steps."""

    def __init__(self):
        self.paused, self.speed = False, 1.0
        self.steps = 0  # to take although it is paused
        self.again = False
        self.file: tuple[str, bytes] | None = None

    def step(self) -> None:
        """Pause, and take one step."""
        self.paused, self.steps = True, self.steps + 1

    def set_speed(self, speed: float | None) -> None:
        """Simulate so many seconds a second."""
        self.speed = self.speed if speed is None else speed

    def reload(self) -> None:
        """Load the model again, by the loader if there is one."""
        self.again = True

    def opened(self, name: str, content: bytes) -> None:
        """Load this file."""
        self.file = name, content


def run(viewer, controls: Controls, loader: Callable | None, seconds: float | None = None) -> None:
    """Simulate until the viewer is closed, or for so long (wall time)."""
    ends = None if seconds is None else time.monotonic() + seconds
    clock = time.monotonic()
    while viewer.is_running() and (ends is None or time.monotonic() < ends):
        _exchange(viewer, controls, loader)
        now = time.monotonic()
        lag, clock = min(now - clock, PATIENCE), now
        m, d = viewer.m, viewer.d
        if controls.paused:
            count, controls.steps = controls.steps, 0
        else:
            count = max(1, round(controls.speed * lag / m.opt.timestep))
        if count:
            _advance(m, d, count, now + max(lag, CHUNK))
        elif viewer._perturb.active:
            api.mj_forward(m, d)  # a paused body is put where the mouse is
        viewer.sync()
        time.sleep(max(0.0, CHUNK - (time.monotonic() - now)))


def _advance(m, d, count: int, latest: float) -> None:
    """Take steps, fewer if the machine is too slow for real time."""
    few = max(1, count // 8)
    while count > 0:
        api.mj_step(m, d, nstep=min(few, count))
        count -= few
        if time.monotonic() > latest:
            return


def _exchange(viewer, controls: Controls, loader: Callable | None) -> None:
    """Take over another model if one was asked for."""
    file, controls.file, again, controls.again = controls.file, None, controls.again, False
    if file is None and not (again and loader):
        return
    try:
        model, data = from_bytes(*file) if file else loader()  # pyright: ignore[reportOptionalCall]
    except Exception as error:  # whatever is wrong with it, the present one stays
        viewer._panel.complain(str(error).strip() or repr(error))
        return
    viewer._adopt(model, data)


def from_path(path: str | Path):
    """Model and data of a file."""
    path = str(path)
    kind = PurePath(path).suffix.lower()
    if kind == '.mjb':
        model = api.MjModel.from_binary_path(path)
    elif kind in ('.zip', '.mjz'):
        model = api.MjSpec.from_zip(path).compile()
    else:
        model = api.MjModel.from_xml_path(path)
    return model, api.MjData(model)


def from_bytes(name: str, content: bytes):
    """Model and data of a file that came through a browser: it reads no other files, or only those in its archive."""
    import tempfile

    kind = PurePath(name).suffix.lower()
    if len(content) > MOST_BYTES:
        raise ValueError(f'{name}: files of more than {MOST_BYTES >> 20} MB are not taken from browsers')
    if kind not in ('.xml', '.urdf', '.mjb', '.zip', '.mjz'):
        raise ValueError(f'{name}: not a model; models end in .xml, .urdf, .mjb, .zip or .mjz')
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f'model{kind}'
        if kind in ('.zip', '.mjz'):
            path = _unpacked(name, content, Path(folder))
        else:
            path.write_bytes(content)
        model = (api.MjModel.from_binary_path(str(path)) if kind == '.mjb'
                 else api.MjModel.from_xml_path(str(path), untrusted=True))
    return model, api.MjData(model)


def _unpacked(name: str, content: bytes, folder: Path) -> Path:
    """The model among the files of an archive, all of which are put into a folder."""
    import io
    import zipfile

    from ..api.spec.archive import main_model

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(info.file_size for info in archive.infolist()) > MOST_BYTES:
                raise ValueError(f'{name}: unpacks to more than {MOST_BYTES >> 20} MB')
            archive.extractall(folder)  # names that lead out of the folder are mended
            return folder / main_model(dict.fromkeys(archive.namelist(), b''), PurePath(name).stem)
    except zipfile.BadZipFile as error:
        raise ValueError(f'{name}: {error}') from error
