"""Gradients for JAX."""

import numpy as np
import pytest

import torsor
from torsor import models

jax = pytest.importorskip('jax', reason='the extra `jax` is not installed')
BOX = """<mujoco><option timestep=".005"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .095" euler="3 4 0"><freejoint/><geom type="box" size=".1 .12 .1"/></body></worldbody></mujoco>"""


@pytest.fixture(autouse=True)
def double_precision():
    before = jax.config.jax_enable_x64
    jax.config.update('jax_enable_x64', True)
    yield
    jax.config.update('jax_enable_x64', before)


@pytest.mark.parametrize('name', ['pendulum', 'cart_pole', 'box'])
def test_gradients(name):
    from jax.test_util import check_grads

    from torsor.jax import stepper

    m = (torsor.MjModel.from_xml_string(BOX) if name == 'box'
         else torsor.MjModel.from_xml_path(str(models.path(name))))
    m.opt.tolerance, m.opt.iterations = 1e-15, 200
    d, rng = torsor.MjData(m), np.random.default_rng(0)
    arguments = (d.qpos.copy(), 0.1 * rng.normal(size=m.nv), d.act.copy(), 0.1 * rng.normal(size=m.nu))
    step = stepper(m)
    check_grads(step, arguments, order=1, modes=['rev'], atol=1e-5, rtol=1e-5, eps=1e-6)
    once, jitted = step(*arguments), jax.jit(step)(*arguments)
    assert all(np.array_equal(a, b) for a, b in zip(once, jitted))


def test_single_precision_is_refused():
    from torsor.jax import stepper

    jax.config.update('jax_enable_x64', False)
    with pytest.raises(ValueError, match='float64'):
        stepper(torsor.MjModel.from_xml_string(BOX))
