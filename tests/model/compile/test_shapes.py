"""The table of shapes."""

import numpy as np
import pytest

from model.twins import assert_same, refused, world
from torsor.model.compile.shapes import SHAPES, shape_of
from torsor.schema.enums import mjtGeom

SIZES = np.array([0.1, 0.25, 0.4])
SOLID = [kind for kind, shape in SHAPES.items() if shape.solid]


def points_of(kind, rng):
    """Points on the surface of a shape of these sizes, in its frame."""
    way = rng.normal(size=(2000, 3))
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    radius, half = SIZES[0], SIZES[1]
    if kind == mjtGeom.mjGEOM_SPHERE:
        return radius * way
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return radius * way + np.sign(way[:, 2:]) * [0, 0, half]
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        return SIZES * way
    if kind == mjtGeom.mjGEOM_CYLINDER:
        rim = way[:, :2] / np.linalg.norm(way[:, :2], axis=1, keepdims=True)
        return np.column_stack([radius * rim, np.sign(way[:, 2]) * half])
    return np.sign(way) * SIZES


def test_a_row_has_the_name_of_its_type():
    for kind, shape in SHAPES.items():
        assert mjtGeom(kind).name == f'mjGEOM_{shape.name.upper()}'


@pytest.mark.parametrize('kind', SOLID)
def test_bounds_are_tight(kind):
    box, radius = SHAPES[kind].bounds(tuple(SIZES.tolist()))
    points, half = points_of(kind, np.random.default_rng(0)), np.array(box[3:])
    assert np.abs(points).max(axis=0) == pytest.approx(half, rel=0.02)
    assert (np.abs(points) <= half + 1e-12).all()
    assert np.linalg.norm(points, axis=1).max() == pytest.approx(radius, rel=0.02)
    assert box[:3] == (0, 0, 0)


def test_types_that_have_no_row_are_taken_for_ellipsoids():
    assert shape_of(int(mjtGeom.mjGEOM_MESH)) is SHAPES[mjtGeom.mjGEOM_ELLIPSOID]


@pytest.mark.parametrize('kind', SHAPES)
def test_sizes_as_in_the_wheel(kind):
    """With each of its numbers zero in turn, a shape is refused or accepted by both."""
    name = SHAPES[kind].name
    for zero in range(3):
        size = ' '.join('0' if i == zero else '1' for i in range(3))
        xml = world(f'<geom type="{name}" size="{size}"/>')
        ours, theirs = refused(xml)
        assert (ours is None) == (theirs is None)
        if ours is None:
            assert_same(xml)
        else:
            assert ours.endswith(f'attribute "size" of a {name} needs {SHAPES[kind].needs}')
