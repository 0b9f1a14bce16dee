"""Lines of OBJ files, against Python's own numbers."""

import numpy as np
import pytest

from torsor.model.compile.mesh.obj import read_obj
from torsor.model.compile.mesh.surface import AssetError

pytestmark = pytest.mark.python_mode
NUMBERS = (
    '0', '-0', '+1', '1.', '.5', '-.25', '1e3', '1E-3', '-2.5e+2', '123456.789', '0.1', '0.30000000000000004',
    '9007199254740992', '9007199254740993', '1e22', '1e23', '1e-22', '1e-23', '123456789012345678901234567890',
    '0.000000000000000000000000000000000001', '1e38', '1e400', '-1e-400', '00012', '0.10000000000000000000',
)  # fmt: skip


@pytest.mark.parametrize('number', NUMBERS)
def test_numbers_are_those_of_python(number):
    vertex = read_obj(f'v {number} 1 2\n'.encode()).vertices[0]
    with np.errstate(over='ignore'):
        assert vertex.tobytes() == np.array([float(number), 1, 2]).astype(np.float32).tobytes()


def test_random_numbers_are_those_of_python():
    rng = np.random.default_rng(0)
    values = rng.normal(size=300) * 10.0 ** rng.integers(-25, 25, 300)
    for form in ('.6f', '.9g', '.17g', 'e'):
        words = [format(value, form) for value in values.tolist()]
        content = '\n'.join('v ' + ' '.join(words[i:i + 3]) for i in range(0, 300, 3)).encode()
        expected = np.array([float(word) for word in words]).astype(np.float32).reshape(-1, 3)
        assert read_obj(content).vertices.tobytes() == expected.tobytes()


@pytest.mark.parametrize('word', ['', 'x', '-', '.', 'e5', '1e', '1e+', '1_0', '1..2', '0x10', '1,5', '--1'])
def test_what_is_no_number(word):
    with pytest.raises(AssetError, match='no number' if word else 'needs 3 numbers'):
        read_obj(f'v 1 2 {word}\n'.encode())


@pytest.mark.parametrize(('corners', 'expected'), [
    ('1 2 3', [[0, -1, -1], [1, -1, -1], [2, -1, -1]]),
    ('1/1 2/2 3/1', [[0, 0, -1], [1, 1, -1], [2, 0, -1]]),
    ('1//1 2//2 3//1', [[0, -1, 0], [1, -1, 1], [2, -1, 0]]),
    ('1/2/1 2/1/2 +3/1/1', [[0, 1, 0], [1, 0, 1], [2, 0, 0]]),
    ('-1/-1/-2 -2/-2/-1 -3/-1/-1', [[2, 1, 0], [1, 0, 1], [0, 1, 1]]),
    ('1/ 2/ 3/  # a comment', [[0, -1, -1], [1, -1, -1], [2, -1, -1]]),
])  # fmt: skip
def test_indices(corners, expected):
    vertices, texcoords, normals = (list(column) for column in zip(*expected))
    text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 1\n'
    text += 'vn 0 0 1\nvn 0 1 0\n' if -1 not in normals else ''  # which all corners must refer to
    surface = read_obj(f'{text}f {corners}\nv 5 5 5\n'.encode())
    assert surface.faces.tolist() == [vertices]
    assert surface.facetexcoords is None if -1 in texcoords else surface.facetexcoords.tolist() == [texcoords]
    assert surface.facenormals is None if -1 in normals else surface.facenormals.tolist() == [normals]


@pytest.mark.parametrize(('face', 'problem'), [
    ('1 2 x', 'no index'), ('1 2 3/1/1/1', 'no index'), ('1 2 -', 'no index'), ('1 2 -/1', 'no index'),
    ('1 2 1.5', 'no index'), ('1 2 9999999999999999999', 'no index'), ('0 1 2', 'vertex 0'), ('/1 1 2', 'vertex 0'),
    ('1 2 -9', 'before the beginning'), ('0 1 -9 x', 'no index'),
])  # fmt: skip
def test_what_is_no_index(face, problem):
    with pytest.raises(AssetError, match=problem):
        read_obj(f'v 0 0 0\nv 1 0 0\nv 0 1 0\nf {face}\n'.encode())


def test_polygons_of_other_groups_do_not_count_but_their_vertices_do():
    text = b'g\no a\nv 0 0 0\nv 1 0 0\nv 0 1 0\n f 1 2 3\r\n\tg b\nv 0 0 1\nf 1 2 4\nf x\n'
    surface = read_obj(text)
    assert surface.faces.tolist() == [[0, 1, 2]]
    assert len(surface.vertices) == 4
