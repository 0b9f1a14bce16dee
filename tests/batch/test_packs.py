"""Batches whose worlds share registers: the bits of a loop over one MjData, whatever happens to neighbours."""

import numpy as np
import pytest

import torsor
from torsor import models, rollout
from torsor.batch import Batch
from torsor.batch.packs import may_share
from torsor.jit.inside.library import library

STATE = torsor.mjtState.mjSTATE_INTEGRATION.value
TUMBLING = """<mujoco><option solver="{solver}" cone="{cone}"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .3"><freejoint/><geom type="capsule" size=".05 .2"/>
    <body pos=".2 0 0"><joint name="knee" axis="0 1 0" range="-30 30" limited="true" frictionloss=".05"/>
      <geom type="box" size=".1 .05 .03"/></body></body>
  <body pos="0 .4 .3"><freejoint/><geom type="{shape}" size=".1 .1 .05"/></body></worldbody>
  <actuator><motor joint="knee" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <sensor><touch site="s"/><subtreelinvel body="b"/></sensor></mujoco>"""


def model(solver='Newton', cone='pyramidal', shape='sphere'):
    xml = TUMBLING.format(solver=solver, cone=cone, shape=shape)
    return torsor.MjModel.from_xml_string(
        xml.replace('<body pos=".2 0 0">', '<body name="b" pos=".2 0 0"><site name="s" size=".2"/>'))


def alone(m, state, control):
    """States and sensor data of one world after each step, by mj_step."""
    d = torsor.MjData(m)
    torsor.mj_setState(m, d, state, STATE)
    states, sensordata = np.empty((len(control), len(state))), np.empty((len(control), m.nsensordata))
    for t, ctrl in enumerate(control):
        d.ctrl[:] = ctrl
        torsor.mj_step(m, d)
        torsor.mj_getState(m, d, states[t], STATE)
        sensordata[t] = d.sensordata
    return states, sensordata


def begin(m, worlds, steps, seed=0):
    rng = np.random.default_rng(seed)
    batch = Batch(m, worlds, nthread=1)
    batch.qvel[...] = rng.normal(size=batch.qvel.shape)
    return batch, rng.uniform(-1, 1, (worlds, steps, m.nu))


@pytest.mark.parametrize('options', [{}, dict(cone='elliptic'), dict(solver='PGS'), dict(solver='CG', shape='box')])
def test_a_batch_is_a_loop_over_worlds(options):
    m = model(**options)
    batch, control = begin(m, 7, 60)
    start = batch.state.copy()
    found = batch.rollout(60, control, record=(STATE, 'sensordata'))
    for k in range(7):
        states, sensordata = alone(m, start[k], control[k])
        np.testing.assert_array_equal(found[STATE][k], states)
        np.testing.assert_array_equal(found['sensordata'][k], sensordata)
    np.testing.assert_array_equal(batch.state, found[STATE][:, -1])
    assert may_share(batch._b.model)  # nothing has made its worlds run one by one


def test_order_and_neighbours_do_not_matter():
    m = torsor.MjModel.from_xml_path(models.path('humanoid'))
    batch, control = begin(m, 6, 30)
    start = batch.state.copy()
    first = batch.rollout(30, control, record=('qpos', 'qacc', 'cfrc_ext', 'ncon', 'solver_niter'))
    for order in ([3, 1, 5, 0, 4, 2], [2, 4], [5]):
        batch.state[:len(order)] = start[order]
        again = batch.rollout(30, control[order], record=('qpos', 'qacc', 'cfrc_ext', 'ncon', 'solver_niter'),
                              ids=np.arange(len(order)))
        for name, table in again.items():
            np.testing.assert_array_equal(table, first[name][order], err_msg=name)


def test_a_world_that_diverges_touches_no_other():
    m = model()
    batch, _ = begin(m, 4, 20)
    start = batch.state.copy()
    batch.qvel[2, 3] = np.nan
    batch.step(nstep=20)
    for k in (0, 1, 3):
        np.testing.assert_array_equal(batch.state[k], alone(m, start[k], np.zeros((20, m.nu)))[0][-1])
    bad = start[2].copy()
    bad[batch._b.state_part('qvel')][3] = np.nan
    d = torsor.MjData(m)
    torsor.mj_setState(m, d, bad, STATE)
    torsor.mj_step(m, d, 20)
    np.testing.assert_array_equal(batch.qpos[2], d.qpos)
    assert batch.warning[:, torsor.mjtWarning.mjWARN_BADQVEL, 1].tolist() == [0, 0, 1, 0]


