"""Gravity compensation: a fully compensated model floats."""

import mujoco
import numpy as np

from reference import worlds
from reference.models import random_model
from torsor.physics.force.gravcomp import gravity_compensation


def test_full_compensation_cancels_the_bias_force_at_rest():
    m, (d,) = worlds.advanced(random_model(2), 2)
    d.qvel[:] = 0
    mujoco.mj_forward(m, d)
    m.body_gravcomp[:] = 1
    data = worlds.copy_data(d)
    worlds.run(gravity_compensation, worlds.copy_model(m), data)
    assert np.abs(d.qfrc_bias).max() > 1
    np.testing.assert_allclose(data.qfrc_gravcomp, d.qfrc_bias, rtol=1e-12, atol=1e-12)


def test_only_compensated_bodies_carry_their_weight():
    m, (d,) = worlds.advanced(random_model(2), 2)
    m.body_gravcomp[:] = 0
    m.body_gravcomp[m.nbody - 1] = 0.3
    data = worlds.copy_data(d)
    worlds.run(gravity_compensation, worlds.copy_model(m), data)
    jacobian = np.zeros((3, m.nv))
    mujoco.mj_jacBodyCom(m, d, jacobian, None, m.nbody - 1)
    expected = jacobian.T @ (-0.3 * m.body_mass[m.nbody - 1] * m.opt.gravity)
    np.testing.assert_allclose(data.qfrc_gravcomp, expected, rtol=1e-12, atol=1e-12)
