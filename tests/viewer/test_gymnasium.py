"""gymnasium's render_mode='human': the browser without a screen, a window with one; never the end of the process."""

import importlib.util
import os
import shutil
import subprocess
import sys

import pytest

pytest.importorskip('gymnasium')

SCRIPT = """
import torsor.compat; torsor.compat.install()
import gymnasium, numpy as np
env = gymnasium.make('InvertedPendulum-v5', render_mode='human')
env.reset(seed=0)
for _ in range(3):
    env.unwrapped.mujoco_renderer.viewer.add_marker(pos=np.array([0, 0, 1.0]))
    env.step(env.action_space.sample())
viewer = env.unwrapped.mujoco_renderer.viewer
print(type(viewer).__name__)
"""
IN_WINDOW = """
import glfw, mujoco
from OpenGL import GL
width, height = glfw.get_framebuffer_size(viewer.window)
viewer._paint(width, height)
seen = np.frombuffer(GL.glReadPixels(0, 0, width, height, GL.GL_RGB, GL.GL_UNSIGNED_BYTE), np.uint8)
drawn = np.empty((height, width, 3), np.uint8)
mujoco.mjr_readPixels(drawn, None, viewer.viewport, viewer.con)
print(np.array_equal(seen, drawn.ravel()), drawn.std() > 10)
viewer._key_callback(viewer.window, glfw.KEY_ESCAPE, 0, glfw.RELEASE, 0)
env.step(env.action_space.sample())
print(viewer.window)
"""


def run(script: str, *before: str, without: str = '', **environment) -> subprocess.CompletedProcess:
    hidden = f'import sys; sys.modules[{without!r}] = None\n' if without else ''
    return subprocess.run([*before, sys.executable, '-c', hidden + script + '\nenv.close(); print("closed")'],
                          capture_output=True, text=True, timeout=120, env={**os.environ, **environment})


@pytest.mark.skipif(importlib.util.find_spec('viser') is None, reason="needs the viewer: pip install 'torsor[viewer]'")
def test_the_browser_where_there_is_no_screen():
    done = run(SCRIPT, DISPLAY='', WAYLAND_DISPLAY='')
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ['Page', 'closed']
    assert 'viewer at http://127.0.0.1:' in done.stderr


def test_without_the_viewer_an_error_says_what_to_install():
    done = run(SCRIPT, without='viser', DISPLAY='', WAYLAND_DISPLAY='')
    assert done.returncode == 1
    assert "pip install 'torsor[viewer]'" in done.stderr.splitlines()[-1]


@pytest.mark.viewer
@pytest.mark.skipif(shutil.which('xvfb-run') is None, reason='needs xvfb')
def test_a_window_where_there_is_a_screen():
    pytest.importorskip('OpenGL')
    done = run(SCRIPT + IN_WINDOW, 'xvfb-run', '-a', '-s', '-screen 0 800x600x24')
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ['Window', 'True', 'True', 'None', 'closed']
