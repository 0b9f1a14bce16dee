"""State vectors: the components, sizes, order and complaints of the wheel."""

import mujoco
import numpy as np
import pytest

import torsor
from reference.twins import RICH, SMALL, outcome, twins

COMPONENTS = [1 << i for i in range(int(torsor.mjtState.mjNSTATE))]
ALL = sum(COMPONENTS)
GROUPS = [int(torsor.mjtState[f'mjSTATE_{name}']) for name in ('PHYSICS', 'FULLPHYSICS', 'USER', 'INTEGRATION')]
SIGNATURES = [*COMPONENTS, *GROUPS, 0, 5, 0x2aaa, 0x5555, ALL]


@pytest.fixture(scope='module')
def rich():
    return twins(RICH)


def random_vector(size, seed=0):
    return np.random.default_rng(seed).normal(size=size)


@pytest.mark.parametrize('sig', SIGNATURES)
def test_vectors_are_those_of_the_wheel(rich, sig):
    model, data, m, d = rich
    size = mujoco.mj_stateSize(model, sig)
    assert torsor.mj_stateSize(m, sig) == size
    vector = random_vector(size, sig)
    mujoco.mj_setState(model, data, vector, sig)
    torsor.mj_setState(m, d, vector, sig)
    theirs, ours = np.empty(torsor.mj_stateSize(m, ALL)), np.empty(torsor.mj_stateSize(m, ALL))
    mujoco.mj_getState(model, data, theirs, ALL)
    torsor.mj_getState(m, d, ours, ALL)
    np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize('sig', SIGNATURES)
def test_copying_changes_the_chosen_components_only(rich, sig):
    _, _, m, d = rich
    torsor.mj_setState(m, d, random_vector(torsor.mj_stateSize(m, ALL)), ALL)
    untouched, other = torsor.MjData(m), torsor.MjData(m)
    torsor.mj_copyState(m, d, other, sig)
    for bit in COMPONENTS:
        copied, expected = np.empty(torsor.mj_stateSize(m, bit)), np.empty(torsor.mj_stateSize(m, bit))
        torsor.mj_getState(m, other, copied, bit)
        torsor.mj_getState(m, d if bit & sig else untouched, expected, bit)
        np.testing.assert_array_equal(copied, expected)


@pytest.mark.parametrize(('source', 'wanted'), [(ALL, 6), (ALL, 0x2aaa), (6, 2), (6, 4), (6, 6), (ALL, 0), (0, 0)])
def test_extracting_agrees_with_the_wheel(rich, source, wanted):
    model, _, m, _ = rich
    vector = random_vector(torsor.mj_stateSize(m, source))
    theirs, ours = np.empty(torsor.mj_stateSize(m, wanted)), np.empty(torsor.mj_stateSize(m, wanted))
    mujoco.mj_extractState(model, vector, source, theirs, wanted)
    torsor.mj_extractState(m, vector, source, ours, wanted)
    np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize('sig', [ALL + 1, -1, 1.0, 2**40, 'x', None])
def test_bad_signatures(rich, sig):
    model, _, m, d = rich
    assert outcome(torsor.mj_stateSize, m, sig) == outcome(mujoco.mj_stateSize, model, sig)
    if isinstance(sig, int) and abs(sig) < 2**31:
        refusal = (TypeError, 'negative') if sig < 0 else (torsor.FatalError, f'invalid state signature {sig}')
        with pytest.raises(refusal[0], match=refusal[1]):
            torsor.mj_getState(m, d, np.empty(3), sig)
        with pytest.raises(torsor.FatalError, match=f'mj_copyState: invalid state signature {sig}'):
            torsor.mj_copyState(m, d, d, sig)


QPOS = int(torsor.mjtState.mjSTATE_QPOS)


@pytest.mark.parametrize('state', [
    np.zeros(14), np.zeros(13), [0.0] * 14, np.zeros(14, np.float32), np.zeros((14, 1)), np.zeros((1, 14)),
    np.zeros((2, 7)), np.zeros(28)[::2], np.zeros(14, int), 'x', 3], ids=str)
def test_vectors_of_odd_kinds_are_treated_as_by_the_wheel(rich, state):
    model, data, m, d = rich
    assert outcome(torsor.mj_getState, m, d, state, QPOS) == outcome(mujoco.mj_getState, model, data, state, QPOS)
    assert outcome(torsor.mj_setState, m, d, state, QPOS) == outcome(mujoco.mj_setState, model, data, state, QPOS)


def test_a_vector_that_cannot_be_written_to_is_refused(rich):
    _, _, m, d = rich
    frozen = np.zeros(14)
    frozen.flags.writeable = False
    with pytest.raises(TypeError, match='writable'):
        torsor.mj_getState(m, d, frozen, QPOS)


def test_messages_name_the_size(rich):
    _, _, m, d = rich
    for function in (torsor.mj_getState, torsor.mj_setState):
        with pytest.raises(TypeError, match=r'^state size should equal mj_stateSize\(m, sig\)$'):
            function(m, d, np.zeros(3), QPOS)
    with pytest.raises(TypeError, match=r'^src size should equal mj_stateSize\(m, srcsig\)$'):
        torsor.mj_extractState(m, np.zeros(3), 6, np.zeros(14), 2)
    with pytest.raises(TypeError, match=r'^dst size should equal mj_stateSize\(m, dstsig\)$'):
        torsor.mj_extractState(m, np.zeros(m.nq + m.nv), 6, np.zeros(13), 2)
    with pytest.raises(torsor.FatalError, match='dstsig is not a subset of srcsig'):
        torsor.mj_extractState(m, np.zeros(14), 2, np.zeros(m.nq + m.nv), 6)


def test_data_of_another_model_is_refused(rich):
    _, _, m, _ = rich
    stranger = torsor.MjData(torsor.MjModel.from_xml_string(SMALL))
    with pytest.raises(ValueError, match='another MjModel'):
        torsor.mj_getState(m, stranger, np.zeros(14), QPOS)


def test_a_restored_state_repeats_the_simulation():
    m = torsor.MjModel.from_xml_string(SMALL)
    d = torsor.MjData(m)
    d.qvel[:] = 1
    torsor.mj_step(m, d, 5)
    sig = torsor.mjtState.mjSTATE_INTEGRATION
    start, first, second = (np.empty(torsor.mj_stateSize(m, sig)) for _ in range(3))
    torsor.mj_getState(m, d, start, sig)
    torsor.mj_step(m, d, 5)
    torsor.mj_getState(m, d, first, sig)
    torsor.mj_setState(m, d, start, sig)
    torsor.mj_step(m, d, 5)
    torsor.mj_getState(m, d, second, sig)
    np.testing.assert_array_equal(first, second)
    assert not np.array_equal(start, first)


@pytest.mark.parametrize('call', ['mj_getState(m, d, np.zeros(3), -1)', 'mj_setState(m, d, np.zeros(3), -1)',
                                  'mj_extractState(m, np.zeros(3), -1, np.zeros(3), 1)'])
def test_a_negative_signature_is_no_signature(call):
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string('<mujoco/>')
        with pytest.raises(TypeError):
            eval(f'engine.{call}', {'engine': engine, 'm': m, 'd': engine.MjData(m), 'np': np})
