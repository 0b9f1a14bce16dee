"""Offsets of fields: disjoint, aligned, and the same for models of the same sizes."""

import copy
import itertools

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.jit.layout import CACHE_LINE, layout
from torsor.jit.world import DATA, MODEL, PER_WORLD


@pytest.mark.parametrize(('schema', 'width', 'per_world'), [(MODEL, 1, None), (DATA, 1, None), (DATA, 4, PER_WORLD)])
def test_fields_do_not_overlap(schema, width, per_world):
    place = layout(schema, tree()._sizes, width, per_world)
    spans = sorted((offset, offset + int(np.prod(shape)) * dtype.itemsize) for offset, dtype, shape in place.places.values())
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(spans))
    assert spans[-1][1] <= place.nbytes
    alignment = CACHE_LINE if width > 1 else 8
    assert all(offset % alignment == 0 for offset, _ in spans)


def test_the_block_points_to_the_arrays():
    m = tree()
    d = torsor.MjData(m)
    for struct in (m, d):
        for name, array in struct._arrays.items():
            assert struct._block[struct._layout.schema.word[name]] == array.__array_interface__['data'][0]


def test_models_of_the_same_sizes_share_a_layout():
    m, twin = tree(), tree()
    assert m._layout is twin._layout
    torsor.mj_step(twin, torsor.MjData(m))
    assert copy.copy(m)._layout is m._layout
