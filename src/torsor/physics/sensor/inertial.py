"""Sensors mounted at sites: accelerometers, gyroscopes, forces between bodies, the magnetic field, and touch."""

from ...jit import helper, stage
from ...jit.errors import FatalError
from ...jit.values import cross
from ..common.chain import tree_centre
from ..common.names import OBJ_SITE, SENS_FORCE, SENS_VELOCIMETER
from ..constraint.force import row_force
from ..ray.table import ray_distance
from .common import put_number, put_vector
from .frame import acceleration_of, know_accelerations, velocity_of
from .inside import has_volume


@stage
def magnetometer(m, d, s: int):
    """Magnetic flux in the axes of a site."""
    put_vector(m, d, s, d.site_xmat[m.sensor_objid[s]].T @ m.opt.magnetic)


@stage
def site_velocity_sensor(m, d, s: int):
    """Velocity (velocimeter) or angular velocity (gyro) of a site, in its own axes."""
    site = m.sensor_objid[s]
    velocity = velocity_of(m, d, OBJ_SITE, site)
    put_vector(m, d, s, d.site_xmat[site].T @ (velocity.lin if m.sensor_type[s] == SENS_VELOCIMETER else velocity.ang))


@stage
def accelerometer(m, d, s: int):
    """Acceleration of a site, in its own axes, with gravity as an upward acceleration."""
    know_accelerations(m, d)
    site = m.sensor_objid[s]
    _, linear = acceleration_of(m, d, OBJ_SITE, site)
    put_vector(m, d, s, d.site_xmat[site].T @ linear)


@stage
def joint_force_sensor(m, d, s: int):
    """Force or torque between the body of a site and its parent, at the site and in its axes."""
    know_accelerations(m, d)
    site = m.sensor_objid[s]
    b = m.site_bodyid[site]
    wrench = d.cfrc_int[b]
    if m.sensor_type[s] == SENS_FORCE:
        put_vector(m, d, s, d.site_xmat[site].T @ wrench.lin)
    else:
        torque = wrench.ang - cross(d.site_xpos[site] - tree_centre(m, d, b), wrench.lin)
        put_vector(m, d, s, d.site_xmat[site].T @ torque)


# ---- touch ----
@helper
def meets_site(m, d, site, point, direction):
    """Whether a ray meets the volume of a site, or starts in it."""
    if not has_volume(m.site_type[site]):
        raise FatalError('touch in a site that is a mesh is not computed yet: make it a primitive shape')
    to_site = d.site_xmat[site].T
    return ray_distance(m.site_type[site], to_site @ (point - d.site_xpos[site]), to_site @ direction,
                        m.site_size[site]) >= 0.0


@stage(one_world=True)
def touch_sensor(m, d, s: int):
    """Sum of the normal forces on the body of a site, of contacts in the site or whose normal leads to it."""
    site, total = m.sensor_objid[s], 0.0
    b = m.site_bodyid[site]
    for c in range(d.ncon):
        first, second = m.geom_bodyid[d.contact.geom[c, 0]], m.geom_bodyid[d.contact.geom[c, 1]]
        if d.contact.efc_address[c] >= 0 and (first == b or second == b):
            force = row_force(m, d, c, 0)
            normal = d.contact.frame[c].row_x * force
            if force > 0.0 and meets_site(m, d, site, d.contact.pos[c], -normal if second == b else normal):
                total += force
    put_number(m, d, s, total)
