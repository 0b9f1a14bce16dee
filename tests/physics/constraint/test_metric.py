"""Rows that wait for the metric of the integrator `discrete`."""

import mujoco
import numpy as np
import pytest

import torsor

RESTING = """<mujoco>
  <option timestep=".005" integrator="discrete"/>
  <default><joint damping="5" stiffness="20"/></default>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="1 0 .3"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 -.26" size=".05"/></body>
  </worldbody>
</mujoco>"""


@pytest.mark.python_mode
def test_the_metric_can_be_found_again_for_the_same_position():
    """Forward dynamics without the position stage gives the same, and with other velocities what the wheel gives."""
    results = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(RESTING)
        m.dof_damping[:] = 5
        d = engine.MjData(m)
        engine.mj_step(m, d)
        engine.mj_forward(m, d)
        assert d.nefc > 0
        first = d.qacc.copy(), d.efc_diagA.copy(), d.efc_force.copy()
        engine.mj_forwardSkip(m, d, int(engine.mjtStage.mjSTAGE_POS), 0)
        for before, after in zip(first, (d.qacc, d.efc_diagA, d.efc_force)):
            np.testing.assert_allclose(after, before, rtol=1e-9, atol=1e-9)
        d.qvel[:] = 0.1
        engine.mj_forwardSkip(m, d, int(engine.mjtStage.mjSTAGE_POS), 0)
        results.append((d.efc_diagA.copy(), d.qacc.copy()))
    for ours, theirs in zip(*results):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-6)
