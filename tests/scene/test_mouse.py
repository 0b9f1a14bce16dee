"""Cameras, models and bodies moved with the mouse, against MuJoCo."""

import mujoco
import numpy as np
import pytest

import torsor

from .test_scene import BUNDLED, RICH, Pair, compare_records

ENGINES = mujoco, torsor


@pytest.fixture(scope='module', params=(BUNDLED / 'humanoid.xml', RICH), ids=lambda path: path.stem)
def pair(request):
    pair = Pair(request.param)
    list(pair.scenes())
    return pair


def numbers(thing):
    return np.concatenate([np.ravel(getattr(thing, name)).astype(float) for name in sorted(dir(mujoco.MjvPerturb()))
                           if not name.startswith('_')])


def test_cameras_move_as_in_mujoco(pair):
    rng = np.random.default_rng(0)
    cams = [engine.MjvCamera() for engine in ENGINES]
    for engine, m, cam in zip(ENGINES, pair.m, cams):
        engine.mjv_defaultFreeCamera(m, cam)
    for _ in range(60):
        action, (dx, dy) = int(rng.integers(1, 10)), rng.uniform(-0.2, 0.2, 2)
        for engine, m, cam in zip(ENGINES, pair.m, cams):
            engine.mjv_moveCamera(m, action, dx, dy, cam)
        compare_records(cams[:1], cams[1:])
    for engine, m, cam in zip(ENGINES, pair.m, cams):
        with pytest.raises(engine.FatalError, match='unexpected action'):
            engine.mjv_moveCamera(m, 0, 0.1, 0.1, cam)


def test_models_move_in_the_room_as_in_mujoco(pair):
    rng = np.random.default_rng(1)
    for scn in pair.scn:
        scn.enabletransform = 1
    for _ in range(20):
        action, (dx, dy) = int(rng.integers(1, 8)), rng.uniform(-0.2, 0.2, 2)
        point, quat = rng.normal(size=3), rng.normal(size=4)
        found = []
        for engine, m, scn in zip(ENGINES, pair.m, pair.scn):
            engine.mjv_moveModel(m, action, dx, dy, np.array((0.0, 0.0, 1.0)), scn)
            there, back, inside = np.zeros(7), np.zeros(7), np.zeros((3, 3))
            engine.mjv_room2model(there[:3], there[3:], point, quat, scn)
            engine.mjv_model2room(back[:3], back[3:], point, quat, scn)
            engine.mjv_cameraInModel(*inside, scn)
            found.append(np.concatenate((scn.translate, scn.rotate, [scn.scale], there, back, inside.ravel())))
        np.testing.assert_allclose(found[1], found[0], rtol=2e-5, atol=2e-5)
    for scn in pair.scn:
        scn.enabletransform = 0


@pytest.mark.parametrize('body', [1, 3])
def test_bodies_are_pulled_as_in_mujoco(pair, body):
    rng = np.random.default_rng(body)
    perts = [engine.MjvPerturb() for engine in ENGINES]
    for engine, m, d, scn, pert in zip(ENGINES, pair.m, pair.d, pair.scn, perts):
        pert.select, pert.localpos[:] = body, (0.1, 0.2, 0.3)
        engine.mjv_initPerturb(m, d, scn, pert)
    np.testing.assert_allclose(numbers(perts[1]), numbers(perts[0]), rtol=1e-6, atol=1e-9)
    for active in (1, 2, 3):
        action, (dx, dy) = int(rng.integers(1, 6)), rng.uniform(-0.2, 0.2, 2)
        forces = []
        for engine, m, d, scn, pert in zip(ENGINES, pair.m, pair.d, pair.scn, perts):
            pert.active = active
            engine.mjv_movePerturb(m, d, action, dx, dy, scn, pert)
            d.xfrc_applied[body] = 0.0
            engine.mjv_applyPerturbForce(m, d, pert)
            forces.append(d.xfrc_applied[body].copy())
        np.testing.assert_allclose(numbers(perts[1]), numbers(perts[0]), rtol=1e-6, atol=1e-9)
        np.testing.assert_allclose(forces[1], forces[0], rtol=1e-6, atol=1e-6)
    poses = []
    for engine, m, d, pert in zip(ENGINES, pair.m, pair.d, perts):
        before = d.qpos.copy()
        engine.mjv_applyPerturbPose(m, d, pert, 1)
        poses.append(d.qpos.copy())
        d.qpos[:] = before
    np.testing.assert_allclose(poses[1], poses[0], rtol=1e-7, atol=1e-7)


def test_what_is_at_a_place_of_the_picture(pair):
    rng, found = np.random.default_rng(2), []
    places = rng.uniform(0.2, 0.8, (40, 2))
    for engine, m, d, scn in zip(ENGINES, pair.m, pair.d, pair.scn):
        for x, y in places:
            point, ids = np.zeros(3), [np.zeros(1, np.int32) for _ in range(3)]
            body = engine.mjv_select(m, d, engine.MjvOption(), 1.5, x, y, scn, point, *ids)
            found.append((body, *(int(i[0]) for i in ids), *point))
    np.testing.assert_allclose(found[40:], found[:40], rtol=1e-6, atol=1e-6)
