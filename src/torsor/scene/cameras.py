"""Cameras: where they are, what they see, and how the mouse moves them, bodies and the whole model."""

import math

import numpy as np

from ..schema.enums import mjtCamera, mjtMouse, mjtProjection
from .perturbation import rotation

EYES = (-0.5, 0.5)  # left and right, in distances between the eyes
TINY = 1e-15
FREE, TRACKING, FIXED = (int(getattr(mjtCamera, f'mjCAMERA_{name}')) for name in ('FREE', 'TRACKING', 'FIXED'))
NEAREST, FARTHEST = 0.01, 100.0  # distances of a camera and scales of a model, in model extents
STEEPEST = 89.0  # elevation of a free camera [deg]


def frame(d, cam) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Position, forward, up and right of a camera."""
    if cam.type == FIXED:
        axes = d.cam_xmat[cam.fixedcamid].reshape(3, 3)
        return d.cam_xpos[cam.fixedcamid], -axes[:, 2], axes[:, 1], axes[:, 0]
    azimuth, elevation = math.radians(cam.azimuth), math.radians(cam.elevation)
    forward = np.array((math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth),
                        math.sin(elevation)))
    up = np.array((-math.sin(elevation) * math.cos(azimuth), -math.sin(elevation) * math.sin(azimuth),
                   math.cos(elevation)))
    return np.asarray(cam.lookat) - cam.distance * forward, forward, up, np.cross(forward, up)


def frustum(m, cam) -> tuple[tuple, tuple, tuple]:
    """Ends of the picture on the near plane: (top, bottom), (left, right), and distances (near, far)."""
    near, far = m.vis.map.znear * m.stat.extent, m.vis.map.zfar * m.stat.extent
    if cam.type == FIXED:
        i = cam.fixedcamid
        height, parallel = m.cam_fovy[i], m.cam_projection[i] == mjtProjection.mjPROJ_ORTHOGRAPHIC
        if m.cam_sensorsize[i, 1] > 0.0:
            (width, tall), (fx, fy, cx, cy) = m.cam_sensorsize[i], m.cam_intrinsic[i]
            return ((near * (0.5 * tall - cy) / fy, near * (0.5 * tall + cy) / fy),
                    (near * (0.5 * width - cx) / fx, near * (0.5 * width + cx) / fx), (near, far))
    else:
        height, parallel = m.vis.global_.fovy, cam.orthographic
    half = 0.5 * height if parallel else near * math.tan(0.5 * math.radians(height))
    return (half, half), (0.0, 0.0), (near, far)


def aim(m, d, cam, camera, aside: float = 0.0) -> None:
    """Set a camera for drawing after an abstract one, moved aside by a share of the distance of the eyes."""
    pos, forward, up, right = frame(d, cam)
    (top, bottom), (left, far_right), (near, far) = frustum(m, cam)
    fixed = cam.type == FIXED
    eyes = m.cam_ipd[cam.fixedcamid] if fixed else m.vis.global_.ipd
    parallel = m.cam_projection[cam.fixedcamid] == mjtProjection.mjPROJ_ORTHOGRAPHIC if fixed else cam.orthographic
    camera.pos[:], camera.forward[:], camera.up[:] = pos + aside * eyes * right, forward, up
    camera.frustum_center, camera.frustum_width = 0.5 * (far_right - left), 0.5 * (far_right + left)
    camera.frustum_top, camera.frustum_bottom = top, -bottom
    camera.frustum_near, camera.frustum_far, camera.orthographic = near, far, int(parallel)


def follow(m, d, cam) -> None:
    """Let a camera that tracks a body look at it."""
    if cam.type == TRACKING:
        cam.lookat[:] = d.subtree_com[cam.trackbodyid]


# ---- averages of the two eyes, and the model in a room ----
def eyes_in_room(scn) -> tuple:
    """Position, forward and up between the eyes, in the room."""
    left, right = scn.camera
    middle = (0.5 * (left.pos.astype(float) + right.pos), left.forward.astype(float) + right.forward,
              left.up.astype(float) + right.up)
    return middle[0], middle[1] / np.linalg.norm(middle[1]), middle[2] / np.linalg.norm(middle[2])


def eyes_in_model(scn) -> tuple:
    """Position, forward and up between the eyes, in the frame of the model."""
    pos, forward, up = eyes_in_room(scn)
    if scn.enabletransform:
        turn = rotation(scn.rotate.astype(float)).T
        pos, forward, up = turn @ (pos - scn.translate) / scn.scale, turn @ forward, turn @ up
    return pos, forward, up


def frustum_height(scn) -> float:
    """Height of the picture at unit distance; for parallel projection at any."""
    heights = [(c.frustum_top - c.frustum_bottom) / (1.0 if c.orthographic else c.frustum_near) for c in scn.camera]
    return 0.5 * sum(heights)


# ---- mouse ----
def in_space(action: int, dx: float, dy: float, forward, right, up=(0.0, 0.0, 1.0)) -> np.ndarray:
    """The motion of a mouse as a vector: in a vertical or in the horizontal plane."""
    up = np.asarray(up)
    if action in (mjtMouse.mjMOUSE_MOVE_V, mjtMouse.mjMOUSE_MOVE_V_REL):
        return dx * np.asarray(right) - dy * up
    level = forward - up * (forward @ up)
    return dx * np.asarray(right) - dy * level / max(np.linalg.norm(level), TINY)


def turned_by(action: int, dx: float, dy: float, forward, right, angle: float, up=(0.0, 0.0, 1.0)) -> np.ndarray:
    """Quaternion of the rotation that the motion of a mouse stands for; `angle` is that of the whole window."""
    up = np.asarray(up)
    level = forward - up * (forward @ up)
    axis = up if action == mjtMouse.mjMOUSE_ROTATE_V else level / max(np.linalg.norm(level), TINY)
    vector = angle * (dx * axis + dy * np.asarray(right))
    size = np.linalg.norm(vector)
    return np.array((math.cos(0.5 * size), *(vector / max(size, TINY) * math.sin(0.5 * size))))


def product(p, q) -> np.ndarray:
    """Product of two quaternions."""
    return np.array((p[0] * q[0] - p[1:] @ q[1:], *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))))


def unit(quat) -> np.ndarray:
    """A quaternion of unit length."""
    return quat / max(np.linalg.norm(quat), TINY)


def move_camera(m, action: int, dx: float, dy: float, cam) -> None:
    """Move a free or tracking camera with the mouse; others stay."""
    if cam.type not in (FREE, TRACKING):
        return
    extent = m.stat.extent
    if action in (mjtMouse.mjMOUSE_ROTATE_V, mjtMouse.mjMOUSE_ROTATE_H):
        _turn(cam, 180.0 * dx, 180.0 * dy)
    elif action == mjtMouse.mjMOUSE_ZOOM:
        change = math.log1p(cam.distance / extent / 3.0) * dy * 9.0 * extent
        cam.distance = min(max(cam.distance - change, NEAREST * extent), FARTHEST * extent)
    elif cam.type == FREE:
        _shift(m, action, dx, dy, cam)


def _turn(cam, azimuth: float, elevation: float) -> None:
    cam.azimuth -= azimuth
    cam.elevation = min(max(cam.elevation - elevation, -STEEPEST), STEEPEST)
    if cam.azimuth > 180.0:
        cam.azimuth -= 360.0
    elif cam.azimuth < -180.0:
        cam.azimuth += 360.0


def _shift(m, action: int, dx: float, dy: float, cam) -> None:
    """Move the point that a free camera looks at, or turn about its own position."""
    head, forward, up, right = frame(None, cam)
    if action in (mjtMouse.mjMOUSE_TURN_V, mjtMouse.mjMOUSE_TURN_H):
        vertical = action == mjtMouse.mjMOUSE_TURN_V
        _turn(cam, 0.0 if vertical else 180.0 * dx, 180.0 * dy if vertical else 0.0)
        cam.lookat[:] = head + cam.distance * frame(None, cam)[1]
    elif action == mjtMouse.mjMOUSE_MOVE_V_REL:
        cam.lookat[:] += dx * right + dy * up
    elif action == mjtMouse.mjMOUSE_MOVE_H_REL:
        cam.lookat[:] += dx * right + dy * forward
    else:
        (top, bottom), _, (near, _) = frustum(m, cam)
        height = (top + bottom) * (1.0 if cam.orthographic else cam.distance / near)
        cam.lookat[:] -= height * in_space(action, dx, dy, forward, right)
