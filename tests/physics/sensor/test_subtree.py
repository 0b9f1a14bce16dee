"""Velocities and momenta of subtrees, and post-constraint forces: computed once per step, and only if someone asks.

The tests name the acceptance criteria (AC1 to AC13) and tests (T1 to T15) of the specification that they are.
"""

import inspect
import subprocess
import sys

import mujoco
import numpy as np
import pytest

import torsor
from reference.adopt import share_state
from torsor.physics.dynamics.subtree import subtree_velocity
from torsor.physics.sensor import subtree as sensors_of_subtrees
from torsor.physics.sensor.table import SENSORS

BALL = '<body name="a" pos="0 0 1"><freejoint/><geom size="0.1" mass="1"/></body>'


def load(body, sensors='', option='<option gravity="0 0 0"/>'):
    xml = f'<mujoco>{option}<worldbody>{body}</worldbody><sensor>{sensors}</sensor></mujoco>'
    m = torsor.MjModel.from_xml_string(xml)
    return m, torsor.MjData(m)


def chain(count, seed=0):
    """A chain of links with random joints and masses."""
    rng, text = np.random.default_rng(seed), ''
    for k in range(count):
        axis, pos = rng.normal(size=3), rng.normal(size=3) * 0.3
        text += (f'<body name="b{k}" pos="{pos[0]} {pos[1]} {pos[2]}"><joint axis="{axis[0]} {axis[1]} {axis[2]}"/>'
                 f'<geom type="box" size="0.1 0.05 0.07" pos="0.1 0 0.02" mass="{rng.uniform(0.5, 2)}"/>')
    return text + '</body>' * count


def brute_force(m, d):
    """Velocity of the centre of mass and angular momentum about it of every subtree, from the motion of every body."""
    linear, angular = np.zeros((m.nbody, 3)), np.zeros((m.nbody, 3))
    motion = np.zeros((m.nbody, 6))
    for b in range(m.nbody):
        torsor.mj_objectVelocity(m, d, torsor.mjtObj.mjOBJ_BODY, b, motion[b], 0)
    for top in range(m.nbody):
        members = [b for b in range(m.nbody) if top in ancestors(m, b)]
        mass = m.body_mass[members]
        if mass.sum() > 0:
            linear[top] = mass @ motion[members, 3:] / mass.sum()
        for b in members:
            axes = d.ximat[b].reshape(3, 3)
            spin = axes @ (m.body_inertia[b] * (axes.T @ motion[b, :3]))
            angular[top] += spin + np.cross(d.xipos[b] - d.subtree_com[top],
                                            m.body_mass[b] * (motion[b, 3:] - linear[top]))
    return linear, angular


def ancestors(m, b):
    found = [b]
    while b > 0:
        b = int(m.body_parentid[b])
        found.append(b)
    return found


def test_AC1_fields_exist():
    m, d = load(BALL)
    assert d.subtree_linvel.shape == d.subtree_angmom.shape == (m.nbody, 3)
    assert isinstance(d.flg_subtreevel, bool)


def test_AC2_T1_velocity_of_a_free_body():
    m, d = load(BALL)
    d.qvel[:3] = 1, 2, 3
    torsor.mj_forward(m, d)
    torsor.mj_subtreeVel(m, d)
    np.testing.assert_allclose(d.subtree_linvel, [(1, 2, 3)] * 2, rtol=1e-15)


def test_AC3_T2_velocities_are_weighted_by_mass():
    m, d = load("""<body name="a"><joint type="slide" axis="1 0 0"/><geom size="0.1" mass="2"/>
      <body name="b" pos="1 0 0"><joint type="slide" axis="1 0 0"/><geom size="0.1" mass="1"/>
        <body pos="1 0 0"><joint type="slide" axis="1 0 0"/><geom size="0.1" mass="1"/></body></body></body>""")
    d.qvel[:] = 1, 3, -4  # so that the bodies move with 1, 4 and 0
    torsor.mj_forward(m, d)
    torsor.mj_subtreeVel(m, d)
    np.testing.assert_allclose(d.subtree_linvel[:, 0], (1.5, 1.5, 2, 0), atol=1e-15)


