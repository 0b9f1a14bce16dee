"""Smoothed slopes: against slow differences of the softer system, exact ones far from switches, and each other."""

import mujoco
import numpy as np
import pytest

import torsor
from reference import smoothing
from torsor import derivative, models

WIDTH = 2e-3
# a box and a ball about to land, one without friction, a limited and a rubbing joint
LANDING = """<mujoco>
  <option timestep=".004" integrator="{integrator}" cone="{cone}"/>
  <default><geom {gap}/></default>
  <worldbody>
    <geom type="plane" size="5 5 1" euler="3 -2 0"/>
    <body pos="0 0 .0985" euler="0 0 20"><freejoint/><geom type="box" size=".2 .15 .1"/></body>
    <body pos="0 1 .1"><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/><geom size=".1" pos=".02 0 -.037"/></body>
    <body pos="0 -1 .1"><freejoint/><geom size=".1" condim="1" pos="0 0 .034"/></body>
    <body pos="2 0 1">
      <joint name="h" axis="0 1 0" range="-30 40" limited="true" frictionloss=".4"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
    </body>
  </worldbody>
  <actuator><motor joint="h"/></actuator>
  <sensor><jointpos joint="h"/></sensor>
</mujoco>"""


def landing(height=0.0, integrator='Euler', cone='pyramidal'):
    m = torsor.MjModel.from_xml_string(LANDING.format(integrator=integrator, cone=cone, gap=''))
    d = torsor.MjData(m)
    put(m, d, height)
    return m, d


def put(m, d, height):
    d.qpos[2] += height
    d.qpos[7], d.qpos[-1] = height, np.radians(40) + 0.3 * height
    d.qvel[:] = np.random.default_rng(3).normal(size=m.nv) * 0.02
    d.ctrl[:] = 0.3


@pytest.mark.parametrize('height', [-3e-3, -1e-3, -2e-4, 3e-4, 1.2e-3])
def test_slopes_are_those_of_the_softer_system(height):
    m, d = landing(height)
    ours = np.hstack(derivative.transition(m, d, smoothing=WIDTH)[:2])
    theirs = mujoco.MjModel.from_xml_string(LANDING.format(integrator='Euler', cone='pyramidal', gap=f'gap="{WIDTH}"'))
    other = mujoco.MjData(theirs)
    put(theirs, other, height)
    expected = smoothing.acceleration(theirs, other, WIDTH)
    np.testing.assert_allclose(d.qacc, expected, atol=1e-9 * np.abs(expected).max())
    expected = smoothing.slopes(theirs, other, WIDTH, 2e-7)
    assert np.abs(expected - np.hstack(derivative.transition(m, d)[:2])).max() > 1  # some row is near a switch
    np.testing.assert_allclose(ours, expected, atol=3e-6 * np.abs(expected).max())


# ---- other rows, other ways to the same slopes ----
# near its switch: the limit of a ball, of a tendon that follows sites, dry friction of one, contacts, an attachment
HANGING = """<mujoco>
  <option timestep=".004" cone="{cone}"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <site name="s0" pos="0 0 2"/>
    <body pos="0 0 1">
      <joint type="ball" range="0 30" limited="true"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
      <site name="s1" pos=".4 0 0.05"/>
      <body name="b" pos=".4 0 0"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body>
    </body>
    <body name="c" pos="0 2 .1007"><freejoint/><geom size=".1" condim="4"/></body>
  </worldbody>
  <tendon>
    <spatial range="0 1.0315" limited="true" frictionloss=".1"><site site="s0"/><site site="s1"/></spatial>
  </tendon>
  {attached}
</mujoco>"""
ATTACHED = '<equality><connect body1="b" body2="c" anchor=".1 0 0"/></equality>'


def accelerations(m, d, eps: float) -> np.ndarray:
    """Slopes of the acceleration of the softer system by differences of fourth order; of its value, not of slopes."""
    q, v, columns = d.qpos.copy(), d.qvel.copy(), []
    for k in range(2 * m.nv):
        total = np.zeros(m.nv)
        for size, weight in ((2, -1), (1, 8), (-1, -8), (-2, 1)):
            move = size * eps * (np.arange(2 * m.nv) == k)
            d.qpos[:], d.qvel[:] = q, v + move[m.nv:]
            torsor.mj_integratePos(m, d.qpos, move[:m.nv], 1.0)
            derivative.acceleration(m, d, smoothing=WIDTH)
            total += weight / (12 * eps) * d.qacc
        columns.append(total)
    d.qpos[:], d.qvel[:] = q, v
    return np.array(columns).T


@pytest.mark.parametrize('attached', ['', ATTACHED], ids=['apart', 'attached'])
@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
def test_all_rows_are_softened_alike(cone, attached):
    m = torsor.MjModel.from_xml_string(HANGING.format(cone=cone, attached=attached))
    d = torsor.MjData(m)
    d.qpos[:4] = np.cos(np.radians(15)), 0, np.sin(np.radians(15)), 0
    torsor.mj_normalizeQuat(m, d.qpos)
    d.qvel[:] = 0.02 * np.random.default_rng(1).normal(size=m.nv)
    ours = derivative.acceleration(m, d, smoothing=WIDTH)
    assert d.nefc == (3 if attached else 0) + 3 + (6 if cone == 'pyramidal' else 4)
    exact = derivative.acceleration(m, d)
    assert np.abs(ours - exact).max() > 1e-2 * np.abs(exact).max()
    expected = accelerations(m, d, 1e-6)
    np.testing.assert_allclose(ours, expected, atol=2e-6 * np.abs(expected).max())


