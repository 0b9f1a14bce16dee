"""Rollouts on a cluster: the bits of local ones, whatever happens to the workers."""

import os
import signal
from pathlib import Path

import numpy as np
import pytest

import torsor
from torsor import models
from torsor.progress import Progress
from torsor.rollout import rollout

# read when Ray is imported: its nodes talk over the loopback address only, and report to nobody
os.environ |= {'RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER': '0', 'RAY_USAGE_STATS_ENABLED': '0'}
ray = pytest.importorskip('ray', reason='needs the extra `ray`')
from ray.cluster_utils import Cluster  # noqa: E402  (Ray is there from here on)

from torsor import distributed  # noqa: E402

pytestmark = pytest.mark.cluster

FULL = torsor.mjtState.mjSTATE_FULLPHYSICS
NSTEP = 20


@pytest.fixture(scope='module')
def cluster():
    """Two nodes on the loopback address, with two processors and one."""
    cluster = Cluster(initialize_head=True, head_node_args=dict(num_cpus=2, node_ip_address='127.0.0.1',
                                                                include_dashboard=False))
    cluster.add_node(num_cpus=1, node_ip_address='127.0.0.1')
    cluster.wait_for_nodes()
    assert cluster.address.startswith('127.0.0.1:')
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture
def model():
    return torsor.MjModel.from_xml_path(str(models.path('cart_pole')))


def start(m, count: int):
    """States and controls of `count` trajectories."""
    rng = np.random.default_rng(count)
    states = rng.normal(size=(count, torsor.mj_stateSize(m, FULL)))
    states[:, 0] = 0.0  # the time
    return states, rng.normal(size=(count, NSTEP, m.nu))


def same(found, expected) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(found, expected, strict=True))


@pytest.mark.usefixtures('cluster')
def test_has_the_bits_of_a_local_rollout(model):
    states, controls = start(model, 37)
    expected = rollout(model, torsor.MjData(model), states, controls)
    assert same(distributed.rollout(model, states, controls), expected)
    assert same(distributed.rollout(model, states, controls, chunk_size=5, nthread=2), expected)


@pytest.mark.usefixtures('cluster')
def test_writes_into_given_arrays_and_repeats_what_is_given_once(model):
    states, controls = start(model, 6)
    expected = rollout(model, torsor.MjData(model), states, controls[0])
    state = np.empty_like(expected[0])
    found, _ = distributed.rollout(model, states, controls[0], state=state)
    assert np.shares_memory(found, state)
    assert np.array_equal(state, expected[0])


@pytest.mark.usefixtures('cluster')
def test_a_model_for_each_trajectory(model):
    states, controls = start(model, 7)
    variants = [model.__copy__() for _ in range(7)]
    for i, variant in enumerate(variants):
        variant.opt.gravity[2] = -i
    expected = rollout(variants, torsor.MjData(model), states, controls)
    assert same(distributed.rollout(variants, states, controls, chunk_size=3), expected)


@pytest.mark.usefixtures('cluster')
def test_a_policy_is_set_where_the_model_arrives(model):
    def prepare(m):
        def push(m, d):
            d.ctrl[0] = -d.qpos[0] - 0.5 * d.qvel[1]
        m.callbacks.control = torsor.kernel(push)

    states, _ = start(model, 5)
    there = distributed.rollout(model, states, nstep=NSTEP, prepare=prepare)
    without = rollout(model, torsor.MjData(model), states, nstep=NSTEP)
    prepare(model)
    assert same(there, rollout(model, torsor.MjData(model), states, nstep=NSTEP))
    assert not same(there, without)


@pytest.mark.usefixtures('cluster')
def test_what_a_killed_worker_had_is_computed_again(model, tmp_path):
    mark = str(tmp_path / 'killed')

    def die_once(m):
        if not Path(mark).exists():
            Path(mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)

    states, controls = start(model, 12)
    expected = rollout(model, torsor.MjData(model), states, controls)
    assert same(distributed.rollout(model, states, controls, chunk_size=2, prepare=die_once), expected)
    assert Path(mark).exists()


@pytest.mark.usefixtures('cluster')
def test_workers_that_always_die_are_an_error(model):
    def die(m):
        os.kill(os.getpid(), signal.SIGKILL)

    states, controls = start(model, 2)
    with pytest.raises(RuntimeError, match=r'trajectories 0 to 1 were lost .* `retries`'):
        distributed.rollout(model, states, controls, chunk_size=2, prepare=die, retries=1)


def test_a_machine_lost_in_the_middle(cluster, model, monkeypatch):
    """Its chunks, finished or not, are computed on those that are left."""
    states, controls = start(model, 40)
    expected = rollout(model, torsor.MjData(model), states, controls)
    lost = cluster.add_node(num_cpus=1, node_ip_address='127.0.0.1')
    cluster.wait_for_nodes()
    update = Progress.update

    def lose(self, fraction, note=''):
        nonlocal lost
        if fraction > 0.2 and lost:
            cluster.remove_node(lost, allow_graceful=False)
            lost = None
        update(self, fraction, note)

    monkeypatch.setattr(Progress, 'update', lose)
    assert same(distributed.rollout(model, states, controls, chunk_size=1), expected)
    assert lost is None


@pytest.mark.usefixtures('cluster')
def test_an_error_in_a_chunk_is_raised_as_it_is(model):
    def fail(m):
        raise LookupError('no such file here')

    states, controls = start(model, 2)
    with pytest.raises(LookupError, match='no such file here'):
        distributed.rollout(model, states, controls, prepare=fail)


@pytest.mark.usefixtures('cluster')
def test_more_threads_than_a_machine_has_are_refused(model):
    with pytest.raises(ValueError, match=r'no machine of the cluster has 3 processors, .* the largest has 2'):
        distributed.rollout(model, start(model, 2)[0], nthread=3)


@pytest.mark.usefixtures('cluster')
def test_no_trajectories(model):
    states, _ = start(model, 1)
    assert distributed.rollout(model, states[:0], nstep=3)[0].shape == (0, 3, states.shape[1])


@pytest.mark.parametrize(('change', 'error', 'message'), [
    (dict(initial_state=np.zeros((2, 3))), ValueError, 'trailing dimension of initial_state'),
    (dict(model=[]), ValueError, 'The list of models is empty'),
    (dict(model=[3]), TypeError, 'expected an MjModel, got int'),
    (dict(nstep=-1), ValueError, 'nstep must be non-negative'),
    (dict(chunk_size=0), ValueError, 'chunk_size must be a positive integer'),
    (dict(nthread=0), ValueError, 'nthread must be an integer of at least 1, got 0'),
    (dict(retries=-1), ValueError, 'retries must be an integer of at least 0, got -1'),
    (dict(control_spec=torsor.mjtState.mjSTATE_QPOS), ValueError, 'mjSTATE_USER'),
])
def test_bad_arguments_are_refused_before_anything_is_sent(model, change, error, message):
    arguments = dict(model=model, initial_state=start(model, 2)[0]) | change
    with pytest.raises(error, match=message):
        distributed.rollout(**arguments)


def test_callbacks_that_would_stay_behind_are_refused(model):
    def push(m, d):
        d.ctrl[0] = 1.0

    model.callbacks.control = torsor.kernel(push)
    with pytest.raises(ValueError, match=r'do not travel .* prepare='):
        distributed.rollout(model, start(model, 2)[0])
    del model.callbacks.control
    torsor.set_mjcb_control(push)
    try:
        with pytest.raises(ValueError, match='mjcb_control is a Python function'):
            distributed.rollout(model, start(model, 2)[0])
    finally:
        torsor.set_mjcb_control(None)
