"""`torsor render` and `torsor simulate --video`: what they write, and how they say no."""

import numpy as np
import pytest
from PIL import Image

import torsor
from torsor.cli import main
from torsor.cli.loading import load

SMALL = ('--size', '64x48')


def test_a_picture_is_the_renderers(tmp_path):
    file = tmp_path / 'humanoid.png'
    assert main(['render', 'humanoid', str(file), '--key', 'stand', '--time', '0.02', *SMALL]) == 0
    model = load('humanoid')
    data = torsor.MjData(model)
    torsor.mj_resetDataKeyframe(model, data, model.key('stand').id)
    torsor.mj_step(model, data, nstep=round(0.02 / model.opt.timestep))
    torsor.mj_forward(model, data)
    with torsor.Renderer(model, 48, 64) as renderer:
        renderer.update_scene(data)
        assert np.array_equal(np.asarray(Image.open(file)), renderer.render())


def test_depth_and_segmentation_as_numbers(tmp_path, capsys):
    for kind, dtype in (('depth', np.float32), ('segmentation', np.int32)):
        assert main(['render', 'humanoid', str(tmp_path / f'{kind}.npy'), f'--{kind}', *SMALL]) == 0
        assert main(['render', 'humanoid', str(tmp_path / f'{kind}.png'), f'--{kind}', *SMALL]) == 0
        numbers = np.load(tmp_path / f'{kind}.npy')
        assert numbers.shape[:2] == (48, 64)
        assert numbers.dtype == dtype
        assert len(np.unique(np.asarray(Image.open(tmp_path / f'{kind}.png')))) > 2
    assert 'm (white) to' in capsys.readouterr().out


def test_the_film_shows_the_run(tmp_path, capsys):
    file = tmp_path / 'chain.gif'
    assert main(['simulate', 'chain', '--time', '0.4', '--video', str(file), '--fps', '10', *SMALL]) == 0
    assert f'wrote {file}: 5 frames' in capsys.readouterr().out
    with Image.open(file) as film:
        assert film.n_frames == 5
        first = np.asarray(film.convert('RGB')).astype(int)
        film.seek(4)
        assert np.abs(np.asarray(film.convert('RGB')) - first).max() > 50


def test_slow_motion_has_more_frames_and_filming_does_not_change_the_run(tmp_path, capsys):
    for name, speed in (('fast', '1'), ('slow', '0.25')):
        assert main(['simulate', 'chain', '--time', '0.1', '--video', str(tmp_path / f'{name}.png'), '--speed', speed,
                     '--trajectory', str(tmp_path / f'{name}.npz'), *SMALL]) == 0
    assert len(list(tmp_path.glob('fast_*.png'))) == 4
    assert len(list(tmp_path.glob('slow_*.png'))) == 13
    fast, slow = (np.load(tmp_path / f'{name}.npz') for name in ('fast', 'slow'))
    assert np.array_equal(fast['time'], slow['time'])
    assert np.array_equal(fast['qpos'], slow['qpos'])


@pytest.mark.parametrize(('options', 'message'), [
    (['--camera', 'sied'], "did you mean 'side'?"),
    (['--camera', '7'], 'the model has 1 cameras'),
    (['--camera', '1.2.3,4'], 'not AZIMUTH,ELEVATION'),
    (['--camera', '0,0,-3'], 'a distance is above zero'),
    (['--camera', 'side', '--track', 'link1'], 'the camera side of the model moves as the model says'),
    (['--track', 'nobody'], 'no such body'),
    (['--show', 'contactforces'], "did you mean 'contactforce'?"),
])
def test_views_that_do_not_exist_are_refused(tmp_path, capsys, options, message):
    assert main(['render', 'chain', str(tmp_path / 'a.png'), *options]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize('size', ['0x4', '4', '-3x4', '99999x4', '4x4x4'])
def test_sizes_that_cannot_be_drawn_are_refused(size, capsys):
    with pytest.raises(SystemExit):
        main(['render', 'chain', 'a.png', f'--size={size}'])
    assert 'is not WIDTHxHEIGHT' in capsys.readouterr().err


@pytest.mark.parametrize(('name', 'message'), [
    ('a.avi', 'must end in .mp4'), ('none/a.gif', 'there is no folder'), ('folder.gif', 'cannot be written'),
    ('a.gif', 'at most 50'),
])
def test_films_that_cannot_be_written_are_refused(tmp_path, capsys, name, message):
    (tmp_path / 'folder.gif').mkdir()
    assert main(['simulate', 'chain', '--video', str(tmp_path / name), '--fps', '60']) == 2
    assert message in capsys.readouterr().err


def test_a_camera_can_follow_a_body(tmp_path):
    assert main(['render', 'chain', str(tmp_path / 'a.png'), '--camera', '30,-10,2', '--track', 'link1', *SMALL]) == 0
