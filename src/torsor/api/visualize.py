"""mjv functions: scenes from a model and its data, cameras, the mouse, and what it does to bodies."""

import math

import numpy as np

from ..jit.arguments import DATA, MODEL, In, Out, Unsuitable, unsuitable
from ..jit.call import checked, public
from ..jit.stage import named
from ..scene import cameras
from ..scene.lighting import make_lights
from ..scene.perturbation import rotation
from ..scene.rows import DECOR
from ..scene.skins import place_skins, shown_skins, skin_faces, skin_vertices, strongest_bone
from ..scene.update import add_geoms
from ..scene.view import STATIC, View
from ..schema.enums import mjtMouse, mjtPertBit, mjtVisFlag
from .contacts import mj_contactForce
from .errors import FatalError
from .log import warning
from .maths import mju_raySkin
from .rays import mj_ray
from .scene import MAX_LIGHT, MjvCamera, MjvFigure, MjvGeom, MjvGLCamera, MjvOption, MjvPerturb, MjvScene
from .support import mj_jac, mj_objectVelocity, mj_solveM

NOT_FOUND = -1
MOUSE = range(int(mjtMouse.mjMOUSE_ROTATE_V), int(mjtMouse.mjMOUSE_TURN_H) + 1)


class _One:
    """An instance of a class, or None if that is allowed."""

    def __init__(self, cls, optional: bool = False):
        self.cls, self.optional = cls, optional

    def accept(self, sizes, value):
        if isinstance(value, self.cls):
            return value if type(value) is self.cls else value._as_plain()
        if value is None and self.optional:
            return value
        raise Unsuitable(f'an {self.cls.__name__}' + (' or None' if self.optional else ''))


SCENE, CAMERA, GLCAMERA, PERTURB, OPTION, GEOM, FIGURE = map(
    _One, (MjvScene, MjvCamera, MjvGLCamera, MjvPerturb, MjvOption, MjvGeom, MjvFigure))


# ---- defaults ----
@checked
def mjv_defaultCamera(cam: CAMERA) -> None:
    """Set the values that a new MjvCamera has."""
    cam._set_defaults()


@checked
def mjv_defaultFreeCamera(m, cam: CAMERA) -> None:
    """Set a free camera that sees the whole model, as the model wants to be seen first."""
    cam._set_defaults()
    cam.lookat[:] = m.stat.center
    cam.distance = 1.5 * m.stat.extent
    cam.azimuth, cam.elevation = m.vis.global_.azimuth, m.vis.global_.elevation
    cam.orthographic = m.vis.global_.orthographic


@checked
def mjv_defaultOption(opt: OPTION) -> None:
    """Set the values that a new MjvOption has."""
    opt._set_defaults()


@checked
def mjv_defaultPerturb(pert: PERTURB) -> None:
    """Set the values that a new MjvPerturb has."""
    pert._set_defaults()


@checked
def mjv_defaultFigure(fig: FIGURE) -> None:
    """Set the values that a new MjvFigure has."""
    fig._set_defaults()


# ---- scenes ----
def _check_camera(function: str, m, cam) -> None:
    if cam.type == cameras.FIXED and not 0 <= cam.fixedcamid < m.ncam:
        raise FatalError(f'{function}: fixed camera id is outside valid range: the model has {m.ncam} cameras, there '
                         f'is no number {cam.fixedcamid}')
    if cam.type == cameras.TRACKING and not 0 <= cam.trackbodyid < m.nbody:
        raise FatalError(f'{function}: track body id is outside valid range: the model has {m.nbody} bodies, there is '
                         f'no number {cam.trackbodyid}')


@checked
def mjv_updateScene(m, d, opt: OPTION, pert: _One(MjvPerturb, True), cam: CAMERA, catmask: int, scn: SCENE) -> None:
    """Fill a scene with all geoms of these categories (mjtCatBit), with lights and cameras."""
    _check_camera('mjv_updateScene', m, cam)
    scn._rows.count, scn.ngeom, scn.status = 0, 0, 0
    _add(m, d, opt, pert, catmask, scn)
    _update_skins(m, d, opt, scn)
    _update_camera(m, d, cam, scn)
    scn.nlight = make_lights(m, d, scn._lights, MAX_LIGHT, scn)


@checked
def mjv_addGeoms(m, d, opt: OPTION, pert: PERTURB, catmask: int, scn: SCENE) -> None:
    """Append the geoms of these categories (mjtCatBit) to a scene."""
    _add(m, d, opt, pert, catmask, scn)


