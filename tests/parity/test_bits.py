"""Poses and contacts of simple shapes are those of the wheel to the last bit.

So scenes on a grid, where shapes touch exactly and distances are zero but for rounding, have the same contacts. Where
the wheel is built with fused multiply-adds it rounds differently; there the last digits may differ.
"""

import platform

import mujoco
import numpy as np
import pytest

import torsor
from physics.collision.pairs import SIZES

SLACK = 0.0 if platform.machine() in ('x86_64', 'AMD64') else 1e-14
PAIRS = ('plane sphere', 'plane capsule', 'plane cylinder', 'plane box', 'sphere sphere', 'sphere capsule',
         'sphere cylinder', 'sphere box', 'capsule capsule')
POSES = ('xpos', 'xquat', 'xmat', 'xanchor', 'xaxis', 'geom_xpos', 'geom_xmat', 'site_xpos', 'site_xmat')
NESTED = """<mujoco><worldbody>
  <body pos=".1 .2 .3" quat="1 1 0 0"><freejoint/><geom size=".1" pos=".1 0 .2" quat="1 2 3 4"/>
    <body pos=".1 0 .2" quat="1 0 1 0"><joint type="ball" pos=".1 .2 .3"/><geom size=".1" quat="0 1 0 1"/>
      <body pos="0 .3 0" quat="4 3 2 1"><joint type="slide" axis="1 2 3"/><joint type="slide" axis="0 1 0"/>
        <geom size=".1" pos=".4 .5 .6"/><site pos=".1 .2 .3" quat="1 2 3 4"/>
  </body></body></body></worldbody></mujoco>"""
RIGHT_ANGLES = np.array([(1, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 0, 0), (1, 1, 1, 1)], float)


def assert_same(ours, theirs):
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=SLACK)


def test_poses():
    """Of everything but hinges, whose sine and cosine are our own."""
    m, rm = torsor.MjModel.from_xml_string(NESTED), mujoco.MjModel.from_xml_string(NESTED)
    d, rd, rng = torsor.MjData(m), mujoco.MjData(rm), np.random.default_rng(0)
    for _ in range(100):
        rd.qpos[:] = d.qpos[:] = rng.normal(size=m.nq)
        torsor.mj_kinematics(m, d)
        mujoco.mj_kinematics(rm, rd)
        for field in POSES:
            assert_same(getattr(d, field), getattr(rd, field))


def both(first: str, second: str, sizes, margin: float):
    """The same two geoms in both engines, free to be put anywhere."""
    geoms = [f'<body><geom name="{k}" type="{kind}" size="{" ".join(map(repr, map(float, size)))}"/>'
             f'{"" if kind == "plane" else "<freejoint/>"}</body>'
             for k, (kind, size) in enumerate(zip((first, second), sizes))]
    xml = f"""<mujoco><worldbody>{''.join(geoms)}</worldbody>
        <contact><pair geom1="0" geom2="1" margin="{margin}"/></contact></mujoco>"""
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        yield engine, m, d


def contacts(first: str, second: str, sizes, margin: float, pos, quat):
    """What each engine finds for one pose, put in as numbers that are equal to the last bit."""
    turns = [np.empty(9), np.empty(9)]
    for turn, q in zip(turns, quat):
        mujoco.mju_quat2Mat(turn, q / np.linalg.norm(q))
    for engine, m, d in both(first, second, sizes, margin):
        d.geom_xpos[:], d.geom_xmat[:] = pos, turns
        engine.mj_collision(m, d)
        yield np.hstack([d.contact.dist[:, None], d.contact.pos, d.contact.frame])


@pytest.mark.parametrize('pair', PAIRS)
def test_contacts_anywhere(pair):
    first, second = pair.split()
    rng, touching = np.random.default_rng(1), 0
    for _ in range(60):
        sizes = [rng.uniform(0.05, 0.5, SIZES[kind]) for kind in (first, second)]
        ours, theirs = contacts(first, second, sizes, 0.1, rng.normal(size=(2, 3)) * 0.2, rng.normal(size=(2, 4)))
        assert_same(ours, theirs)
        touching += len(theirs) > 0
    assert touching > 30


@pytest.mark.parametrize('pair', PAIRS)
def test_contacts_on_a_grid(pair):
    first, second = pair.split()
    rng, touching = np.random.default_rng(2), 0
    for _ in range(60):
        sizes = [rng.integers(1, 4, SIZES[kind]) * 0.1 for kind in (first, second)]
        quat = RIGHT_ANGLES[rng.integers(len(RIGHT_ANGLES), size=2)]
        if pair == 'plane capsule':
            quat[0] = RIGHT_ANGLES[0]  # the frame of a capsule upright on another plane is not one in the wheel
        pos = rng.integers(-3, 4, size=(2, 3)) * 0.1
        ours, theirs = contacts(first, second, sizes, float(rng.choice((0.0, 0.05, 0.1))), pos, quat)
        assert_same(ours, theirs)
        touching += len(theirs) > 0
    assert touching > 20
