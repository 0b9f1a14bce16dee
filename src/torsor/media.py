"""Pictures and films in files and in notebooks.

    from torsor import media

    with torsor.Renderer(model, 240, 320) as renderer, media.Film('fall.mp4', fps=30) as film:
        while data.time < 2.0:
            torsor.mj_step(model, data, nstep=10)
            renderer.update_scene(data)
            film.add(renderer.render())

`write_video` and `show_video` do the same with all frames at once. The end of a file's name says what it is: GIF and
numbered PNG need nothing more, other films need ffmpeg (`pip install 'torsor[video]'`).
"""

import base64
import io
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from .progress import Progress

__all__ = ['Film', 'FORMATS', 'MOST_GIF', 'show_image', 'show_video', 'write_image', 'write_video']

MOST_GIF = 50  # frames a second: players show GIFs with less than two hundredths of a second for a frame slowly
_EXTRA = "films other than .gif and numbered .png need ffmpeg: pip install 'torsor[video]'"


# ---- pictures
def pixels(image: Any) -> np.ndarray:
    """A picture as bytes of shape (height, width, 3): from colours or greys, as bytes or as reals from 0 to 1."""
    image = np.asarray(image)
    if image.ndim == 2:
        image = np.repeat(image[..., None], 3, -1)
    if image.ndim != 3 or image.shape[-1] != 3 or 0 in image.shape:
        raise ValueError(f'a picture has the shape (height, width, 3) or (height, width), not {image.shape}')
    if image.dtype == np.uint8:
        return image
    if image.dtype.kind == 'b':
        return np.where(image, np.uint8(255), np.uint8(0))
    if image.dtype.kind != 'f':
        raise TypeError(f'a picture holds uint8, or reals from 0 to 1, not {image.dtype}')
    return (255.0 * np.clip(np.nan_to_num(image), 0.0, 1.0) + 0.5).astype(np.uint8)


def write_image(path: str | Path, image: Any) -> None:
    """Write a picture; the end of the name says in which format, such as .png or .jpg."""
    from PIL import Image

    Image.fromarray(pixels(image)).save(path)


# ---- films
class Film:
    """A film that is written frame by frame. As a context manager it is closed at the end, also after an error."""

    def __init__(self, path: str | Path, fps: float = 30.0):
        self.path, self.fps, self.frames = Path(path), float(fps), 0
        if not 0.0 < self.fps < 1e4:
            raise ValueError(f'fps is a number of frames a second above 0, not {fps}')
        self._write = _format(self.path)(self.path, self.fps)
        self._shape: tuple | None = None

    def add(self, image: Any) -> None:
        """Append a frame; all must have the size of the first."""
        image = pixels(image)
        if self._shape not in (None, image.shape):
            raise ValueError(f'frame {self.frames} of {self.path} is of shape {image.shape}, earlier ones of '
                             f'{self._shape}')
        self._shape = image.shape
        self._write.frame(image)
        self.frames += 1

    def close(self) -> None:
        """Complete the file; a film without frames leaves none."""
        if self._shape is not None:
            self._write.end()
            self._shape = None

    def __enter__(self) -> 'Film':
        return self

    def __exit__(self, *_) -> None:
        self.close()


class _Ffmpeg:
    """H.264 or VP9, by a process that gets pixels through a pipe."""

    def __init__(self, path: Path, fps: float):
        _require_ffmpeg()
        self.path, self.fps, self.sink = path, fps, None

    def frame(self, image: np.ndarray) -> None:
        image = np.pad(image, [(0, image.shape[0] % 2), (0, image.shape[1] % 2), (0, 0)], 'edge')  # colours of 2 x 2
        if self.sink is None:
            import imageio_ffmpeg  # pyright: ignore[reportMissingImports]

            self.sink = imageio_ffmpeg.write_frames(
                str(self.path), image.shape[1::-1], fps=self.fps,  # pyright: ignore[reportArgumentType]  (a float is fine)
                quality=7, macro_block_size=2,
                codec='libvpx-vp9' if self.path.suffix.lower() == '.webm' else 'libx264', ffmpeg_log_level='error')
            self.sink.send(None)
        self.sink.send(np.ascontiguousarray(image))

    def end(self) -> None:
        if self.sink is not None:
            self.sink.close()


