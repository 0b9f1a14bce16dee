"""Scenes against MuJoCo's: every field of every geom, light and camera, whatever the user wants to see."""

import itertools
from pathlib import Path

import gymnasium
import mujoco
import numpy as np
import pytest

import torsor

ASSETS = Path(gymnasium.__file__).parent / 'envs/mujoco/assets'
BUNDLED = Path(torsor.__file__).parent / 'models'
RICH = Path(__file__).parent / 'rich.xml'  # has every kind of element
ROPES = Path(__file__).parent / 'ropes.xml'  # slack tendons, and what looks like some
SKINS = Path(__file__).parent / 'skins.xml'
OTHERS = [*sorted(BUNDLED.glob('*.xml')), *sorted(ASSETS.glob('*.xml'))]
MODELS = [RICH, ROPES, SKINS, *(
    pytest.param(path, marks=() if path.stem in ('humanoid', 'pusher') else pytest.mark.slow) for path in OTHERS)]
FLAGS = [int(flag) for name, flag in mujoco.mjtVisFlag.__members__.items() if name != 'mjNVISFLAG']
BVH = mujoco.mjtVisFlag.mjVIS_BODYBVH, mujoco.mjtVisFlag.mjVIS_MESHBVH
GROUPS = 'geomgroup', 'sitegroup', 'jointgroup', 'tendongroup', 'actuatorgroup', 'skingroup'
FIELDS = [name for name in dir(mujoco.MjvGeom()) if not name.startswith('_') and name != 'label']


class Pair:
    """The same model in the same state in both engines."""

    def __init__(self, path):
        self.engines = mujoco, torsor
        self.m = [engine.MjModel.from_xml_path(str(path)) for engine in self.engines]
        self.d = [engine.MjData(m) for engine, m in zip(self.engines, self.m)]
        self.scn = [engine.MjvScene(m, 700) for engine, m in zip(self.engines, self.m)]
        ours, theirs = self.m[1], self.m[0]
        rng, d = np.random.default_rng(3), self.d[0]
        d.ctrl[:] = rng.uniform(-1.0, 1.0, theirs.nu)
        d.act[:] = rng.uniform(-1.0, 1.0, theirs.na)
        for _ in range(30 if path.stem != 'rich' else 0):
            mujoco.mj_step(theirs, d)
        if path.stem == 'rich':
            mujoco.mj_integratePos(theirs, d.qpos, 0.1 * rng.normal(size=theirs.nv), 1.0)
            d.qpos[2] = 0.09
        d.xfrc_applied[-1, :3] = 1.0, 2.0, 3.0
        for name in ('qpos', 'qvel', 'act', 'ctrl', 'xfrc_applied', 'mocap_pos', 'mocap_quat', 'qacc_warmstart'):
            getattr(self.d[1], name)[...] = getattr(d, name)
        mujoco.mj_forward(theirs, d)
        torsor.mj_forward(ours, self.d[1])

    def scenes(self, flags=None, groups=False, catmask=7, camera=None, perturb=None, **options):
        """The scene that each of the two makes."""
        for engine, m, d, scn in zip(self.engines, self.m, self.d, self.scn):
            opt, cam, pert = engine.MjvOption(), engine.MjvCamera(), engine.MjvPerturb()
            engine.mjv_defaultFreeCamera(m, cam)
            for flag, value in (flags or {}).items():
                opt.flags[flag] = value
            for name in GROUPS if groups else ():
                getattr(opt, name)[:] = 1
            for thing, values in ((opt, options), (cam, camera or {}), (pert, perturb or {})):
                for name, value in values.items():
                    setattr(thing, name, value)
            engine.mjv_updateScene(m, d, opt, pert, cam, catmask, scn)
            yield scn


def compare(pair, **wishes):
    """Every field of both scenes."""
    theirs, ours = pair.scenes(**wishes)
    assert ours.ngeom == theirs.ngeom
    geoms, columns = theirs.geoms[:theirs.ngeom], ours._rows.columns
    for name in FIELDS if geoms else ():
        expected, found = np.array([getattr(geom, name) for geom in geoms]), columns[name][:ours.ngeom]
        np.testing.assert_allclose(found.reshape(expected.shape), expected, rtol=1e-6, atol=1e-6, err_msg=name)
    assert [label.decode() for label in columns['label'][:ours.ngeom]] == [geom.label for geom in geoms]
    for name in ('nskin', 'skinfacenum', 'skinvertadr', 'skinvertnum', 'skinvert', 'skinnormal'):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-6, atol=1e-6, err_msg=name)
    compare_records(theirs.lights[:theirs.nlight], [ours.lights[i] for i in range(ours.nlight)])
    compare_records(theirs.camera, ours.camera)
    assert ours.status == theirs.status == 0


def compare_records(theirs, ours):
    assert len(theirs) == len(ours)
    for a, b in zip(theirs, ours):
        for name in (name for name in dir(a) if not name.startswith('_')):
            np.testing.assert_allclose(getattr(b, name), getattr(a, name), rtol=1e-6, atol=1e-6, err_msg=name)


@pytest.fixture(scope='module', params=MODELS, ids=lambda path: path.stem + path.parent.name[:1])
def pair(request):
    return Pair(request.param)


def test_as_it_is_by_default(pair):
    compare(pair)
    compare(pair, groups=True)


def test_every_flag_on_and_off(pair):
    for flag, value in itertools.product(FLAGS, (0, 1)):
        compare(pair, flags={flag: value}, groups=True)
    compare(pair, flags=dict.fromkeys(FLAGS, 1), groups=True)
    compare(pair, flags=dict.fromkeys(FLAGS, 0))


