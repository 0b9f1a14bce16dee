"""Contacts of a sphere with a sphere, capsule, cylinder or box.

The closest point of the other shape to the sphere's centre decides (Ericson, Real-Time Collision Detection, sec. 5.1).
"""

from ...jit import helper, stage
from ...jit.formula import formula
from ...jit.lanes import clamp, where
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


@helper
def touch_face(d, centre, radius, gap, outward):
    """Contact of a ball of the first geom with a surface `gap` away from its centre, if within reach."""
    dist = gap - radius
    if dist <= d.work.reach:
        found(d, dist, centre - outward * (radius + 0.5 * dist), -outward)


@stage
def sphere_cylinder(m, d):
    """The closest of side, disk and rim to the sphere's centre; of side and disk if it is inside."""
    sphere, cylinder = first_geom(d), second_geom(d)
    centre, axis = d.geom_xpos[sphere], d.geom_xmat[cylinder].col_z
    radius, half_length = m.geom_size[cylinder].x, m.geom_size[cylinder].y
    offset = centre - d.geom_xpos[cylinder]
    along = dot(axis, offset)
    across = offset - axis * along
    distance = norm(across)
    up = where(along > 0.0, axis, -axis)
    beside, above = abs(along) < half_length, distance < radius
    if above and not (beside and radius - distance <= half_length - abs(along)):
        touch_face(d, centre, m.geom_size[sphere].x, abs(along) - half_length, up)
        return
    # the side is that of a ball on the axis, the rim a ball without size
    ball, ball_radius = d.geom_xpos[cylinder] + axis * along, radius
    if not beside:
        ball, ball_radius = d.geom_xpos[cylinder] + up * half_length + across * (radius / distance), 0.0
    touch_balls(d, centre, m.geom_size[sphere].x, ball, ball_radius)


@formula
def out_of_box(centre, size):
    """Distance of a point inside of a box from the face that is closest, negative, and the way out there."""
    gap, outward = [abs(c) - s for c, s in zip(centre, size)], [where(c > 0.0, 1.0, -1.0) for c in centre]
    y_first = gap[1] > gap[0]
    z_first = gap[2] > where(y_first, gap[1], gap[0])
    way = where(y_first, Vec3(0.0, outward[1], 0.0), Vec3(outward[0], 0.0, 0.0))
    return where(z_first, gap[2], where(y_first, gap[1], gap[0])), where(z_first, Vec3(0.0, 0.0, outward[2]), way)


@formula
def clamped_to_box(point, size):
    """The point of a box around the origin that is closest to some point."""
    return Vec3(*[clamp(p, -s, s) for p, s in zip(point, size)])


@helper
def touch_box(m, d, ball, radius):
    """Contact of a ball of the first geom with the box, if within reach: the closest face if its centre is inside."""
    box = second_geom(d)
    frame, size = d.geom_xmat[box], m.geom_size[box]
    centre = frame.T @ (ball - d.geom_xpos[box])
    outward = centre - clamped_to_box(centre, size)
    gap = norm(outward)
    if gap < TINY:
        gap, outward = out_of_box(centre, size)
    else:
        outward = outward * (1.0 / gap)
    touch_face(d, ball, radius, gap, frame @ outward)


@stage
def sphere_box(m, d):
    """The closest point of the box to a centre outside, the closest face to a centre inside."""
    sphere = first_geom(d)
    touch_box(m, d, d.geom_xpos[sphere], m.geom_size[sphere].x)
