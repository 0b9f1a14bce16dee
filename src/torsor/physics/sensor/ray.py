"""Rangefinders at sites and cameras, and the image of a site in a camera."""

import math

from numpy import float32

from ...jit import helper, stage
from ...jit.values import ZERO, Vec3, dot, normalized
from ..common.names import OBJ_CAMERA, PERSPECTIVE
from ..query.ray import ANY_GROUP, meet_geoms, met_distance, met_normal
from ..ray.meet import start_ray
from ..ray.scratch import RAY

DIST, DIR, ORIGIN, POINT, NORMAL, DEPTH = (1 << k for k in range(6))  # bits of sensor_intprm[0]


# ---- cameras ----
@helper
def pixels(length, sensor, resolution):
    """A length on the sensor of a camera, in pixels; in single precision, as are all three."""
    return float(float32(length) / float32(sensor) * float32(resolution))


@helper
def focal_lengths(m, c):
    """Focal lengths of a camera, in pixels."""
    size, resolution, length = m.cam_sensorsize, m.cam_resolution, m.cam_intrinsic
    if size[c, 0] > 0.0 and size[c, 1] > 0.0:
        return (pixels(length[c, 0], size[c, 0], resolution[c, 0]), pixels(length[c, 1], size[c, 1], resolution[c, 1]))
    same = 0.5 * resolution[c, 1] / math.tan(0.5 * math.radians(m.cam_fovy[c]))
    return same, same


@helper
def image_centre(m, c):
    """The pixel on the axis of a camera."""
    size, resolution, length = m.cam_sensorsize, m.cam_resolution, m.cam_intrinsic
    if size[c, 0] > 0.0 and size[c, 1] > 0.0:
        return (pixels(length[c, 2], size[c, 0], resolution[c, 0]), pixels(length[c, 3], size[c, 1], resolution[c, 1]))
    return 0.5 * resolution[c, 0], 0.5 * resolution[c, 1]


@helper
def pixel_ray(m, c, x, y):
    """Origin and unit direction of the ray of a pixel, in the frame of a camera."""
    right, down = x + 0.5, y + 0.5
    if m.cam_projection[c] == PERSPECTIVE:
        fx, fy = focal_lengths(m, c)
        cx, cy = image_centre(m, c)
        return ZERO, normalized(Vec3((right - cx) / fx, (cy - down) / fy, -1.0))
    extent = m.cam_fovy[c]
    return (Vec3((right / m.cam_resolution[c, 0] - 0.5) * extent, (0.5 - down / m.cam_resolution[c, 1]) * extent, 0.0),
            Vec3(0.0, 0.0, -1.0))


@stage(one_world=True)
def projection_sensor(m, d, s: int):
    """Pixel of a site in the image of a camera."""
    c = m.sensor_refid[s]
    seen = d.cam_xmat[c].T @ (d.site_xpos[m.sensor_objid[s]] - d.cam_xpos[c])
    fx, fy = focal_lengths(m, c)
    depth = -seen.z if abs(seen.z) > 1e-15 else 1e-15
    d.sensordata[m.sensor_adr[s]] = 0.5 * m.cam_resolution[c, 0] + fx * seen.x / depth
    d.sensordata[m.sensor_adr[s] + 1] = 0.5 * m.cam_resolution[c, 1] - fy * seen.y / depth


# ---- rays ----
@helper
def put3(d, k, value):
    d.sensordata.vec3[k] = value
    return k + 3


@helper
def put_ray(m, d, data, k, origin, direction, body, axis):
    """Write what a sensor tells of a ray from number k of sensordata on; the number after it."""
    mark, ray = d.pstack, RAY(d)
    start_ray(ray, origin, direction)
    meet_geoms(m, d, ray, ANY_GROUP, True, body)
    distance, g, hit = met_distance(ray), ray.geom, ZERO
    if g >= 0:
        hit = origin + direction * distance
    if data & DIST:
        d.sensordata[k] = distance
        k += 1
    if data & DIR:
        k = put3(d, k, direction if g >= 0 else ZERO)
    if data & ORIGIN:
        k = put3(d, k, origin)
    if data & POINT:
        k = put3(d, k, hit)
    if data & NORMAL:
        k = put3(d, k, met_normal(m, d, ray))
    if data & DEPTH:
        d.sensordata[k] = distance * dot(direction, axis) if g >= 0 else -1.0
        k += 1
    d.pstack = mark
    return k


@stage(one_world=True)
def rangefinder(m, d, s: int):
    """What the ray along the z axis of a site meets, or the rays of all pixels of a camera."""
    i, k, data = m.sensor_objid[s], m.sensor_adr[s], m.sensor_intprm[s, 0]
    if m.sensor_objtype[s] != OBJ_CAMERA:
        axis = d.site_xmat[i].col_z
        put_ray(m, d, data, k, d.site_xpos[i], axis, m.site_bodyid[i], axis)
        return
    frame = d.cam_xmat[i]
    for y in range(m.cam_resolution[i, 1]):
        for x in range(m.cam_resolution[i, 0]):
            origin, direction = pixel_ray(m, i, x, y)
            k = put_ray(m, d, data, k, d.cam_xpos[i] + frame @ origin, frame @ direction, m.cam_bodyid[i], -frame.col_z)
