"""Pushing an actuator: a mass on a rail has a velocity that is a geometric series."""

import numpy as np
import pytest

import torsor
from torsor.physics.actuator_length_range import push

RAIL = """<mujoco><option timestep="0.01" gravity="0 0 0"/>
  <worldbody><body><joint name="x" type="slide"/><geom size=".1" mass="3"/></body></worldbody>
  <actuator><motor joint="x" gear="-2"/></actuator></mujoco>"""


def pushed(accel, most):
    m = torsor.MjModel.from_xml_string(RAIL)
    d, ends = torsor.MjData(m), np.zeros(2)
    push(m, d, 0, accel, most, 0.9, 0.995, 0.2, ends, np.zeros(1))
    return ends, d


@pytest.mark.parametrize('accel', [5.0, -5.0])
@pytest.mark.parametrize('most', [0.0, 6.0, 100.0])
def test_a_mass_on_a_rail(accel, most):
    acceleration = -accel * (6.0 / 15.0 if most == 6.0 else 1.0)  # along a moment of -2, by at most `most` newtons
    position, velocity, lengths = 0.0, 0.0, []
    for step in range(1, 101):
        lengths.append((step, -2.0 * position))
        velocity = 0.9 * velocity + 0.01 * acceleration
        position += 0.01 * velocity
    late = [length for step, length in lengths if 0.01 * step > 0.795]
    ends, d = pushed(accel, most)
    assert ends == pytest.approx([min(late), max(late)], rel=1e-12)
    assert d.qpos[0] == pytest.approx(position, rel=1e-12)


def test_two_pushes_have_the_same_bits():
    assert pushed(5.0, 6.0)[0].tobytes() == pushed(5.0, 6.0)[0].tobytes()
