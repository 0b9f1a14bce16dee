"""Contacts of a plane with a sphere, capsule, ellipsoid, cylinder or box.

The plane bounds the half-space below it, so the contacts are low points of the other shape, however deep.
"""

from ...jit import helper, stage
from ...jit.lanes import each, where
from ...jit.values import TINY, ZERO, Vec3, cross, dot, norm, normalized
from .found import found_where

HALF_SQRT3 = 0.8660254037844386


@helper
def touch_plane(d, plane, reach, point, height, radius, tangent, wanted):
    """Contact of the ball around a point at some height with the plane, where wanted and its lowest point is in reach.
    """
    dist, normal = height - radius, d.geom_xmat[plane].col_z
    found_where(d, (height <= reach + radius) & wanted, dist, point - normal * (0.5 * dist + radius), normal, tangent)


@helper
def height_of(d, plane, point):
    """Distance of a point from the plane."""
    return dot(d.geom_xmat[plane].col_z, point - d.geom_xpos[plane])


@stage
def plane_sphere(m, d, plane: int, sphere: int, reach: float):
    """The lowest point of the sphere."""
    centre, radius = d.geom_xpos[sphere], m.geom_size[sphere].x
    touch_plane(d, plane, reach, centre, height_of(d, plane, centre), radius, ZERO, True)


@stage
def plane_capsule(m, d, plane: int, capsule: int, reach: float):
    """The lowest point of each cap; the first tangent follows the capsule."""
    axis, radius, half_length = d.geom_xmat[capsule].col_z, m.geom_size[capsule].x, m.geom_size[capsule].y
    for end in range(2):
        centre = d.geom_xpos[capsule] + axis * where(end == 0, half_length, -half_length)
        touch_plane(d, plane, reach, centre, height_of(d, plane, centre), radius, axis, True)


@stage
def plane_ellipsoid(m, d, plane: int, ellipsoid: int, reach: float):
    """The lowest point: where the normal of the ellipsoid is opposite to the plane's."""
    frame, size = d.geom_xmat[ellipsoid], m.geom_size[ellipsoid]
    up = frame.T @ d.geom_xmat[plane].col_z
    # in coordinates that make the ellipsoid a unit sphere, `up` scales with the semi-axes
    up = normalized(Vec3(size.x * up.x, size.y * up.y, size.z * up.z))
    lowest = d.geom_xpos[ellipsoid] - frame @ Vec3(size.x * up.x, size.y * up.y, size.z * up.z)
    touch_plane(d, plane, reach, lowest, height_of(d, plane, lowest), 0.0, ZERO, True)


@stage
def plane_cylinder(m, d, plane: int, cylinder: int, reach: float):
    """The lowest point, its opposite on the other disk, and two that make an even triangle on the lower disk."""
    normal = d.geom_xmat[plane].col_z
    centre, axis = d.geom_xpos[cylinder], d.geom_xmat[cylinder].col_z
    radius, half_length = m.geom_size[cylinder].x, m.geom_size[cylinder].y
    rise = dot(normal, axis)
    if rise > 0.0:
        axis, rise = -axis, -rise  # down, towards the lower disk
    outward = axis * rise - normal  # steepest descent within the disk
    slope = norm(outward)
    if slope < TINY:  # level: every point of the rim is lowest
        rim = d.geom_xmat[cylinder].col_x * radius
    else:
        rim = outward * (radius / slope)
    disk, drop, steep = axis * half_length, rise * half_length, dot(rim, normal)
    side = normalized(cross(rim, disk)) * (radius * HALF_SQRT3)
    middle = height_of(d, plane, centre)
    for k in range(4):
        if k == 0:
            point, height = centre + rim + disk, middle + drop + steep
        elif k == 1:
            point, height = centre + rim - disk, middle - drop + steep
        else:
            point, height = centre + where(k == 2, side, -side) + disk - rim * 0.5, middle + drop - 0.5 * steep
        touch_plane(d, plane, reach, point, height, 0.0, ZERO, True)


@stage
def plane_box(m, d, plane: int, box: int, reach: float):
    """The corners below the centre: of each pair of opposite corners the lower one."""
    normal = d.geom_xmat[plane].col_z
    centre, frame, size = d.geom_xpos[box], d.geom_xmat[box], m.geom_size[box]
    middle = height_of(d, plane, centre)
    count = each(0.0, middle)
    for corner in range(8):
        offset = frame @ Vec3(where(corner & 1 == 0, -size.x, size.x), where(corner & 2 == 0, -size.y, size.y),
                              where(corner & 4 == 0, -size.z, size.z))
        drop = dot(normal, offset)
        wanted = (drop <= 0.0) & (count < 4.0)  # both corners of a pair may be level with the centre
        count += where(wanted & (middle + drop <= reach), 1.0, 0.0)
        touch_plane(d, plane, reach, centre + offset, middle + drop, 0.0, ZERO, wanted)
