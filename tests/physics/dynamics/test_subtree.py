"""Velocities and momenta of subtrees: against the wheel and their definitions."""

import mujoco
import numpy as np
import pytest

from reference import worlds
from reference.energy import subtree_velocities
from reference.models import random_model
from torsor.physics.dynamics.subtree import subtree_velocity

FIELDS = 'subtree_linvel', 'subtree_angmom'


@pytest.mark.parametrize('seed', range(10))
def test_agrees_with_the_wheel_and_the_definition(seed):
    m, (d,) = worlds.advanced(random_model(seed), seed)
    data = worlds.copy_data(d)
    for name in FIELDS:
        getattr(data, name)[:] = 7
    worlds.run(subtree_velocity, worlds.copy_model(m), data)
    mujoco.mj_subtreeVel(m, d)
    for name, expected in zip(FIELDS, subtree_velocities(m, d), strict=True):
        np.testing.assert_allclose(getattr(data, name), getattr(d, name), rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(expected, getattr(d, name), rtol=1e-12, atol=1e-12)


def test_raises_its_flag():
    m, (d,) = worlds.advanced(random_model(0), 0)
    assert not d.flg_subtreevel
    data = worlds.copy_data(d)
    worlds.run(subtree_velocity, worlds.copy_model(m), data)
    assert data.flg_subtreevel


def test_a_massless_subtree_stands_still():
    m, (d,) = worlds.advanced(random_model(0), 0)
    m.body_mass[:], m.body_inertia[:], m.body_subtreemass[:] = 0, 0, 0
    data = worlds.copy_data(d)
    worlds.run(subtree_velocity, worlds.copy_model(m), data)
    assert not any(np.any(getattr(data, name)) for name in FIELDS)


def test_many_worlds_give_the_bits_of_one():
    m, several = worlds.advanced(random_model(8), *range(4))
    worlds.assert_lanes_match_worlds([subtree_velocity], FIELDS, m, several)


@pytest.mark.parametrize('seed', range(5))
def test_masses_written_without_new_constants(seed):
    """Masses of subtrees are those of the last `mj_setConst`, those of bodies are the present ones."""
    m, (d,) = worlds.advanced(random_model(seed), seed)
    m.body_mass[1:] *= np.random.default_rng(seed).uniform(0.5, 2.0, m.nbody - 1)
    mujoco.mj_forward(m, d)
    data = worlds.copy_data(d)
    worlds.run(subtree_velocity, worlds.copy_model(m), data)
    mujoco.mj_subtreeVel(m, d)
    for name in FIELDS:
        np.testing.assert_allclose(getattr(data, name), getattr(d, name), rtol=1e-12, atol=1e-12)
