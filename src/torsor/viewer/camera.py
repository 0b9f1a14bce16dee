"""The camera of a scene and those of browsers: who moved last is followed."""

import math

import numpy as np

from ..schema.enums import mjtCamera

FREE, TRACKING, FIXED = (int(getattr(mjtCamera, f'mjCAMERA_{name}')) for name in ('FREE', 'TRACKING', 'FIXED'))
NEAR = 1e-3  # poses that differ less are the same


def pose_of(scn, distance: float) -> dict[str, np.ndarray]:
    """Where the camera of a scene is and what it looks at."""
    left, right = scn.camera
    pos = 0.5 * (left.pos.astype(float) + right.pos)
    forward = left.forward.astype(float)
    return dict(position=pos, look_at=pos + max(distance, 1e-2) * forward, up_direction=left.up.astype(float))


def angles(position: np.ndarray, look_at: np.ndarray) -> tuple[float, float, float]:
    """Distance, azimuth and elevation [degrees] of a free camera there."""
    way = np.asarray(look_at, float) - position
    distance = float(np.linalg.norm(way))
    azimuth = math.degrees(math.atan2(way[1], way[0]))
    return distance, azimuth, math.degrees(math.asin(max(-1.0, min(1.0, way[2] / max(distance, 1e-9)))))


class CameraLink:
    """Keeps an MjvCamera and the cameras of browsers together."""

    def __init__(self, cam):
        self.cam = cam
        self.seen = self._state()
        self.sent: dict | None = None

    def _state(self) -> tuple:
        cam = self.cam
        return (cam.type, cam.fixedcamid, cam.trackbodyid, *cam.lookat.tolist(), cam.distance, cam.azimuth,
                cam.elevation)

    def from_browser(self, position, look_at) -> None:
        """Follow a browser, unless the camera is one of the model."""
        cam = self.cam
        if cam.type == FIXED or not (np.isfinite(position).all() and np.isfinite(look_at).all()):
            return
        if self._state() != self.seen:
            return  # the program has moved it since
        cam.distance, cam.azimuth, cam.elevation = angles(np.asarray(position), look_at)
        if cam.type == FREE:
            cam.lookat[:] = look_at
        self.seen = self._state()

    def wanted(self) -> bool:
        """Whether browsers may have to be told: the program has moved the camera, or it moves with the model."""
        return self.cam.type in (TRACKING, FIXED) or self._state() != self.seen

    def to_browsers(self, scn, clients, fovy: float, everybody: bool) -> None:
        """Move the cameras of browsers where the program wants them, or where a body or the model has taken it."""
        if not (everybody or self.wanted()):
            return
        state, bound = self._state(), self.cam.type in (TRACKING, FIXED)
        pose = pose_of(scn, self.cam.distance)
        if not all(np.isfinite(part).all() for part in pose.values()):
            return
        same = self.sent is not None and all(np.allclose(pose[k], self.sent[k], atol=NEAR) for k in pose)
        if same and not everybody and state == self.seen:
            return
        self.seen, self.sent = state, pose
        for client in clients:
            with client.atomic():
                client.camera.up_direction = pose['up_direction'] if bound else (0.0, 0.0, 1.0)
                client.camera.position, client.camera.look_at = pose['position'], pose['look_at']
                client.camera.fov = math.radians(min(max(fovy, 1.0), 170.0))
