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

QUICK = {'humanoid', 'effects', 'pile', 'gymnasium ant', 'gymnasium humanoid', 'gymnasium pusher', 'gymnasium reacher'}
NAMES = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in MODELS]


@functools.cache
def has_opengl() -> bool:
    """Whether the wheel can draw here without a screen."""
    code = 'import mujoco; mujoco.GLContext(8, 8).make_current()'
    return subprocess.run([sys.executable, '-c', code], env=dict(os.environ, MUJOCO_GL='egl'), timeout=60, check=False,
                          capture_output=True).returncode == 0


@functools.cache
def ours(name: str) -> dict[str, np.ndarray]:
    path, camera = MODELS[name]
    return pictures(torsor, str(path), camera)


@pytest.mark.parametrize('name', NAMES)
def test_pixel_by_pixel(name, tmp_path):
    if not has_opengl():
        pytest.skip('no OpenGL in software here (libegl1, libgl1-mesa-dri); stored statistics are compared')
    path, camera = MODELS[name]
    script, out = Path(__file__).parent / 'wheel.py', tmp_path / 'wheel.npz'
    subprocess.run([sys.executable, str(script), str(out), str(path), str(camera)], timeout=120, check=True)
    theirs, found = np.load(out), ours(name)
    rgb, depth, ids = (theirs[f'0 {kind}'] for kind in ('rgb', 'depth', 'ids'))
    assert np.abs(found['rgb'].astype(int) - rgb).mean() <= 3.0
    assert (found['ids'] == ids).mean() >= 0.999
    seen = ids >= 0  # elsewhere the wheel's float32 hardly resolves the distance of the far plane
    assert np.percentile((np.abs(found['depth'] - depth) / depth)[seen], 99) <= 2e-4


@pytest.mark.parametrize('name', NAMES)
def test_statistics(name):
    stored = json.loads(STATISTICS.read_text())[f'{name} {MODELS[name][1]}']
    found = statistics(ours(name))
    assert np.abs(np.array(found['rgb']) - stored['rgb']).mean() <= 3.0
    nearer = np.abs(np.array(found['near']) / stored['near'] - 1.0)
    assert np.percentile(nearer, 90) <= 1e-3
    wrong = sum(abs(found['pixels'].get(i, 0) - stored['pixels'].get(i, 0))
                for i in {*found['pixels'], *stored['pixels']})
    assert wrong <= 0.002 * WIDTH * HEIGHT
    assert np.array(stored['rgb']).shape == (HEIGHT // TILE, WIDTH // TILE, 3)