@pytest.mark.parametrize('integrator', ['Euler', 'implicit', 'implicitfast', 'RK4'])
def test_the_pullback_is_the_transpose(integrator):
    m, d = landing(-2e-4, integrator)
    A, B, _, _ = derivative.transition(m, d, smoothing=WIDTH)
    g = np.random.default_rng(0).normal(size=2 * m.nv)
    by_state, by_control = derivative.pullback(m, d, g, smoothing=WIDTH)
    np.testing.assert_allclose(by_state, A.T @ g, atol=1e-10 * np.abs(A).max())
    np.testing.assert_allclose(by_control, B.T @ g, atol=1e-12)


def test_trajectories_go_back_through_smoothed_steps():
    m, d = landing(1.5e-3)
    rollout = derivative.Rollout(m, d, np.full((6, 1), 0.3))
    g = np.random.default_rng(0).normal(size=2 * m.nv)
    by_start, by_controls = rollout.backward(g, smoothing=WIDTH)
    later = g
    for k in range(5, -1, -1):
        d.qpos[:], d.qvel[:], d.ctrl[:] = rollout.qpos[k], rollout.qvel[k], rollout.controls[k]
        A, B, _, _ = derivative.transition(m, d, smoothing=WIDTH)
        np.testing.assert_allclose(by_controls[k], B.T @ later, rtol=1e-7)
        later = A.T @ later
    np.testing.assert_allclose(by_start, later, rtol=1e-6, atol=1e-9 * np.abs(later).max())


# ---- what it is for ----
@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('geom', ['type="sphere" size=".1"', 'type="box" size=".1 .12 .1" euler="4 3 0"'])
def test_slopes_are_continuous_across_touch_down(geom, cone):
    m = torsor.MjModel.from_xml_string(f"""<mujoco><option timestep=".004" cone="{cone}"/><worldbody>
      <geom type="plane" size="5 5 1"/><body><freejoint/><geom {geom}/></body></worldbody></mujoco>""")
    d = torsor.MjData(m)
    torsor.mj_kinematics(m, d)
    lowest = torsor.mj_geomDistance(m, d, 0, 1, 1.0, None)  # at the height of 0

    def largest_jump(count, width):
        found = []
        for depth in np.linspace(2e-3, -2e-3, count):
            torsor.mj_resetData(m, d)
            d.qpos[2], d.qvel[2] = depth - lowest, -0.3  # so fast that contacts do not open again
            found.append(np.hstack(derivative.transition(m, d, smoothing=width)[:2]))
        return np.abs(np.diff(found, axis=0)).max()

    coarse, fine = largest_jump(321, 1e-3), largest_jump(1281, 1e-3)
    assert fine < 0.3 * coarse
    coarse, fine = largest_jump(321, 0.0), largest_jump(1281, 0.0)
    assert fine > 0.9 * coarse > 1


def test_far_from_switches_slopes_are_the_exact_ones():
    m = torsor.MjModel.from_xml_path(str(models.path('humanoid')))
    d = torsor.MjData(m)
    for _ in range(300):
        torsor.mj_step(m, d)
    exact = derivative.transition(m, d)[:2]
    assert d.ncon >= 4
    differences = []
    for width in (1e-3, 1e-5, 1e-9):
        soft = derivative.transition(m, d, smoothing=width)[:2]
        differences.append(max(np.abs(a - b).max() for a, b in zip(soft, exact)))
    assert differences[0] > 1e-3
    assert max(differences[1:]) < 1e-9 * np.abs(exact[0]).max()


def test_steps_stay_as_they_are():
    m, d = landing(5e-4)
    other = torsor.MjData(m)
    torsor.mj_copyData(other, m, d)
    derivative.transition(m, d, smoothing=WIDTH)
    with pytest.raises(derivative.NotDifferentiable, match='smoothing'):
        derivative.transition(m, d, sensors=True, smoothing=WIDTH)
    torsor.mj_step(m, d)
    torsor.mj_step(m, other)
    assert np.array_equal(d.qpos, other.qpos)
    assert d.ncon == other.ncon


# ---- bad input ----
@pytest.mark.parametrize('width', [-1e-3, np.nan, np.inf])
def test_widths_are_zero_or_more(width):
    m, d = landing()
    with pytest.raises(ValueError, match='width'):
        derivative.transition(m, d, smoothing=width)


@pytest.mark.parametrize('change', [('integrator="Euler"', 'integrator="discrete"'), ('<geom gap', '<geom adhesion')])
def test_what_is_not_softened_is_refused(change):
    xml = LANDING.format(integrator='Euler', cone='pyramidal', gap='gap="0.1"').replace(*change)
    m = torsor.MjModel.from_xml_string(xml)
    with pytest.raises(derivative.NotDifferentiable, match='smoothing'):
        derivative.transition(m, torsor.MjData(m), smoothing=WIDTH)
