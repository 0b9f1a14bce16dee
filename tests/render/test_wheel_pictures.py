"""Pictures against MuJoCo's: pixel by pixel where OpenGL can draw in software, else against stored statistics."""

import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import torsor

from .models import MODELS
from .wheel import HEIGHT, STATISTICS, TILE, WIDTH, pictures, statistics

QUICK = {'humanoid', 'effects', 'effects unculled', 'effects inside', 'textures', 'textures wireframe', 'pile', 'skins',
         'gymnasium ant', 'gymnasium humanoid', 'gymnasium pusher', 'gymnasium reacher'}
NAMES = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in MODELS]


@functools.cache
def has_opengl() -> bool:
    """Whether the wheel can draw here without a screen."""
    code = 'import mujoco; mujoco.GLContext(8, 8).make_current()'
    return subprocess.run([sys.executable, '-c', code], env=dict(os.environ, MUJOCO_GL='egl'), timeout=60, check=False,
                          capture_output=True).returncode == 0


@functools.cache
def ours(name: str) -> dict[str, np.ndarray]:
    case = MODELS[name]
    return pictures(torsor, str(case.path), case.camera, case.flags)


@pytest.mark.parametrize('name', NAMES)
def test_pixel_by_pixel(name, tmp_path):
    if not has_opengl():
        pytest.skip('no OpenGL in software here (libegl1, libgl1-mesa-dri); stored statistics are compared')
    script, out = Path(__file__).parent / 'wheel.py', tmp_path / 'wheel.npz'
    subprocess.run([sys.executable, str(script), str(out), *map(str, MODELS[name])], timeout=120, check=True)
    theirs, found = np.load(out), ours(name)
    assert np.abs(found['rgb'].astype(int) - theirs['rgb']).mean() <= 3.0
    assert (found['ids'] == theirs['ids']).mean() >= 0.999
    assert np.percentile(np.abs(found['depth'] / theirs['depth'] - 1.0), 99) <= 2e-5
    if 'WIREFRAME' not in MODELS[name].flags:
        assert (np.abs(found['window'].astype(float) - theirs['window']) > 1e-6).mean() <= 0.001
    if 'WIREFRAME' in MODELS[name].flags:  # few pixels are not black: lines must be beside lines
        lines = [rgb.max(-1) > 40 for rgb in (found['rgb'], theirs['rgb'])]
        for some, others in (lines, lines[::-1]):
            assert (some & ~_grown(others)).sum() <= 0.01 * some.sum()


def _grown(mask: np.ndarray) -> np.ndarray:
    """A mask with all neighbours of its pixels."""
    return np.any([np.roll(mask, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)], 0)


@pytest.mark.parametrize('name', NAMES)
def test_statistics(name):
    stored = json.loads(STATISTICS.read_text())[name]
    found = statistics(ours(name))
    assert np.abs(np.array(found['rgb']) - stored['rgb']).mean() <= 3.0
    nearer = np.abs(np.array(found['near']) / stored['near'] - 1.0)
    assert np.percentile(nearer, 90) <= 1e-3
    wrong = sum(abs(found['pixels'].get(i, 0) - stored['pixels'].get(i, 0))
                for i in {*found['pixels'], *stored['pixels']})
    assert wrong <= 0.002 * WIDTH * HEIGHT
    assert np.array(stored['rgb']).shape == (HEIGHT // TILE, WIDTH // TILE, 3)
