"""Worlds that share registers through contacts, rows and solver: each gets the bits that it gets by itself.

A world must not see its neighbours, whatever they have: other contacts, other rows, more iterations.
"""

import numpy as np
import pytest

import torsor
from torsor.batch import Batch
from torsor.batch.packs import may_share
from torsor.jit.inside.library import library

STATE = torsor.mjtState.mjSTATE_INTEGRATION.value
COUNTS = ('ncon', 'ne', 'nf', 'nl', 'nefc', 'nJ', 'nisland', 'nidof')
CRAWLER = """<mujoco><option cone="{cone}" integrator="{integrator}" solver="{solver}"/><worldbody>
  <geom type="plane" size="5 5 1" condim="{dim}"/><geom type="box" size=".1 1 .02" pos=".4 0 0"/>
  <body name="trunk" pos="0 0 .25"><freejoint/><geom type="capsule" size=".05 .15" zaxis="1 0 0"/>
    <site name="skin" size=".3"/>
    <body pos=".2 0 0"><joint name="ball" type="ball" range="0 40" limited="true" damping=".1"/>
      <geom type="box" size=".1 .05 .03" pos=".1 0 0" condim="{dim}"/></body>
    <body pos="-.2 .1 0"><joint name="knee" axis="0 1 0" range="-30 30" limited="true" frictionloss=".05"/>
      <geom type="capsule" fromto="0 0 0 -.2 0 -.1" size=".03"/>
      <body pos="-.2 0 -.1"><joint name="toe" axis="0 1 0" frictionloss=".02"/>
        <geom type="sphere" size=".05" friction=".4 .01 .001"/></body></body>
    <body pos="0 -.15 0"><joint name="arm" axis="1 0 0" damping=".05"/>
      <geom type="ellipsoid" size=".03 .12 .03" pos="0 -.12 0"/></body></body></worldbody>
  <tendon><fixed name="cord" range="-.2 .2" limited="true" frictionloss=".03">
    <joint joint="knee" coef="1"/><joint joint="arm" coef="-.7"/></fixed></tendon>
  <actuator><motor joint="knee" gear="2"/><motor joint="arm"/></actuator>
  <sensor><touch site="skin"/><jointlimitpos joint="knee"/><jointlimitvel joint="knee"/><jointlimitfrc joint="knee"/>
    <tendonlimitfrc tendon="cord"/><accelerometer site="skin"/><force site="skin"/>
    <contact subtree1="trunk" num="3" data="found force dist pos"/></sensor></mujoco>"""


def crawler(cone='pyramidal', dim=3, integrator='Euler', solver='Newton'):
    return torsor.MjModel.from_xml_string(CRAWLER.format(cone=cone, dim=dim, integrator=integrator, solver=solver))


def begin(m, worlds, seed=0):
    """A batch of worlds that fall, some of them from higher up, and one that is already off the ground for good."""
    rng = np.random.default_rng(seed)
    batch = Batch(m, worlds, nthread=1)
    batch.qvel[...] = 3.0 * rng.normal(size=batch.qvel.shape)
    batch.qpos[:, 2] += rng.uniform(0, 0.1, worlds)
    batch.qpos[1, 2] += 50.0
    return batch


def by_itself(m, state, control):
    """Each step of a world as mj_step makes it: states, readings, counts."""
    d = torsor.MjData(m)
    torsor.mj_setState(m, d, state, STATE)
    found = {STATE: [], 'sensordata': [], 'solver_niter': [], **{name: [] for name in COUNTS}}
    for ctrl in control:
        d.ctrl[:] = ctrl
        torsor.mj_step(m, d)
        torsor.mj_getState(m, d, state, STATE)
        found[STATE].append(state.copy())
        for name in ('sensordata', 'solver_niter', *COUNTS):
            found[name].append(np.copy(getattr(d, name)))
    return found


KINDS = [{}, dict(cone='elliptic', dim=4), dict(cone='elliptic', dim=6, integrator='implicitfast'),
         dict(dim=6, integrator='RK4'), dict(dim=1), dict(solver='PGS'), dict(solver='PGS', cone='elliptic', dim=4)]


