"""Passive forces: against the wheel, against virtual work, and of many worlds against one."""

from operator import attrgetter

import mujoco
import numpy as np
import pytest

from reference import passive as reference
from reference import worlds
from reference.models import random_model, random_state
from torsor.jit import callback, stage
from torsor.jit.stage import jit_enabled
from torsor.physics.force.energy import energy_position
from torsor.physics.force.passive import passive, yield_joints, yield_tendons

FORCES = ('qfrc_spring', 'qfrc_damper', 'qfrc_gravcomp', 'qfrc_fluid', 'qfrc_adhesion', 'qfrc_passive')
FLAGS = ('', 'spring="disable"', 'damper="disable"', 'gravity="disable"', 'spring="disable" damper="disable"')
CLOSE = dict(rtol=1e-12, atol=1e-12)

VARYING = (
    'opt.density', 'opt.viscosity', 'opt.wind', 'opt.gravity', 'opt.timestep', 'qpos_spring',
    'body_gravcomp', 'body_inertia', 'geom_size', 'geom_fluid',
    'jnt_stiffness', 'jnt_stiffnesspoly', 'jnt_springyield', 'dof_damping', 'dof_dampingpoly',
    'tendon_stiffness', 'tendon_stiffnesspoly', 'tendon_springyield', 'tendon_lengthspring',
    'tendon_damping', 'tendon_dampingpoly', 'actuator_gear', 'actuator_damping', 'actuator_dampingpoly',
)

ROPE = """<mujoco>
  <worldbody><body><joint name="slide" type="slide"/><geom size="0.1"/></body></worldbody>
  <tendon>
    <fixed springlength="0 0.2" springyield="0.3" stiffness="1"><joint joint="slide" coef="1"/></fixed>
  </tendon>
</mujoco>"""

STICKY = """<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 1" adhesion="2"/>
    <body pos="0 0 0.049">
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.05" adhesion="3"/>
      <body pos="0.3 0 0.01" euler="10 20 30">
        <joint axis="0 1 0"/>
        <geom type="box" size="0.1 0.1 0.05" adhesion="1"/>
      </body>
    </body>
  </worldbody>
</mujoco>"""


@stage
def yield_springs(m, d):
    """What an integrator that moved the joints with qvel does at its end."""
    yield_joints(m, d)
    yield_tendons(m, d, d.qvel)


def computed(m, d):
    """Our passive forces for a data of the wheel; the fields start dirty."""
    model, data = worlds.copy_model(m), worlds.copy_data(d)
    for name in FORCES:
        getattr(data, name)[:] = 7
    worlds.run(passive, model, data)
    return {name: getattr(data, name) for name in FORCES}


@pytest.mark.parametrize('seed', range(10))
def test_reference_agrees_with_the_wheel(seed):
    m, (d,) = worlds.advanced(random_model(seed, flags=FLAGS[seed % len(FLAGS)]), seed)
    for name, force in reference.passive_forces(m, d).items():
        np.testing.assert_allclose(force, getattr(d, name), **CLOSE, err_msg=name)
    np.testing.assert_allclose(reference.actuator_forces(m, d), d.qfrc_actuator, **CLOSE)


@pytest.mark.parametrize('seed', range(20))
def test_agrees_with_the_wheel_and_with_virtual_work(seed):
    m, (d,) = worlds.advanced(random_model(seed, flags=FLAGS[seed % len(FLAGS)]), seed + 1)
    expected = reference.passive_forces(m, d)
    for name, force in computed(m, d).items():
        np.testing.assert_allclose(force, getattr(d, name), **CLOSE, err_msg=name)
        np.testing.assert_allclose(force, expected[name], **CLOSE, err_msg=name)


def test_flags_of_springs_and_dampers_together_switch_everything_off():
    m, (d,) = worlds.advanced(random_model(3), 3)
    assert np.any(computed(m, d)['qfrc_gravcomp'])
    m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_SPRING | mujoco.mjtDisableBit.mjDSBL_DAMPER
    assert not any(np.any(force) for force in computed(m, d).values())


@pytest.fixture
def users_force(monkeypatch):
    """Collects what a Python callback for passive forces saw; it is set for the process while the test runs."""
    seen = []
    monkeypatch.setattr(callback, 'python_handler', lambda kind, m, d, i, j: seen.append(kind) or 0.0)
    callback.passive.flag[0] = 1
    yield seen
    callback.passive.flag[0] = 0


