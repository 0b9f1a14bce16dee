"""STL files."""

import numpy as np
import pytest

from model.asset_files import BOX, BOX_FACES, both, model, stl
from torsor.model.compile.mesh.stl import read_stl
from torsor.model.compile.mesh.surface import AssetError

CORNERS = BOX[BOX_FACES].astype(np.float32)


def test_equal_corners_are_one_vertex_in_the_order_of_the_file():
    surface = read_stl(stl(CORNERS))
    assert np.array_equal(surface.vertices[surface.faces], CORNERS)
    assert len(surface.vertices) == 8
    assert surface.faces[0].tolist() == [0, 1, 2]


def test_corners_that_differ_in_a_bit_are_two():
    other = CORNERS.copy()
    other[0, 0, 0] = -0.0
    assert len(read_stl(stl(other)).vertices) == 9


def test_a_binary_file_may_start_with_the_word_of_texts():
    assert len(read_stl(stl(CORNERS, b'solid box')).faces) == 12


def test_texts():
    """The wheel reads binary files only."""
    facets = ''.join(
        'facet normal 0 0 0\nouter loop\n' + ''.join('vertex {} {} {}\n'.format(*corner) for corner in face) +
        'endloop\nendfacet\n' for face in CORNERS.tolist()
    )  # fmt: skip
    surface = read_stl(f'solid box\n{facets}endsolid box\n'.encode())
    assert np.array_equal(surface.vertices[surface.faces], CORNERS)


@pytest.mark.parametrize(('content', 'problem'), [
    (b'', 'at least 84 bytes'),
    (stl(CORNERS)[:-1], 'has 684 bytes, this one has 683'),
    (stl(CORNERS) + b'x', 'has 684 bytes'),
    (stl(CORNERS[:0]), 'between 1 and 200000 faces'),
    (stl(CORNERS)[:80] + b'\xff\xff\xff\xff' + stl(CORNERS)[84:], 'says 4294967295'),
    (stl(CORNERS * np.float32(1e9)), 'away from the origin'),
    (stl(np.where(CORNERS == 3, np.nan, CORNERS)), 'not finite'),
    (stl(np.where(CORNERS == 3, np.inf, CORNERS)), 'away from the origin'),
    (b'solid x\n' + b'vertex a b c\n' * 30, 'no number'),
    (b'solid x\n' + b'vertex 1 2 3\n' * 31, 'three vertices for each'),
])  # fmt: skip
def test_damaged_files(content, problem):
    ours, theirs = both(model('<mesh name="m" file="m.stl"/>'), {'m.stl': content})
    assert theirs is not None
    assert ours is not None
    assert problem in ours
    assert 'm.stl' in ours


def test_ten_million_triangles_are_refused_at_once():
    with pytest.raises(AssetError, match='between 1 and 200000'):
        read_stl(stl(np.zeros((1, 3, 3)))[:80] + (10**7).to_bytes(4, 'little') + bytes(50 * 1000))
