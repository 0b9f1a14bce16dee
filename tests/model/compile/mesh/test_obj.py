"""OBJ files."""

import time

import numpy as np
import pytest

from model.asset_files import BOX, BOX_FACES, assert_same, both, model, obj
from torsor.model.compile.mesh.obj import read_obj

QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
PLAIN = obj(BOX, BOX_FACES)
MESH = '<mesh name="m" file="m.obj"/>'
POLYGONS = {'mesh_polynormal', 'mesh_polyvert', 'mesh_polymap'}


@pytest.mark.parametrize('content', [
    PLAIN,
    obj(BOX, QUADS),
    obj(BOX * 1.1, QUADS[::-1]),
    PLAIN.replace(b'\n', b'\r\n'),
    PLAIN.replace(b'\n', b'\r'),
    PLAIN.replace(b'f ', b'\t f\t').replace(b'v ', b'  v   '),
    b'# a box\nmtllib a.mtl\no box\n' + PLAIN.replace(b'f ', b'usemtl b\ns off\nf ', 1),
    PLAIN.replace(b'f 1 2 4\n', b'f -8 -7 -5\n'),
    PLAIN.replace(b'\nv ', b' 1 0 0\nv '),
    PLAIN + b'\nl 1 2\np 1\nf 1 2\n',
    PLAIN + b'\no second\nf 1 2 3\n',
    obj(BOX, BOX_FACES, texcoords=np.linspace(0, 1, 16).reshape(8, 2), corner='{v}/{t}'),
    obj(BOX, BOX_FACES, normals=BOX + 1, corner='{v}//{n}'),
    obj(BOX, QUADS, BOX + 1, np.linspace(0, 1, 16).reshape(8, 2), '{v}/{t}/{n}'),
    obj(BOX, BOX_FACES, texcoords=np.zeros((8, 2))),
    obj(BOX, []),
])  # fmt: skip
def test_the_forms_of_a_file(content):
    assert_same(model(MESH), {'m.obj': content}, POLYGONS)


def test_a_group_without_a_name_is_none():
    assert_same(model(MESH), {'m.obj': PLAIN + b'\ng\nf 1 2 3\n'})


def test_a_vertex_without_faces_is_part_of_the_hull():
    assert_same(model(MESH), {'m.obj': obj([[5, 5, 5], *BOX.tolist()], BOX_FACES + 1)})


def test_pentagons_are_cut():
    angle = 2 * np.pi * np.arange(5) / 5
    points = np.vstack([np.c_[np.cos(angle), np.sin(angle), 0 * angle], [[0.1, 0.2, 5]]])
    faces = [[4, 3, 2, 1, 0], *([i, (i + 1) % 5, 5] for i in range(5))]
    assert_same(model(MESH), {'m.obj': obj(points, faces)})


@pytest.mark.parametrize(('content', 'problem'), [
    (b'', 'at least 4 vertices'),
    (PLAIN + b'\nf 1 2 9', 'refers to vertex 8'),
    (PLAIN + b'\nf 0 1 2', 'numbered from 1'),
    (PLAIN + b'\nf 1 2 -99', 'before the beginning'),
    (PLAIN.replace(b'f 1', b'f x', 1), 'no index'),
    (b'v nan 0 0\n' + PLAIN, 'not finite'),
    (obj(BOX, BOX_FACES, normals=BOX + 1), 'normals'),
])  # fmt: skip
def test_mistakes(content, problem):
    ours, theirs = both(model(MESH), {'m.obj': content})
    assert theirs is not None
    assert ours is not None
    assert problem in ours
    assert 'm.obj' in ours


@pytest.mark.parametrize(('line', 'problem'), [('v foo 0 0', 'no number'), ('v 1 0', 'needs 3 numbers')])
def test_lines_that_the_wheel_takes_for_zeros(line, problem):
    ours, _ = both(model(MESH), {'m.obj': line.encode() + b'\n' + PLAIN})
    assert ours is not None
    assert problem in ours


def test_indices_beyond_64_bits():
    ours, _ = both(model(MESH), {'m.obj': PLAIN + b'\nf 1 2 99999999999999999999999'})
    assert ours is not None


def test_large_files_are_read_in_columns():
    points = np.random.default_rng(0).normal(size=(60_000, 3))
    faces = np.random.default_rng(1).integers(0, len(points), (120_000, 3))
    content = obj(points, faces)
    start = time.perf_counter()
    surface = read_obj(content)
    assert time.perf_counter() - start < 5
    assert np.array_equal(surface.faces, faces)
