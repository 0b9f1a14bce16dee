"""Callbacks of a model in batches: worlds that share registers run them together, with the bits of a loop over worlds.

What speaks of one world only, or does not compile for several, makes worlds run one by one: the bits are the same.
"""

import numpy as np
import pytest

import torsor
from torsor import models
from torsor.batch import Batch, SimulationError
from torsor.batch import run as running
from torsor.jit.inside.settings import jit_enabled
from torsor.kernels import tanh, where
from torsor.rollout import Rollout

STATE = torsor.mjtState.mjSTATE_INTEGRATION.value
HIDDEN, STEPS, WORLDS = 5, 40, 6

HOPPING = """<mujoco><size nuserdata="64"/><option timestep=".004"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .5"><joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1"/>
    <geom type="capsule" size=".05 .1"/>
    <body pos="0 0 -.1"><joint name="hip" axis="0 1 0" range="-60 60" limited="true"/>
      <geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/></body></body></worldbody>
  <actuator><motor joint="hip" gear="4" ctrlrange="-1 1" ctrllimited="true"/>
    <general joint="x" gaintype="user" biastype="user" dyntype="user"/></actuator></mujoco>"""


def two_layers(m, d):
    """A policy whose weights are the world's own, in its userdata."""
    d.ctrl[0] = 0.0
    for h in range(HIDDEN):
        total = d.userdata[h]
        for i in range(3):
            total += d.userdata[HIDDEN + 3 * h + i] * d.qpos[i] + d.userdata[4 * HIDDEN + 3 * h + i] * d.qvel[i]
        d.ctrl[0] += d.userdata[7 * HIDDEN + h] * tanh(total)


def push_away(m, d):
    d.qfrc_passive[0] += where(d.qpos[2] > 0.0, 0.5, -0.5) * d.qvel[1]


def gain(m, d, i):
    return 2.0 + d.qpos[0] * d.qpos[0]


def bias(m, d, i):
    return -3.0 * d.actuator_length[i]


def rate(m, d, i):
    return d.ctrl[i] - d.act[0]


def bang(m, d):
    """It branches on what worlds may disagree about."""
    d.ctrl[0] = 1.0 if d.qpos[2] > 0.0 else -1.0


def feel(m, d):
    """It looks at contacts, which each world has for itself."""
    d.ctrl[0] = 0.1 * d.ncon


def filter_pairs(m, d, i, j):
    return 0


def model(**callbacks):
    m = torsor.MjModel.from_xml_string(HOPPING)
    for kind, function in callbacks.items():
        setattr(m.callbacks, kind, function)
    return m


def begin(m, seed=0):
    rng = np.random.default_rng(seed)
    batch = Batch(m, WORLDS, nthread=1)
    batch.qvel[...] = rng.normal(size=batch.qvel.shape)
    batch.userdata[...] = rng.normal(size=batch.userdata.shape)
    return batch


def alone(m, state):
    """States of one world after each step, by mj_step."""
    d, states = torsor.MjData(m), np.empty((STEPS, len(state)))
    torsor.mj_setState(m, d, state, STATE)
    for row in states:
        torsor.mj_step(m, d)
        torsor.mj_getState(m, d, row, STATE)
    return states


@pytest.fixture
def shared(monkeypatch):
    """How often worlds were run together, and how often one by one."""
    counts = {'_run_packs': 0, '_run_worlds': 0}

    def counted(name, function):
        def call(*arguments):
            counts[name] += 1
            return function(*arguments)
        return call

    for name in counts:
        monkeypatch.setattr(running, name, counted(name, getattr(running, name)))
    return counts


@pytest.mark.parametrize(('callbacks', 'together'), [
    (dict(control=two_layers), True),
    (dict(passive=push_away), True),
    (dict(control=two_layers, act_gain=gain, act_bias={1: bias}, act_dyn=rate), True),
    (dict(control=bang), False),
    (dict(control=feel), False),
    (dict(contactfilter=filter_pairs), False),
], ids=['control', 'passive', 'actuators', 'branches', 'contacts', 'filter'])
def test_a_batch_is_a_loop_over_worlds(callbacks, together, shared):
    m = model(**callbacks)
    batch = begin(m)
    start = batch.state.copy()
    found = batch.rollout(STEPS, record=(STATE,))[STATE]
    for k in range(WORLDS):
        np.testing.assert_array_equal(found[k], alone(m, start[k]))
    assert bool(shared['_run_packs']) == (together and jit_enabled())