@pytest.mark.parametrize('options', KINDS)
def test_a_batch_is_a_loop_over_worlds(options):
    """Contacts of all dimensions, limits and dry friction of joints and tendons; worlds with few rows or none."""
    m, steps = crawler(**options), 80
    batch = begin(m, 6)
    control = np.random.default_rng(1).uniform(-1, 1, (6, steps, m.nu))
    start = batch.state.copy()
    found = batch.rollout(steps, control, record=(STATE, 'sensordata', 'solver_niter', *COUNTS))
    assert found['ncon'].max() > 2
    assert found['nl'].max() > 1
    assert (found['ncon'][1] == 0).all()
    for k in range(6):
        for name, expected in by_itself(m, start[k], control[k]).items():
            np.testing.assert_array_equal(found[name][k], expected, err_msg=f'{name} of world {k}')
    assert may_share(batch._b.model)  # nothing has made worlds run one by one


HEAP = """<mujoco><option solver="{solver}" noslip_iterations="{noslip}"/><worldbody><geom type="plane" size="5 5 1"/>
  {balls}<body pos="0 0 1"><joint axis="0 1 0" range="-20 20" limited="true"/><geom type="capsule" fromto="0 0 0 0 0 .5"
  size=".04"/></body></worldbody></mujoco>"""
BALL = '<body pos="{x} {y} .1"><freejoint/><geom size=".1"/></body>'
SOLVERS = [('Newton', 0), ('PGS', 0), ('CG', 0), ('Newton', 2)]


