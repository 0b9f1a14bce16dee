"""Small islands of a large model have dense rows, large ones sparse rows: no matter for the solution."""

import mujoco
import numpy as np
import pytest

import torsor
from torsor.physics.solver.jacobian import FEW


def piles(*heights: int, option: str = '') -> str:
    """Piles of boxes next to each other, which overlap a little; every pile is an island."""
    boxes = ''.join(
        f'<body pos="{x} {0.002 * k} {0.0995 + 0.199 * k}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        for x, height in enumerate(heights) for k in range(height))
    return f"""<mujoco><option tolerance="1e-14" iterations="200" ls_tolerance="1e-4" {option}/>
        <worldbody><geom type="plane" size="9 9 .1"/>{boxes}</worldbody></mujoco>"""


@pytest.mark.parametrize('option', ['', 'cone="elliptic"', 'cone="elliptic" jacobian="dense"', 'jacobian="sparse"',
                                    'integrator="discrete"', 'solver="CG"'])
def test_large_and_small_islands(option):
    xml, results = piles(1, 9, 2, option=option), []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        d.qvel[:] = np.random.default_rng(0).normal(scale=0.1, size=m.nv)
        engine.mj_forward(m, d)
        results.append(d)
    ours, theirs = results
    assert theirs.island_nv.tolist() == [6, 54, 12]
    assert 12 < FEW < 54
    np.testing.assert_allclose(ours.qacc, theirs.qacc, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(ours.efc_force, theirs.efc_force, rtol=1e-6, atol=1e-6)


def test_iterations_of_islands_that_are_gone():
    results = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(piles(1, 1, 1))
        d = engine.MjData(m)
        d.qvel[:] = np.random.default_rng(1).normal(scale=0.1, size=m.nv)
        counts = []
        for flying in range(4):
            for box in range(flying):
                d.qpos[7 * box + 2] = 1.0 + box
            engine.mj_forward(m, d)
            counts.append([d.nisland, *d.solver_niter])
        results.append(counts)
    assert [row[0] for row in results[1]] == [3, 2, 1, 0]
    assert max(results[1][0]) > 1
    assert results[0] == results[1]
