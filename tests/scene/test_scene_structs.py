"""Scenes as Python objects: classes derived from structs, lists of geoms and lights, geoms that programs add."""

import ctypes

import mujoco
import numpy as np
import pytest

import torsor

ENGINES = mujoco, torsor
XML = '<mujoco><worldbody><light/><geom size=".1"/><body><freejoint/><geom size=".2"/></body></worldbody></mujoco>'


def scene_of(engine, make=None):
    m = engine.MjModel.from_xml_string(XML)
    d = engine.MjData(m)
    engine.mj_forward(m, d)
    scene = (make or engine.MjvScene)(m, 10)
    engine.mjv_updateScene(m, d, engine.MjvOption(), None, engine.MjvCamera(), 7, scene)
    return scene


@pytest.mark.parametrize('engine', ENGINES)
def test_a_class_with_properties_over_fields_of_a_scene(engine):
    class Scene(engine.MjvScene):
        @property
        def geoms(self):
            return super().geoms[:super().ngeom]

    scene = scene_of(engine, Scene)
    scene.mine = 3
    assert (scene.ngeom, len(scene.geoms), scene.mine) == (2, 2, 3)


@pytest.mark.parametrize('engine', ENGINES)
def test_a_class_with_a_property_over_a_field_of_data(engine):
    class Data(engine.MjData):
        @property
        def qpos(self):
            return 2.0 * super().qpos

    d = Data(engine.MjModel.from_xml_string(XML))
    d.mine = 3
    assert (d.qpos[3], d.mine) == (2.0, 3)


@pytest.mark.parametrize('engine', ENGINES)
@pytest.mark.parametrize('name', ['geoms', 'lights', 'camera'])
def test_lists_of_a_scene_are_tuples(engine, name):
    found = getattr(scene_of(engine), name)
    assert isinstance(found, tuple)
    assert found[-1] is found[len(found) - 1]
    assert len(found[:1]) == 1
    with pytest.raises(IndexError):
        found[len(found)]


@pytest.mark.parametrize('shape', ['SPHERE', 'CAPSULE', 'CYLINDER', 'BOX', 'ARROW'])
def test_geoms_that_are_added_are_as_in_mujoco(shape):
    rng, found = np.random.default_rng(0), []
    size, pos, mat, rgba = rng.normal(size=3), rng.normal(size=3), rng.normal(size=9), np.float32([0, 1, 0, 1])
    for engine in ENGINES:
        scene, kind = scene_of(engine), getattr(engine.mjtGeom, f'mjGEOM_{shape}')
        geom = scene.geoms[-1]
        engine.mjv_initGeom(geom, kind, size, pos, mat, rgba)
        found.append([geom.type, *geom.size, *geom.pos, *geom.mat.ravel(), *geom.rgba, geom.label])
        if shape in ('CAPSULE', 'CYLINDER', 'ARROW'):
            for end in (pos, size, pos + np.array((0, 0, 1))):
                engine.mjv_connector(geom, kind, 0.1, pos, end)
                found[-1] += [*geom.size, *geom.pos, *geom.mat.ravel()]
        else:
            with pytest.raises(engine.FatalError):
                engine.mjv_connector(geom, kind, 0.1, pos, size)
    numbers = [[x for x in row if not isinstance(x, str)] for row in found]
    np.testing.assert_allclose(numbers[1], numbers[0], rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize('engine', ENGINES)
def test_a_function_in_c_gets_warnings_as_bytes(engine):
    told = []
    function = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(told.append)
    m = engine.MjModel.from_xml_string(XML)
    d = engine.MjData(m)
    d.qpos[0] = np.nan
    engine.set_mju_user_warning(function)
    try:
        engine.mj_step(m, d)
        assert engine.get_mju_user_warning() is function
    finally:
        engine.set_mju_user_warning(None)
    assert told == [b'Nan, Inf or huge value in QPOS at DOF 0. The simulation is unstable. Time = 0.0000.']


def test_pictures_before_the_first_update_are_empty():
    m = torsor.MjModel.from_xml_string(XML)
    far = m.vis.map.zfar * m.stat.extent
    with torsor.Renderer(m, 12, 16) as renderer:
        assert not renderer.render().any()
        renderer.enable_depth_rendering()
        np.testing.assert_allclose(renderer.render(), far, rtol=1e-3)
        renderer.enable_segmentation_rendering()
        assert (renderer.render() == -1).all()
        renderer.scene.ngeom = 1
        with pytest.raises(torsor.FatalError, match='frustum_near too small'):
            renderer.render()


def test_private_modules_hold_what_the_wheel_has_there():
    import importlib

    from torsor import compat

    lacking = {'mj_printScene', 'mj_printFormattedScene', 'mj_rayFlex'}
    names = ('_callbacks', '_constants', '_enums', '_errors', '_functions', '_render', '_specs', '_structs')
    theirs = {name: {n for n in dir(importlib.import_module(f'mujoco.{name}')) if n[0] != '_'} for name in names}
    with compat.installed(replace=True):
        for name in names:
            assert theirs[name] - lacking <= set(dir(importlib.import_module(f'mujoco.{name}')))
