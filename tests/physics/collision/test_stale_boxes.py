"""Boxes around geoms: off centre, or no longer right because a program has written to the model."""

import mujoco
import numpy as np
import pytest

import torsor
from torsor import rollout

CONE = '<mesh name="cone" vertex="-.1 -.1 0 .1 -.1 0 .1 .1 0 -.1 .1 0 0 0 1"/>'


def worlds(xml: str, write=lambda m: None):
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        write(m)
        engine.mj_forward(m, d)
        yield m, d


def assert_same_contacts(xml: str, write=lambda m: None) -> int:
    (_, ours), (_, theirs) = worlds(xml, write)
    assert ours.contact.geom.tolist() == theirs.contact.geom.tolist()
    np.testing.assert_allclose(ours.contact.dist, theirs.contact.dist, atol=1e-12)
    return ours.ncon


# ---- boxes whose centre is not that of their geom ----
@pytest.mark.parametrize('others', [0, 4, 9, 16, 40])
@pytest.mark.parametrize('turn', ['1 0 0 0', '1 1 0 0', '1 .3 -.7 .2'])
def test_the_far_end_of_a_mesh_touches_in_a_sweep(others, turn):
    rest = ''.join(f'<body pos="{10 + i} 0 0"><freejoint/><geom size=".1"/></body>' for i in range(others))
    xml = f"""<mujoco><asset>{CONE}</asset><worldbody>{rest}<body name="cone" quat="{turn}"><freejoint/>
        <geom type="mesh" mesh="cone"/><site name="tip" pos="0 0 1.04"/></body><body name="ball"><freejoint/>
        <geom size=".05"/></body></worldbody></mujoco>"""
    counts = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        d.qpos[-7:-4] = d.site_xpos[0]
        engine.mj_forward(m, d)
        counts.append(d.ncon)
    assert counts == [1, 1]


# ---- geoms that a program has resized, moved or let collide ----
def bodies(count: int, geoms: int, apart: float, shape: str = 'size=".1"') -> str:
    parts = ''.join(f'<geom {shape} pos="0 0 {3 * k}"/>' for k in range(geoms))
    return ('<mujoco><option gravity="0 0 0"/><worldbody>'
            + ''.join(f'<body pos="{apart * i} 0 0"><freejoint/>{parts}</body>' for i in range(count))
            + '</worldbody></mujoco>')


def enlarge(*names):
    """Write a size of 0.55 to geoms of 0.1, and what follows from it to these fields."""

    def write(m):
        m.geom_size[:, 0] = 0.55
        if 'rbound' in names:
            m.geom_rbound[:] = 0.55
        if 'aabb' in names:
            m.geom_aabb[:, 3:] = 0.55
        if 'bvh' in names:
            m.bvh_aabb[:, 3:] += 0.45

    return write


@pytest.mark.parametrize('count', [2, 20])
@pytest.mark.parametrize('geoms', [1, 2, 5])
@pytest.mark.parametrize('names', [(), ('rbound',), ('rbound', 'aabb'), ('rbound', 'bvh'), ('rbound', 'aabb', 'bvh')])
def test_enlarged_geoms_touch_if_their_boxes_do(count, geoms, names):
    found = assert_same_contacts(bodies(count, geoms, 1.0), enlarge(*names))
    if len(names) == 3:
        assert found == (count - 1) * geoms


@pytest.mark.parametrize('count', [2, 20])
@pytest.mark.parametrize('geoms', [1, 2, 5])
@pytest.mark.parametrize('names', [('geom_margin',), ('geom_gap',), ('geom_margin', 'body_margin')])
def test_margins_count_if_bodies_know_them(count, geoms, names):
    def write(m):
        for name in names:
            getattr(m, name)[:] = 0.06

    found = assert_same_contacts(bodies(count, geoms, 0.3), write)
    if geoms == 1 or len(names) == 2:
        assert found == (count - 1) * geoms
    else:
        assert found == 0


@pytest.mark.parametrize('seed', range(20))
def test_geoms_and_frames_that_move_leave_trees_behind(seed):
    rng = np.random.default_rng(seed)
    xml, found = bodies(4, int(rng.integers(1, 6)), 0.19), 0
    for _ in range(10):
        moves = rng.normal(size=(2, 100, 3)) * 0.1

        def write(m, moves=moves):
            m.geom_pos[:] += moves[0, :m.ngeom]
            if moves[1, 0, 0] > 0:
                m.body_ipos[1:] += moves[1, 1:m.nbody]

        found += assert_same_contacts(xml, write)
    assert found


def test_a_plane_does_not_touch_geoms_left_by_their_tree():
    def write(m):
        m.body_ipos[1] += [0, 0, 5]

    for geoms, expected in ((1, 1), (2, 0)):
        parts = ''.join(f'<geom size=".1" pos="{3 * k} 0 0"/>' for k in range(geoms))
        xml = f"""<mujoco><worldbody><geom type="plane" size="1 1 1"/>
            <body pos="0 0 .05"><freejoint/>{parts}</body></worldbody></mujoco>"""
        assert assert_same_contacts(xml, write) == expected


@pytest.mark.parametrize('others', [0, 1, 3])
def test_a_geom_compiled_not_to_collide_is_in_no_tree(others):
    rest = '<geom size=".01" pos="-2 0 0"/>' * others
    xml = f"""<mujoco><worldbody><body><freejoint/><geom size=".1" contype="0" conaffinity="0"/>{rest}</body>
        <body pos=".1 0 0"><freejoint/><geom size=".05"/><geom size=".05" pos="3 0 0"/></body></worldbody></mujoco>"""

    def write(m):
        m.geom_contype[0] = m.geom_conaffinity[0] = m.body_contype[1] = m.body_conaffinity[1] = 1

    assert assert_same_contacts(xml, write) == (others == 0)


@pytest.mark.parametrize('write', [enlarge(), enlarge('rbound'), enlarge('rbound', 'aabb'),
                                   enlarge('rbound', 'aabb', 'bvh')])
@pytest.mark.parametrize('geoms', [1, 2])
def test_worlds_in_registers_agree_with_one(geoms, write):
    m = torsor.MjModel.from_xml_string(bodies(3, geoms, 1.0))
    write(m)
    d = torsor.MjData(m)
    start = np.zeros((4, torsor.mj_stateSize(m, torsor.mjtState.mjSTATE_FULLPHYSICS)))
    torsor.mj_getState(m, d, start[0], torsor.mjtState.mjSTATE_FULLPHYSICS)
    start[:] = start[0]
    start[:, 1] += [0, 0.01, 0.02, 0.03]
    together, _ = rollout.rollout([m] * 4, [torsor.MjData(m)], start, nstep=5)
    alone = [rollout.rollout(m, torsor.MjData(m), row[None], nstep=5)[0][0] for row in start]
    np.testing.assert_array_equal(together, alone)
