"""Contacts of a sphere with a sphere, capsule, cylinder or box.

The closest point of the other shape to the sphere's centre decides (Ericson, Real-Time Collision Detection, sec. 5.1).
"""

from ...jit import helper, stage
from ...jit.lanes import clamp, sqrt, where
from ...jit.values import TINY, Vec3, cross, dot, norm, normalized
from .found import first_geom, found, second_geom


@helper
def touch_balls(d, centre1, radius1, centre2, radius2):
    """Contact of two balls, parts of the first and second geom, if within reach."""
    between = centre2 - centre1
    length = norm(between)
    dist = length - radius1 - radius2
    if dist <= d.work.reach:
        if length < TINY:  # concentric: any normal does, this one is across the z axes of both geoms
            between = cross(d.geom_xmat[first_geom(d)].col_z, d.geom_xmat[second_geom(d)].col_z)
        normal = normalized(between)
        found(d, dist, centre1 + normal * (radius1 + 0.5 * dist), normal)


@stage
def sphere_sphere(m, d):
    """The points of each sphere that are closest to the other."""
    a, b = first_geom(d), second_geom(d)
    touch_balls(d, d.geom_xpos[a], m.geom_size[a].x, d.geom_xpos[b], m.geom_size[b].x)


@stage
def sphere_capsule(m, d):
    """The sphere against the ball that moves along the capsule, where it is closest."""
    sphere, capsule = first_geom(d), second_geom(d)
    centre, axis = d.geom_xpos[sphere], d.geom_xmat[capsule].col_z
    radius, half_length = m.geom_size[capsule].x, m.geom_size[capsule].y
    along = clamp(dot(axis, centre - d.geom_xpos[capsule]), -half_length, half_length)
    touch_balls(d, centre, m.geom_size[sphere].x, d.geom_xpos[capsule] + axis * along, radius)


@stage
def sphere_cylinder(m, d):
    """The closest of side, disk and rim to a centre outside of the cylinder; the closer of side and disk to one inside."""
    sphere, cylinder = first_geom(d), second_geom(d)
    axis, radius, half_length = d.geom_xmat[cylinder].col_z, m.geom_size[cylinder].x, m.geom_size[cylinder].y
    offset = d.geom_xpos[sphere] - d.geom_xpos[cylinder]
    along = dot(axis, offset)
    across = offset - axis * along
    distance = norm(across)
    beside, above = abs(along) < half_length, distance < radius
    if beside and (not above or radius - distance <= half_length - abs(along)):
        touch_balls(d, d.geom_xpos[sphere], m.geom_size[sphere].x, d.geom_xpos[cylinder] + axis * along, radius)
        return
    up = where(along > 0.0, axis, -axis)
    if above:
        dist = abs(along) - half_length - m.geom_size[sphere].x
        if dist <= d.work.reach:
            found(d, dist, d.geom_xpos[sphere] - up * (m.geom_size[sphere].x + 0.5 * dist), -up)
        return
    rim = d.geom_xpos[cylinder] + up * half_length + across * (radius / distance)
    touch_balls(d, d.geom_xpos[sphere], m.geom_size[sphere].x, rim, 0.0)
