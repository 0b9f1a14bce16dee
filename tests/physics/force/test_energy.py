"""Energies: against the wheel, their definitions, and the forces that are their gradients."""

import mujoco
import numpy as np
import pytest

from reference import energy as reference
from reference import worlds
from reference.models import random_model
from torsor.physics.force.energy import energy_position, energy_velocity

FLAGS = ('', 'spring="disable"', 'gravity="disable"', 'spring="disable" gravity="disable"')


def computed(m, d):
    model, data = worlds.copy_model(m), worlds.copy_data(d)
    data.energy[:] = 7
    worlds.run(energy_position, model, data)
    worlds.run(energy_velocity, model, data)
    return data


@pytest.mark.parametrize('seed', range(12))
def test_agrees_with_the_wheel_and_the_definitions(seed):
    m, (d,) = worlds.advanced(random_model(seed, flags=FLAGS[seed % len(FLAGS)]), seed)
    mujoco.mj_energyPos(m, d)
    mujoco.mj_energyVel(m, d)
    mass_matrix = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, d, mass_matrix)
    expected = reference.potential_energy(m, d), reference.kinetic_energy(m, d, mass_matrix)
    np.testing.assert_allclose(expected, d.energy, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(computed(m, d).energy, d.energy, rtol=1e-12, atol=1e-12)


def test_stages_raise_their_flags():
    m, (d,) = worlds.advanced(random_model(1), 1)
    assert not d.flg_energypos
    assert not d.flg_energyvel
    data = computed(m, d)
    assert data.flg_energypos
    assert data.flg_energyvel


@pytest.mark.parametrize('seed', range(5))
def test_springs_and_gravity_work_at_the_expense_of_potential_energy(seed):
    """dE/dt = -(spring - gravity bias) . qvel, by central differences of our energy along the motion."""
    m, (d,) = worlds.advanced(random_model(seed), seed)
    moved, energies, step = mujoco.MjData(m), [], 1e-6
    for sign in (-1, 1):
        moved.qpos[:], moved.plastic[:] = d.qpos, d.plastic
        mujoco.mj_integratePos(m, moved.qpos, d.qvel, sign * step)
        mujoco.mj_fwdPosition(m, moved)
        energies.append(computed(m, moved).energy[0])
    weight = mujoco.MjData(m)
    weight.qpos[:] = d.qpos
    mujoco.mj_forward(m, weight)  # at rest the bias force is gravity's
    power = (d.qfrc_spring - weight.qfrc_bias) @ d.qvel
    assert (energies[1] - energies[0]) / (2 * step) == pytest.approx(-power, rel=1e-6, abs=1e-6)


def test_many_worlds_give_the_bits_of_one():
    m, several = worlds.advanced(random_model(7), *range(4))
    worlds.assert_lanes_match_worlds([energy_position, energy_velocity], ['energy'], m, several)
