"""Bodies that sleep, and what physics says about them once they wake."""

import time

import numpy as np
import pytest

import torsor as mujoco
from analytic.simulation import GRAVITY, world

BOX = '<body name="{name}" pos="{pos}" {rest}><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>'
FLOOR = '<geom type="plane" size="5 5 .1"/>'


def box(name: str, pos: str, rest: str = '') -> str:
    return BOX.format(name=name, pos=pos, rest=rest)


def stack(flag: str = 'sleep="enable"'):
    """Two boxes on each other, a third by their side, and a fourth far above."""
    near = box('low', '0 0 .1') + box('high', '.02 0 .3') + box('side', '.5 0 .1')
    far = box('far', '3 0 9', 'gravcomp="1"')
    return world(FLOOR + near + far, 'Euler', 0.005, flag=flag, option='tolerance="1e-12"')


def sleep(m, d, trees: int) -> None:
    """Step until this many trees sleep."""
    for _ in range(400):
        if m.ntree - d.ntree_awake >= trees:
            return
        mujoco.mj_step(m, d)
    raise AssertionError('they do not fall asleep')


def test_energy_of_what_sleeps_is_constant():
    m, d = stack()
    sleep(m, d, 4)
    mujoco.mj_step(m, d)
    before = d.energy.copy()
    heights = d.qpos.reshape(-1, 7)[:, 2]
    assert before[0] == pytest.approx(GRAVITY * heights.sum(), rel=1e-12)
    mujoco.mj_step(m, d, 1000)
    np.testing.assert_array_equal(d.energy, before)
    assert before[1] == 0


def test_who_starts_asleep_floats_until_touched_then_falls_freely():
    """Semi-implicit steps: after n of them, z = z0 - g h^2 n (n + 1) / 2."""
    m, d = world(FLOOR + box('a', '0 0 4', 'sleep="init"'), 'Euler', 0.005, flag='sleep="enable"')
    mujoco.mj_step(m, d, 100)
    assert d.qpos[2] == 4
    d.qvel[0] = -0.0
    mujoco.mj_step(m, d, 50)
    assert d.qpos[2] == pytest.approx(4 - GRAVITY * 0.005**2 * 50 * 51 / 2, rel=1e-13)


@pytest.mark.parametrize(('pushed', 'moving'), [(0, [0, 1]), (1, [0, 1]), (2, [2])])
def test_woken_bodies_move_as_if_they_had_been_awake(pushed, moving):
    """From the same state at rest, with the same push, those of the island move as in a world without sleep."""
    m, d = stack()
    sleep(m, d, 4)
    other_m, other = stack(flag='')
    other.qpos[:], other.time = d.qpos, d.time
    for data in (d, other):
        data.qvel[6 * pushed + 1] = 3
    for _ in range(60):
        mujoco.mj_step(m, d)
        mujoco.mj_step(other_m, other)
        assert np.flatnonzero(d.tree_awake).tolist() == moving
        np.testing.assert_allclose(d.qpos.reshape(-1, 7)[moving], other.qpos.reshape(-1, 7)[moving], rtol=0, atol=1e-8)


def test_momentum_of_a_ball_goes_to_boxes_that_slept():
    """On ice, far from anything else, a collision with a body that sleeps conserves momentum."""
    ball = '<body pos="-1 0 1" sleep="never"><freejoint/><geom size=".1" mass="2"/></body>'
    m, d = world(ball + box('a', '0 0 1'), 'Euler', 0.002, flag='sleep="enable" gravity="disable"',
                 option='tolerance="1e-12"')
    sleep(m, d, 1)
    d.qvel[0] = 3
    mujoco.mj_step(m, d, 500)
    assert d.tree_asleep[1] < 0
    assert d.qvel[6] > 1
    assert 2 * d.qvel[0] + d.qvel[6] == pytest.approx(6, abs=1e-9)


def test_dominoes_wake_each_other_in_turn():
    bricks = ''.join(f'<body pos="{0.12 * i} 0 .2"><freejoint/><geom type="box" size=".02 .1 .2" mass="1"/></body>'
                     for i in range(5))
    m, d = world(FLOOR + bricks, 'Euler', 0.002, flag='sleep="enable"')
    sleep(m, d, 5)
    d.qvel[4] = 4
    woken = []
    for _ in range(1500):
        mujoco.mj_step(m, d)
        woken += [t for t in np.flatnonzero(d.tree_awake) if t not in woken]
    assert woken == [0, 1, 2, 3, 4]


@pytest.mark.slow
def test_a_pile_that_sleeps_costs_a_tenth_of_one_that_is_awake():
    boxes = ''.join(box(f'{i}-{j}-{k}', f'{0.21 * i} {0.21 * j} {0.0999 + 0.1998 * k}')
                    for i in range(5) for j in range(5) for k in range(4))
    durations = []
    for flag in ('enable', 'disable'):
        m, d = world(FLOOR + boxes, 'Euler', 0.002, flag=f'sleep="{flag}"', option='sleep_tolerance=".02"')
        mujoco.mj_step(m, d, 20)
        assert d.ntree_awake == (0 if flag == 'enable' else 100)
        laps = []
        for _ in range(20):
            start = time.perf_counter()
            mujoco.mj_step(m, d, 5)
            laps.append(time.perf_counter() - start)
        durations.append(min(laps))
    assert durations[0] < durations[1] / 10
