"""Bounding volume hierarchies."""

import mujoco
import numpy as np
import pytest

import torsor
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


@pytest.mark.parametrize(('of_geoms', 'of_inertia'), [(1.1, 1), (0.8, 1), (1, 1.1), (1.2, 0.9)])
def test_quaternions_that_a_program_did_not_normalise(of_geoms, of_inertia):
    boxes = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string("""<mujoco><worldbody><body><joint/>
          <geom type="box" size=".1 .2 .3" euler="10 0 20"/>
          <geom type="capsule" size=".1 .2" pos="1 0 0" euler="30 40 50"/></body></worldbody></mujoco>""")
        m.geom_quat[:] *= of_geoms
        m.body_iquat[:] *= of_inertia
        m.geom_aabb[:, :3] += 0.1
        engine.mj_setConst(m, engine.MjData(m))
        boxes.append(m.bvh_aabb.copy())
    np.testing.assert_allclose(*boxes, rtol=0, atol=1e-12)