def test_AC4_T3_spin():
    m, d = load('<body name="a"><inertial pos="0 0 0" mass="1" diaginertia="1.5 1.5 2"/><joint axis="0 0 1"/></body>')
    d.qvel[:] = 3
    torsor.mj_forward(m, d)
    torsor.mj_subtreeVel(m, d)
    np.testing.assert_allclose(d.subtree_angmom[1], (0, 0, 6), atol=1e-14)


def test_AC5_T4_orbit_and_spin():
    m, d = load("""<body><joint axis="0 0 1"/><inertial pos="0 0 0" mass="2" diaginertia="1 1 0.5"/>
      <body pos="1 0 0"><inertial pos="0 0 0" mass="1" diaginertia="0.1 0.1 0.2"/></body>
      <body pos="-1 0 0"><inertial pos="0 0 0" mass="1" diaginertia="0.1 0.1 0.2"/></body></body>""")
    d.qvel[:] = 3
    torsor.mj_forward(m, d)
    torsor.mj_subtreeVel(m, d)
    np.testing.assert_allclose(d.subtree_angmom[0], (0, 0, 3 * (0.5 + 2 * 0.2 + 2 * 1)), atol=1e-13)


@pytest.mark.parametrize('kind', ['subtreecom', 'subtreelinvel', 'subtreeangmom'])
def test_AC6_T5_T6_T11_sensors_are_the_wheels(kind):
    xml = (f'<mujoco><worldbody>{chain(5)}{BALL}</worldbody><sensor>'
           + ''.join(f'<{kind} body="{body}"/>' for body in ('b0', 'b2', 'b4', 'a', 'world')) + '</sensor></mujoco>')
    rm, m = mujoco.MjModel.from_xml_string(xml), torsor.MjModel.from_xml_string(xml)
    rd, d = mujoco.MjData(rm), torsor.MjData(m)
    rd.qvel[:] = np.random.default_rng(3).normal(size=rm.nv)
    rd.qpos[:5] = 1, -0.5, 0.3, 2, -1
    share_state(d, rd)
    mujoco.mj_forward(rm, rd)
    torsor.mj_forward(m, d)
    np.testing.assert_allclose(d.sensordata, rd.sensordata, rtol=0, atol=1e-13)


def test_AC7_one_pass_over_bodies_without_walks_to_the_root():
    assert 'while' not in inspect.getsource(subtree_velocity.kernel.py_func)


@pytest.mark.parametrize('sensors', ['', '<clock/>', '<framelinacc objtype="body" objname="a"/>'])
def test_AC8_T7_nothing_is_computed_unless_someone_asks(sensors):
    m, d = load(BALL, sensors)
    d.qvel[:] = 1
    torsor.mj_forward(m, d)
    assert not d.flg_subtreevel
    assert not d.subtree_linvel.any()
    assert not d.subtree_angmom.any()
    assert d.flg_rnepost == ('acc' in sensors)


def test_AC9_T8_what_is_known_is_not_computed_again():
    m, d = load(chain(5), ''.join(f'<subtreelinvel body="b{k}"/>' for k in range(5)))
    d.qvel[:] = 1
    torsor.mj_forward(m, d)
    assert d.flg_subtreevel
    np.testing.assert_array_equal(d.sensordata.reshape(5, 3), d.subtree_linvel[1:])
    d.subtree_linvel[:] = 7  # who reads again without a new velocity stage gets what is there
    torsor.mj_sensorVel(m, d)
    np.testing.assert_array_equal(d.sensordata, 7)


def test_AC9_forces_of_bodies_are_computed_once():
    m, d = load(BALL, '<framelinacc objtype="body" objname="a"/>' * 3)
    torsor.mj_forward(m, d)
    assert d.flg_rnepost
    d.cacc[:] = 7
    torsor.mj_sensorAcc(m, d)
    assert (np.abs(d.sensordata) >= 6).all()


def test_AC10_the_next_velocity_stage_forgets():
    m, d = load(BALL, '<subtreelinvel body="a"/>')
    torsor.mj_step(m, d)
    assert d.flg_subtreevel
    torsor.mj_fwdVelocity(m, d)
    assert not d.flg_subtreevel
    d.qvel[:3] = 4, 5, 6
    torsor.mj_step(m, d)
    np.testing.assert_allclose(d.sensordata, (4, 5, 6), rtol=1e-14)