def _eye(scn) -> np.ndarray:
    """Where the scene was last seen from."""
    left, right = scn.camera
    return 0.5 * (left.pos.astype(float) + right.pos)


def _add(m, d, opt, pert, catmask: int, scn) -> None:
    rows = scn._rows
    rows.count, rows.overflowed = min(scn.ngeom, rows.maxgeom), False
    if not opt.flags[mjtVisFlag.mjVIS_STATIC]:
        catmask &= ~STATIC
    add_geoms(View(m, d, opt, pert or MjvPerturb(), catmask, rows, _eye(scn)), mj_contactForce)
    scn.ngeom = rows.count
    if rows.overflowed:
        if not scn.status:
            warning(f'Pre-allocated visual geom buffer is full. Increase maxgeom above {rows.maxgeom}.')
        scn.status = 1


@checked
def mjv_makeLights(m, d, scn: SCENE) -> None:
    """Fill the lights of a scene."""
    scn.nlight = make_lights(m, d, scn._lights, MAX_LIGHT, scn)


@checked
def mjv_updateSkin(m, d, scn: SCENE) -> None:
    """Let the skins of a scene in groups that are shown by default follow the bodies."""
    _update_skins(m, d, MjvOption(), scn)


def _update_skins(m, d, opt, scn) -> None:
    if m.nskin != scn.nskin or 3 * m.nskinvert != scn.skinvert.size:
        raise ValueError('the scene was made for a model with other skins')
    place_skins(m, d, opt, scn.skinvert.reshape(-1, 3), scn.skinnormal.reshape(-1, 3))


@checked
def mjv_updateCamera(m, d, cam: CAMERA, scn: SCENE) -> None:
    """Set the two cameras of a scene."""
    _check_camera('mjv_updateCamera', m, cam)
    _update_camera(m, d, cam, scn)


def _update_camera(m, d, cam, scn) -> None:
    if cam.type in (cameras.FREE, cameras.TRACKING, cameras.FIXED):
        cameras.follow(m, d, cam)
        for camera, aside in zip(scn.camera, cameras.EYES):
            cameras.aim(m, d, cam, camera, aside)


# Programs add thousands of geoms to a scene, one by one: these two run in native code.
def mjv_initGeom(geom: MjvGeom, type: int, size, pos, mat, rgba) -> None:
    """Set what is given of a geom (size and pos of 3 numbers, mat of 9, rgba of 4), and the rest to default values."""
    if not isinstance(geom, MjvGeom):
        raise unsuitable('mjv_initGeom', 'geom', 'an MjvGeom', geom)
    _init_geom(*geom._blocks, *_NEW_GEOM._blocks, type, size, pos, mat, rgba)


def mjv_connector(geom: MjvGeom, type: int, width: float, from_, to) -> None:
    """Let a geom reach from one point to another; the width of lines is in pixels."""
    if not isinstance(geom, MjvGeom):
        raise unsuitable('mjv_connector', 'geom', 'an MjvGeom', geom)
    if not _connect(geom._blocks[0], geom._blocks[1], type, width, from_, to):
        raise FatalError(f'mjv_connector: invalid geom type {int(type)} for connector')


_init_geom = public(named('render.decoration.init_geom'), 'mjv_initGeom')
_connect = public(named('render.decoration.connect'), 'mjv_connector')
_NEW_GEOM = MjvGeom()
_NEW_GEOM.category = DECOR


# ---- cameras ----
@checked
def mjv_camera2GLCamera(m, d, cam: CAMERA) -> MjvGLCamera:
    """The camera for drawing that an abstract camera stands for."""
    _check_camera('mjv_camera2GLCamera', m, cam)
    camera = MjvGLCamera()
    cameras.follow(m, d, cam)
    cameras.aim(m, d, cam, camera)
    return camera


@checked
def mjv_cameraFrame(headpos: Out('3'), forward: Out('3'), up: Out('3'), right: Out('3'), d: DATA, cam: CAMERA) -> None:
    """Position and directions of a camera."""
    _check_camera('mjv_cameraFrame', d.model, cam)
    cameras.follow(d.model, d, cam)
    headpos[:], forward[:], up[:], right[:] = cameras.frame(d, cam)


@checked
def mjv_cameraFrustum(zver: Out('2', np.float32), zhor: Out('2', np.float32), zclip: Out('2', np.float32), m: MODEL,
                      cam: CAMERA) -> None:
    """Ends of the picture of a camera on the near plane, and distances of the near and the far plane."""
    _check_camera('mjv_cameraFrustum', m, cam)
    zver[:], zhor[:], zclip[:] = cameras.frustum(m, cam)


