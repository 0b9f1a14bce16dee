"""Spatial tendons: against geometry, finite differences, conservation of energy, and the wheel."""

import math

import mujoco
import numpy as np
import pytest

import torsor
from reference.adopt import share_state, twins

OBSTACLE = """<mujoco><option gravity="0 0 0"/><worldbody>
  <geom name="g" type="{shape}" size="0.1 0.3" euler="20 30 40" contype="0" conaffinity="0"/>
  <body name="frame" euler="20 30 40"><site name="side" pos="{side}"/></body>
  <body pos="0.3 0 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
    <joint type="slide" axis="0 0 1"/><geom size="0.01"/><site name="a"/></body>
  <body pos="-0.4 0 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
    <joint type="slide" axis="0 0 1"/><geom size="0.01"/><site name="b"/></body></worldbody>
  <tendon><spatial><site site="a"/><geom geom="g" {sidesite}/><site site="b"/></spatial></tendon></mujoco>"""

CASES = [(shape, side) for shape in ('sphere', 'cylinder')
         for side in (None, '0 0.2 0.03', '-0.15 -0.1 0', '0.02 0.01 0.03', '0.01 0.02 0.2')]

ELEMENT, SITE = {'/': '<pulley divisor="3"/>', 'G': '<geom geom="g"/>'}, '<site site="{}"/>'


def obstacle(shape, side):
    return OBSTACLE.format(shape=shape, side=side or '0 0 0', sidesite='sidesite="side"' if side else '')


@pytest.mark.parametrize(('shape', 'side'), CASES)
def test_wrapping_is_the_wheels(shape, side):
    m, d, rm, rd = twins(obstacle(shape, side))
    rng, wrapped = np.random.default_rng(5), 0
    for _ in range(300):
        rd.qpos[:] = rng.normal(size=6) * 0.2
        share_state(d, rd)
        mujoco.mj_fwdKinematics(rm, rd)
        torsor.mj_fwdKinematics(m, d)
        for name in ('ten_length', 'ten_J', 'ten_wrapadr', 'ten_wrapnum', 'wrap_obj', 'wrap_xpos'):
            np.testing.assert_allclose(getattr(d, name), getattr(rd, name), rtol=0, atol=1e-12, err_msg=name)
        wrapped += d.ten_wrapnum[0] == 4
    assert 30 < wrapped < 300


ROUNDING = """<mujoco><worldbody><site name="world" pos="-.3 .2 .4"/>
  <body pos=".1 .2 .3"><freejoint/><geom size=".1" contype="0"/><site name="root" pos=".07 .03 .11"/>
    <body pos="0 0 1"><joint axis="0 1 0"/><geom size=".1"/>
      <site name="a" pos=".3 .02 -.05"/><site name="b" pos="-.3 .17 -.05"/>
      <body pos=".03 .04 .05"><geom size=".01"/><site name="welded" pos=".1 .2 .37"/></body>
      <body pos=".3 .02 -.05"><joint type="ball"/><geom size=".1"/><site name="c" pos=".3 .02 -.05"/>
        <body pos=".3 .02 -.05"><joint type="slide" axis=".1 .3 1"/><geom size=".1"/><geom name="g" size=".1"/>
          <site name="d" pos=".3 .02 -.05"/></body></body></body></body>
  <body pos="1 1 1"><joint axis="1 2 3"/><geom size=".1"/><site name="other" pos=".1 .2 .2"/></body></worldbody>
  <tendon>{}</tendon></mujoco>""".format(''.join(
    f'<spatial>{"".join(ELEMENT.get(name, SITE.format(name)) for name in path.split())}</spatial>' for path in (
        'a b', 'a welded', 'root d', 'd root', 'a other', 'world c', 'a c d root', 'a c / c d', 'a welded G other')))


