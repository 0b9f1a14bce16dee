"""Dense matrices."""

import mujoco
import numpy as np
import pytest

from torsor.api import maths

SHAPES = [(0, 0), (1, 1), (2, 3), (4, 1), (0, 3), (13, 9)]


@pytest.mark.parametrize('shape', SHAPES)
def test_products(same, rng, shape):
    rows, columns = shape
    mat, other = rng.normal(size=shape), rng.normal(size=(columns, 5))
    same('mju_mulMatVec', np.ones(rows), mat, rng.normal(size=columns))
    same('mju_mulMatTVec', np.ones(columns), mat, rng.normal(size=rows))
    same('mju_mulMatMat', np.ones((rows, 5)), mat, other)
    same('mju_mulMatMatT', np.ones((rows, 5)), mat, rng.normal(size=(5, columns)))
    same('mju_mulMatTMat', np.ones((columns, 5)), mat, rng.normal(size=(rows, 5)))
    same('mju_sqrMatTD', np.ones((columns, columns)), mat, None)
    same('mju_transpose', np.ones((columns, rows)), mat)
    if rows:
        same('mju_sqrMatTD', np.ones((columns, columns)), mat, rng.normal(size=rows))


@pytest.mark.parametrize('n', [0, 1, 4])
def test_square_matrices(same, rng, n):
    mat = rng.normal(size=(n, n))
    same('mju_symmetrize', np.ones((n, n)), mat)
    same('mju_eye', np.ones((n, n)))
    same('mju_mulVecMatVec', rng.normal(size=n), mat, rng.normal(size=n))


def test_symmetrize_in_place(rng):
    mat = rng.normal(size=(4, 4))
    wanted = 0.5 * (mat + mat.T)
    maths.mju_symmetrize(mat, mat)
    np.testing.assert_array_equal(mat, wanted)


SHAPES_THAT_DIFFER = [
    ('mju_mulMatVec', (3,), (2, 3), (3,)), ('mju_mulMatVec', (2,), (2, 3), (2,)),
    ('mju_mulMatTVec', (2,), (2, 3), (2,)), ('mju_mulMatTVec', (3,), (2, 3), (3,)),
    ('mju_mulVecMatVec', (2,), (2, 3), (2,)), ('mju_mulVecMatVec', (3,), (3, 3), (2,)),
    ('mju_mulVecMatVec', (3,), (2, 3), (3,)),
    ('mju_transpose', (2, 2), (2, 3)), ('mju_transpose', (3, 3), (2, 3)), ('mju_transpose', (4, 2), (2, 3)),
    ('mju_symmetrize', (2, 2), (2, 3)), ('mju_symmetrize', (3, 3), (2, 2)), ('mju_eye', (2, 3)), ('mju_eye', (2,)),
    ('mju_mulMatMat', (2, 2), (2, 3), (3, 3)), ('mju_mulMatMat', (3, 3), (2, 3), (3, 3)),
    ('mju_mulMatMat', (2, 3), (2, 3), (2, 3)),
    ('mju_mulMatMatT', (2, 2), (2, 3), (3, 3)), ('mju_mulMatMatT', (3, 3), (2, 3), (3, 3)),
    ('mju_mulMatMatT', (2, 2), (2, 3), (2, 2)),
    ('mju_mulMatTMat', (3, 2), (2, 3), (2, 3)), ('mju_mulMatTMat', (2, 3), (2, 3), (2, 3)),
    ('mju_mulMatTMat', (3, 3), (2, 3), (3, 3)),
    ('mju_sqrMatTD', (2, 2), (2, 3), (2,)), ('mju_sqrMatTD', (3, 2), (2, 3), (2,)),
    ('mju_sqrMatTD', (3, 3), (2, 3), (3,)),
]


@pytest.mark.parametrize(('name', 'shapes'), [(case[0], case[1:]) for case in SHAPES_THAT_DIFFER])
def test_shapes_that_differ(name, shapes):
    messages = []
    for module in (maths, mujoco):
        with pytest.raises(TypeError) as caught:
            getattr(module, name)(*[np.zeros(shape) for shape in shapes])
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
