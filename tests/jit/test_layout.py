"""Offsets of fields: disjoint, aligned, and the same for models of the same sizes."""

import copy
import gc
import itertools

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.jit.layout import Views, by_address, layout, packing
from torsor.jit.memory import CACHE_LINE, aligned_zeros
from torsor.physics.world import DATA, MODEL, PER_WORLD

SCHEMAS = [(MODEL, 1, None), (DATA, 1, None), (DATA, 4, PER_WORLD), (MODEL, 8, frozenset({'body_mass', 'opt.gravity'}))]


@pytest.mark.parametrize(('schema', 'width', 'per_world'), SCHEMAS)
@pytest.mark.parametrize('seed', [None, 0, 1])
def test_fields_do_not_overlap(schema, width, per_world, seed):
    sizes = tree()._layout.given
    if seed is not None:
        random = np.random.default_rng(seed)
        sizes = tuple((name, int(random.integers(0, 8))) for name, _ in sizes)
    place = layout(schema, sizes, width, per_world)
    spans = sorted((offset, offset + int(np.prod(shape)) * dtype.itemsize)
                   for offset, dtype, shape in place.places.values())
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(spans))
    assert spans[-1][1] <= place.nbytes
    assert all(offset % (CACHE_LINE if width > 1 else 8) == 0 for offset, _ in spans)
    assert set(place.places) == {row.name for row in schema.rows}


def test_shapes_are_those_that_rows_evaluate_to():
    random = np.random.default_rng(2)
    sizes = tuple((name, int(random.integers(0, 8))) for name, _ in tree()._layout.given)
    for schema in (MODEL, DATA):
        place = layout(schema, sizes)
        for row in schema.rows:
            assert place.place(row.name)[1:] == (row.dtype, row.array_shape(dict(sizes))), row.name


def test_views_are_made_when_they_are_asked_for():
    m = tree()
    views = Views(m._layout, m._buffer)
    assert list(views) == list(views.keys()) == [row.name for row in MODEL.rows]
    assert len(views) == len(MODEL.rows)
    assert 'qpos0' in views
    assert 'qpos' not in views
    assert views.get('qpos') is None
    assert views['qpos0'] is views['qpos0']
    assert np.shares_memory(views['qpos0'], m.qpos0)
    assert dict(views).keys() == set(views)
    with pytest.raises(KeyError, match='qpos'):
        views['qpos']


def test_fields_are_written_in_their_types():
    m = tree()
    before = m._buffer.copy()
    m._layout.write(m._buffer, {'qpos0': np.arange(m.nq), 'body_parentid': np.arange(2 * m.nbody)[::2]})
    assert m.qpos0.tolist() == list(range(m.nq))
    assert m.body_parentid.tolist() == list(range(0, 2 * m.nbody, 2))
    m._layout.write(m._buffer, {name: Views(m._layout, before)[name] for name in ('qpos0', 'body_parentid')})
    assert m._buffer.tobytes() == before.tobytes()
    with pytest.raises(ValueError, match='qpos0 has 8 bytes, but needs'):
        m._layout.write(m._buffer, {'qpos0': np.zeros(1)})


def test_neighbouring_rows_are_one_record():
    m = tree()
    rows = [row for row in MODEL.rows if row.name.startswith('opt.')]
    numbers = packing(rows).unpack_from(m._buffer, m._layout.place(rows[0].name)[0])
    assert list(numbers) == [number for row in rows for number in m._arrays[row.name].reshape(-1).tolist()]


def test_every_name_has_a_word_of_its_own():
    for schema in (MODEL, DATA):
        names = [*schema.registers, *schema.sizes, *schema.fields]
        assert sorted(schema.word[name] for name in names) == list(range(len(names)))
        assert schema.word['token'] == 0  # which is how a model and its data are told to belong together


def test_the_block_points_to_the_arrays():
    m = tree()
    d = torsor.MjData(m)
    for struct in (m, d):
        for name, array in struct._arrays.items():
            assert struct._block[struct._layout.schema.word[name]] == array.__array_interface__['data'][0]


def test_the_block_holds_the_sizes():
    m = tree()
    assert m._block[MODEL.word['nv']] == m.nv == 12
    assert m._block[MODEL.word['nbody']] == m.nbody == 5


def test_models_of_the_same_sizes_share_a_layout():
    m, twin = tree(), tree()
    assert m._layout is twin._layout
    torsor.mj_step(twin, torsor.MjData(m))
    assert copy.copy(m)._layout is m._layout


def test_the_next_model_of_the_same_sizes_has_the_layout_of_one_that_is_gone():
    assert tree()._layout.token == tree()._layout.token


def test_copies_have_memory_of_their_own():
    m = tree()
    for struct in (m, torsor.MjData(m)):
        twin = copy.copy(struct)
        assert twin._buffer.tobytes() == struct._buffer.tobytes()
        assert not np.shares_memory(twin._buffer, struct._buffer)
        assert not np.shares_memory(twin._block, struct._block)
        for name, array in twin._arrays.items():
            assert array.size == 0 or np.shares_memory(array, twin._buffer), name


def test_memory_starts_on_a_cache_line():
    for size in (1, 63, 64, 1000):
        memory = aligned_zeros(size)
        assert memory.ctypes.data % CACHE_LINE == 0
        assert len(memory) == size
        assert not memory.any()


def test_structs_are_found_by_address_as_long_as_they_live():
    d = torsor.MjData(tree())
    address = d._address
    assert by_address[address] is d
    del d
    gc.collect()
    assert address not in by_address