class _Gif:
    """256 colours, the same for all frames, so that what stands still is written once."""

    SAMPLES = 8  # frames that the colours are chosen from

    def __init__(self, path: Path, fps: float):
        if fps > MOST_GIF:
            raise ValueError(f'{path}: a GIF shows at most {MOST_GIF} frames a second, not {fps:g}')
        self.path, self.fps, self.images = path, fps, []

    def frame(self, image: np.ndarray) -> None:
        self.images.append(image.copy())

    def end(self) -> None:
        from PIL import Image

        chosen = self.images[:: max(1, len(self.images) // self.SAMPLES)]
        palette = Image.fromarray(np.concatenate(chosen)).quantize(256, Image.Quantize.MEDIANCUT)
        frames = [Image.fromarray(image).quantize(palette=palette, dither=Image.Dither.NONE) for image in self.images]
        hundredths = np.rint(np.arange(len(frames) + 1) * 100.0 / self.fps).astype(int)
        frames[0].save(self.path, save_all=True, append_images=frames[1:], loop=0, optimize=False,
                       duration=[10 * int(b - a) for a, b in pairwise(hundredths)])


class _Numbered:
    """A PNG file for each frame: film_00000.png, film_00001.png, ..."""

    def __init__(self, path: Path, fps: float):
        self.path, self.count = path, 0

    def frame(self, image: np.ndarray) -> None:
        write_image(self.path.with_name(f'{self.path.stem}_{self.count:05d}.png'), image)
        self.count += 1

    def end(self) -> None:
        pass


FORMATS: dict[str, Callable] = {'.mp4': _Ffmpeg, '.mov': _Ffmpeg, '.mkv': _Ffmpeg, '.webm': _Ffmpeg, '.gif': _Gif,
                                '.png': _Numbered}


def _format(path: Path) -> Callable:
    if path.suffix.lower() not in FORMATS:
        raise ValueError(f'{path}: the name of a film ends in {", ".join(FORMATS)}')
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(f'{path}: there is no folder {path.parent}')
    return FORMATS[path.suffix.lower()]


def _require_ffmpeg() -> None:
    try:
        import imageio_ffmpeg  # pyright: ignore[reportMissingImports]
    except ImportError as error:
        raise ImportError(_EXTRA, name='imageio_ffmpeg') from error
    imageio_ffmpeg.get_ffmpeg_exe()  # says itself what to do on systems for which the package brings none


def write_video(path: str | Path, images: Iterable, fps: float = 30.0, progress: bool = False) -> None:
    """Write a film of these pictures; with `progress`, a bar on standard error says how far it is."""
    count = len(images) if hasattr(images, '__len__') else 0  # pyright: ignore[reportArgumentType]
    bar = Progress('writing') if progress and count else None
    with Film(path, fps) as film:
        for image in images:
            film.add(image)
            if bar:
                bar.update(film.frames / count)
    if bar:
        bar.close()
    if not film.frames:
        raise ValueError(f'{path}: a film needs at least one picture')


# ---- notebooks
def show_image(image: Any, width: int | None = None) -> None:
    """Show a picture below the cell of a notebook, `width` pixels wide or as large as it is."""
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(pixels(image)).save(buffer, 'PNG')
    _display('<img{size} src="data:image/png;base64,{data}">', buffer.getvalue(), width)


def show_video(images: Iterable, fps: float = 30.0, width: int | None = None, loop: bool = True) -> None:
    """Show a film below the cell of a notebook: with controls if ffmpeg is there, else as a GIF."""
    import importlib.util
    import tempfile

    has_ffmpeg = importlib.util.find_spec('imageio_ffmpeg') is not None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ('film.mp4' if has_ffmpeg else 'film.gif')
        write_video(path, images, fps if has_ffmpeg else min(fps, MOST_GIF))
        content = path.read_bytes()
    if has_ffmpeg:
        repeat = ' loop' if loop else ''
        _display(f'<video{{size}} controls autoplay muted playsinline{repeat}>'
                 '<source src="data:video/mp4;base64,{data}" type="video/mp4"></video>', content, width)
    else:
        _display('<img{size} src="data:image/gif;base64,{data}">', content, width)


def _display(html: str, content: bytes, width: int | None) -> None:
    try:
        from IPython.display import HTML, display  # pyright: ignore[reportMissingImports]
    except ImportError as error:
        raise ImportError('pictures are shown in notebooks, and IPython is not installed: write them to a file with '
                          'torsor.media.write_image or write_video', name='IPython') from error
    size = f' width="{int(width)}"' if width else ''
    display(HTML(html.format(size=size, data=base64.b64encode(content).decode())))
