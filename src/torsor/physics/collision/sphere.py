"""Contacts of a sphere with a sphere, capsule, cylinder or box.

The closest point of the other shape to the sphere's centre decides (Ericson, Real-Time Collision Detection, sec. 5.1).
"""

from ...jit import helper, stage
from ...jit.formula import formula
from ...jit.lanes import any_, clamp, where
from ...jit.values import TINY, ZERO, Vec3, cross, dot, norm, normalized
from .found import found, found_where


@helper
def touch_balls(d, first, second, reach, centre1, radius1, centre2, radius2, wanted):
    """Contact of two balls, parts of the first and second geom, where wanted and within reach."""
    between, limit = centre2 - centre1, reach + radius1 + radius2
    near = (dot(between, between) <= limit * limit) & wanted
    if any_(near):
        length = norm(between)
        # concentric: any normal does, this one is across the z axes of both geoms
        across = cross(d.geom_xmat[first].col_z, d.geom_xmat[second].col_z)
        dist, normal = length - radius1 - radius2, normalized(where(length < TINY, across, between))
        found_where(d, near, dist, centre1 + normal * (radius1 + 0.5 * dist), normal, ZERO)


@stage
def sphere_sphere(m, d, a: int, b: int, reach: float):
    """The points of each sphere that are closest to the other."""
    touch_balls(d, a, b, reach, d.geom_xpos[a], m.geom_size[a].x, d.geom_xpos[b], m.geom_size[b].x, True)


@stage
def sphere_capsule(m, d, sphere: int, capsule: int, reach: float):
    """The sphere against the ball that moves along the capsule, where it is closest."""
    centre, axis = d.geom_xpos[sphere], d.geom_xmat[capsule].col_z
    radius, half_length = m.geom_size[capsule].x, m.geom_size[capsule].y
    along = clamp(dot(axis, centre - d.geom_xpos[capsule]), -half_length, half_length)
    touch_balls(d, sphere, capsule, reach, centre, m.geom_size[sphere].x, d.geom_xpos[capsule] + axis * along, radius,
                True)


@stage
def sphere_cylinder(m, d, sphere: int, cylinder: int, reach: float):
    """The closest of side, disk and rim to the sphere's centre; of side and disk if it is inside."""
    centre, axis, small = d.geom_xpos[sphere], d.geom_xmat[cylinder].col_z, m.geom_size[sphere].x
    radius, half_length = m.geom_size[cylinder].x, m.geom_size[cylinder].y
    offset = centre - d.geom_xpos[cylinder]
    along = dot(axis, offset)
    across = offset - axis * along
    distance = norm(across)
    up = where(along > 0.0, axis, -axis)
    beside, above = abs(along) < half_length, distance < radius
    if above and not (beside and radius - distance <= half_length - abs(along)):
        height = dot(up, centre - (d.geom_xpos[cylinder] + up * half_length))
        if height <= reach + small:
            found(d, height - small, centre - up * (0.5 * (height - small) + small), -up)
        return
    # the side is that of a ball on the axis, the rim a ball without size
    ball, ball_radius = d.geom_xpos[cylinder] + axis * along, radius
    if not beside:
        ball, ball_radius = d.geom_xpos[cylinder] + (up * half_length + across * (radius / distance)), 0.0
    touch_balls(d, sphere, cylinder, reach, centre, small, ball, ball_radius, True)


@formula
def clamped_to_box(point, size):
    """The point of a box around the origin that is closest to some point."""
    return Vec3(*[clamp(p, -s, s) for p, s in zip(point, size)])


@formula
def into_box(centre, size):
    """Distance of a point inside of a box from the face that is closest, negative, and the way in from there."""
    gap, inward = [-abs(abs(c) - s) for c, s in zip(centre, size)], [where(c > 0.0, -1.0, 1.0) for c in centre]
    y_first = gap[1] > gap[0]
    z_first = gap[2] > where(y_first, gap[1], gap[0])
    way = where(y_first, Vec3(0.0, inward[1], 0.0), Vec3(inward[0], 0.0, 0.0))
    return where(z_first, gap[2], where(y_first, gap[1], gap[0])), where(z_first, Vec3(0.0, 0.0, inward[2]), way)


@helper
def touch_box(m, d, box, reach, ball, radius):
    """Contact of a ball of the first geom with the box, if within reach: the closest face if its centre is inside."""
    frame, size = d.geom_xmat[box], m.geom_size[box]
    centre = frame.T @ (ball - d.geom_xpos[box])
    closest = clamped_to_box(centre, size)
    inward = closest - centre
    gap = norm(inward)
    if gap < TINY:
        gap, inward = into_box(centre, size)
        midway = centre + inward * (0.5 * (radius + gap))
    else:
        inward = inward * (1.0 / gap)
        midway = (centre + inward * radius + closest) * 0.5
    if gap - radius <= reach:
        found(d, gap - radius, d.geom_xpos[box] + frame @ midway, frame @ inward)


@stage
def sphere_box(m, d, sphere: int, box: int, reach: float):
    """The closest point of the box to a centre outside, the closest face to a centre inside."""
    touch_box(m, d, box, reach, d.geom_xpos[sphere], m.geom_size[sphere].x)
