"""Rays and triangles: the nearest triangle of a mesh, by its tree of boxes, and the surface of a height field.

These are stages, as models without meshes and height fields never need them.
"""

import math

from ...jit import helper, stage
from ...jit.values import Vec3, X, Y, Z, cross, normalized
from ..common.mesh import vertex
from .distance import MISS, to_box, to_triangle
from .normal import of_box
from .scratch import DEEPEST, RAY

ROUNDING = 1e-9  # by which boxes are entered too late
LEAST = 1e-300  # component of a direction that counts as not zero


@helper
def meet(ray, g, distance, normal):
    """Take note of a surface, if it is nearer than all before."""
    if 0.0 <= distance < ray.dist:
        ray.dist, ray.geom, ray.normal = distance, g, normal


# ---- boxes ----
@helper
def inverse(x):
    """One over a component of the direction, finite if that is zero."""
    return 1.0 / x if abs(x) > LEAST else 1.0 / LEAST


@helper
def crossing(start, inverse_direction, centre, half):
    """When a ray is between the two faces of a box across an axis."""
    first = (centre - half - start) * inverse_direction
    second = (centre + half - start) * inverse_direction
    return min(first, second), max(first, second)


@helper
def entry(point, inverses, centre, half):
    """When a ray enters a box, infinite if it never does."""
    low_x, high_x = crossing(point.x, inverses.x, centre.x, half.x)
    low_y, high_y = crossing(point.y, inverses.y, centre.y, half.y)
    low_z, high_z = crossing(point.z, inverses.z, centre.z, half.z)
    low, high = max(low_x, low_y, low_z, 0.0), min(high_x, high_y, high_z)
    return low if low <= high + ROUNDING * abs(high) else math.inf


# ---- meshes ----
@helper
def corner(m, mesh, face, k):
    """Corner k of a triangle."""
    return vertex(m, mesh, m.mesh_face[face, k])


@helper
def meet_triangle(m, ray, g, mesh, face, point, direction):
    """Look at one triangle of a mesh, by its number in the model."""
    a, b, c = corner(m, mesh, face, 0), corner(m, mesh, face, 1), corner(m, mesh, face, 2)
    distance = to_triangle(point, direction, a, b, c)
    if distance >= 0.0:
        meet(ray, g, distance, cross(b - a, c - a))


@helper
def node_entry(m, node, point, inverses):
    return entry(point, inverses, m.bvh_aabb.vec3[6 * node], m.bvh_aabb.vec3[6 * node + 3])


@helper
def push(ray, top, node, distance):
    """Let a node wait, if it is near enough; how many there are now."""
    if distance < ray.dist and top < DEEPEST:
        ray.waiting[top], ray.entry[top] = node, distance
        return top + 1
    return top


@stage
def mesh_ray(m, d, ray: RAY, g: int):
    """Let a ray meet a mesh: the triangles in boxes that it passes, the nearest boxes first."""
    mesh, turn = m.geom_dataid[g], d.geom_xmat[g].T
    point, direction = turn @ (ray.point - d.geom_xpos[g]), turn @ ray.direction
    first, root, top = m.mesh_faceadr[mesh], m.mesh_bvhadr[mesh], 0
    if m.mesh_bvhnum[mesh] == 0:
        for face in range(first, first + m.mesh_facenum[mesh]):
            meet_triangle(m, ray, g, mesh, face, point, direction)
        return
    inverses = Vec3(inverse(direction.x), inverse(direction.y), inverse(direction.z))
    top = push(ray, top, root, node_entry(m, root, point, inverses))
    while top > 0:
        top -= 1
        node = ray.waiting[top]
        if ray.entry[top] >= ray.dist:
            continue
        if m.bvh_nodeid[node] >= 0:
            meet_triangle(m, ray, g, mesh, first + m.bvh_nodeid[node], point, direction)
            continue
        left, right = root + m.bvh_child[node, 0], root + m.bvh_child[node, 1]
        to_left, to_right = node_entry(m, left, point, inverses), node_entry(m, right, point, inverses)
        if to_left < to_right:
            top = push(ray, top, right, to_right)
            top = push(ray, top, left, to_left)
        else:
            top = push(ray, top, left, to_left)
            top = push(ray, top, right, to_right)


# ---- height fields ----
@helper
def sample(m, h, row, column):
    """A point of the surface of a height field."""
    size_x, size_y = m.hfield_size[h, 0], m.hfield_size[h, 1]
    return Vec3(2.0 * size_x / (m.hfield_ncol[h] - 1) * column - size_x,
                2.0 * size_y / (m.hfield_nrow[h] - 1) * row - size_y,
                m.hfield_data[m.hfield_adr[h] + row * m.hfield_ncol[h] + column] * m.hfield_size[h, 2])