@checked
def mjv_averageCamera(cam1: GLCAMERA, cam2: GLCAMERA) -> MjvGLCamera:
    """The camera between two others."""
    camera = MjvGLCamera()
    for name, array in camera._arrays.items():
        if name != 'orthographic':
            array[...] = 0.5 * (cam1._arrays[name] + cam2._arrays[name])
    for name in ('forward', 'up'):
        getattr(camera, name)[:] /= max(np.linalg.norm(getattr(camera, name)), cameras.TINY)
    camera.orthographic = cam1.orthographic
    return camera


@checked
def mjv_frustumHeight(scn: SCENE) -> float:
    """Height of the picture at unit distance from the camera."""
    return float(cameras.frustum_height(scn))


@checked
def mjv_cameraInRoom(headpos: Out('3'), forward: Out('3'), up: Out('3'), scn: SCENE) -> None:
    """Position and directions of the middle of the two cameras, in the room."""
    headpos[:], forward[:], up[:] = cameras.eyes_in_room(scn)


@checked
def mjv_cameraInModel(headpos: Out('3'), forward: Out('3'), up: Out('3'), scn: SCENE) -> None:
    """Position and directions of the middle of the two cameras, in the frame of the model."""
    headpos[:], forward[:], up[:] = cameras.eyes_in_model(scn)


@checked
def mjv_alignToCamera(res: Out('3'), vec: In('3'), forward: In('3')) -> None:
    """Turn a vector about z by the angle from the y axis to `forward`."""
    ahead = forward[:2] / max(np.linalg.norm(forward[:2]), cameras.TINY)
    res[:] = vec[0] * ahead[1] + vec[1] * ahead[0], vec[1] * ahead[1] - vec[0] * ahead[0], vec[2]


# ---- the model in a room ----
@checked
def mjv_room2model(modelpos: Out('3'), modelquat: Out('4'), roompos: In('3'), roomquat: In('4'), scn: SCENE) -> None:
    """A pose of the room, in the frame of the model."""
    modelpos[:], modelquat[:] = roompos, roomquat
    if scn.enabletransform:
        quat = scn.rotate.astype(float)
        modelpos[:] = rotation(quat).T @ (roompos - scn.translate) / scn.scale
        modelquat[:] = cameras.unit(cameras.product(quat * (1.0, -1.0, -1.0, -1.0), roomquat))


@checked
def mjv_model2room(roompos: Out('3'), roomquat: Out('4'), modelpos: In('3'), modelquat: In('4'), scn: SCENE) -> None:
    """A pose in the frame of the model, in the room."""
    roompos[:], roomquat[:] = modelpos, modelquat
    if scn.enabletransform:
        quat = scn.rotate.astype(float)
        roompos[:] = rotation(quat) @ modelpos * scn.scale + scn.translate
        roomquat[:] = cameras.unit(cameras.product(quat, modelquat))


def _check_action(function: str, action: int, most: int = MOUSE.stop - 1) -> None:
    if not MOUSE.start <= action <= most:
        raise FatalError(f'{function}: unexpected action {action}')


@checked
def mjv_moveCamera(m, action: int, reldx: float, reldy: float, cam: CAMERA) -> None:
    """Move a camera with the mouse; action is one of mjtMouse, motion is relative to the height of the window."""
    _check_action('mjv_moveCamera', action)
    cameras.move_camera(m, action, reldx, reldy, cam)


@checked
def mjv_moveModel(m, action: int, reldx: float, reldy: float, roomup: In('3'), scn: SCENE) -> None:
    """Move the model in the room with the mouse; action is one of mjtMouse."""
    _check_action('mjv_moveModel', action, int(mjtMouse.mjMOUSE_MOVE_H_REL))
    _, forward, up = cameras.eyes_in_room(scn)
    right = np.cross(forward, up)
    if action in (mjtMouse.mjMOUSE_ROTATE_V, mjtMouse.mjMOUSE_ROTATE_H):
        turn = cameras.turned_by(action, reldx, reldy, forward, right, math.pi, roomup)
        quat = cameras.product(turn, scn.rotate.astype(float))
        scn.rotate[:] = quat / np.linalg.norm(quat)
    elif action == mjtMouse.mjMOUSE_ZOOM:
        scale = scn.scale + math.log1p(scn.scale / 3.0) * reldy * 3.0
        scn.scale = min(max(scale, cameras.NEAREST), cameras.FARTHEST)
    else:
        scn.translate[:] += m.stat.extent * cameras.in_space(action, reldx, reldy, forward, right, roomup)


