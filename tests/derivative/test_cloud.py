"""Averaged slopes, against exact ones where the step is smooth, and against integrals over a cloud where it jumps."""

import numpy as np
import pytest

import torsor
from torsor import derivative, models

DROP = """<mujoco><option timestep=".005" gravity="0 0 0"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .1"><joint type="slide" axis="0 0 1"/><geom size=".1" solref=".02 1"/></body></worldbody></mujoco>"""
HEIGHT, SPEED, SPREAD = 0.002, -0.5, 0.01


def drop():
    """A ball that is about to land."""
    m = torsor.MjModel.from_xml_string(DROP)
    d = torsor.MjData(m)
    d.qpos[0], d.qvel[0] = HEIGHT, SPEED
    return m, d


def speeds(m, heights) -> np.ndarray:
    """The speed after a step from each height."""
    d, found = torsor.MjData(m), []
    for d.qpos[0] in heights:
        d.qvel[0], d.qacc_warmstart[0] = SPEED, 0
        torsor.mj_step(m, d)
        found.append(d.qvel[0])
    return np.array(found)


@pytest.mark.parametrize('jumps', [True, False])
def test_a_small_cloud_gives_the_exact_slopes(jumps):
    m = torsor.MjModel.from_xml_path(str(models.path('cart_pole')))
    d = torsor.MjData(m)
    d.qvel[:] = 0.1 * np.random.default_rng(0).normal(size=m.nv)
    A, B = derivative.averaged(m, d, 1e-5, samples=2 * m.nv + m.nu + 1, jumps=jumps)
    for ours, exact in zip((A, B), derivative.transition(m, d)):
        np.testing.assert_allclose(ours, exact, atol=1e-5)


def test_a_jump_counts_with_its_likelihood():
    """The slope of the averaged speed after the step is an integral over the cloud of heights, by Stein's lemma."""
    m, d = drop()
    eps = np.linspace(-6, 6, 4001)
    weight = np.exp(-eps ** 2 / 2) / np.exp(-eps ** 2 / 2).sum()
    after = speeds(m, HEIGHT + SPREAD * eps)
    expected = weight @ (after * eps) / SPREAD
    A, _ = derivative.averaged(m, d, [SPREAD, 1e-6], samples=20000)
    assert A[1, 0] == pytest.approx(expected, rel=0.03)
    slopes = np.gradient(after, SPREAD * (eps[1] - eps[0]))
    touching = np.abs(np.diff(after, append=after[-1])).argmax()
    slopes[touching - 1:touching + 3] = 0  # where it jumps
    A, _ = derivative.averaged(m, d, [SPREAD, 1e-6], samples=4000, jumps=False)
    assert A[1, 0] == pytest.approx(weight @ slopes, rel=0.03)
    assert abs(A[1, 0] - expected) > 0.1 * abs(expected)


def test_the_state_is_kept_and_results_are_the_same_again():
    m, d = drop()
    before = np.array((*d.qpos, *d.qvel))
    first = derivative.averaged(m, d, 0.01, seed=3)
    assert np.array_equal(before, (*d.qpos, *d.qvel))
    for ours, again in zip(first, derivative.averaged(m, d, 0.01, seed=3, nthread=1)):
        assert np.array_equal(ours, again)


def test_wrong_arguments_are_named():
    m, d = drop()
    with pytest.raises(ValueError, match='spread'):
        derivative.averaged(m, d, [0.01, 0])
    with pytest.raises(ValueError, match='samples'):
        derivative.averaged(m, d, 0.01, samples=1)