def test_a_rollout_with_a_world_that_diverges():
    m = model()
    d = torsor.MjData(m)
    state = np.empty((5, torsor.mj_stateSize(m, torsor.mjtState.mjSTATE_FULLPHYSICS.value)))
    torsor.mj_getState(m, d, state[0], torsor.mjtState.mjSTATE_FULLPHYSICS.value)
    state[1:] = state[0]
    control = np.zeros((5, 10, m.nu))
    usual = rollout.rollout(m, d, state, control)[0]
    assert (usual == usual[0]).all()
    state[3, -1] = 1e20
    states = rollout.rollout(m, d, state, control)[0]
    np.testing.assert_array_equal(states[[0, 1, 2, 4]], usual[[0, 1, 2, 4]])
    assert (states[3] == states[3, 0]).all()


def test_fields_of_the_model_that_differ():
    m = model()
    batch, control = begin(m, 5, 20)
    start = batch.state.copy()
    scale = np.linspace(0.5, 1.5, 5)
    batch.expand('body_mass')[...] *= scale[:, None]
    batch.expand('geom_friction')[...] *= scale[:, None, None]
    batch.expand('opt.gravity')[:, 2] *= scale
    found = batch.rollout(20, control, record=(STATE,))
    for k in range(5):
        own = batch.get_model(k)
        np.testing.assert_array_equal(found[STATE][k], alone(own, start[k], control[k])[0])
    assert may_share(batch._b.model, ('body_mass',)) != bool(library())


def test_usual_fields_are_of_one_kind():
    """Which of them differ decides nothing about native code, constants that follow from them included."""
    m = model()
    kinds = []
    for names in (['body_mass'], ['geom_friction', 'dof_damping'], ['actuator_gainprm', 'opt.gravity', 'jnt_range']):
        batch, control = begin(m, 5, 4)
        start = batch.state.copy()
        for name in names:
            batch.expand(name)[...] *= np.linspace(0.8, 1.2, 5).reshape(5, *[1] * (batch.expand(name).ndim - 1))
        batch.set_const()
        found = batch.rollout(4, control, record=(STATE,))[STATE]
        for k in range(5):
            np.testing.assert_array_equal(found[k], alone(batch.get_model(k), start[k], control[k])[0])
        if not library():
            assert may_share(batch._b._thread_models[0], batch._b._fields)  # nothing has refused
            kinds.append(batch._b._thread_datas[0]._cache['pack'][1].model._struct_kind)
    assert len(set(kinds)) <= 1


@pytest.mark.slow  # each is a kind of its own to compile
@pytest.mark.parametrize('name', ['opt.timestep', 'opt.tolerance', 'opt.o_solref'])
def test_any_field_may_differ(name):
    m = model()
    batch, control = begin(m, 5, 4)
    start = batch.state.copy()
    table = batch._b.expand(name)
    table *= np.linspace(0.8, 1.2, 5).reshape(5, *[1] * (table.ndim - 1))
    found = batch.rollout(4, control, record=(STATE,))[STATE]
    for k in range(5):
        np.testing.assert_array_equal(found[k], alone(batch.get_model(k), start[k], control[k])[0])


def test_what_refuses_to_share_registers_runs_one_by_one():
    m = torsor.MjModel.from_xml_string("""<mujoco><worldbody><geom type="plane" size="1 1 1"/>
      <body name="b" pos="0 0 .1"><freejoint/><geom size=".1"/></body></worldbody>
      <actuator><adhesion body="b" ctrlrange="0 1" gain="5"/></actuator></mujoco>""")
    batch, control = begin(m, 4, 10)
    start = batch.state.copy()
    found = batch.rollout(10, control, record=(STATE,))
    for k in range(4):
        np.testing.assert_array_equal(found[STATE][k], alone(m, start[k], control[k])[0])
    assert not may_share(batch._b.model)


def test_who_has_a_library_compiles_nothing(monkeypatch):
    monkeypatch.setattr('torsor.batch.packs.library', dict)
    assert may_share(model(), {'body_mass'})
    monkeypatch.setattr('torsor.batch.packs.library', lambda: {'some': 'functions'})
    assert may_share(model())  # the library has stages for worlds of one model
    assert not may_share(model(), {'body_mass'})
