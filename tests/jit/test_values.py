"""Values: the laws of their algebra, and the same bits in Python, in native code and side by side."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jit.small import Numbers
from torsor.jit import stage
from torsor.jit.values import (
    AXES,
    IDENTITY,
    ZERO,
    Inertia,
    Mat3,
    Quat,
    Spatial,
    Vec3,
    axis_angle,
    cross,
    cross_force,
    cross_motion,
    dot,
    exponential,
    inertia_about,
    matrix,
    norm,
    normalized,
    rotate,
    rotation_about,
    rotation_vector,
    spatial,
)

number = st.floats(-10, 10, allow_subnormal=False)


def value(cls):
    return st.builds(cls, *[number] * cls.size)


vectors, twists, unit_quaternions = value(Vec3), value(Spatial), value(Quat).map(normalized)


def near(a, b, scale=1.0):
    return np.allclose(np.array(a), np.array(b), rtol=0.0, atol=1e-12 * max(scale, 1.0))


# ---- laws ----
@given(vectors, vectors, vectors)
def test_vectors(a, b, c):
    assert near(cross(a, b), np.cross(a, b), 100)
    assert cross(a, b) == -cross(b, a)
    assert near(dot(cross(a, b), c), dot(a, cross(b, c)), 1e4)
    assert near(cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b)), ZERO, 1e4)  # Jacobi
    assert norm(a) == pytest.approx(np.linalg.norm(a), abs=1e-12)


@given(unit_quaternions, unit_quaternions, vectors)
def test_quaternions_compose_like_rotations(p, q, v):
    assert near(norm(p * q), 1.0)
    assert near(rotate(p * q, v), rotate(p, rotate(q, v)), 100)
    assert near(matrix(p * q), matrix(p) @ matrix(q))
    assert near(rotate(q, v), matrix(q) @ v, 100)
    assert near(q * q.conjugate, IDENTITY)
    assert near(rotate(q.conjugate, rotate(q, v)), v, 100)


@given(unit_quaternions)
def test_rotation_matrices_are_orthogonal(q):
    m = matrix(q)
    assert near(m @ m.T, AXES)
    assert near(cross(m.col_x, m.col_y), m.col_z)
    assert near(m.T.row_x, m.col_x)


@given(vectors)
def test_logarithm_undoes_exponential(w):
    angle = norm(w)
    short = w * ((math.pi - 1e-3) / angle) if angle > math.pi - 1e-3 else w
    assert near(rotation_vector(exponential(short)), short, 1e3)
    assert near(rotation_vector(-exponential(short)), short, 1e3)  # the same rotation


@given(vectors.filter(lambda v: np.linalg.norm(v) > 1e-3), number)
def test_a_turn_about_an_axis_keeps_the_axis(axis, angle):
    axis = normalized(axis)
    q = axis_angle(axis, angle)
    assert near(rotate(q, axis), axis)
    turn, same = rotation_vector(q), rotation_vector(exponential(axis * angle))
    is_half_turn = abs(norm(turn) - math.pi) < 1e-12  # the other way round it is the same, and rounding chooses
    assert near(turn, same, 1e3) or (is_half_turn and near(turn, -same, 1e3))


@given(twists, twists, twists)
def test_forces_are_dual_to_motions(v, s, f):
    """RBDA eq. 2.33: (v x s) . f + s . (v x* f) = 0."""
    assert near(dot(cross_motion(v, s), f), -dot(s, cross_force(v, f)), 1e5)
    assert near(cross_motion(v, v), Spatial(*[0.0] * 6), 1e4)


@given(st.floats(0.1, 10), vectors.map(lambda v: Vec3(*(abs(x) + 0.1 for x in v))), unit_quaternions, vectors, twists)
def test_inertia_is_that_of_a_rigid_body(mass, principal, q, centre, v):
    """Momentum about the reference point from first principles: linear m (v + w x c), angular I w + c x linear."""
    rigid = inertia_about(mass, principal, matrix(q), centre)
    turned = matrix(q) @ Mat3(principal.x, 0.0, 0.0, 0.0, principal.y, 0.0, 0.0, 0.0, principal.z) @ matrix(q).T
    linear = (v.lin + cross(v.ang, centre)) * mass
    assert near(rigid @ v, spatial(turned @ v.ang + cross(centre, linear), linear), 1e6)


@given(vectors, vectors)
def test_a_rotation_about_an_axis_leaves_the_axis_at_rest(axis, arm):
    motion = rotation_about(axis, arm)
    assert near(motion.lin + cross(motion.ang, -arm), ZERO, 100)


# ---- special cases ----
def test_what_cannot_be_normalized_becomes_the_first_axis():
    assert normalized(ZERO) == Vec3(1.0, 0.0, 0.0)
    assert normalized(Quat(0.0, 0.0, 0.0, 0.0)) == IDENTITY
    assert all(math.isnan(x) for x in normalized(Vec3(math.nan, 0.0, 0.0)))


def test_no_rotation():
    assert exponential(ZERO) == IDENTITY
    assert rotation_vector(IDENTITY) == ZERO


def test_values_have_a_fixed_size_and_no_foreign_arithmetic():
    with pytest.raises(TypeError, match='3 components, not 2'):
        Vec3(1.0, 2.0)
    with pytest.raises(TypeError):
        Vec3(1.0, 2.0, 3.0) + Quat(1.0, 0.0, 0.0, 0.0)
    with pytest.raises(TypeError):
        Vec3(1.0, 2.0, 3.0) * Vec3(1.0, 2.0, 3.0)
    assert np.float64(2.0) * Vec3(1.0, 2.0, 3.0) == Vec3(2.0, 4.0, 6.0)


# ---- everywhere the same ----
@stage
def uses_all_of_the_algebra(m, d):
    a, b, q = d.userdata.vec3[0], d.userdata.vec3[3], normalized(d.userdata.quat[6])
    v, mass = d.userdata.spatial[10], abs(d.userdata[16]) + 0.1
    frame = matrix(q)
    rigid = inertia_about(mass, Vec3(1.0, 2.0, 3.0), frame, a)
    d.userdata.vec3[17] = cross(a, b) + 2.0 * a - b * mass + (-a)
    d.userdata.quat[20] = q * exponential(a) * axis_angle(normalized(b), mass)
    d.userdata.mat3[24] = frame @ frame @ matrix(normalized(Quat(mass, a.x, b.y, a.z))).T
    d.userdata.vec3[33] = frame @ rotate(q.conjugate, b) + frame.col_y + frame.row_z
    d.userdata.vec3[36] = rotation_vector(q)
    d.userdata.spatial[39] = rigid @ v + cross_force(v, rigid @ v) + cross_motion(v, spatial(b, a))
    d.userdata.inertia[45] = rigid + rigid * 0.5 - Inertia(a.x, a.y, a.z, b.x, b.y, b.z, q.w, q.x, q.y, q.z)
    d.userdata.spatial[55] = rotation_about(a, b) * dot(a, b) - v
    d.userdata.vec3[61] = v.lin + q.vec * norm(v.ang)
    a += b
    d.userdata.vec3[64] = a


@pytest.fixture(scope='module')
def algebra():
    return Numbers(uses_all_of_the_algebra, 67)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_all_ways_of_running_agree_bit_for_bit(algebra, seed):
    columns = np.random.default_rng(seed).normal(size=(17, 4)) * 10.0 ** np.random.default_rng(seed).integers(-3, 3)
    assert np.isfinite(algebra.assert_same_everywhere(columns)).all()


def test_agreement_includes_zeros_infinities_and_nan(algebra):
    columns = np.zeros((17, 4))
    columns[:, 1], columns[3, 2], columns[6, 3] = -0.0, math.inf, math.nan
    algebra.assert_same_everywhere(columns)
