"""Principal axes, against LAPACK; test_inertia compares them with the wheel's to the last bit."""

import numpy as np
import pytest

from torsor.model.compile.inertia import principal_axes
from torsor.model.spec.rotation import matrix

pytestmark = pytest.mark.python_mode


@pytest.mark.parametrize('precision', [4e-15, 1e-7])
def test_eigenvalues_and_eigenvectors(precision):
    rng = np.random.default_rng(0)
    for scale in 10.0 ** rng.uniform(-8, 8, 20):
        inertia = rng.normal(size=(3, 3)) * scale
        inertia += inertia.T
        moments, quat = principal_axes(inertia, precision)
        axes, close = np.array(matrix(quat)), 10 * precision * np.abs(inertia).max()
        assert np.allclose(moments, np.linalg.eigvalsh(inertia)[::-1], rtol=0, atol=close)
        assert np.allclose(axes @ np.diag(moments) @ axes.T, inertia, rtol=0, atol=close)


@pytest.mark.parametrize('diagonal', [(3, 2, 1), (1, 2, 3), (2, 3, 1), (1, 1, 2), (2, 1, 1)])
def test_a_diagonal_matrix_is_sorted_by_quarter_turns(diagonal):
    moments, quat = principal_axes(np.diag(np.array(diagonal, float)))
    assert moments == tuple(sorted(diagonal, reverse=True))
    assert np.allclose(np.sort(np.abs(matrix(quat)), axis=1), [[0, 0, 1]] * 3)


def test_what_is_nearly_equal_keeps_its_order():
    moments, quat = principal_axes(np.diag([1.0, 1.0 + 1e-13, 1.0]))
    assert moments == (1.0, 1.0 + 1e-13, 1.0)
    assert quat == (1.0, 0.0, 0.0, 0.0)