def test_the_jacobian_is_the_wheels_to_the_last_bit():
    """But for dofs that move both ends of a line, which have nothing to do with it; the wheel's rounding has."""
    m, d, rm, rd = twins(ROUNDING)
    rng = np.random.default_rng(7)
    for _ in range(50):
        rd.qpos[:] = rng.normal(size=m.nq)
        mujoco.mj_fwdKinematics(rm, rd)
        share_state(d, rd)
        for name in ('site_xpos', 'geom_xpos', 'geom_xmat', 'subtree_com', 'cdof'):
            getattr(d, name)[:] = getattr(rd, name)
        torsor.mj_tendon(m, d)
        one_line = np.flatnonzero(m.tendon_num == 2)
        moving = np.concatenate([np.arange(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]) for t in one_line])
        moving = moving[np.abs(rd.ten_J[moving]) > 1e-14]
        np.testing.assert_array_equal(d.ten_J[moving], rd.ten_J[moving])
        np.testing.assert_allclose(d.ten_J, rd.ten_J, rtol=0, atol=4e-15)


@pytest.mark.parametrize(('shape', 'side'), CASES)
def test_the_jacobian_is_the_gradient_of_the_length(shape, side):
    m, d, _, _ = twins(obstacle(shape, side))
    rng = np.random.default_rng(6)
    for _ in range(20):
        q = rng.normal(size=6) * 0.2
        lengths, steps = [], 1e-6 * np.vstack((np.eye(6), -np.eye(6)))
        for step in steps:
            d.qpos[:] = q + step
            torsor.mj_fwdKinematics(m, d)
            lengths.append(d.ten_length[0])
        d.qpos[:] = q
        torsor.mj_fwdKinematics(m, d)
        if np.ptp(lengths) < 1e-3:  # a side site makes lengths jump
            gradient = (np.array(lengths[:6]) - lengths[6:]) / 2e-6
            np.testing.assert_allclose(d.ten_J[np.argsort(m.ten_J_colind)], gradient, atol=2e-6)


def test_length_around_a_cylinder():
    m, d, _, _ = twins(OBSTACLE.format(shape='cylinder', side='0 0.2 0', sidesite='sidesite="side"').replace(
        'euler="20 30 40"', ''))
    m.site_pos[m.site('side').id] = 0, 0.2, 0
    d.qpos[:] = 0, -0.1, 0, 0, -0.1, 0.5  # both ends are beyond the side that the string must not take
    torsor.mj_fwdKinematics(m, d)
    ends, r, rise = ((0.3, -0.1), (-0.4, -0.1)), 0.1, 0.5
    straight = sum(math.sqrt(math.hypot(*p) ** 2 - r * r) for p in ends)
    angle = 2 * math.pi - (math.atan2(0.3, 0.1) + math.atan2(0.4, 0.1))
    arc = r * (angle - sum(math.acos(r / math.hypot(*p)) for p in ends))
    assert d.ten_length[0] == pytest.approx(math.hypot(straight + arc, rise), rel=1e-14)


def test_through_a_sphere_the_way_is_the_shortest_over_its_surface():
    m, d, _, _ = twins(obstacle('sphere', '0.02 0.01 0.03'))
    d.qpos[:] = -0.1, 0.3, 0.1, 0.3, 0.2, 0.3
    torsor.mj_fwdKinematics(m, d)
    a, b = (d.site_xpos[m.site(name).id] for name in 'ab')
    angles = np.linspace(0, np.pi, 2001)[:, None], np.linspace(-np.pi, np.pi, 4001)[None]
    surface = 0.1 * np.stack(np.broadcast_arrays(np.sin(angles[0]) * np.cos(angles[1]),
                                                 np.sin(angles[0]) * np.sin(angles[1]), np.cos(angles[0])), axis=-1)
    over = np.linalg.norm(surface - a, axis=-1) + np.linalg.norm(surface - b, axis=-1)
    assert d.ten_wrapnum[0] == 4
    assert d.ten_length[0] <= over.min() < d.ten_length[0] + 1e-5


HAND = """<mujoco><option integrator="RK4" timestep="0.0005" gravity="{gravity}"/><worldbody>
  <site name="s0" pos="0.1 0.2 0.9"/><site name="s4" pos="0.4 0 0.2"/>
  <body pos="0 0 1"><joint type="ball"/><geom type="capsule" size="0.04" fromto="0 0 0 0.4 0 0"/>
    <site name="s1" pos="0.2 0.1 0"/>
    <body pos="0.4 0 0"><joint axis="0 1 0" name="elbow"/><joint type="slide" axis="1 0 0.3"/>
      <geom name="knob" size="0.05" pos="0.1 0 0"/><geom size="0.04" pos="0.3 0 0.1"/>
      <site name="s2" pos="0.3 0.05 0.1"/><site name="s3" pos="0.1 -0.2 0"/></body></body>
  <body pos="0.3 0.5 1"><freejoint/><geom size="0.06"/><site name="s5" pos="0.05 0 0.02"/></body></worldbody>
  <tendon>{tendons}</tendon><actuator>{actuators}</actuator><equality>{equality}</equality>
  <sensor/></mujoco>"""
