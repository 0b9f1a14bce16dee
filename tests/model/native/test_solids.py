"""Sums over solids, against formulas for a box."""

import itertools

import numpy as np
import pytest

from torsor.model.compile.mesh.hull import convex_hull
from torsor.model.compile.mesh.solid import solid_of
from torsor.schema.enums import mjtMeshInertia

pytestmark = pytest.mark.python_mode
HALF, PLACE = np.array([1.0, 2.0, 3.0]), np.array([5.0, -6.0, 7.0])
CORNERS = np.array(list(itertools.product((-1, 1), repeat=3))) * HALF + PLACE


@pytest.mark.parametrize('mode', mjtMeshInertia.__members__.values())
def test_a_box(mode):
    solid = solid_of(CORNERS, convex_hull(CORNERS).faces, mode)
    x, y, z = squares = HALF**2
    if mode == mjtMeshInertia.mjMESH_INERTIA_SHELL:
        # pairs of sides: those across an axis are at its half size, and spread along the two others
        areas = 8 * np.array([HALF[1] * HALF[2], HALF[0] * HALF[2], HALF[0] * HALF[1]])
        moments = [sum(area * (squares[i] if i == side else squares[i] / 3) for side, area in enumerate(areas))
                   for i in range(3)]
        content = areas.sum()
    else:
        content = 8 * HALF.prod()
        moments = [content * square / 3 for square in (x, y, z)]
    assert np.isclose(solid.content, content)
    if mode != mjtMeshInertia.mjMESH_INERTIA_SHELL:  # the centre of a shell is a quarter of the way to its middle
        assert np.allclose(solid.centre, PLACE)
    assert np.allclose(solid.inertia, np.diag(sum(moments) - np.array(moments)))
