"""Transmissions to sites, cranks, contacts and rotations: against the wheel, Jacobians and finite differences."""

import mujoco
import numpy as np
import pytest

import torsor
from reference.adopt import share_state, twins

ARM = """<mujoco><worldbody><site name="w" pos=".1 .2 .3" euler="10 20 30"/>
  <body pos="0 0 1"><joint type="ball" name="ball"/><geom size=".1" pos=".1 0 0"/>
    <site name="r" pos=".1 .05 0" euler="40 10 5"/>
    <body pos=".3 0 0"><joint axis="1 1 0"/><geom size=".1" pos=".1 0 .1"/>
      <site name="s" pos=".1 .05 0.1" euler="-40 10 5"/></body>
    <body pos="-.3 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".1 0 .1"/>
      <site name="q" pos=".1 .05 0.1" euler="-40 10 55"/></body></body>
  <geom type="plane" size="1 1 1"/>
  <body name="box" pos="0 1 0.099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body name="hover" pos="1 1 0.105"><freejoint/><geom type="box" size=".1 .1 .1" gap="0.01"/></body></worldbody>
  <actuator><motor site="s" gear="1 2 3 4 5 6"/><motor site="w" gear="1 2 3 4 5 6"/>
    <motor site="s" refsite="r" gear="1 2 3 0 0 0"/><motor site="s" refsite="r" gear="0 0 0 1 2 3"/>
    <motor site="s" refsite="w" gear="1 2 3 0 0 0"/><motor site="s" refsite="q" gear="1 2 3 4 5 6"/>
    <motor cranksite="s" slidersite="q" cranklength=".01" gear="2"/>
    <motor cranksite="s" slidersite="q" cranklength="1" gear="2"/>
    <motor cranksite="s" slidersite="w" cranklength="2"/>
    <orientation site="s" refsite="q"/><orientation joint="ball"/>
    <adhesion body="box" ctrlrange="0 1"/><adhesion body="hover" ctrlrange="0 1"/></actuator></mujoco>"""


def dense(m, d) -> np.ndarray:
    """The moments as a matrix."""
    moment = np.zeros((m.nout, m.nv))
    for out, (start, count) in enumerate(zip(d.moment_rowadr, d.moment_rownnz)):
        moment[out, d.moment_colind[start:start + count]] = d.actuator_moment[start:start + count]
    return moment


@pytest.fixture(scope='module')
def arm():
    return twins(ARM)


def pose(rd, rm, seed):
    rd.qpos[:] = rm.qpos0
    rd.qpos[:6] += np.random.default_rng(seed).normal(size=6) * 0.4
    mujoco.mj_normalizeQuat(rm, rd.qpos)


@pytest.mark.parametrize('seed', range(5))
def test_lengths_and_moments_are_the_wheels(arm, seed):
    m, d, rm, rd = arm
    pose(rd, rm, seed)
    share_state(d, rd)
    mujoco.mj_forward(rm, rd)
    torsor.mj_forward(m, d)
    np.testing.assert_allclose(d.actuator_length, rd.actuator_length, rtol=0, atol=1e-13)
    np.testing.assert_allclose(dense(m, d), dense(rm, rd), rtol=0, atol=1e-13)
    exact = [0, 1, 2, 3, 4, 5, *range(9, 15)]  # rows of cranks and contacts have the wheel's rounding as entries
    np.testing.assert_array_equal(d.moment_rownnz[exact], rd.moment_rownnz[exact])


def test_the_moment_at_a_site_is_its_jacobian(arm):
    m, d, rm, rd = arm
    pose(rd, rm, 9)
    share_state(d, rd)
    torsor.mj_forward(m, d)
    jacp, jacr, s = np.zeros((3, m.nv)), np.zeros((3, m.nv)), m.site('s').id
    torsor.mj_jacSite(m, d, jacp, jacr, s)
    axes = d.site_xmat[s].reshape(3, 3)
    np.testing.assert_allclose(dense(m, d)[0], axes @ (1, 2, 3) @ jacp + axes @ (4, 5, 6) @ jacr, atol=1e-14)


def test_the_moment_of_a_crank_is_the_gradient_of_its_length(arm):
    m, d, rm, rd = arm
    pose(rd, rm, 9)
    share_state(d, rd)
    torsor.mj_forward(m, d)
    moment, start, rows = dense(m, d), d.qpos.copy(), slice(6, 9)
    for i in range(5):
        lengths = []
        for step in (1e-6, -1e-6):
            d.qpos[:] = start
            torsor.mj_integratePos(m, d.qpos, np.eye(m.nv)[i], step)
            torsor.mj_forward(m, d)
            lengths.append(d.actuator_length[rows].copy())
        np.testing.assert_allclose((lengths[0] - lengths[1]) / 2e-6, moment[rows, i], atol=1e-8)
    assert (np.abs(moment[rows]).max(axis=1) > 0.1).all()


def test_adhesion_pulls_a_body_onto_the_ground(arm):
    m, d, rm, rd = arm
    pose(rd, rm, 1)
    share_state(d, rd)
    torsor.mj_forward(m, d)
    moment = dense(m, d)[-2:]
    for row, body in zip(moment, ('box', 'hover')):  # one rests, one is only near
        dofs = m.body_dofadr[m.body(body).id] + np.arange(6)
        np.testing.assert_allclose(row[dofs], (0, 0, -1, 0, 0, 0), atol=1e-14)
        assert np.count_nonzero(np.abs(row) > 1e-14) == 1


def test_the_pattern_of_a_moment_is_the_same_in_every_pose():
    """Worlds that share registers share it; the wheel leaves out entries that are zero in the present pose."""
    xml = """<mujoco><worldbody><body><freejoint/><geom size=".1"/><site name="s"/></body></worldbody>
      <actuator><motor site="s" gear="0 0 1 0 0 0"/></actuator></mujoco>"""
    m, d, rm, rd = twins(xml)
    for quat, entries in (((1, 0, 0, 0), 1), ((0.8, 0.6, 0, 0), 2)):
        rd.qpos[3:] = quat
        share_state(d, rd)
        mujoco.mj_forward(rm, rd)
        torsor.mj_forward(m, d)
        np.testing.assert_allclose(dense(m, d), dense(rm, rd), rtol=0, atol=1e-15)
        assert (d.moment_rownnz.item(), rd.moment_rownnz.item()) == (6, entries)
