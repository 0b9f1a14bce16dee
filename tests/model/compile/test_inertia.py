"""Inertias: integrals of the primitive shapes and principal axes."""

import itertools

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import torsor
from model.twins import assert_same, world
from torsor.model.compile.inertia import Part, combine, full_matrix, principal_axes, shape_inertia
from torsor.model.spec.bodies import Geom
from torsor.model.spec.rotation import matrix
from torsor.schema.enums import mjtGeom

SIZES = {
    'SPHERE': (0.2, 0.0, 0.0),
    'CAPSULE': (0.1, 0.3, 0.0),
    'CYLINDER': (0.1, 0.3, 0.0),
    'ELLIPSOID': (0.1, 0.2, 0.3),
    'BOX': (0.1, 0.2, 0.3),
}


def inside(kind, size, x):
    r, h = size[0], size[1]
    if kind == 'SPHERE':
        return (x**2).sum(1) < r**2
    if kind == 'CYLINDER':
        return ((x[:, :2] ** 2).sum(1) < r**2) & (np.abs(x[:, 2]) < h)
    if kind == 'CAPSULE':
        along = np.clip(x[:, 2], -h, h)
        return (x[:, :2] ** 2).sum(1) + (x[:, 2] - along) ** 2 < r**2
    if kind == 'ELLIPSOID':
        return ((x / size) ** 2).sum(1) < 1
    return (np.abs(x) < size).all(1)


@pytest.mark.parametrize('kind', SIZES)
def test_solids_by_sampling(kind):
    size = SIZES[kind]
    bound = np.array([0.4, 0.4, 0.4])
    x = np.random.default_rng(0).uniform(-bound, bound, (1_000_000, 3))
    x = x[inside(kind, size, x)]
    volume = len(x) / 1_000_000 * (2 * bound).prod()
    second = (x**2).mean(0) * volume
    mass, moments = shape_inertia(Geom(type=mjtGeom[f'mjGEOM_{kind}'], density=1.0), size)
    assert mass == pytest.approx(volume, rel=0.01)
    assert moments == pytest.approx(second.sum() - second, rel=0.02)


def test_shells_are_derivatives_of_solids():
    # a shell is the limit of the difference of two solids, where all walls have the same thickness
    thickness = 1e-6
    for kind in ('SPHERE', 'CAPSULE', 'CYLINDER', 'BOX'):
        size = SIZES[kind]
        grown = list(size)
        for i in {'SPHERE': (0,), 'CAPSULE': (0,), 'CYLINDER': (0, 1), 'BOX': (0, 1, 2)}[kind]:
            grown[i] += thickness
        solid = Geom(type=mjtGeom[f'mjGEOM_{kind}'], density=1.0)
        (inner_mass, inner), (outer_mass, outer) = (shape_inertia(solid, tuple(s)) for s in (size, grown))
        area, moments = shape_inertia(Geom(type=solid.type, density=1.0, typeinertia=1), size)
        assert area == pytest.approx((outer_mass - inner_mass) / thickness, rel=1e-4)
        assert moments == pytest.approx(np.subtract(outer, inner) / thickness, rel=1e-4)


entry = st.floats(-1, 1)


@given(st.tuples(entry, entry, entry, entry, entry, entry))
def test_principal_axes_diagonalise(entries):
    a = np.array(full_matrix(entries))
    moments, quat = principal_axes(a.tolist())
    axes = np.array(matrix(quat))
    assert np.allclose(axes @ np.diag(moments) @ axes.T, a, atol=1e-13)
    assert (np.diff(moments) <= 1e-12 * np.abs(a).max()).all()


def test_combine_is_independent_of_the_split():
    whole = Part(2.0, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (2 / 3 * 2, 2 / 3 * (1 + 0.25), 2 / 3 * (1 + 0.25)))
    # a box with half sides (.5, 1, 1) cut in two along x
    _, half = shape_inertia(Geom(type=mjtGeom.mjGEOM_BOX, mass=1.0), (0.25, 1.0, 1.0))
    parts = [Part(1.0, (x, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), half) for x in (-0.25, 0.25)]
    assert combine(parts).mass == 2
    assert combine(parts).inertia == pytest.approx(sorted(whole.inertia, reverse=True))


@pytest.mark.parametrize('entries', [*itertools.product((-1, 1), repeat=3), (1, 1, 0), (-1, 0, 1), (0, -1, 0)])
def test_symmetric_bodies_choose_the_same_axes(entries):
    """Moments are equal and entries of the matrix tie, so that the choice of axes is a matter of order."""
    numbers = ' '.join(map(str, entries))
    assert_same(world(f'<body><joint/><inertial pos="1 2 3" mass="1" fullinertia="5 5 5 {numbers}"/></body>'))


@pytest.mark.parametrize('kind', SIZES)
@pytest.mark.parametrize('attributes', ['', 'density="700"', 'mass="3"', 'shellinertia="true"'])
def test_shapes_as_in_the_wheel(kind, attributes):
    size = ' '.join(map(str, SIZES[kind]))
    geom = f'<geom type="{kind.lower()}" size="{size}" pos=".1 .02 0" euler="20 30 40" {attributes}/>'
    assert_same(world(f'<body><joint/>{geom}</body><body><joint/>{geom}<geom size=".1" pos="1 .5 .2"/></body>'))