def heap(solver, noslip):
    """Balls that roll over a plane, hit each other now and then, and part again; a pendulum with a limit."""
    balls = ''.join(BALL.format(x=0.25 * (k % 3), y=0.25 * (k // 3)) for k in range(6))
    return torsor.MjModel.from_xml_string(HEAP.format(solver=solver, noslip=noslip, balls=balls))


@pytest.mark.parametrize(('solver', 'noslip'), SOLVERS)
def test_islands_that_come_and_go(solver, noslip):
    """Worlds of a pack have the same islands in some steps, and others in most."""
    m, steps = heap(solver, noslip), 60
    batch = Batch(m, 5, nthread=1)
    batch.qvel[...] = np.random.default_rng(0).normal(size=batch.qvel.shape)
    batch.qpos[3, 2:42:7] += 5.0  # nobody touches anything
    batch.qvel[4] = 0.0  # nobody moves, so that all balls stay islands of their own
    start = batch.state.copy()
    found = batch.rollout(steps, np.zeros((5, steps, 0)), record=(STATE, 'solver_niter', *COUNTS))
    assert len(np.unique(found['nisland'][:3])) > 2
    assert (found['nisland'][3] <= 1).all()
    for k in range(5):
        for name, expected in by_itself(m, start[k], np.zeros((steps, 0))).items():
            if name in found:
                np.testing.assert_array_equal(found[name][k], expected, err_msg=f'{name} of world {k}')
    assert may_share(batch._b.model)


def test_neighbours_and_places_do_not_matter():
    m, steps = crawler(cone='elliptic'), 60
    batch = begin(m, 9)
    control = np.random.default_rng(1).uniform(-1, 1, (9, steps, m.nu))
    start = batch.state.copy()
    first = batch.rollout(steps, control, record=(STATE, 'nefc', 'solver_niter'))
    for order in (np.roll(np.arange(9), 4), [8, 1, 1, 1], [0, 0, 0, 5], [7, 3]):
        batch.state[:len(order)] = start[order]
        again = batch.rollout(steps, control[order], record=(STATE, 'nefc', 'solver_niter'), ids=np.arange(len(order)))
        for name, table in again.items():
            np.testing.assert_array_equal(table, first[name][order], err_msg=f'{name} in the order {order}')


@pytest.mark.slow
def test_the_width_of_registers_does_not_matter(monkeypatch):
    m, steps, found = crawler(), 60, []
    for width in (4, 8):
        monkeypatch.setattr('torsor.batch.packs.width_for', lambda *_, width=width: width)
        batch = begin(m, 10)
        control = np.random.default_rng(1).uniform(-1, 1, (10, steps, m.nu))
        found.append(batch.rollout(steps, control, record=(STATE,))[STATE])
        assert may_share(batch._b.model)
    np.testing.assert_array_equal(*found)


def test_forces_on_bodies_after_the_steps():
    """They follow from contacts, which each world must have for itself then."""
    m = crawler()
    batch = begin(m, 5)
    forces, start = batch._b.output('cfrc_ext'), batch.state.copy()
    batch._b.step(None, 60, torsor.mjtStage.mjSTAGE_ACC.value, forces=True)
    assert np.abs(forces).max() > 1.0
    for k in range(5):
        d = torsor.MjData(m)
        torsor.mj_setState(m, d, start[k], STATE)
        torsor.mj_step(m, d, 60)
        torsor.mj_forward(m, d)
        torsor.mj_rnePostConstraint(m, d)
        np.testing.assert_array_equal(forces[k], d.cfrc_ext)


def test_contacts_of_models_that_differ():
    """Then each world finds its contacts by itself, and they are merged."""
    m = crawler()
    batch, steps = begin(m, 5), 60
    scale = np.linspace(0.5, 1.5, 5)
    batch.expand('geom_friction')[...] *= scale[:, None, None]
    batch.expand('dof_frictionloss')[...] *= np.array([0.0, 1.0, 0.0, 2.0, 1.0])[:, None]
    batch.expand('geom_margin')[...] = 0.01 * scale[:, None]
    start, control = batch.state.copy(), np.random.default_rng(1).uniform(-1, 1, (5, steps, m.nu))
    found = batch.rollout(steps, control, record=(STATE, 'nefc', 'nf'))
    assert (found['nf'].min(), found['nf'].max()) == (1, 3)
    for k in range(5):
        expected = by_itself(batch.get_model(k), start[k], control[k])
        for name in (STATE, 'nefc', 'nf'):
            np.testing.assert_array_equal(found[name][k], expected[name], err_msg=f'{name} of world {k}')
    assert may_share(batch._b.model, ('geom_friction',)) != bool(library())


def test_boxes_decide_on_geoms_that_must_overlap():
    """Those of bodies, and their axes are not the same in all worlds: each world finds its contacts by itself."""
    m = torsor.MjModel.from_xml_string("""<mujoco><option gravity="0 0 0"/><worldbody>
        <body><freejoint/><geom type="box" size=".1 .1 .1" margin="-.005"/></body>
        <body pos=".2 0 0"><freejoint/><geom type="cylinder" size=".1 .1" margin="-.005"/></body>
        </worldbody></mujoco>""")
    batch, steps, none = Batch(m, 4, nthread=1), 2, np.zeros((2, 0))
    batch.qpos[:, 7] = 0.185, 0.191, 0.199, 0.21
    start = batch.state.copy()
    found = batch.rollout(steps, np.zeros((4, steps, 0)), record=(STATE, 'ncon'))
    assert (found['ncon'][:, 0] > 0).tolist() == [True, False, False, False]
    for k in range(4):
        expected = by_itself(m, start[k], none)
        for name in found:
            np.testing.assert_array_equal(found[name][k], expected[name], err_msg=f'{name} of world {k}')


OTHERS = ['<option solver="CG"/>', '<option noslip_iterations="3"/>',
          '<option jacobian="sparse"/>', '<option><flag diagexact="enable"/></option>',
          '<option><flag fwdinv="enable"/></option>', '<option><flag island="disable"/></option>',
          '<option><flag midphase="disable"/></option>', '<option><flag warmstart="disable"/></option>',
          '<option><flag refsafe="disable"/></option>',
          '<equality><joint joint1="knee" joint2="toe"/></equality>']


@pytest.mark.slow
@pytest.mark.parametrize('more', OTHERS)
def test_what_is_not_shared_is_done_by_each_world(more):
    xml = CRAWLER.format(cone='pyramidal', dim=3, integrator='Euler', solver='Newton')
    m, steps = torsor.MjModel.from_xml_string(xml.replace('<worldbody>', f'{more}<worldbody>', 1)), 40
    batch = begin(m, 5)
    control = np.random.default_rng(1).uniform(-1, 1, (5, steps, m.nu))
    start = batch.state.copy()
    found = batch.rollout(steps, control, record=(STATE, 'sensordata', *COUNTS))
    for k in range(5):
        expected = by_itself(m, start[k], control[k])
        for name in found:
            np.testing.assert_array_equal(found[name][k], expected[name], err_msg=f'{name} of world {k}')


def assert_like_single_worlds(m, batch, control, record):
    """A rollout of the batch has the bits of mj_step."""
    start, found = batch.state.copy(), batch.rollout(control.shape[1], control, record=record)
    for k, state in enumerate(start):
        d = torsor.MjData(m)
        torsor.mj_setState(m, d, state, STATE)
        for t, ctrl in enumerate(control[k]):
            d.ctrl[:] = ctrl
            torsor.mj_step(m, d)
            for name in record:
                np.testing.assert_array_equal(found[name][k, t], getattr(d, name), err_msg=f'{name} of world {k}')


@pytest.mark.parametrize('kind', ['joint', 'tendon'])
def test_opposite_limits_in_neighbouring_worlds(kind):
    """The rows of both limits follow each other, and a world has only one of them."""
    limit = 'range="-1 1"' if kind == 'joint' else ''
    body = '<body pos="{i} 0 0"><joint name="j{i}" axis="0 1 0" {limit}/><geom size=".1" pos=".3 0 0"/></body>'
    cord = '<fixed range="-1 1"><joint joint="j{i}" coef="1"/></fixed>' if kind == 'tendon' else ''
    bodies, cords = (''.join(text.format(i=i, limit=limit) for i in range(3)) for text in (body, cord))
    m = torsor.MjModel.from_xml_string(f"""<mujoco><compiler angle="radian"/><option gravity="0 0 0"/>
        <worldbody>{bodies}</worldbody><tendon>{cords}</tendon></mujoco>""")
    batch = Batch(m, 3, nthread=1)
    batch.qpos[:] = [[-1.1, 1.1, -1.1], [1.1, -1.1, 1.1], [0.0, 1.1, 0.0]]
    assert_like_single_worlds(m, batch, np.zeros((3, 20, 0)), ('qpos', 'nefc', 'nisland', 'qfrc_constraint'))
    assert np.abs(batch.qpos).max() < 1.09  # the limits push


def test_a_tendon_that_connects_a_tree_in_some_worlds():
    """Where the tendon is straight, the tree in its middle does not move it, and is in no island."""
    body = '<body pos="{i} 0 0"><joint type="slide" axis="{axis}"/><geom size=".1"/><site name="s{i}"/></body>'
    bodies = ''.join(body.format(i=i, axis=axis) for i, axis in enumerate(('1 0 0', '0 0 1', '1 0 0')))
    m = torsor.MjModel.from_xml_string(f"""<mujoco><option gravity="0 0 0"/><worldbody>{bodies}</worldbody>
        <tendon><spatial frictionloss=".1"><site site="s0"/><site site="s1"/><site site="s2"/></spatial></tendon>
        </mujoco>""")
    batch = Batch(m, 6, nthread=1)
    batch.qpos[:, 1], batch.qvel[:, 2] = [0, 0.1, 0, 0, -0.2, 0], [0.3, 0.1, 0, -0.2, 0.5, 0.4]
    start = batch.state.copy()
    assert_like_single_worlds(m, batch, np.zeros((6, 20, 0)), ('qpos', 'nidof', 'nisland', 'qfrc_constraint'))
    batch.state[:] = start
    assert batch.rollout(1, np.zeros((6, 1, 0)), record=('nidof',))['nidof'][:, 0].tolist() == [2, 3, 2, 2, 3, 2]


@pytest.mark.parametrize('kinds', [('fixed', 'spatial'), ('spatial', 'fixed')])
def test_fixed_tendons_next_to_spatial_ones(kinds):
    """Spatial tendons take one world at a time, and leave lengths of fixed ones as they are."""
    tendons = dict(fixed='<fixed name="f" stiffness="50" springlength="0"><joint joint="j" coef="1"/></fixed>',
                   spatial='<spatial name="s"><site site="a"/><site site="b"/></spatial>')
    m = torsor.MjModel.from_xml_string(f"""<mujoco><worldbody><site name="a" pos="0 0 1"/>
        <body pos=".3 0 0"><joint name="j" axis="0 1 0"/><geom size=".1"/><site name="b" pos=".2 0 0"/></body>
        </worldbody><tendon>{''.join(tendons[kind] for kind in kinds)}</tendon>
        <sensor><tendonpos tendon="f"/></sensor></mujoco>""")
    batch = Batch(m, 3, nthread=1)
    batch.qpos[:, 0] = 0.7, -0.2, 0.1
    assert_like_single_worlds(m, batch, np.zeros((3, 20, 0)), ('qpos', 'ten_length', 'sensordata', 'ten_wrapadr'))


def test_actuators_without_delay_next_to_delayed_ones():
    """Reading delayed controls takes one world at a time, and leaves the others as they are."""
    m = torsor.MjModel.from_xml_string("""<mujoco><worldbody>
        <body><joint name="j" axis="0 1 0"/><geom size=".1"/></body>
        <body pos="1 0 0"><joint name="k" axis="0 1 0"/><geom size=".1"/></body></worldbody><actuator>
        <motor joint="j"/><motor joint="k" delay=".004" nsample="4"/></actuator></mujoco>""")
    control = np.random.default_rng(0).uniform(-1, 1, (3, 10, 2))
    batch = Batch(m, 3, nthread=1)
    assert_like_single_worlds(m, batch, control, ('qvel', 'actuator_force', 'history'))
    assert (batch.qvel[:, 0] != 0.0).all()
