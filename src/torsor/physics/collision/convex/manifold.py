"""Several contacts of two convex shapes at once, where a face of one meets a face or an edge of the other.

Faces and edges are those at the point of contact: faces of boxes and disks of cylinders (polygons of 16 corners), edges
of boxes, and lines along the sides of cylinders and capsules. One shape has the reference face. The face or edge of the
other is clipped by the borders of the reference face and measured along its normal (Ericson 2005, sec. 8.3.4).

Faces count as parallel up to 5.13 degrees, edges and faces up to 5.09 degrees, whatever the normal at the point of
contact is. An edge is clipped as a polygon of two corners: cutting off a corner leaves two equal ones.
"""

from math import cos, pi, sin

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.values import ZERO, Vec3, dot
from ...names import BOX, CAPSULE, CYLINDER
from ..found import found
from .shape import axis

FACES_PARALLEL = -0.996  # cosine between the outward normals of two faces
EDGE_PARALLEL = 0.0888  # cosine between an edge and the normal of a face
CORNERS = 16  # of the polygon that stands for a disk
COS, SIN = cos(2.0 * pi / CORNERS), sin(2.0 * pi / CORNERS)  # of the angle between neighbours
HALF_COS, HALF_SIN = cos(pi / CORNERS), sin(pi / CORNERS)