def test_AC11_T10_reset():
    m, d = load(BALL, '<subtreelinvel body="a"/><subtreeangmom body="a"/>')
    d.qvel[:] = 1
    torsor.mj_step(m, d)
    torsor.mj_resetData(m, d)
    assert not d.flg_subtreevel
    assert not d.subtree_linvel.any()
    assert not d.subtree_angmom.any()


def test_AC12_centres_of_mass_are_read_from_their_field():
    m, d = load(BALL, '<subtreecom body="a"/>')
    torsor.mj_forward(m, d)
    d.subtree_com[1] = 1, 2, 3
    torsor.mj_sensorPos(m, d)
    np.testing.assert_array_equal(d.sensordata, (1, 2, 3))


def test_AC13_there_is_one_place_that_computes_them():
    kinds = torsor.mjtSensor.mjSENS_SUBTREELINVEL, torsor.mjtSensor.mjSENS_SUBTREEANGMOM
    assert {SENSORS[kind] for kind in kinds} == {sensors_of_subtrees.subtree_velocity_sensor}
    assert 'for ' not in inspect.getsource(sensors_of_subtrees.subtree_velocity_sensor.kernel.py_func)


def test_T9_T12_one_pass_is_as_good_as_summing_over_every_subtree():
    m, d = load(chain(10) + BALL)
    rng = np.random.default_rng(1)
    d.qpos[:10], d.qvel[:] = rng.normal(size=10), rng.normal(size=m.nv)
    torsor.mj_forward(m, d)
    torsor.mj_subtreeVel(m, d)
    linear, angular = brute_force(m, d)
    np.testing.assert_allclose(d.subtree_linvel, linear, rtol=0, atol=1e-13)
    np.testing.assert_allclose(d.subtree_angmom, angular, rtol=0, atol=1e-12)


def test_T13_bodies_without_mass():
    m, d = load("""<body name="a"><joint type="slide" axis="1 0 0"/><geom size="0.1" mass="2"/>
      <body name="middle" pos="1 0 0"><body name="b"><joint type="slide" axis="1 0 0"/><geom size="0.1" mass="1"/>
        <body name="end"/></body></body></body>""")
    d.qvel[:] = 1, 2
    torsor.mj_forward(m, d)
    torsor.mj_subtreeVel(m, d)
    np.testing.assert_allclose(d.subtree_linvel[:, 0], (5 / 3, 5 / 3, 3, 3, 0), rtol=1e-15)
    assert np.isfinite(d.subtree_angmom).all()


def test_T14_sensors_that_are_switched_off_ask_for_nothing():
    m, d = load(BALL, '<subtreelinvel body="a"/>', '<option><flag sensor="disable"/></option>')
    d.qvel[:] = 1
    torsor.mj_step(m, d)
    assert not d.flg_subtreevel
    assert not d.subtree_linvel.any()
    assert not d.sensordata.any()


def test_T15_what_sleeps_counts():
    m, d = load(BALL + '<body name="z" pos="3 0 1" sleep="init"><freejoint/><geom size="0.1" mass="1"/></body>',
                '<subtreelinvel body="world"/>', '<option gravity="0 0 0"><flag sleep="enable"/></option>')
    d.qvel[:3] = 1, 2, 3
    torsor.mj_forward(m, d)
    assert d.tree_asleep[1] >= 0 > d.tree_asleep[0]
    np.testing.assert_allclose(d.sensordata, (0.5, 1, 1.5), rtol=1e-14)
    np.testing.assert_array_equal(d.subtree_linvel[2], 0)


WITHOUT_SENSORS = """
import torsor
from torsor.jit.stage import STAGES
from torsor.physics.world import SCALAR
m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>')
torsor.mj_step(m, torsor.MjData(m))
known = [stage for stage in STAGES.values() if stage.slot(SCALAR)[0]]
print(*[stage.name for stage in known if '.sensor.' in stage.kernel.py_func.__module__])
"""


def test_a_model_without_sensors_compiles_none_of_them():
    run = subprocess.run([sys.executable, '-c', WITHOUT_SENSORS], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
