"""Sensors of frames: position, orientation and motion of an object, as the world or another object sees it."""

from ...jit import helper, stage
from ...jit.choice import choice
from ...jit.values import AXES, IDENTITY, ZERO, cross
from ..common.chain import tree_centre
from ..common.names import (
    OBJ_BODY,
    OBJ_CAMERA,
    OBJ_GEOM,
    OBJ_SITE,
    SENS_FRAMEANGVEL,
    SENS_FRAMELINACC,
    SENS_FRAMELINVEL,
    SENS_FRAMEPOS,
    SENS_FRAMEQUAT,
    SENS_FRAMEXAXIS,
    SENS_FRAMEYAXIS,
    SENS_FRAMEZAXIS,
)
from ..constraint.rne_post_constraint import body_forces
from ..query.motion import at_point, object_frame
from .common import put_vector


# ---- objects ----
@helper
def object_orientation(m, d, kind, i):
    """Orientation of an object as a quaternion."""
    if kind == OBJ_BODY:
        return d.xiquat[i]
    if kind == OBJ_GEOM:
        return d.geom_xquat[i]
    if kind == OBJ_SITE:
        return d.site_xquat[i]
    if kind == OBJ_CAMERA:
        return d.xquat[m.cam_bodyid[i]] * m.cam_quat[i]
    return d.xquat[i]


@helper
def velocity_of(m, d, kind, i):
    """Spatial velocity of an object, at its origin."""
    b, position, _ = object_frame(m, d, kind, i)
    return at_point(d.cvel[b], position - tree_centre(m, d, b))


@helper
def acceleration_of(m, d, kind, i):
    """Angular and linear acceleration of the origin of an object, with gravity as an upward acceleration."""
    b, position, _ = object_frame(m, d, kind, i)
    arm = position - tree_centre(m, d, b)
    velocity, acceleration = at_point(d.cvel[b], arm), at_point(d.cacc[b], arm)
    return acceleration.ang, acceleration.lin + cross(velocity.ang, velocity.lin)


@helper
def has_reference(m, s):
    return m.sensor_refid[s] >= 0


@helper
def reference_axes(m, d, s):
    """Axes in which sensor s tells its reading, as rows."""
    axes = AXES
    if has_reference(m, s):
        _, _, frame = object_frame(m, d, m.sensor_reftype[s], m.sensor_refid[s])
        axes = frame.T
    return axes


# ---- readings ----
@helper
def position(m, d, s, obj, i):
    _, point, _ = object_frame(m, d, obj, i)
    origin = ZERO
    if has_reference(m, s):
        _, origin, _ = object_frame(m, d, m.sensor_reftype[s], m.sensor_refid[s])
    put_vector(m, d, s, reference_axes(m, d, s) @ (point - origin))


@helper
def orientation(m, d, s, obj, i):
    seen_from = IDENTITY
    if has_reference(m, s):
        seen_from = object_orientation(m, d, m.sensor_reftype[s], m.sensor_refid[s]).conjugate
    d.sensordata.quat[m.sensor_adr[s]] = seen_from * object_orientation(m, d, obj, i)


@helper
def x_axis(m, d, s, obj, i):
    _, _, frame = object_frame(m, d, obj, i)
    put_vector(m, d, s, reference_axes(m, d, s) @ frame.col_x)


@helper
def y_axis(m, d, s, obj, i):
    _, _, frame = object_frame(m, d, obj, i)
    put_vector(m, d, s, reference_axes(m, d, s) @ frame.col_y)


@helper
def z_axis(m, d, s, obj, i):
    _, _, frame = object_frame(m, d, obj, i)
    put_vector(m, d, s, reference_axes(m, d, s) @ frame.col_z)


@helper
def linear_velocity(m, d, s, obj, i):
    """Velocity, in a moving reference less that of the point of it which is there."""
    velocity = velocity_of(m, d, obj, i).lin
    if has_reference(m, s):
        _, point, _ = object_frame(m, d, obj, i)
        _, origin, _ = object_frame(m, d, m.sensor_reftype[s], m.sensor_refid[s])
        base = velocity_of(m, d, m.sensor_reftype[s], m.sensor_refid[s])
        velocity = velocity - base.lin - cross(base.ang, point - origin)
    put_vector(m, d, s, reference_axes(m, d, s) @ velocity)


@helper
def angular_velocity(m, d, s, obj, i):
    velocity = velocity_of(m, d, obj, i).ang
    if has_reference(m, s):
        velocity = velocity - velocity_of(m, d, m.sensor_reftype[s], m.sensor_refid[s]).ang
    put_vector(m, d, s, reference_axes(m, d, s) @ velocity)


POSES = {
    SENS_FRAMEPOS: position,
    SENS_FRAMEQUAT: orientation,
    SENS_FRAMEXAXIS: x_axis,
    SENS_FRAMEYAXIS: y_axis,
    SENS_FRAMEZAXIS: z_axis,
}
VELOCITIES = {SENS_FRAMELINVEL: linear_velocity, SENS_FRAMEANGVEL: angular_velocity}
_read_pose = choice('read_pose', {kind: POSES[kind] for kind in POSES if kind != SENS_FRAMEPOS}, otherwise=position)
_read_velocity = choice('read_velocity', {SENS_FRAMEANGVEL: angular_velocity}, otherwise=linear_velocity)


@stage
def pose_sensor(m, d, s: int):
    """Reading of a sensor of the pose of an object."""
    _read_pose(m.sensor_type[s], m, d, s, m.sensor_objtype[s], m.sensor_objid[s])


@stage
def velocity_sensor(m, d, s: int):
    """Reading of a sensor of the velocity of an object."""
    _read_velocity(m.sensor_type[s], m, d, s, m.sensor_objtype[s], m.sensor_objid[s])


@helper
def know_accelerations(m, d):
    """Compute accelerations of and forces on bodies, unless that was done in this step."""
    if not d.flg_rnepost:
        body_forces(m, d)


@stage
def acceleration_sensor(m, d, s: int):
    """Reading of a sensor of the acceleration of an object."""
    know_accelerations(m, d)
    angular, linear = acceleration_of(m, d, m.sensor_objtype[s], m.sensor_objid[s])
    put_vector(m, d, s, linear if m.sensor_type[s] == SENS_FRAMELINACC else angular)