# ---- perturbations ----
@checked
def mjv_initPerturb(m, d, scn: SCENE, pert: PERTURB) -> None:
    """Begin to perturb the selected body where it is."""
    body = pert.select
    if not 0 < body < m.nbody:
        return
    pert.refpos[:] = d.xipos[body]
    pert.refquat[:] = cameras.product(d.xquat[body], m.body_iquat[body])
    pert.refselpos[:] = d.xpos[body] + d.xmat[body].reshape(3, 3) @ pert.localpos
    head, forward, _ = cameras.eyes_in_model(scn)
    pert.scale = cameras.frustum_height(scn) * float((pert.refselpos - head) @ forward)
    pert.localmass = _local_mass(m, d, body, pert.refselpos)


def _local_mass(m, d, body: int, point) -> float:
    """Mass that is felt at a point of a body, in the mean of all directions."""
    jacobian, answer = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    if m.nv:
        mj_jac(m, d, jacobian, None, point, body)
        mj_solveM(m, d, answer, jacobian)
    mobility = float(np.sum(jacobian * answer))
    return 3.0 / mobility if mobility > cameras.TINY else 1.0


@checked
def mjv_movePerturb(m, d, action: int, reldx: float, reldy: float, scn: SCENE, pert: PERTURB) -> None:
    """Move where the selected body is wanted with the mouse; action is one of mjtMouse."""
    _check_action('convert2D', action, int(mjtMouse.mjMOUSE_MOVE_H_REL))
    _, forward, up = cameras.eyes_in_model(scn)
    right = np.cross(forward, up)
    if action in (mjtMouse.mjMOUSE_ROTATE_V, mjtMouse.mjMOUSE_ROTATE_H):
        quat = cameras.product(cameras.turned_by(action, reldx, reldy, forward, right, 2.0 * math.pi), pert.refquat)
        pert.refquat[:] = _within_reach(m, d, pert.select, cameras.unit(quat))
    elif action == mjtMouse.mjMOUSE_MOVE_V_REL:
        _shift(pert, np.array((0.0, reldx, reldy)))
    elif action == mjtMouse.mjMOUSE_MOVE_H_REL:
        _shift(pert, np.array((reldy, reldx, 0.0)))
    elif action != mjtMouse.mjMOUSE_ZOOM:
        _shift(pert, cameras.in_space(action, reldx, reldy, forward, right))


def _within_reach(m, d, body: int, quat) -> np.ndarray:
    """An orientation at most a quarter of a turn away from that of a body's inertial frame."""
    current = cameras.product(d.xquat[body], m.body_iquat[body])
    off = cameras.product(current * (1.0, -1.0, -1.0, -1.0), quat)
    off = -off if off[0] < 0.0 else off
    if off[0] >= math.sqrt(0.5):
        return quat
    axis = off[1:] / np.linalg.norm(off[1:])
    return cameras.product(current, np.array((1.0, *axis)) * math.sqrt(0.5))


def _shift(pert, way) -> None:
    pert.refpos[:] += pert.scale * way
    pert.refselpos[:] += pert.scale * way


@checked
def mjv_applyPerturbPose(m, d, pert: PERTURB, flg_paused: int) -> None:
    """Put the selected body where it is wanted: a mocap body always, a tree with a free joint if paused."""
    body = pert.select
    if not (0 < body < m.nbody and pert.active | pert.active2):
        return
    root = m.body_rootid[body]
    inverse = m.body_iquat[body] * (1.0, -1.0, -1.0, -1.0)
    quat = cameras.product(np.asarray(pert.refquat), inverse)
    pos = pert.refpos - rotation(quat) @ m.body_ipos[body]
    if m.body_mocapid[body] >= 0:
        d.mocap_pos[m.body_mocapid[body]], d.mocap_quat[m.body_mocapid[body]] = pos, quat
    elif flg_paused and m.body_jntnum[root] == 1 and m.jnt_type[m.body_jntadr[root]] == 0:
        adr = m.jnt_qposadr[m.body_jntadr[root]]
        turn = cameras.product(quat, d.xquat[body] * (1.0, -1.0, -1.0, -1.0))
        d.qpos[adr:adr + 3] = pos + rotation(turn) @ (d.qpos[adr:adr + 3] - d.xpos[body])
        new = cameras.product(turn, d.qpos[adr + 3:adr + 7])
        d.qpos[adr + 3:adr + 7] = new / np.linalg.norm(new)


