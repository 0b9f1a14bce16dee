"""The derivative of the gyroscopic force on lone free bodies: which numbers it follows from."""

import mujoco
import numpy as np
import pytest

import torsor

BODY = """<mujoco><option integrator="{}" timestep="0.01"/><worldbody><body pos="0 0 1" euler="10 20 30"><freejoint/>
  <geom type="box" size=".1 .2 .3"/><geom type="sphere" size=".1" pos=".2 .1 0"/></body></worldbody></mujoco>"""


def stepped(engine, integrator: str, changed: str) -> np.ndarray:
    """The velocity after a step before whose second half a field was changed."""
    m = engine.MjModel.from_xml_string(BODY.format(integrator))
    d = engine.MjData(m)
    d.qvel[:] = [1, 2, 3, 4, 5, 6]
    engine.mj_step1(m, d)
    if changed:
        getattr(d, changed)[...] += 0.1
    engine.mj_step2(m, d)
    return d.qvel.copy()


@pytest.mark.parametrize('changed', ['', 'qvel', 'cvel', 'cdof', 'cdof_dot', 'xmat', 'xpos', 'subtree_com', 'crb', 'M'])
@pytest.mark.parametrize('integrator', ['implicitfast', 'discrete'])
def test_it_follows_from_what_it_does_in_the_wheel(integrator, changed):
    ours, theirs = (stepped(engine, integrator, changed) for engine in (torsor, mujoco))
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-12)


def test_a_velocity_that_was_written_counts():
    """Without gravity or friction a step of a body that turns differs from one of a body that does not."""
    assert np.abs(stepped(torsor, 'implicitfast', 'qvel') - stepped(torsor, 'implicitfast', '') - 0.1).max() > 1e-5