def test_labels_and_frames(pair):
    everything = {flag: 1 for flag in FLAGS if flag not in BVH}
    for label in range(int(mujoco.mjtLabel.mjNLABEL)):
        compare(pair, label=label, flags=everything, groups=True)
        compare(pair, label=label)
    for frame in range(int(mujoco.mjtFrame.mjNFRAME)):
        compare(pair, frame=frame, groups=True)
        compare(pair, frame=frame, flags={mujoco.mjtVisFlag.mjVIS_CAMERA: 1, mujoco.mjtVisFlag.mjVIS_LIGHT: 1})


def test_categories_and_depths_of_volumes(pair):
    for catmask in range(8):
        compare(pair, catmask=catmask, flags=dict.fromkeys(FLAGS, 1))
    for depth in (0, 2, 5):
        compare(pair, bvh_depth=depth, flags=dict.fromkeys(BVH, 1), groups=True)


def test_perturbations(pair):
    everything = {flag: 1 for flag in FLAGS if flag not in BVH}
    for active, active2 in itertools.product(range(4), range(4)):
        compare(pair, flags=everything, perturb=dict(
            select=1, active=active, active2=active2, localpos=(0.1, 0.2, 0.3), refpos=(0.5, 0.5, 0.5),
            refselpos=(0.6, 0.5, 0.4), refquat=(0.6, 0.8, 0.0, 0.0)))


def test_cameras(pair):
    for i in range(pair.m[0].ncam):
        compare(pair, camera=dict(type=2, fixedcamid=i), flags={mujoco.mjtVisFlag.mjVIS_CAMERA: 1})
    for body in range(1, min(pair.m[0].nbody, 4)):
        compare(pair, camera=dict(type=1, trackbodyid=body, distance=3.0, azimuth=30.0, elevation=-10.0))
    compare(pair, camera=dict(orthographic=1))


@pytest.mark.parametrize('bounds', ['-1 2', '0 1', '-1 0', '.1 2.3', '2 3', '-3 -2'])
def test_colours_of_controls(bounds):
    """Rest is at zero or at the end of the range that is nearest to it; controls may be beyond."""
    xml = f"""<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
        <actuator><motor joint="j" ctrllimited="true" ctrlrange="{bounds}"/></actuator></mujoco>"""
    scenes = []
    for engine in (mujoco, torsor):
        m = engine.MjModel.from_xml_string(xml)
        d, scn, opt = engine.MjData(m), engine.MjvScene(m, 10), engine.MjvOption()
        opt.flags[mujoco.mjtVisFlag.mjVIS_ACTUATOR] = 1
        engine.mj_forward(m, d)
        found = []
        for ctrl in np.linspace(-4.0, 4.0, 33):
            d.ctrl[0] = ctrl
            engine.mjv_updateScene(m, d, opt, None, engine.MjvCamera(), 7, scn)
            found += [geom.rgba.copy() for geom in (scn.geoms[i] for i in range(scn.ngeom)) if geom.objtype == 19]
        scenes.append(found)
    assert len(scenes[0]) == 33
    np.testing.assert_allclose(scenes[1], scenes[0], rtol=1e-6, atol=1e-6)


def test_a_scene_without_room():
    """What does not fit is left out, with one warning, as by MuJoCo."""
    m = torsor.MjModel.from_xml_path(str(BUNDLED / 'humanoid.xml'))
    d, scn, cam, told = torsor.MjData(m), torsor.MjvScene(m, 5), torsor.MjvCamera(), []
    torsor.mj_kinematics(m, d)
    torsor.set_mju_user_warning(told.append)
    try:
        torsor.mjv_updateScene(m, d, torsor.MjvOption(), None, cam, 7, scn)
    finally:
        torsor.set_mju_user_warning(None)
    assert (scn.ngeom, scn.status) == (5, 1)
    assert told == ['Pre-allocated visual geom buffer is full. Increase maxgeom above 5.']


def test_cameras_that_do_not_exist_are_refused():
    m = torsor.MjModel.from_xml_path(str(BUNDLED / 'humanoid.xml'))
    d, scn, cam = torsor.MjData(m), torsor.MjvScene(m, 50), torsor.MjvCamera()
    for kind, name in ((2, 'fixedcamid'), (1, 'trackbodyid')):
        cam.type = kind
        for number in (-1, 99):
            setattr(cam, name, number)
            with pytest.raises(torsor.FatalError, match='outside valid range'):
                torsor.mjv_updateScene(m, d, torsor.MjvOption(), None, cam, 7, scn)
    with pytest.raises(ValueError, match='maxgeom'):
        torsor.MjvScene(m, -1)


def test_new_objects_are_as_in_mujoco():
    for name in ('MjvCamera', 'MjvOption', 'MjvPerturb', 'MjvGeom', 'MjvLight', 'MjvGLCamera', 'MjvFigure',
                 'MjrVertexAttribute', 'MjPreContact'):
        theirs, ours = getattr(mujoco, name)(), getattr(torsor, name)()
        for field in (field for field in dir(theirs) if not field.startswith('_')):
            found, expected = getattr(ours, field), getattr(theirs, field)
            if isinstance(expected, np.ndarray) and expected.dtype.kind == 'f':
                np.testing.assert_allclose(found, expected, rtol=2e-7, atol=0.0, err_msg=f'{name}.{field}')
            else:
                np.testing.assert_array_equal(found, expected, err_msg=f'{name}.{field}')