def test_the_users_callback_is_called_once_and_obeys_the_flags(users_force):
    m, (d,) = worlds.advanced(random_model(3), 3)
    worlds.run(passive, worlds.copy_model(m), worlds.copy_data(d))
    assert users_force == ['passive']
    m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_SPRING | mujoco.mjtDisableBit.mjDSBL_DAMPER
    worlds.run(passive, worlds.copy_model(m), worlds.copy_data(d))
    assert users_force == ['passive']


def test_gravity_compensation_needs_its_flag():
    m, (d,) = worlds.advanced(random_model(3), 3)
    m.flg_gravcomp = False
    assert not np.any(computed(m, d)['qfrc_gravcomp'])


@pytest.mark.skipif(not jit_enabled(), reason='contacts lie in the arena, which this test replaces by address')
def test_adhesion_pulls_along_contact_normals():
    m = mujoco.MjModel.from_xml_string(STICKY)
    d = mujoco.MjData(m)
    d.qpos[7] = 0.2
    mujoco.mj_forward(m, d)
    assert d.ncon == 5
    data = worlds.copy_data(d)
    worlds.add_contacts(data, d)
    worlds.run(passive, worlds.copy_model(m), data)
    np.testing.assert_allclose(data.qfrc_adhesion, d.qfrc_adhesion, **CLOSE)
    np.testing.assert_allclose(data.qfrc_passive, d.qfrc_passive, **CLOSE)


@pytest.mark.parametrize('seed', range(10))
def test_references_yield_as_in_the_wheel(seed):
    m, (d,) = worlds.advanced(random_model(seed), seed)
    before, lengths = d.plastic.copy(), d.ten_length.copy()
    rows = [reference.tendon_jacobian(m, d, t) for t in range(m.ntendon)]
    mujoco.mj_step(m, d)
    after = d.plastic.copy()
    assert not np.array_equal(before, after)
    lengths += m.opt.timestep * np.array([row @ d.qvel for row in rows])
    np.testing.assert_allclose(reference.yielded_plastic(m, d, before, lengths), after, **CLOSE)
    d.plastic[:] = before
    data = worlds.copy_data(d)
    worlds.run(yield_springs, worlds.copy_model(m), data)
    np.testing.assert_allclose(data.plastic, after, **CLOSE)


def test_springs_that_are_off_do_not_yield():
    m, (d,) = worlds.advanced(random_model(0, flags='spring="disable"'), 0)
    before = d.plastic.copy()
    mujoco.mj_step(m, d)
    np.testing.assert_array_equal(d.plastic, before)
    data = worlds.copy_data(d)
    worlds.run(yield_springs, worlds.copy_model(m), data)
    np.testing.assert_array_equal(data.plastic, before)


@pytest.mark.parametrize(('length', 'band', 'expected'), [
    (1.0, (0.0, 0.2), (0.0, 0.7)),
    (1.0, (0.1, 0.2), (0.6, 0.7)),
    (-1.0, (0.0, 0.2), (-0.7, -0.5)),
    (0.4, (0.0, 0.2), (0.0, 0.2)),
])
def test_a_rope_stays_loose_from_zero_length(length, band, expected):
    m = mujoco.MjModel.from_xml_string(ROPE)
    d = mujoco.MjData(m)
    d.qpos[0], d.plastic[:] = length, band
    mujoco.mj_fwdPosition(m, d)
    data = worlds.copy_data(d)
    worlds.run(yield_springs, worlds.copy_model(m), data)
    np.testing.assert_allclose(data.plastic, expected, **CLOSE)


def test_many_worlds_give_the_bits_of_one():
    m, several = worlds.advanced(random_model(5), *range(4))
    worlds.assert_lanes_match_worlds([passive, yield_springs], (*FORCES, 'plastic'), m, several)


def test_models_may_differ_from_world_to_world():
    models = [mujoco.MjModel.from_xml_string(random_model(5)) for _ in range(4)]
    several = []
    for k, m in enumerate(models):
        for name in VARYING:
            value = attrgetter(name)(m)
            if np.ndim(value):
                value[...] *= k
            else:
                setattr(m.opt, name.removeprefix('opt.'), k * value)
        d = mujoco.MjData(m)
        random_state(m, d, k)
        mujoco.mj_fwdPosition(m, d)
        mujoco.mj_fwdVelocity(m, d)
        several.append(d)
    fields = (*FORCES, 'plastic', 'energy')
    worlds.assert_lanes_match_worlds([passive, yield_springs, energy_position], fields, models, several, VARYING)
