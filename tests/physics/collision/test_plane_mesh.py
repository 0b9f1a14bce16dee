"""Contacts of planes with meshes: the lowest vertex always is one, and the others are those of the wheel."""

import mujoco
import numpy as np
import pytest

import torsor
from physics.collision.solids import mesh_asset


def prism(rng, corners: int) -> np.ndarray:
    angle = np.sort(rng.uniform(0, 2 * np.pi, corners))
    flat = np.c_[0.1 * np.cos(angle), 0.1 * rng.uniform(0.5, 1) * np.sin(angle)].round(4)
    return np.vstack([np.c_[flat, np.full(corners, z)] for z in (0.05, -0.05)])


def contacts(engine, points: np.ndarray, pose: np.ndarray):
    """Distances of contacts with the plane z = 0, their positions, and the height of the lowest vertex."""
    m = engine.MjModel.from_xml_string(f"""<mujoco><asset>{mesh_asset('solid', points)}</asset><worldbody>
        <geom type="plane" size="1 1 1"/><body><freejoint/><geom type="mesh" mesh="solid"/></body></worldbody></mujoco>""")
    d = engine.MjData(m)
    d.qpos[:] = pose
    engine.mj_forward(m, d)
    heights = m.mesh_vert @ d.geom_xmat[1].reshape(3, 3)[2] + d.geom_xpos[1, 2]
    return d.contact.dist.copy(), d.contact.pos.copy(), heights.min()


@pytest.mark.parametrize('tilt', [0.0, 0.1, 1.0])
@pytest.mark.parametrize('corners', [5, 6, 9, 20, 60])
def test_the_lowest_corner_of_a_prism_is_kept(corners, tilt):
    rng = np.random.default_rng(corners)
    for _ in range(15):
        angle, way = tilt * rng.uniform(-1, 1), rng.uniform(0, np.pi)
        turn = [np.cos(angle / 2), np.sin(angle / 2) * np.cos(way), np.sin(angle / 2) * np.sin(way), 0]
        points, pose = prism(rng, corners), np.r_[0, 0, rng.uniform(0.02, 0.06), turn]
        (dist, pos, lowest), (their_dist, their_pos, _) = (contacts(e, points, pose) for e in (torsor, mujoco))
        assert dist.min(initial=0) == pytest.approx(min(lowest, 0), abs=1e-9)
        np.testing.assert_allclose(dist, their_dist, atol=1e-12)
        np.testing.assert_allclose(pos, their_pos, atol=1e-12)
