"""Fluid forces: against the wheel and the slow formulas in every regime, and laws of the single terms."""

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import worlds
from reference.fluid import fluid_forces
from reference.models import random_model
from torsor.jit.values import Vec3, dot
from torsor.physics.force.fluid import added_mass, angular_drag, box_wrench, fluid, lift_and_drag

CLOSE = dict(rtol=1e-12, atol=1e-12)
vectors = st.builds(Vec3, *[st.floats(-3, 3)] * 3)
sizes = st.builds(Vec3, *[st.floats(0.01, 2)] * 3)


def computed(m, d):
    data = worlds.copy_data(d)
    data.qfrc_fluid[:] = 7
    worlds.run(fluid, worlds.copy_model(m), data)
    return data.qfrc_fluid


@pytest.mark.parametrize(('density', 'viscosity', 'wind', 'speed'), [
    (10, 1, (1, 2, 3), 1),
    (1000, 0, (0, 0, 0), 1),
    (0, 2, (0, 0, 0), 1),
    (10, 1, (1, 2, 3), 0),
    (10, 1, (0, 0, 0), 0),
    (10, 0, (0, 0, 0), 1e-8),
    (-5, 1, (0, 0, 0), 1),
    (5, -1, (0, 0, 0), 1),
])
def test_agrees_with_the_wheel_and_the_slow_formulas(density, viscosity, wind, speed):
    m, several = worlds.advanced(random_model(4), *range(3))
    m.opt.density, m.opt.viscosity, m.opt.wind[:] = density, viscosity, wind
    for d in several:
        d.qvel *= speed
        mujoco.mj_forward(m, d)
        np.testing.assert_allclose(fluid_forces(m, d), d.qfrc_fluid, **CLOSE)
        np.testing.assert_allclose(computed(m, d), d.qfrc_fluid, **CLOSE)


def test_the_interaction_coefficient_scales_ellipsoids_and_selects_the_model():
    m, (d,) = worlds.advanced(random_model(4), 4)
    shaped = np.flatnonzero(m.geom_fluid[:, 0])
    assert 0 < len(shaped) < m.ngeom
    for scale in (0.5, -1, 0):
        m.geom_fluid[shaped[0], 0] = scale
        mujoco.mj_forward(m, d)
        np.testing.assert_allclose(computed(m, d), d.qfrc_fluid, **CLOSE)


def test_bodies_without_mass_and_impossible_inertias():
    m, (d,) = worlds.advanced(random_model(4), 4)
    m.geom_fluid[:, 0] = 0
    m.body_mass[1], m.body_inertia[2] = 0, (1, 1, 5)
    mujoco.mj_passive(m, d)
    np.testing.assert_allclose(computed(m, d), d.qfrc_fluid, **CLOSE)


@given(sizes, vectors, vectors)
def test_added_mass_does_no_work(mass, w, v):
    wrench = added_mass(mass, Vec3(*mass[::-1]), w, v)
    size = (1 + dot(mass, mass)) * (1 + dot(w, w)) * (1 + dot(v, v))
    assert abs(dot(wrench.ang, w) + dot(wrench.lin, v)) <= 1e-12 * size


@given(sizes, vectors)
def test_lift_is_across_the_flow_and_drag_against_it(r, v):
    assert abs(dot(lift_and_drag(r, 0.0, 0.0, 1.0, v), v)) <= 1e-10 * (1 + dot(v, v)) ** 2
    assert dot(lift_and_drag(r, 0.5, 0.25, 0.0, v), v) <= 0


@given(sizes, vectors)
def test_rotation_is_damped(r, w):
    assert dot(angular_drag(r, 1.5, 0.25, w), w) <= 0


@given(sizes, vectors, vectors)
def test_boxes_are_slowed_down(inertia, w, v):
    wrench = box_wrench(2.0, inertia, 10.0, 0.5, w, v)
    assert dot(wrench.ang, w) <= 0
    assert dot(wrench.lin, v) <= 0


def test_many_worlds_give_the_bits_of_one():
    m, several = worlds.advanced(random_model(6), *range(4))
    worlds.assert_lanes_match_worlds([fluid], ['qfrc_fluid'], m, several)