@helper
def outward(d, j):
    """Normal of the face across axis j of a shape, zero if it has no such face at the point of contact."""
    kind = d.work.convex_type[j // 3]
    if kind == BOX or (kind == CYLINDER and j % 3 == 2):
        return axis(d, j) * (d.work.convex_side[j] if j < 3 else -d.work.convex_side[j])
    return ZERO


@helper
def edge_axis(d, side):
    """The axis, 0 to 5, along which a shape has an edge at the point of contact; -1 if it has none."""
    kind, held, along = d.work.convex_type[side], 0, 3 * side + 2
    for j in range(3 * side, 3 * side + 3):
        if kind == BOX and d.work.convex_side[j] == 0:
            held, along = held + 1, j
    return along if held == 1 or kind == CYLINDER or kind == CAPSULE else -1


@helper
def match(d):
    """The axis of the reference face or -1, and that of the edge that is parallel to it or -1 if a face is."""
    for i in range(3):
        for j in range(3, 6):
            if dot(outward(d, i), outward(d, j)) < FACES_PARALLEL:
                return j, -1
    for k in range(6):  # faces of the second shape go first
        j = (k + 3) % 6
        edge, normal = edge_axis(d, 1 - j // 3), outward(d, j)
        if edge >= 0 and dot(normal, normal) > 0.0 and abs(dot(normal, axis(d, edge))) < EDGE_PARALLEL:
            return j, edge
    return -1, -1


@helper
def list_edge(d, along, normal):
    """Make the polygon the edge of a shape along this axis; number of corners, 0 if its place is unknown.

    `normal` is that of the contacts. Capsules are widened by half of the reach and moved back along it.
    """
    side, line = along // 3, axis(d, along)
    middle, shift = d.work.convex_part[side], ZERO
    if d.work.convex_type[side] == CYLINDER and d.work.convex_side[3 * side] == 0:
        return 0
    if d.work.convex_type[side] == CAPSULE:
        half_reach = 0.5 * d.work.reach
        middle, shift = d.work.convex_way * (d.work.convex_radius[side] + half_reach), normal * half_reach
    middle = middle - line * dot(line, middle) - shift
    middle = middle if side == 0 else -d.work.convex_offset - middle
    half = line * d.work.convex_size[along]
    d.work.convex_polygon[0], d.work.convex_polygon[1] = middle - half, middle + half
    return 2


@helper
def list_disk(d):
    """Make the polygon the disk of the first shape, a cylinder; number of corners."""
    axes = d.work.convex_axes.mat3[0].T
    x, y, z = d.work.convex_size[0], 0.0, d.work.convex_size[2] * d.work.convex_side[2]
    for i in range(CORNERS):
        d.work.convex_polygon[i] = axes @ Vec3(x, y, z)
        x, y = x * COS - y * SIN, x * SIN + y * COS
    return CORNERS


@formula
def seen_from(point, origin, x_axis, y_axis, normal):
    """A point in the frame of a face: place in the face, and height above it."""
    offset = point - origin
    return Vec3(dot(offset, x_axis), dot(offset, y_axis), dot(offset, normal))


@helper
def clip(d, count, x, y, limit):
    """Keep the part of the polygon where x * first + y * second coordinate is at most `limit`; number of corners."""
    kept, previous = 0, d.work.convex_polygon[count - 1]
    beyond = x * previous.x + y * previous.y - limit
    for i in range(count):
        corner, was_beyond = d.work.convex_polygon[i], beyond
        beyond = x * corner.x + y * corner.y - limit
        if (beyond > 0.0) != (was_beyond > 0.0):
            d.work.convex_clipped[kept] = previous + (corner - previous) * (was_beyond / (was_beyond - beyond))
            kept += 1
        if not beyond > 0.0:
            d.work.convex_clipped[kept] = corner
            kept += 1
        previous = corner
    for i in range(kept):
        d.work.convex_polygon[i] = d.work.convex_clipped[i]
    return kept


@helper
def clip_by_face(d, count, j, half_x, half_y):
    """Keep the part of the polygon above the face across axis j; number of corners."""
    borders, x, y, turn_x, turn_y = 4, 1.0, 0.0, 0.0, 1.0
    if d.work.convex_type[j // 3] == CYLINDER:
        borders, x, y, turn_x, turn_y = CORNERS, HALF_COS, HALF_SIN, COS, SIN
        half_x, half_y = half_x * HALF_COS, half_y * HALF_COS
    for i in range(borders):
        if count > 0:
            count = clip(d, count, x, y, half_x if i % 2 == 0 else half_y)
        x, y = x * turn_x - y * turn_y, x * turn_y + y * turn_x
    return count


@helper
def drop_distant(d, count):
    """Keep the corners within reach, and begin with the lowest; how many."""
    kept, lowest = 0, 0
    for i in range(count):
        corner = d.work.convex_polygon[i]
        if corner.z <= d.work.reach:
            d.work.convex_clipped[kept] = corner
            lowest = kept if corner.z < d.work.convex_clipped[lowest].z else lowest
            kept += 1
    for i in range(kept):
        d.work.convex_polygon[i] = d.work.convex_clipped[(lowest + i) % kept]
    return kept


@helper
def choose_ends(d, count):
    """work.convex_chosen: the two corners that are farthest apart."""
    longest = -1.0
    for i in range(count):
        for j in range(i):
            apart = d.work.convex_polygon[i] - d.work.convex_polygon[j]
            if dot(apart, apart) > longest:
                longest = dot(apart, apart)
                d.work.convex_chosen[0], d.work.convex_chosen[1] = j, i


@helper
def chosen_area(d):
    """Twice the area of the quadrilateral of the chosen corners, in the plane of the face."""
    along = d.work.convex_polygon[d.work.convex_chosen[2]] - d.work.convex_polygon[d.work.convex_chosen[0]]
    across = d.work.convex_polygon[d.work.convex_chosen[3]] - d.work.convex_polygon[d.work.convex_chosen[1]]
    return abs(along.x * across.y - along.y * across.x)


@helper
def choose_corners(d, count):
    """work.convex_chosen: the first, lowest corner, and three that move on from its neighbours while the area grows."""
    largest, growing = chosen_area(d), True
    while growing:
        growing = False
        for k in range(3, 0, -1):
            end = count if k == 3 else d.work.convex_chosen[k + 1]
            while d.work.convex_chosen[k] + 1 < end:
                d.work.convex_chosen[k] += 1
                area = chosen_area(d)
                if not area > largest:
                    d.work.convex_chosen[k] -= 1
                    break
                largest, growing = area, True


@stage
def convex_manifold(m, d):
    """Contacts of a face with a face, at most 4, or with an edge, at most 2; none if there is no such face and edge."""
    j, edge = match(d)
    if j < 0:
        return
    base, normal = 3 * (j // 3), outward(d, j)
    x, y = base + (j + 1) % 3, base + (j + 2) % 3
    origin = normal * d.work.convex_size[j] - (ZERO if j < 3 else d.work.convex_offset)
    contact_normal = normal if j < 3 else -normal
    count = list_disk(d) if edge < 0 else list_edge(d, edge, contact_normal)
    for i in range(count):
        d.work.convex_polygon[i] = seen_from(d.work.convex_polygon[i], origin, axis(d, x), axis(d, y), normal)
    count = drop_distant(d, clip_by_face(d, count, j, d.work.convex_size[x], d.work.convex_size[y]))
    for i in range(4):
        d.work.convex_chosen[i] = i
    if edge >= 0 and count > 2:
        choose_ends(d, count)
        count = 2
    elif count > 4:
        choose_corners(d, count)
        count = 4
    origin = origin + d.geom_xpos[d.work.pair[0]]
    for i in range(count):
        corner = d.work.convex_polygon[d.work.convex_chosen[i]]
        pos = origin + axis(d, x) * corner.x + axis(d, y) * corner.y + normal * (0.5 * corner.z)
        found(d, corner.z, pos, contact_normal)
