"""Geoms of scenes as instances of shapes."""

import numpy as np
import pytest

import torsor
from torsor.viewer.parts import Sorter, quaternions

KINDS = ('sphere', 'capsule', 'ellipsoid', 'cylinder', 'box')


def scene(xml: str, flags=()) -> tuple:
    m = torsor.MjModel.from_xml_string(xml)
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    scn, opt, cam = torsor.MjvScene(m, 1000), torsor.MjvOption(), torsor.MjvCamera()
    for flag in flags:
        opt.flags[flag] = 1
    torsor.mjv_updateScene(m, d, opt, torsor.MjvPerturb(), cam, torsor.mjtCatBit.mjCAT_ALL, scn)
    return m, d, scn


def parts_of(scn, m):
    return Sorter(m.stat.extent, np.ones((m.ntex + 1, 3))).instances(scn._rows.columns, scn.ngeom)


def test_quaternions_are_those_of_the_engine():
    rng = np.random.default_rng(0)
    quats = rng.normal(size=(200, 4))
    quats[:4] = np.eye(4)  # turns by half a turn, where a part of the formula vanishes
    quats /= np.linalg.norm(quats, axis=1, keepdims=True)
    mats = np.zeros((200, 9))
    for quat, mat in zip(quats, mats, strict=True):
        torsor.mju_quat2Mat(mat, quat)
    found = quaternions(mats.reshape(-1, 3, 3))
    assert np.abs(np.sum(found * quats, -1)) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize('count', [1, 30])
def test_one_node_for_each_shape_however_many_geoms(count):
    bodies = ''.join(f'<body pos="{i} {k} 0"><freejoint/><geom type="{kind}" size=".1 .2 .3"/></body>'
                     for i in range(count) for k, kind in enumerate(KINDS))
    m, _, scn = scene(f'<mujoco><worldbody>{bodies}</worldbody></mujoco>')
    parts = parts_of(scn, m)
    assert {key[0] for key in parts} == {'sphere', 'tube', 'dome', 'cylinder', 'box'}
    assert len(parts) == 5
    assert len(parts['dome', -1, -1, False].geoms) == 2 * count
    assert len(parts['sphere', -1, -1, False].geoms) == 2 * count  # spheres and ellipsoids


def test_the_domes_of_a_capsule_are_at_its_ends():
    m, d, scn = scene('<mujoco><worldbody><geom type="capsule" size=".1 .5" pos="1 2 3" euler="30 40 50"/></worldbody>'
                      '</mujoco>')
    domes = parts_of(scn, m)['dome', -1, -1, False]
    axis = d.geom_xmat[0].reshape(3, 3)[:, 2]
    assert domes.pos == pytest.approx(np.array([d.geom_xpos[0] + 0.5 * axis, d.geom_xpos[0] - 0.5 * axis]), abs=1e-6)
    assert domes.scale == pytest.approx(np.full((2, 3), 0.1))
    for quat, sign in zip(domes.quat, (1, -1), strict=True):
        up = np.zeros(3)
        torsor.mju_rotVecQuat(up, [0, 0, 1], quat.astype(float))
        assert up == pytest.approx(sign * axis, abs=1e-6)


def test_colours_and_what_light_passes_through():
    m, _, scn = scene('<mujoco><worldbody><geom size=".1" rgba="1 .5 0 1"/><geom size=".1" rgba="0 0 1 .5"/>'
                      '</worldbody></mujoco>')
    parts = parts_of(scn, m)
    assert parts['sphere', -1, -1, False].rgb.tolist() == [[255, 128, 0]]
    assert parts['sphere', -1, -1, True].alpha.tolist() == [0.5]


def test_what_is_nowhere_is_left_out():
    m, d, scn = scene('<mujoco><worldbody><geom size=".1"/><body><freejoint/><geom size=".1"/></body></worldbody>'
                      '</mujoco>')
    d.geom_xpos[1, 0] = np.nan
    torsor.mjv_updateScene(m, d, torsor.MjvOption(), None, torsor.MjvCamera(), 7, scn)
    found = parts_of(scn, m)['sphere', -1, -1, False]
    assert found.geoms.tolist() == [0]
    assert np.isfinite(found.pos).all()
    d.geom_xpos[0] = np.inf
    torsor.mjv_updateScene(m, d, torsor.MjvOption(), None, torsor.MjvCamera(), 7, scn)
    assert parts_of(scn, m) == {}


def test_what_is_remembered_is_what_would_be_found_anew():
    m, d, scn = scene('<mujoco><worldbody><body><freejoint/><geom type="capsule" size=".1 .2"/></body>'
                      '<body pos="1 0 0"><freejoint/><geom size=".1"/></body></worldbody></mujoco>')
    sorter = Sorter(m.stat.extent, np.ones((1, 3)))
    opt, cam = torsor.MjvOption(), torsor.MjvCamera()
    for change in ('nothing', 'pose', 'colour', 'size', 'glass', 'nowhere', 'back'):
        d.qpos[:3] += change == 'pose'
        m.geom_rgba[0, 0] *= 0.5 if change == 'colour' else 1.0
        m.geom_size[1] *= 2.0 if change == 'size' else 1.0
        m.geom_rgba[1, 3] = 0.5 if change == 'glass' else m.geom_rgba[1, 3]
        torsor.mj_kinematics(m, d)
        d.geom_xpos[0, 0] = np.nan if change == 'nowhere' else d.geom_xpos[0, 0]
        torsor.mjv_updateScene(m, d, opt, None, cam, 7, scn)
        remembered, anew = sorter.instances(scn._rows.columns, scn.ngeom), parts_of(scn, m)
        assert remembered.keys() == anew.keys(), change
        for key, these in anew.items():
            for name, column in vars(these).items():
                assert np.array_equal(getattr(remembered[key], name), column), (change, name)


def test_every_decoration_has_a_shape():
    from torsor import mjtVisFlag as Flag
    flags = [flag for flag in Flag if flag.name.startswith('mjVIS_')]
    m = torsor.MjModel.from_xml_path(str(torsor_models() / 'humanoid.xml'))
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    scn, opt = torsor.MjvScene(m, 5000), torsor.MjvOption()
    opt.flags[[int(flag) for flag in flags]] = 1
    torsor.mjv_updateScene(m, d, opt, torsor.MjvPerturb(), torsor.MjvCamera(), 7, scn)
    drawn = set(np.concatenate([these.geoms for these in parts_of(scn, m).values()]).tolist())
    columns = scn._rows.columns
    missing = {g for g in range(scn.ngeom) if columns['rgba'][g, 3] > 0} - drawn
    assert not missing, {int(columns['type'][g]) for g in missing}


def torsor_models():
    from pathlib import Path
    return Path(torsor.__file__).parent / 'models'
