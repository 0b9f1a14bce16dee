"""Bounding volume hierarchies."""

import numpy as np
import pytest

from model.random_models import RandomModel
from model.twins import assert_same, world
from torsor.model.load import compile_string


def test_as_in_the_wheel():
    rng = np.random.default_rng(0)

    def body(count):
        numbers = np.round(np.hstack([rng.uniform(0.05, 0.3, (count, 3)), rng.normal(size=(count, 6))]), 4)
        rows = (' '.join(map(str, row)) for row in numbers.reshape(-1, 3, 3).reshape(-1, 3))
        return ''.join(
            f'<geom type="box" size="{size}" pos="{pos}" euler="{euler}"/>'
            for size, pos, euler in zip(rows, rows, rows, strict=True)
        )

    assert_same(world(body(5) + f'<body euler="1 2 3"><joint/>{body(9)}</body><body>{body(1)}</body>'))


@pytest.mark.parametrize('size', [0.1, 63.0, 64.0, 1e6])
@pytest.mark.parametrize('axes', [(0, 1), (1, 2), (0, 2)])
def test_boxes_with_equal_sides(size, axes):
    positions = np.zeros((4, 3))
    positions[:, axes] = [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert_same(world(''.join(f'<geom size="{size}" pos="{x} {y} {z}"/>' for x, y, z in positions)))


def test_boxes_hold_their_children():
    fields = compile_string(RandomModel(1, 4).xml).fields
    for start, count in zip(fields['body_bvhadr'], fields['body_bvhnum'], strict=True):
        for node in range(start, start + count):
            for child in fields['bvh_child'][node]:
                if child >= 0:
                    outer, inner = fields['bvh_aabb'][node], fields['bvh_aabb'][start + child]
                    assert (np.abs(outer[:3] - inner[:3]) + inner[3:] <= outer[3:] + 1e-12).all()
    leaves = fields['bvh_nodeid'][fields['bvh_nodeid'] >= 0]
    collides = np.flatnonzero(fields['geom_contype'] | fields['geom_conaffinity'])
    assert sorted(leaves) == collides.tolist()
