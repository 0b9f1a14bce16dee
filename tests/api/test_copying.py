"""Copies and pickles of models and data: complete, independent, and of the right model."""

import copy
import gc
import pickle
import weakref

import mujoco
import numpy as np
import pytest

import torsor
from reference.twins import RICH, SMALL, outcome, twins
from torsor.jit.arena import grow
from torsor.physics.world import DATA

COPIES = {'copy': copy.copy, 'deepcopy': copy.deepcopy, 'pickle': lambda thing: pickle.loads(pickle.dumps(thing))}


def simulated(steps=3):
    m = torsor.MjModel.from_xml_string(SMALL)
    d = torsor.MjData(m)
    d.qvel[:] = 1
    torsor.mj_step(m, d, steps)
    return m, d


def assert_equal_fields(first, second):
    assert first._arrays.keys() == second._arrays.keys()
    for name, array in first._arrays.items():
        np.testing.assert_array_equal(array, second._arrays[name], name)


def put_contacts(d, count):
    """Contacts in the arena, as collision detection leaves them."""
    grow(d, 4096)
    start = d._arenas[-1].ctypes.data
    d._block[DATA.word['contact.dist']], d._block[DATA.word['contact.geom']] = start, start + 8 * count
    d.parena, d.ncon = 16 * count, count
    d.contact.dist[:] = -np.arange(1, count + 1)
    d.contact.geom[:] = np.arange(2 * count).reshape(count, 2)


@pytest.mark.parametrize('duplicate', COPIES.values(), ids=COPIES)
def test_a_copied_model_is_complete_and_independent(duplicate):
    _, _, m, _ = twins(RICH)
    m.opt.timestep, m.vis.global_.fovy = 0.125, 70
    twin = duplicate(m)
    assert_equal_fields(m, twin)
    assert [getattr(twin, name) for name in ('nq', 'nbody', 'nkey')] == [m.nq, m.nbody, m.nkey]
    assert twin.names == m.names
    twin.body_mass[1], twin.opt.timestep = 99, 1
    twin.body('trunk').pos = 7
    assert m.body_mass[1] != 99
    assert m.opt.timestep == 0.125
    assert not (m.body('trunk').pos == 7).any()


@pytest.mark.parametrize('duplicate', COPIES.values(), ids=COPIES)
def test_copied_data_is_complete_and_independent(duplicate):
    m, d = simulated()
    twin = duplicate(d)
    assert_equal_fields(d, twin)
    torsor.mj_step(m, d)
    torsor.mj_step(twin.model, twin)
    np.testing.assert_array_equal(twin.qpos, d.qpos)
    twin.qpos[:] = 0
    assert d.qpos.any()
    twin.joint('hip').qvel = 5
    assert d.qvel[0] != 5


def test_which_model_a_copy_belongs_to():
    m, d = simulated()
    assert copy.copy(d).model is m
    assert copy.deepcopy(d).model is not m
    model, data = copy.deepcopy((m, d))
    assert data.model is model
    model, data = pickle.loads(pickle.dumps((m, d)))
    assert data.model is model


@pytest.mark.parametrize('duplicate', COPIES.values(), ids=COPIES)
def test_what_lies_in_the_arena_is_copied(duplicate):
    _, d = simulated()
    put_contacts(d, 3)
    twin = duplicate(d)
    d.contact.dist[:] = 0
    assert twin.contact.dist.tolist() == [-1, -2, -3]
    assert twin.contact[1].geom.tolist() == [2, 3]
    assert twin.contact.geom2.tolist() == [1, 3, 5]
    assert twin.contact.pos.shape == (3, 3)


def test_contacts_are_seen_as_they_change():
    _, d = simulated()
    put_contacts(d, 2)
    contacts, first = d.contact, d.contact[0]
    d.contact[0].dist = 7
    assert first.dist == 7
    assert contacts.dist.tolist() == [7, -2]
    assert [contact.geom1 for contact in contacts] == [0, 2]
    with pytest.raises(IndexError):
        _ = contacts[2]


def test_copying_into_existing_data():
    m, d = simulated()
    put_contacts(d, 2)
    other, empty = torsor.MjData(m), torsor.MjData(m)
    torsor.mj_copyData(other, m, d)
    assert_equal_fields(d, other)
    assert other.contact.dist.tolist() == [-1, -2]
    torsor.mj_copyData(dest=other, m=m, src=empty)
    assert_equal_fields(empty, other)
    assert len(other.contact) == 0
    torsor.mj_copyData(d, m, d)
    assert d.contact.dist.tolist() == [-1, -2]


def test_copying_between_models():
    model, data, m, d = twins(SMALL)
    like, stranger = twins(SMALL)[3], twins(RICH)
    d.qpos[0] = 3
    torsor.mj_copyData(like, m, d)
    assert like.qpos[0] == 3
    assert like.model is not m
    for arguments in ((stranger[1], model, data), (data, stranger[0], data)):
        assert outcome(mujoco.mj_copyData, *arguments) == 'FatalError'
    for arguments in ((stranger[3], m, d), (d, stranger[2], d)):
        assert outcome(torsor.mj_copyData, *arguments) == 'FatalError'
    assert outcome(torsor.mj_copyData, None, m, d) == outcome(mujoco.mj_copyData, None, model, data) == 'TypeError'


@pytest.mark.parametrize('duplicate', COPIES.values(), ids=COPIES)
def test_copies_are_freed(duplicate):
    _, d = simulated()
    twin = duplicate(d)
    mass, position = weakref.ref(twin.model.body_mass), weakref.ref(twin.qpos)
    keeps_model = twin.model is d.model
    del twin
    gc.collect()
    assert position() is None
    assert (mass() is None) != keeps_model
