"""Pictures and films in files and notebooks."""

import importlib.util
import sys
import types

import numpy as np
import pytest
from PIL import Image

from torsor import media

HAS_FFMPEG = importlib.util.find_spec('imageio_ffmpeg') is not None


def moving_square(count: int, height: int = 24, width: int = 32) -> list[np.ndarray]:
    frames = np.zeros((count, height, width, 3), np.uint8)
    for k, frame in enumerate(frames):
        frame[4:12, k:k + 8] = (250, 20, 20)
    return list(frames)


def test_pictures_of_all_kinds_become_bytes():
    grey = np.linspace(0, 1, 6).reshape(2, 3)
    assert media.pixels(grey).tolist() == [[[v] * 3 for v in row] for row in [[0, 51, 102], [153, 204, 255]]]
    assert media.pixels(grey > 0.5)[1, 2].tolist() == [255] * 3
    assert media.pixels(np.array([[np.nan, 2.0, -1.0]]))[0].tolist() == [[0] * 3, [255] * 3, [0] * 3]


@pytest.mark.parametrize(('image', 'error', 'message'), [
    (np.zeros((2, 3, 4)), ValueError, r'\(height, width, 3\)'),
    (np.zeros((0, 3, 3)), ValueError, r'not \(0, 3, 3\)'),
    (np.zeros((2, 3), np.int64), TypeError, 'int64'),
])
def test_what_is_no_picture_is_refused(image, error, message):
    with pytest.raises(error, match=message):
        media.pixels(image)


def test_gif_has_the_frames_and_their_times(tmp_path):
    frames = moving_square(7)
    media.write_video(tmp_path / 'square.gif', frames, fps=30)
    with Image.open(tmp_path / 'square.gif') as film:
        assert film.n_frames == 7
        durations = []
        for k, frame in enumerate(frames):
            film.seek(k)
            durations.append(film.info['duration'])
            assert np.abs(np.asarray(film.convert('RGB')).astype(int) - frame).max() <= 8
    assert sum(durations) == 230  # seven frames of a thirtieth, in hundredths: no drift
    assert set(durations) == {30, 40}


def test_numbered_pictures(tmp_path):
    frames = moving_square(3)
    media.write_video(tmp_path / 'square.png', frames)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ['square_00000.png', 'square_00001.png', 'square_00002.png']
    assert np.array_equal(np.asarray(Image.open(files[2])), frames[2])


@pytest.mark.skipif(not HAS_FFMPEG, reason="needs ffmpeg: pip install 'torsor[video]'")
@pytest.mark.parametrize('suffix', ['mp4', 'webm'])
def test_films_by_ffmpeg_can_be_read_again(tmp_path, suffix):
    import imageio_ffmpeg
    path = tmp_path / f'square.{suffix}'
    media.write_video(path, moving_square(6, 33, 47), fps=20)  # odd sides, which the format does not have
    reader = imageio_ffmpeg.read_frames(str(path))
    meta = next(reader)
    frames = [np.frombuffer(frame, np.uint8).reshape(34, 48, 3) for frame in reader]
    assert meta['size'] == (48, 34)
    assert meta['fps'] == 20
    assert len(frames) == 6
    assert frames[5][8, 9, 0] > 150 > 80 > frames[5][20, 9, 0]


def test_without_ffmpeg_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, 'imageio_ffmpeg', None)
    with pytest.raises(ImportError, match=r"pip install 'torsor\[video\]'"):
        media.Film(tmp_path / 'a.mp4')


@pytest.mark.parametrize(('name', 'fps', 'error', 'message'), [
    ('a.avi', 30, ValueError, r'ends in \.mp4, '),
    ('none/a.gif', 30, FileNotFoundError, 'there is no folder'),
    ('a.gif', 0, ValueError, 'above 0'),
    ('a.gif', float('nan'), ValueError, 'above 0'),
    ('a.gif', 60, ValueError, 'at most 50'),
])
def test_films_that_cannot_be_written_are_refused_at_once(tmp_path, name, fps, error, message):
    with pytest.raises(error, match=message):
        media.Film(tmp_path / name, fps)


def test_frames_of_another_size_are_refused_and_the_film_is_kept(tmp_path):
    with media.Film(tmp_path / 'a.gif') as film:
        film.add(np.zeros((4, 6, 3), np.uint8))
        with pytest.raises(ValueError, match='frame 1 of'):
            film.add(np.zeros((4, 7, 3), np.uint8))
    assert Image.open(tmp_path / 'a.gif').size == (6, 4)


def test_a_film_without_frames_is_refused(tmp_path):
    with pytest.raises(ValueError, match='at least one'):
        media.write_video(tmp_path / 'a.gif', [])


@pytest.fixture
def notebook(monkeypatch) -> list[str]:
    """What a notebook would show."""
    shown: list[str] = []
    display = types.ModuleType('IPython.display')
    vars(display).update(HTML=str, display=shown.append)
    monkeypatch.setitem(sys.modules, 'IPython', types.ModuleType('IPython'))
    monkeypatch.setitem(sys.modules, 'IPython.display', display)
    return shown


def test_notebooks_show_pictures_and_films(notebook):
    media.show_image(np.zeros((4, 6)), width=60)
    media.show_video(moving_square(3), fps=60)
    assert notebook[0].startswith('<img width="60" src="data:image/png;base64,')
    assert notebook[1].startswith('<video controls autoplay' if HAS_FFMPEG else '<img src="data:image/gif;base64,')


def test_notebooks_show_gifs_without_ffmpeg(notebook, monkeypatch):
    monkeypatch.setattr(importlib.util, 'find_spec', lambda name: None)
    media.show_video(moving_square(3), fps=60)
    assert notebook[0].startswith('<img src="data:image/gif;base64,')


def test_outside_of_notebooks_files_are_suggested(monkeypatch):
    monkeypatch.setitem(sys.modules, 'IPython.display', None)
    with pytest.raises(ImportError, match='write_video'):
        media.show_image(np.zeros((4, 6)))
