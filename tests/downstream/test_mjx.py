"""MJX (package mujoco-mjx) lives in the folder of MuJoCo: `torsor.compat` finds it there, and it takes our models."""

import importlib.util
import json
import os
import subprocess
import sys

import mujoco
import numpy as np
import pytest

import torsor

XML = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .3" euler="10 20 30"><freejoint/>
    <geom type="capsule" size=".1 .2"/><body pos=".3 0 0"><joint name="hinge" axis="0 1 0" damping=".1"/>
    <geom size=".1"/></body></body>
  </worldbody><actuator><motor joint="hinge" gear="2"/></actuator></mujoco>"""
SCRIPT = """
import json, sys
if sys.argv[1] == 'torsor':
    import torsor.compat
    torsor.compat.install()
import jax
import mujoco
from mujoco import mjx
m = mujoco.MjModel.from_xml_string(sys.argv[2])
d = mujoco.MjData(m)
d.qvel[:] = 0.5
step, mx, dx = jax.jit(mjx.step), mjx.put_model(m), mjx.put_data(m, d)
for _ in range(20):
    dx = step(mx, dx)
mjx.get_data_into(d, m, dx)
print(json.dumps([type(m).__module__, *map(float, (*d.qpos, *d.qvel))]))
"""


def stepped(engine: str) -> tuple[str, np.ndarray]:
    """The module of MjModel, and the state after some steps of MJX."""
    environment = dict(os.environ, JAX_PLATFORMS='cpu', JAX_ENABLE_X64='1')
    out = subprocess.run([sys.executable, '-c', SCRIPT, engine, XML], env=environment, capture_output=True, text=True,
                         timeout=900, check=True).stdout
    module, *state = json.loads(out.splitlines()[-1])
    return module, np.array(state)


@pytest.mark.downstream
def test_mjx_steps_our_models():
    if importlib.util.find_spec('jax') is None or importlib.util.find_spec('mujoco.mjx') is None:
        pytest.skip('mujoco-mjx is not installed')
    ours, theirs = stepped('torsor'), stepped('mujoco')
    assert (ours[0].split('.')[0], theirs[0].split('.')[0]) == ('torsor', 'mujoco')
    np.testing.assert_allclose(ours[1], theirs[1], rtol=1e-9, atol=1e-9)


def test_sizes_are_an_array_as_mjx_reads_them():
    ours, theirs = (engine.MjModel.from_xml_string(XML) for engine in (torsor, mujoco))
    assert isinstance(ours._sizes, np.ndarray)
    assert (ours._sizes.dtype, ours._sizes.flags.writeable) == (theirs._sizes.dtype, theirs._sizes.flags.writeable)
    assert ours._size_fields == theirs._size_fields
    different = np.array(ours._size_fields)[ours._sizes != theirs._sizes]
    assert set(different) <= {'narena', 'nbuffer'}  # the memory of each engine
