"""Cameras."""

import numpy as np

from ..spec.bodies import Camera
from ..spec.rotation import Vector
from .columns import column, copy_columns, user_columns
from .draft import Draft

CAMERA_COLUMNS = (
    ('cam_mode', 'mode'),
    ('cam_projection', 'proj'),
    ('cam_ipd', 'ipd'),
    ('cam_resolution', 'resolution'),
    ('cam_output', 'output'),
    ('cam_sensorsize', 'sensor_size'),
)


def set_camera_fields(draft: Draft) -> None:
    """Fill cam_*, and the size nuser_cam."""
    fields, cameras, znear = draft.fields, draft.elements['camera'], draft.spec.visual['map']['znear']
    copy_columns(fields, cameras, CAMERA_COLUMNS)
    fields['cam_targetbodyid'] = draft.elements.column('cam_targetbodyid', cameras, 'targetbody', 'body')
    poses = [draft.tree.pose(camera) for camera in cameras]
    fields['cam_pos'] = column('cam_pos', (pos for pos, _ in poses))
    fields['cam_quat'] = column('cam_quat', (quat for _, quat in poses))
    optics = [_optics(camera, znear) for camera in cameras]
    fields['cam_fovy'] = column('cam_fovy', (fovy for fovy, _ in optics))
    fields['cam_intrinsic'] = column('cam_intrinsic', (intrinsic for _, intrinsic in optics))
    draft.sizes['nuser_cam'] = user_columns(fields, 'cam_user', cameras, draft.spec.size.nuser_cam)


def _optics(camera: Camera, znear: float) -> tuple[float, Vector]:
    """Field of view [deg], and focal lengths with the offset of the principal point, in single precision."""
    if camera.fovy >= 180:
        raise camera.error('attribute "fovy" must be less than 180 degrees')
    if any(camera.intrinsic):
        raise camera.error('"intrinsic" follows from the others: set sensor_size, focal_length and principal_length')
    single = np.float32
    sensor = np.array(camera.sensor_size, dtype=single)
    lengths = (camera.focal_length, camera.focal_pixel, camera.principal_length, camera.principal_pixel)
    if not (sensor > 0).all():
        if any(any(length) for length in lengths):
            raise camera.error('focal lengths and principal points need the attribute "sensorsize"')
        return camera.fovy, (znear, znear, 0.0, 0.0)
    density = np.array(camera.resolution, dtype=single) / sensor  # pixels per length

    def length(metric: Vector, pixels: Vector) -> np.ndarray:
        return np.array(pixels, dtype=single) / density if any(pixels) else np.array(metric, dtype=single)

    focal = length(camera.focal_length, camera.focal_pixel)
    principal = length(camera.principal_length, camera.principal_pixel)
    # half of the angle is the argument of a complex number, for which NumPy asks the C library, as MuJoCo does; its
    # arctan2 in single precision has other last digits on other processors
    angle = float(single(2) * np.log(np.complex64(complex(focal[1], sensor[1] / single(2)))).imag)
    return angle * 180 / np.pi, (*focal, *principal)