@checked
def mjv_applyPerturbForce(m, d, pert: PERTURB) -> None:
    """Pull the selected body to where it is wanted, with a spring and a damper, in d.xfrc_applied."""
    body, active = pert.select, pert.active | pert.active2
    if not (0 < body < m.nbody and active) or m.body_mocapid[body] >= 0:
        return
    velocity = np.zeros(6)
    mj_objectVelocity(m, d, 1, body, velocity, 0)
    spin, stiff = velocity[:3], m.vis.map.stiffnessrot
    inertia = 1.0 / max(m.body_invweight0[body, 1], cameras.TINY)
    torque = np.zeros(3)
    if active & mjtPertBit.mjPERT_TRANSLATE:
        point = d.xpos[body] + d.xmat[body].reshape(3, 3) @ pert.localpos
        way = pert.refselpos - point
        at_point = velocity[3:] + np.cross(spin, point - d.xipos[body])
        force = pert.localmass * (m.vis.map.stiffness * way - math.sqrt(m.vis.map.stiffness) * at_point)
        d.xfrc_applied[body, :3] = force
        torque += np.cross(point - d.xipos[body], force)
        length = np.linalg.norm(way)
        axis = way / length if length > cameras.TINY else np.array((1.0, 0.0, 0.0))
        torque -= inertia * math.sqrt(stiff) * (spin @ axis) * axis
    if active & mjtPertBit.mjPERT_ROTATE:
        current = cameras.product(d.xquat[body], m.body_iquat[body])
        off = cameras.product(np.asarray(pert.refquat), current * (1.0, -1.0, -1.0, -1.0))
        sine = np.linalg.norm(off[1:])
        angle = 2.0 * math.atan2(sine, off[0])
        angle -= 2.0 * math.pi if angle > math.pi else 0.0
        torque += inertia * (stiff * angle * off[1:] / max(sine, cameras.TINY) - math.sqrt(stiff) * spin)
    d.xfrc_applied[body, 3:] = torque


@checked
def mjv_select(m, d, vopt: OPTION, aspectratio: float, relx: float, rely: float, scn: SCENE, selpnt: Out('3'),
               geomid: Out('1', int), flexid: Out('1', int), skinid: Out('1', int)) -> int:
    """The body at a place of the picture, or -1; the other arguments receive the point and what is seen there."""
    pos, forward, up = cameras.eyes_in_model(scn)
    right, camera = np.cross(forward, up), scn.camera[0]
    height = 0.5 * (camera.frustum_top - camera.frustum_bottom)
    middle = 0.5 * (camera.frustum_top + camera.frustum_bottom)
    x = camera.frustum_center + (2.0 * relx - 1.0) * (camera.frustum_width or height * aspectratio)
    aside = x * right + (middle + (2.0 * rely - 1.0) * height) * up
    start, way = (pos + aside, forward) if camera.orthographic else (pos, camera.frustum_near * forward + aside)
    way = way / np.linalg.norm(way)
    distance = mj_ray(m, d, start, way, np.array(vopt.geomgroup), bool(vopt.flags[mjtVisFlag.mjVIS_STATIC]), -1, geomid)
    flexid[0] = skinid[0] = NOT_FOUND
    body = NOT_FOUND
    if geomid[0] >= 0:
        body, selpnt[:] = int(m.geom_bodyid[geomid[0]]), start + distance * way
    for skin in shown_skins(m, vopt).tolist() if scn.nskin else ():
        reach, vertex = _skin_hit(m, scn, skin, start, way)
        if reach >= 0.0 and (body == NOT_FOUND or reach < distance):
            distance, skinid[0], geomid[0] = reach, skin, NOT_FOUND
            body, selpnt[:] = strongest_bone(m, skin, vertex), _skin_points(m, scn, skin)[vertex]
    return body


def _skin_points(m, scn, skin: int) -> np.ndarray:
    return scn.skinvert.reshape(-1, 3)[skin_vertices(m, skin)]


def _skin_hit(m, scn, skin: int, start, way) -> tuple[float, int]:
    """How far a ray goes to a skin, -1 if it misses it, and the vertex nearest to where it hits."""
    nearest, faces = np.zeros(1, np.int32), skin_faces(m, skin)
    points = _skin_points(m, scn, skin)
    return mju_raySkin(len(faces), len(points), faces, points, start, way, nearest), int(nearest[0])


__all__ = [name for name in globals() if name.startswith('mjv_')]