@pytest.mark.parametrize(
    'inertial',
    [
        'diaginertia="1 2 2.5"', 'diaginertia="1 2 2.5" quat="1 1 0 0"', 'fullinertia="1 2 2.5 0 0 0"',
        'fullinertia="1 2 2.5 .1 .2 .3"', 'fullinertia="2 2 2 0 0 0"', 'fullinertia="1 1 1.5 .1 0 0"',
        'fullinertia="1 1.000000000000001 1.5 0 0 0"', 'fullinertia="2 1.5 1.7 1e-14 0 0"',
    ],
)  # fmt: skip
def test_given_inertias(inertial):
    assert_same(world(f'<body><joint/><inertial pos="1 2 3" mass="1" {inertial}/></body>'))


@pytest.mark.parametrize('gap', [1.0, 1e-3, 1e-6, 1e-10, 1e-12, 1e-14])
@pytest.mark.parametrize('scale', [1e-5, 1.0, 1e4])
def test_principal_axes_are_the_wheels_to_the_last_bit(gap, scale):
    """Two moments differ by about the `gap`, relative to them: the smaller, the more of their axes is rounding."""
    rng, bodies = np.random.default_rng(0), ''
    for _ in range(30):
        moments = rng.uniform(1, 1.9, 3)
        moments[1] = moments[0] * (1 + gap * 0.1 * rng.normal())
        axes = np.linalg.qr(rng.normal(size=(3, 3)))[0] if rng.random() < 0.8 else np.eye(3)
        full = (scale * axes @ np.diag(rng.permutation(moments)) @ axes.T).tolist()
        six = ' '.join(repr(full[i][j]) for i, j in ((0, 0), (1, 1), (2, 2), (1, 0), (2, 0), (2, 1)))
        bodies += f'<body><joint/><inertial pos="0 0 0" mass="{scale}" fullinertia="{six}"/></body>'
    ours, theirs = (engine.MjModel.from_xml_string(f'<mujoco><worldbody>{bodies}</worldbody></mujoco>')
                    for engine in (torsor, mujoco))
    np.testing.assert_array_equal(ours.body_iquat, theirs.body_iquat)
    np.testing.assert_array_equal(ours.body_inertia, theirs.body_inertia)


@pytest.mark.parametrize(('turned', 'shifted'), [(1, 0), (0, 1), (1, 1)])
def test_bodies_of_several_geoms_are_the_wheels_to_the_last_bit(turned, shifted):
    rng, bodies = np.random.default_rng(0), ''
    for _ in range(60):
        bodies += '<body><joint/>'
        for _ in range(rng.integers(2, 5)):
            size, pos, quat = (' '.join(map(repr, numbers.tolist())) for numbers in (
                rng.uniform(0.1, 1, 3), shifted * rng.normal(size=3), [1, 0, 0, 0] + turned * rng.normal(size=4)))
            bodies += f'<geom type="box" size="{size}" pos="{pos}" quat="{quat}"/>'
        bodies += '</body>'
    ours, theirs = (engine.MjModel.from_xml_string(f'<mujoco><worldbody>{bodies}</worldbody></mujoco>')
                    for engine in (torsor, mujoco))
    for name in ('body_mass', 'body_ipos', 'body_iquat', 'body_inertia'):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)


@pytest.mark.parametrize('weight', ['mass="1"', 'mass="1" shellinertia="true"', 'density="1000"'])
@pytest.mark.parametrize('shape', [
    'type="sphere" size="{}"', 'type="capsule" size="{} .1"', 'type="capsule" size="{0} {0}"',
    'type="cylinder" size="{0} {0}"', 'type="ellipsoid" size="{0} {0} {0}"', 'type="box" size="{0} {0} {0}"'])
@pytest.mark.parametrize('size', ['1e-3', '1e-7', '1e-9', '1e-120', '1e-200'])
def test_geoms_without_volume_have_no_mass(shape, size, weight):
    """Volumes and areas of the smallest are zero, as numbers."""
    geoms = f'<geom {shape.format(size)} {weight}/><geom size=".1"/>'
    assert_same(world(f'<body>{geoms}</body>'))


@pytest.mark.parametrize(
    ('shape', 'numbers'), [('sphere', 1), ('capsule', 2), ('cylinder', 2), ('ellipsoid', 3), ('box', 3)]
)
def test_solids_weigh_what_the_wheel_says_to_the_last_bit(shape, numbers):
    sizes = [' '.join(map(repr, size)) for size in np.random.default_rng(0).uniform(0.01, 1, (50, numbers)).tolist()]
    bodies = ''.join(f'<body><geom type="{shape}" size="{size}"/></body>' for size in sizes)
    ours, theirs = (engine.MjModel.from_xml_string(f'<mujoco><worldbody>{bodies}</worldbody></mujoco>')
                    for engine in (torsor, mujoco))
    np.testing.assert_array_equal(ours.body_mass, theirs.body_mass)
    np.testing.assert_array_equal(ours.body_inertia, theirs.body_inertia)