PATH = """<site site="s0"/><site site="s1"/><site site="s2"/><pulley divisor="2"/><site site="s3"/><site site="s5"/>
  <pulley divisor="3"/><site site="s4"/>{geom}<site site="s2"/>"""
KINDS = {
    'springs': ('stiffness="30 5 2" damping="3 1 0.5" springlength="0.1 0.2"', '', ''),
    'limits': ('range="0.1 0.5" margin="0.2" solreflimit="0.03 1"', '', ''),
    'friction': ('frictionloss="2"', '', ''),
    'inertia': ('armature="0.7"', '', ''),
    'motor': ('', '<motor tendon="t" gear="-3" armature="0.2" damping="0.3"/><position tendon="t" kp="20"/>', ''),
    'clamped motor': ('actuatorfrcrange="-1 1"', '<motor tendon="t" gear="3"/><position tendon="t" kp="20"/>', ''),
    'equality': ('', '', '<tendon tendon1="t" tendon2="u" polycoef="0.1 0.5 0.2"/>'),
}


def hand(kind, gravity='0 0 -9.81'):
    attributes, actuators, equality = KINDS[kind]
    geom = '' if 'armature' in attributes + actuators else '<geom geom="knob"/>'
    tendons = (f'<spatial name="t" {attributes}>{PATH.format(geom=geom)}</spatial>'
               '<spatial name="u" stiffness="3"><site site="s0"/><site site="s5"/></spatial>'
               '<fixed><joint joint="elbow" coef="2"/></fixed>')
    return HAND.format(tendons=tendons, actuators=actuators, equality=equality, gravity=gravity)


@pytest.mark.parametrize('kind', KINDS)
def test_everything_a_tendon_does_is_the_wheels(kind):
    m, d, rm, rd = twins(hand(kind))
    rng = np.random.default_rng(len(kind))
    for _ in range(5):
        rd.qpos[:], rd.qvel[:] = rm.qpos0 + 0.3 * rng.normal(size=rm.nq), rng.normal(size=rm.nv)
        mujoco.mj_normalizeQuat(rm, rd.qpos)
        rd.ctrl[:] = rng.normal(size=rm.nu)
        share_state(d, rd)
        for engine, model, data in ((mujoco, rm, rd), (torsor, m, d)):
            engine.mj_forward(model, data)
            engine.mj_rnePostConstraint(model, data)
            engine.mj_inverse(model, data)
        for name in ('ten_length', 'ten_velocity', 'ten_J', 'wrap_obj', 'wrap_xpos', 'M', 'qfrc_bias', 'qfrc_spring',
                     'qfrc_damper', 'actuator_length', 'actuator_moment', 'actuator_force', 'qfrc_actuator'):
            assert_close(d, rd, name, 1e-11)
        for name in ('qacc', 'cfrc_ext', 'cfrc_int', 'qfrc_inverse'):  # through a solver that stops somewhere
            assert_close(d, rd, name, 1e-8)


def assert_close(d, rd, name, tolerance):
    ours, theirs = getattr(d, name), getattr(rd, name)
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance * max(1, np.abs(theirs).max(initial=0)),
                               err_msg=name)


def test_inertia_of_a_tendon_keeps_the_energy():
    # along one chain: M has no place for what couples branches
    path = '<site site="s0"/><site site="s1"/><site site="s2"/><pulley divisor="3"/><site site="s4"/><site site="s2"/>'
    m, d, _, _ = twins(HAND.format(tendons=f'<spatial armature="0.7">{path}</spatial>', actuators='', equality='',
                                   gravity='0 0 0'))
    d.qvel[:] = np.random.default_rng(2).normal(size=m.nv)
    energies = []
    for _ in range(400):
        torsor.mj_step(m, d)
        full = np.zeros((m.nv, m.nv))
        torsor.mj_forward(m, d)
        torsor.mj_fullM(m, d, full)
        energies.append(0.5 * d.qvel @ full @ d.qvel)
    assert np.ptp(energies) < 1e-8 * energies[0]


