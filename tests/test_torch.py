"""Gradients for PyTorch."""

import numpy as np
import pytest

import torsor
from torsor import models

torch = pytest.importorskip('torch', reason='the extra `torch` is not installed')
BOX = """<mujoco><option timestep=".005"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .095" euler="3 4 0"><freejoint/><geom type="box" size=".1 .12 .1"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize('name', ['pendulum', 'cart_pole', 'box'])
def test_gradcheck(name):
    from torsor.torch import step

    m = (torsor.MjModel.from_xml_string(BOX) if name == 'box'
         else torsor.MjModel.from_xml_path(str(models.path(name))))
    m.opt.tolerance, m.opt.iterations = 1e-15, 200
    d = torsor.MjData(m)
    rng = np.random.default_rng(0)
    velocity = 0.1 * rng.normal(size=m.nv)
    inputs = [torch.tensor(x, dtype=torch.float64, requires_grad=True)
              for x in (d.qpos, velocity, d.act, 0.1 * rng.normal(size=m.nu))]
    before = d.qpos.copy()
    used = [x for x in inputs if x.numel()]
    assert torch.autograd.gradcheck(lambda *_: [x for x in step(m, d, *inputs) if x.numel()], used, eps=1e-6, atol=1e-5)
    assert np.array_equal(d.qpos, before)
