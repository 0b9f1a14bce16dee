"""Forces of contacts that stick: what is told of them is what they do to bodies, rows less adhesion."""

import mujoco
import numpy as np
import pytest

import torsor

BALL = """<mujoco><option cone="{cone}"/>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1" adhesion="{adhesion}"/>
    <body name="ball" pos="0 0 .099"><freejoint/><site name="all" size=".3"/>
      <geom name="ball" size=".1" mass="1" condim="{dim}"/></body>
  </worldbody>
  <sensor>
    <contact geom1="floor" geom2="ball" data="found force torque" num="1" reduce="none"/>
    <contact geom1="floor" data="force" reduce="netforce"/>
    <contact geom1="floor" data="force" reduce="maxforce"/>
    <touch site="all"/>
  </sensor></mujoco>"""
WEIGHT = 9.81  # [N]


def settled(engine, lift: float, **settings):
    """What is told of the contact of a ball at rest that is lifted by some force."""
    m = engine.MjModel.from_xml_string(BALL.format(**settings))
    d = engine.MjData(m)
    d.xfrc_applied[1, 2] = lift
    engine.mj_step(m, d, 500)
    engine.mj_forward(m, d)
    force = np.zeros(6)
    engine.mj_contactForce(m, d, 0, force)
    engine.mj_rnePostConstraint(m, d)
    return np.concatenate((d.sensordata, force)), d.cfrc_ext[1, 5] - lift


@pytest.mark.parametrize('lift', [0.0, 7.0])
@pytest.mark.parametrize('dim', [1, 3, 6])
@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
def test_contacts_tell_the_force_on_bodies(cone, dim, lift):
    told, borne = settled(torsor, lift, cone=cone, adhesion=5, dim=dim)
    expected, _ = settled(mujoco, lift, cone=cone, adhesion=5, dim=dim)
    np.testing.assert_allclose(told, expected, atol=1e-10)
    assert told[1] == pytest.approx(WEIGHT - lift, abs=1e-5)
    assert borne == pytest.approx(WEIGHT - lift, abs=1e-5)