def test_weights_change_and_nothing_is_compiled():
    m = model(control=two_layers)
    batch = begin(m)
    start = batch.state.copy()
    first = batch.rollout(STEPS, record=('qpos',))['qpos']
    linked = batch._b.model.callbacks._functions['control']
    assert linked is m.callbacks._functions['control']  # copies of a model share native code
    known = dict(linked._together)
    batch.state[...] = start
    batch.userdata[...] *= 2.0
    second = batch.rollout(STEPS, record=('qpos',))['qpos']
    assert not np.array_equal(first, second)
    assert linked._together == known


def test_weights_of_the_model(shared):
    """Weights may be numbers of the model, too: the same for all worlds, or of each."""
    xml = HOPPING.replace('<worldbody>', '<custom><numeric name="w" data="-.5 -.2"/></custom><worldbody>', 1)
    m = torsor.MjModel.from_xml_string(xml)

    def linear(m, d):
        d.ctrl[0] = m.numeric_data[0] * d.qpos[2] + m.numeric_data[1] * d.qvel[2]

    m.callbacks.control = linear
    batch = begin(m)
    start = batch.state.copy()
    same = batch.rollout(STEPS, record=(STATE,))[STATE]
    np.testing.assert_array_equal(same[0], alone(m, start[0]))
    batch.state[...] = start
    batch.expand('numeric_data')[:, 0] = np.linspace(-1.0, 1.0, WORLDS)
    found = batch.rollout(STEPS, record=(STATE,))[STATE]
    for k in range(WORLDS):
        np.testing.assert_array_equal(found[k], alone(batch.get_model(k), start[k]))


def test_a_callback_that_is_swapped_counts_at_once():
    m = model(control=bang)
    data, states = torsor.MjData(m), np.zeros((4, torsor.mj_stateSize(m, torsor.mjtState.mjSTATE_FULLPHYSICS.value)))
    roller = Rollout(nthread=0)
    found = []
    for function in (bang, None, two_layers, push_away):
        m.callbacks.control = function
        found.append(roller.rollout(m, data, states, nstep=5)[0])
        assert (found[-1] == found[-1][0]).all()
    assert not np.array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[1], found[2])  # its weights are zero


@pytest.mark.skipif(not jit_enabled(), reason='random numbers of Numba')
def test_random_numbers_are_not_shared(shared):
    m = model(control=lambda m, d: noise(d))
    batch = begin(m)
    batch.step(nstep=3)
    assert not shared['_run_packs']
    assert len(np.unique(batch.ctrl[:, 0])) == WORLDS


@torsor.kernel
def noise(d):
    d.ctrl[0] = np.random.normal()  # noqa: NPY002, Numba knows no other


def test_an_error_in_a_callback_ends_its_world_only():
    m = torsor.MjModel.from_xml_path(models.path('cart_pole'))

    def fails(m, d):
        if d.qpos[0] > 0.5:
            raise ValueError('off the rail')

    m.callbacks.control = fails
    batch = Batch(m, 5, nthread=1)
    batch.qpos[3, 0] = 0.6
    with pytest.raises(SimulationError, match='simulation 3: off the rail'):
        batch.step()
    np.testing.assert_array_equal(batch.time > 0, [True, True, True, False, True])


def test_a_pack_that_fails_is_told_and_its_worlds_run_one_by_one(monkeypatch):
    def fail(*arguments):
        raise RuntimeError('no such instruction')

    m = model(control=two_layers)
    monkeypatch.setattr(running, '_run_packs', fail)
    batch = begin(m)
    start = batch.state.copy()
    with pytest.warns(RuntimeWarning, match='one by one.*no such instruction'):
        batch.step()
    for k in range(batch.nsim):
        np.testing.assert_array_equal(batch.state[k], alone(m, start[k])[0])
