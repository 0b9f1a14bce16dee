"""The algebra of quaternions."""

import math

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from torsor.model.spec.rotation import conjugate, from_axes, from_z, matrix, multiply, normalized, rotate

coordinate = st.floats(-10, 10)
vectors = st.tuples(coordinate, coordinate, coordinate).filter(lambda v: math.hypot(*v) > 1e-3)
quats = (
    st.tuples(coordinate, coordinate, coordinate, coordinate).filter(lambda q: math.hypot(*q) > 1e-3).map(normalized)
)


@given(quats, quats, vectors)
def test_multiply_composes(a, b, v):
    assert np.allclose(rotate(multiply(a, b), v), rotate(a, rotate(b, v)), atol=1e-12)


@given(quats)
def test_conjugate_inverts(q):
    assert np.allclose(multiply(q, conjugate(q)), (1, 0, 0, 0), atol=1e-14)


@given(quats)
def test_matrix_and_back(q):
    columns = np.array(matrix(q)).T
    assert np.allclose(columns @ columns.T, np.eye(3), atol=1e-13)
    again = from_axes(*columns.tolist())
    assert min(np.abs(np.subtract(again, q)).max(), np.abs(np.add(again, q)).max()) < 1e-12


@given(vectors)
def test_from_z(v):
    q = from_z(v)
    assert np.allclose(rotate(q, (0, 0, 1)), normalized(v), atol=1e-7)
    assert abs(q[3]) < 1e-12  # no turn about z


@pytest.mark.parametrize('ulps', [0, 1, 10, 45, 46, -45, -46, 1000])
def test_what_has_unit_length_keeps_its_digits(ulps):
    """As in the wheel, so that a model that is saved and loaded again has the same bits."""
    for q in ((0.5, 0.5, -0.5, 0.5), (0.6, 0.8, 0.0, 0.0), tuple(np.full(4, 1 / 3) * 1.5)):
        written = [x * (1 + ulps * 2**-52) for x in q]
        xml = f'<mujoco><worldbody><body quat="{" ".join(map(repr, map(float, written)))}"/></worldbody></mujoco>'
        expected = mujoco.MjModel.from_xml_string(xml).body_quat[1].tolist()
        assert list(normalized(written)) == expected
        assert (expected == written) == (abs(ulps) <= 45)
