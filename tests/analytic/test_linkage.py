"""A four-bar linkage: a loop of rigid bars, closed by a constraint, against its geometry and its reduced inertia."""

import numpy as np
import pytest

import torsor as mujoco
from analytic.ground import solvers
from analytic.simulation import observed_order, world

CRANK, COUPLER, ROCKER, BASE = 0.2, 0.7, 0.5, 0.6  # shortest + longest < the other two: the crank goes round (Grashof)
MASSES = {CRANK: 0.5, COUPLER: 1.5, ROCKER: 1.0}   # of thin bars
SPEED = 5.0


def closed_form(crank):
    """Angles of coupler and rocker to the base: circles about the tip of the crank and the foot of the rocker meet."""
    x, z = CRANK * np.cos(crank) - BASE, CRANK * np.sin(crank)  # from the foot of the rocker to the tip of the crank
    diagonal = np.hypot(x, z)
    corner = np.arccos((diagonal**2 + ROCKER**2 - COUPLER**2) / (2 * diagonal * ROCKER))
    rocker = np.arctan2(z, x) - corner
    coupler = np.arctan2(ROCKER * np.sin(rocker) - z, ROCKER * np.cos(rocker) - x)
    return coupler, rocker


def ratios(crank):
    """Speeds of coupler and rocker over that of the crank: their ends move as one."""
    coupler, rocker = closed_form(crank)
    between = np.sin(coupler - rocker)
    return (CRANK * np.sin(rocker - crank) / (COUPLER * between),
            CRANK * np.sin(coupler - crank) / (ROCKER * between))


def reduced_inertia(crank):
    """I with kinetic energy I w^2 / 2, w the speed of the crank."""
    coupler_ratio, rocker_ratio = ratios(crank)
    coupler, _ = closed_form(crank)
    moving = (CRANK**2 + (COUPLER / 2 * coupler_ratio)**2  # the centre of the coupler, squared
              + CRANK * COUPLER * coupler_ratio * np.cos(coupler - crank))
    return (MASSES[CRANK] * CRANK**2 / 3 + MASSES[ROCKER] * (ROCKER * rocker_ratio)**2 / 3
            + MASSES[COUPLER] * (moving + (COUPLER * coupler_ratio)**2 / 12))


def bar(length: float) -> str:
    """A thin bar along x on a hinge that turns it from x towards z."""
    inertia = MASSES[length] * length**2 / 12
    return (f'<joint axis="0 -1 0"/> <inertial pos="{length / 2} 0 0" mass="{MASSES[length]}" '
            f'diaginertia="1e-6 {inertia} {inertia}"/> <site pos="{length} 0 0" name="tip{length}"/>')


def linkage(solver: str, timeconst: float = 0.004):
    """The linkage with its crank along the base, turning at SPEED."""
    m, d = world(f"""
      <body>{bar(CRANK)} <body pos="{CRANK} 0 0">{bar(COUPLER)}</body></body>
      <body pos="{BASE} 0 0">{bar(ROCKER)}</body>""", 'RK4', 5e-4,
                 option=f'solver="{solver}" gravity="0 0 0" tolerance="1e-14" iterations="1000"',
                 rest=f"""<equality>
                   <connect site1="tip{COUPLER}" site2="tip{ROCKER}" solref="{timeconst} 1" solimp="0.99 0.99 1"/>
                 </equality>""")
    coupler, rocker = closed_form(0.0)
    d.qpos[:] = 0, coupler, rocker
    d.qvel[:] = SPEED * np.array([1, ratios(0.0)[0] - 1, ratios(0.0)[1]])
    return m, d


def test_formulas_agree_with_each_other():
    """The speed ratios are the slopes of the angles."""
    crank, eps = np.linspace(0, 2 * np.pi, 50), 1e-6
    for before, after, ratio in zip(closed_form(crank - eps), closed_form(crank + eps), ratios(crank)):
        np.testing.assert_allclose(np.angle(np.exp(1j * (after - before))) / (2 * eps), ratio, atol=1e-8)


@solvers
def test_loop_follows_its_geometry(solver):
    """Once round, bars are where the circles meet. An opening e of the loop turns them by e / (l sin) at most.

    Here l is the length of the shorter one, and the angle is that between them.
    """
    m, d = linkage(solver)
    worst = 0.0
    while d.qpos[0] < 2 * np.pi:
        mujoco.mj_step(m, d)
        mujoco.mj_kinematics(m, d)
        coupler, rocker = closed_form(d.qpos[0])
        opening = np.linalg.norm(d.site(f'tip{COUPLER}').xpos - d.site(f'tip{ROCKER}').xpos)
        off = np.array([d.qpos[0] + d.qpos[1] - coupler, d.qpos[2] - rocker])
        assert np.abs(2 * np.sin(off / 2)).max() < 1.1 * opening / (ROCKER * abs(np.sin(coupler - rocker))) + 1e-12
        worst = max(worst, opening)
        assert d.time < 10, 'the crank does not go round'
    assert 0 < worst < 1e-4


@solvers
def test_crank_speeds_up_and_slows_down(solver):
    """Without a drive I(q) w^2 stays: w = w_0 sqrt(I(0) / I(q)), as far as the loop is stiff: up to T^2 of solref."""

    def error(timeconst):
        m, d = linkage(solver, timeconst)
        worst = 0.0
        while d.qpos[0] < 2 * np.pi:
            mujoco.mj_step(m, d)
            expected = SPEED * np.sqrt(reduced_inertia(0.0) / reduced_inertia(d.qpos[0]))
            worst = max(worst, abs(d.qvel[0] / expected - 1))
            assert d.time < 10, 'the crank does not go round'
        return worst

    assert error(0.004) < 1e-3
    assert observed_order(error, 0.008) == pytest.approx(2, abs=0.3)


def test_crank_speed_varies():
    """Or the test above would be about nothing."""
    inertia = reduced_inertia(np.linspace(0, 2 * np.pi, 100))
    assert inertia.max() > 1.5 * inertia.min()
