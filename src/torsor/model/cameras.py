"""Cameras and lights."""

import numpy as np

from .columns import Fields, column, copy_columns, user_columns
from .elements import Elements
from .orientation import SHORTEST, norm, normalised, rotate
from .spec import Camera, Light, Size, Vector
from .tree import Tree

CAMERA_COLUMNS = (
    ('cam_mode', 'mode'),
    ('cam_projection', 'proj'),
    ('cam_ipd', 'ipd'),
    ('cam_resolution', 'resolution'),
    ('cam_output', 'output'),
    ('cam_sensorsize', 'sensor_size'),
)
LIGHT_COLUMNS = (
    ('light_mode', 'mode'),
    ('light_type', 'type'),
    ('light_castshadow', 'castshadow'),
    ('light_bulbradius', 'bulbradius'),
    ('light_intensity', 'intensity'),
    ('light_range', 'range'),
    ('light_active', 'active'),
    ('light_attenuation', 'attenuation'),
    ('light_cutoff', 'cutoff'),
    ('light_softness', 'softness'),
    ('light_exponent', 'exponent'),
    ('light_ambient', 'ambient'),
    ('light_diffuse', 'diffuse'),
    ('light_specular', 'specular'),
)


def set_camera_fields(fields: Fields, tree: Tree, elements: Elements, size: Size, znear: float) -> dict[str, int]:
    """Fill cam_*; returns the size nuser_cam."""
    cameras = tree.cameras
    copy_columns(fields, cameras, CAMERA_COLUMNS)
    fields['cam_targetbodyid'] = elements.column('cam_targetbodyid', cameras, 'targetbody', 'body')
    poses = [tree.pose(camera) for camera in cameras]
    fields['cam_pos'] = column('cam_pos', (pos for pos, _ in poses))
    fields['cam_quat'] = column('cam_quat', (quat for _, quat in poses))
    optics = [_optics(camera, znear) for camera in cameras]
    fields['cam_fovy'] = column('cam_fovy', (fovy for fovy, _ in optics))
    fields['cam_intrinsic'] = column('cam_intrinsic', (intrinsic for _, intrinsic in optics))
    return {'nuser_cam': user_columns(fields, 'cam_user', cameras, size.nuser_cam)}


def set_light_fields(fields: Fields, tree: Tree, elements: Elements) -> None:
    """Fill light_*."""
    lights = tree.lights
    copy_columns(fields, lights, LIGHT_COLUMNS)
    fields['light_targetbodyid'] = elements.column('light_targetbodyid', lights, 'targetbody', 'body')
    fields['light_texid'] = elements.column('light_texid', lights, 'texture', 'texture')
    poses = [_ray(tree, light) for light in lights]
    fields['light_pos'] = column('light_pos', (pos for pos, _ in poses))
    fields['light_dir'] = column('light_dir', (direction for _, direction in poses))


def _optics(camera: Camera, znear: float) -> tuple[float, Vector]:
    """Field of view [deg], and focal lengths with the offset of the principal point, in single precision."""
    if camera.fovy >= 180:
        raise camera.error('attribute "fovy" must be less than 180 degrees')
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
    angle = float(single(2) * np.arctan2(sensor[1] / single(2), focal[1]))
    return angle * 180 / np.pi, (*focal, *principal)


def _ray(tree: Tree, light: Light) -> tuple[Vector, Vector]:
    """Position and unit direction of a light in its body."""
    if not 0 <= light.softness <= 1:
        raise light.error('attribute "softness" must be between 0 and 1')
    if norm(light.dir) <= SHORTEST:
        raise light.error('attribute "dir" is too short to give a direction')
    direction = normalised(light.dir)
    if light.frame is None:
        return light.pos, direction
    pos, quat = tree.frame_pose(light.frame)
    moved = tuple(p + x for p, x in zip(pos, rotate(quat, light.pos), strict=True))
    return moved, rotate(quat, direction)
