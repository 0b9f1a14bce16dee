"""Boxes around geoms along the axes of their bodies, against the corners of the geoms' own boxes."""

import itertools

import numpy as np
import pytest

from torsor.model.compile.bvh import refit_hierarchies, set_hierarchies
from torsor.model.compile.columns import Fields
from torsor.model.spec.rotation import matrix

pytestmark = pytest.mark.python_mode


def random_fields(seed, owners):
    """Geoms of these bodies anywhere; every fourth collides with nothing, the last is where its body's inertia is."""
    rng = np.random.default_rng(seed)
    ngeom, nbody = len(owners), max(owners) + 2
    quats = rng.normal(size=(ngeom + nbody, 4))
    quats /= np.linalg.norm(quats, axis=1, keepdims=True)
    fields = Fields({
        'geom_bodyid': np.array(owners, np.int32), 'body_parentid': np.zeros(nbody, np.int32),
        'geom_contype': (np.arange(ngeom) % 4 > 0).astype(np.int32), 'geom_conaffinity': np.zeros(ngeom, np.int32),
        'geom_pos': rng.normal(size=(ngeom, 3)), 'geom_quat': quats[:ngeom],
        'geom_aabb': rng.uniform(0.1, 1, (ngeom, 6)),
        'body_ipos': rng.normal(size=(nbody, 3)), 'body_iquat': quats[ngeom:],
    })  # fmt: skip
    last = owners[-1]
    fields['geom_pos'][-1], fields['geom_quat'][-1] = fields['body_ipos'][last], fields['body_iquat'][last]
    return fields


def corners(fields, geom):
    """The corners of a geom's box in the inertial frame of its body."""
    body, box = fields['geom_bodyid'][geom], fields['geom_aabb'][geom]
    local = np.array([box[:3] + np.multiply(signs, box[3:]) for signs in itertools.product((-1, 1), repeat=3)])
    there = local @ np.array(matrix(fields['geom_quat'][geom])).T + fields['geom_pos'][geom]
    return (there - fields['body_ipos'][body]) @ np.array(matrix(fields['body_iquat'][body]))


def leaves_below(fields, first, node):
    """The geoms in and below a node."""
    if fields['bvh_nodeid'][first + node] >= 0:
        return [fields['bvh_nodeid'][first + node]]
    return [leaf for child in fields['bvh_child'][first + node] for leaf in leaves_below(fields, first, child)]


def check_boxes(fields):
    """All boxes are the smallest around what is in them; who has been found."""
    found = []
    for first, count in zip(fields['body_bvhadr'], fields['body_bvhnum'], strict=True):
        for node in range(count):
            leaves = leaves_below(fields, first, node)
            points = np.concatenate([corners(fields, leaf) for leaf in leaves])
            low, high = points.min(axis=0), points.max(axis=0)
            assert np.allclose(fields['bvh_aabb'][first + node], [*(low + high) / 2, *(high - low) / 2], atol=1e-12)
            found += leaves if node == 0 else []
    return found


@pytest.mark.parametrize('owners', [[0], [0, 0, 1, 1, 1, 3], [2] * 11])
def test_boxes_are_tight(owners):
    fields = random_fields(len(owners), owners)
    sizes = set_hierarchies(fields)
    colliding = np.flatnonzero(fields['geom_contype']).tolist()
    assert sorted(check_boxes(fields)) == colliding
    assert sizes['nbvh'] == len(fields['bvh_aabb']) == fields['body_bvhnum'].sum()
    assert ((fields['body_bvhadr'] < 0) == (fields['body_bvhnum'] == 0)).all()


def test_refitted_after_geoms_moved():
    fields = random_fields(1, [0, 1, 1, 1, 1, 2, 2, 2])
    set_hierarchies(fields)
    leaves = fields['bvh_nodeid'].copy()
    fields.update({name: random_fields(2, [0, 1, 1, 1, 1, 2, 2, 2])[name] for name in ('geom_pos', 'geom_aabb')})
    refit_hierarchies(fields)
    check_boxes(fields)
    assert np.array_equal(fields['bvh_nodeid'], leaves)