def test_an_end_inside_of_the_geom_does_not_wrap():
    m, d, _, _ = twins(obstacle('sphere', None))
    d.qpos[:] = -0.25, 0, 0, 0.45, 0, 0  # 0.05 on either side of the centre
    torsor.mj_fwdKinematics(m, d)
    assert d.ten_wrapnum[0] == 2
    assert d.ten_length[0] == pytest.approx(0, abs=1e-15)
    assert np.isfinite(d.ten_J).all()


ENDS = """<mujoco><worldbody><geom name="g" type="{shape}" size="{radius} 1"/><site name="side" pos="{side}"/>
  <body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
    <geom size="0.01"/><site name="a"/></body>
  <body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
    <geom size="0.01"/><site name="b"/></body></worldbody>
  <tendon><spatial><site site="a"/><geom geom="g" {sidesite}/><site site="b"/></spatial></tendon></mujoco>"""
ON_CIRCLE = (0.1, 0, 0)
# two ends past a circle of radius 0.1
EDGES = {
    'from the surface, away': (ON_CIRCLE, (0.25, 0.15, 0.1)),
    'from the surface, straight out': (ON_CIRCLE, (0.3, 0, 0)),
    'from the surface, around': (ON_CIRCLE, (-0.2, 0.1, 0)),
    'to the surface': ((0.25, 0.15, 0.1), ON_CIRCLE),
    'nearly from the surface': ((np.nextafter(0.1, 1), 0, 0), (0.25, 0.15, 0)),
    'from inside': ((np.nextafter(0.1, 0), 0, 0), (-0.2, 0.1, 0)),
    'between points on the surface': ((-0.1, 0, 0), (0, 0.1, 0)),
    'between points on the surface, back': ((0, 0.1, 0), (-0.1, 0, 0)),
    'touching': ((0.1, -0.3, 0), (0.1, 0.2, 0)),
    'touching at an end': (ON_CIRCLE, (0.1, 0.2, 0.1)),
    'away by less than the error of an angle': (ON_CIRCLE, (0.1 + 2.9e-7, 0.3, 0)),
    'away by more than the error of an angle': (ON_CIRCLE, (0.1 + 3.1e-7, 0.3, 0)),
    'almost nowhere': (ON_CIRCLE, (0.1 + 3.1e-8, 0, 0)),
    'hardly anywhere': (ON_CIRCLE, (0.1 + 3.2e-8, 0, 0)),
    'nowhere': ((0.2, 0.1, 0), (0.2, 0.1, 0)),
    'nowhere on the surface': (ON_CIRCLE, ON_CIRCLE),
    'opposite': ((0, 0.2, 0.2), (0, -0.2, -0.2)),
    'opposite the other way': ((0.1, -0.1, 0.1), (-0.1, 0.1, -0.1)),
    'in line with the centre, one behind the other': ((0.15, 0, 0), (0.3, 0, 0)),
    'in front': ((0.05, 0.1, 0), (0.1, 0.3, 0)),
    'from the centre': ((0, 0, 0), (0.3, 0, 0)),
}  # fmt: skip
SIDES = (None, '0 0.3 0', '-0.2 -0.3 0.1', '0 -0.3 0', '0.02 0.01 0', '0 0 0')


@pytest.mark.parametrize('shape', ['sphere', 'cylinder'])
@pytest.mark.parametrize('side', SIDES)
def test_edges_of_wrapping_are_the_wheels(shape, side):
    sidesite = 'sidesite="side"' if side else ''
    for radius in (0.1, 1e-16):
        m, d, rm, rd = twins(ENDS.format(shape=shape, side=side or '0 0 0', radius=radius, sidesite=sidesite))
        for case, ends in EDGES.items():
            rd.qpos[:] = np.concatenate(ends)
            share_state(d, rd)
            mujoco.mj_fwdKinematics(rm, rd)
            torsor.mj_fwdKinematics(m, d)
            for name in ('ten_length', 'ten_J', 'ten_wrapnum', 'wrap_obj', 'wrap_xpos'):
                np.testing.assert_allclose(getattr(d, name), getattr(rd, name), rtol=0, atol=1e-9,
                                           err_msg=f'{case}, radius {radius}: {name}')
