"""Scratch with names: taken, passed from stage to stage, released."""

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.jit import stage
from torsor.jit.python_mode import python_struct
from torsor.jit.scratch import Scratch
from torsor.jit.values import Vec3
from torsor.schema import Field

BENCH = Scratch('bench', (
    Field('count', 'int', '', '', 'points so far'),
    Field('point', 'vec3', '7', 'm', 'points'),
    Field('grid', 'real', '2,3', '1', 'numbers'),
    Field('centre', 'vec3', '', 'm', 'a single vector'),
    Field('mark', 'int', '5', '', 'integers'),
))


@stage
def add_point(m, d, bench: BENCH, x: float):
    bench.point[bench.count] = Vec3(x, 2.0 * x, 3.0 * x)
    bench.mark[bench.count] = 10 + bench.count
    bench.count += 1


@stage
def collect(m, d):
    mark = d.pstack
    bench = BENCH(d)
    bench.count, bench.centre = 0, Vec3(7.0, 8.0, 9.0)
    bench.grid[1, 2] = 0.5
    for k in range(4):
        add_point(m, d, bench, 1.5 * k)
    d.qvel[0] = bench.point[3].z + bench.grid[1, 2]
    d.qvel[1] = bench.centre.y
    d.qvel[2] = bench.mark[2] + bench.count
    d.pstack = mark


def check(d):
    np.testing.assert_array_equal(d.qvel[:3], [14.0, 8.0, 16.0])
    assert d.pstack == 0


def test_scratch_in_native_code():
    m = tree()
    d = torsor.MjData(m)
    collect(m, d)
    check(d)
    assert d.maxuse_stack >= BENCH.size


def test_scratch_in_python():
    m = tree()
    d = torsor.MjData(m)
    collect.__wrapped__(python_struct(m), python_struct(d))
    check(d)


def test_bounds_and_names_are_checked_in_python():
    m = tree()
    bench = BENCH(python_struct(torsor.MjData(m)))
    with pytest.raises(IndexError):
        bench.point[7]
    with pytest.raises(AttributeError, match='bench has no field size'):
        _ = bench.size
    with pytest.raises(AttributeError, match='cannot assign'):
        bench.point = 1.0


def test_fields_do_not_overlap():
    places = sorted((start, row) for row, start in BENCH.places.items())
    ends = [start + int(np.prod(BENCH.rows[name].array_shape({}))) * BENCH.rows[name].dtype.itemsize
            for start, name in places]
    assert all(end <= start for end, (start, _) in zip(ends, places[1:]))
    assert ends[-1] <= BENCH.size