@helper
def meet_cell(m, ray, g, row, column, point, direction):
    """Look at the two triangles between four samples."""
    h = m.geom_dataid[g]
    low, high = sample(m, h, row, column), sample(m, h, row + 1, column + 1)
    for side in range(2):
        other = sample(m, h, row + side, column + 1 - side)
        distance = to_triangle(point, direction, low, high, other)
        if distance >= 0.0:
            normal = cross(high - low, other - low)
            meet(ray, g, distance, normal if normal.z > 0.0 else -normal)


@helper
def index_of(x, half, count):
    """The cell that a coordinate is in, of those between so many samples."""
    return int(max(0.0, min(float(count - 2), math.floor((x + half) / (2.0 * half) * (count - 1)))))


@helper
def meet_surface(m, ray, g, point, direction):
    """Look at the cells that a ray is above or below, column by column, while it is between the lowest and highest."""
    h = m.geom_dataid[g]
    half_x, half_y, tallest = m.hfield_size[h, 0], m.hfield_size[h, 1], m.hfield_size[h, 2]
    rows, columns = m.hfield_nrow[h], m.hfield_ncol[h]
    low_x, high_x = crossing(point.x, inverse(direction.x), 0.0, half_x)
    low_y, high_y = crossing(point.y, inverse(direction.y), 0.0, half_y)
    low_z, high_z = crossing(point.z, inverse(direction.z), 0.5 * tallest, 0.5 * tallest)
    low, high = max(low_x, low_y, low_z, 0.0), min(high_x, high_y, high_z)
    slack = ROUNDING * (abs(low) + abs(high))
    if not low <= high + slack:
        return
    start, end = point + direction * (low - slack), point + direction * (high + slack)
    first, last = index_of(min(start.x, end.x), half_x, columns), index_of(max(start.x, end.x), half_x, columns)
    for column in range(first, last + 1):
        left = (2.0 * column / (columns - 1) - 1.0) * half_x
        enter, leave = crossing(point.x, inverse(direction.x), left + half_x / (columns - 1), half_x / (columns - 1))
        enter, leave = max(enter, low) - slack, min(leave, high) + slack
        one, other = point.y + direction.y * enter, point.y + direction.y * leave
        for row in range(index_of(min(one, other), half_y, rows), index_of(max(one, other), half_y, rows) + 1):
            meet_cell(m, ray, g, row, column, point, direction)


@helper
def border_height(m, h, along_x, at_end, coordinate):
    """Height of the surface over a border of the field: the first or last row, or column, at a coordinate along it."""
    half, count = m.hfield_size[h, 0 if along_x else 1], m.hfield_ncol[h] if along_x else m.hfield_nrow[h]
    k = index_of(coordinate, half, count)
    edge = (m.hfield_nrow[h] - 1 if along_x else m.hfield_ncol[h] - 1) if at_end else 0
    one = sample(m, h, edge, k) if along_x else sample(m, h, k, edge)
    other = sample(m, h, edge, k + 1) if along_x else sample(m, h, k + 1, edge)
    part = (coordinate + half) / (2.0 * half) * (count - 1) - k
    return one.z + (other.z - one.z) * part


@helper
def meet_wall(m, ray, g, along_x, at_end, point, direction):
    """Look at the upright wall between the base and the surface along a border."""
    h = m.geom_dataid[g]
    half, width = m.hfield_size[h, 1 if along_x else 0], m.hfield_size[h, 0 if along_x else 1]
    start, speed = (point.y, direction.y) if along_x else (point.x, direction.x)
    if abs(speed) < LEAST:
        return
    distance = ((half if at_end else -half) - start) / speed
    hit = point + direction * distance
    coordinate = hit.x if along_x else hit.y
    if distance >= 0.0 and abs(coordinate) <= width and hit.z >= 0.0:
        if hit.z <= border_height(m, h, along_x, at_end, coordinate):
            outward = Y if along_x else X
            meet(ray, g, distance, outward if at_end else -outward)


@stage
def hfield_ray(m, d, ray: RAY, g: int):
    """Let a ray meet a height field: the box below it, its walls and its surface."""
    h, turn = m.geom_dataid[g], d.geom_xmat[g].T
    point, direction = turn @ (ray.point - d.geom_xpos[g]), turn @ ray.direction
    size = Vec3(m.hfield_size[h, 0], m.hfield_size[h, 1], 0.5 * m.hfield_size[h, 3])
    middle = Z * size.z
    distance = to_box(point + middle, direction, size)
    if distance != MISS:
        meet(ray, g, distance, of_box(point + direction * distance + middle, size))
    for k in range(4):
        meet_wall(m, ray, g, k < 2, k % 2 == 1, point, direction)
    meet_surface(m, ray, g, point, direction)


@helper
def unit_normal(ray):
    """The normal of the triangle, wall or box that the ray has met, in the frame of the geom."""
    return normalized(ray.normal)
