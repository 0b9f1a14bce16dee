"""Where rays enter shapes, and the normals there, in the frames of the shapes; several rays at a time.

Rays are o + t v. What is hidden inside a shape is never seen, so only the first point of each shape counts.
"""

from ..jit import helper
from ..jit.formula import formula
from ..jit.lanes import clamp, maximum, minimum, sqrt, where
from ..jit.values import Vec3, dot

PLANE, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, CONE, TRIANGLES = range(8)
MISS = 1e30
TINY = 1e-30
FLAT = 1.0 - 1e-6  # share of the half length of a cylinder from which on a point is on its end


@formula
def divided(v, size):
    """Component by component."""
    return Vec3(v.x / size.x, v.y / size.y, v.z / size.z)


@formula
def enters_ball(o, v, radius):
    """Where rays enter a ball about the origin."""
    a, b, c = dot(v, v), dot(o, v), dot(o, o) - radius * radius
    square = b * b - a * c
    return where(square >= 0.0, (-b - sqrt(maximum(square, 0.0))) / a, MISS)


@formula
def enters_capsule(o, v, size):
    """The end that a ray can hit is the one on whose side it enters the endless tube."""
    radius, half = size.x, size.z
    a, b, c = v.x * v.x + v.y * v.y, o.x * v.x + o.y * v.y, o.x * o.x + o.y * o.y - radius * radius
    square = b * b - a * c
    t = (-b - sqrt(maximum(square, 0.0))) / maximum(a, TINY)
    z = where(a > TINY, o.z + t * v.z, v.z * -MISS)
    end = enters_ball(Vec3(o.x, o.y, where(z > 0.0, o.z - half, o.z + half)), v, radius)
    return where(square >= 0.0, where(abs(z) <= half, t, end), MISS)


@formula
def enters_cylinder(o, v, size):
    """The space between two planes and the inside of an endless tube have been entered when the later one is."""
    radius, half = size.x, size.z
    a, b, c = v.x * v.x + v.y * v.y, o.x * v.x + o.y * v.y, o.x * o.x + o.y * o.y - radius * radius
    square = b * b - a * c
    root, straight = sqrt(maximum(square, 0.0)), a <= TINY
    a = maximum(a, TINY)
    first, last = where(straight, -MISS, (-b - root) / a), where(straight, MISS, (-b + root) / a)
    low, high = (-half - o.z) / v.z, (half - o.z) / v.z
    first, last = maximum(first, minimum(low, high)), minimum(last, maximum(low, high))
    return where((square >= 0.0) & (first <= last), first, MISS)


@formula
def enters_box(o, v, size):
    x1, x2 = (-size.x - o.x) / v.x, (size.x - o.x) / v.x
    y1, y2 = (-size.y - o.y) / v.y, (size.y - o.y) / v.y
    z1, z2 = (-size.z - o.z) / v.z, (size.z - o.z) / v.z
    first = maximum(minimum(x1, x2), maximum(minimum(y1, y2), minimum(z1, z2)))
    last = minimum(maximum(x1, x2), minimum(maximum(y1, y2), maximum(z1, z2)))
    return where(first <= last, first, MISS)


@formula
def on_cone(o, v, height, t):
    """t if it is between the base and the tip, and ahead."""
    z = o.z + t * v.z
    return where((z >= 0.0) & (z <= height) & (t > 0.0), t, MISS)


@formula
def enters_cone(o, v, size):
    """A cone from its base at z = 0 to its tip."""
    radius, height = size.x, size.z
    slope = radius / height
    z = height - o.z
    a = v.x * v.x + v.y * v.y - slope * slope * v.z * v.z
    b = o.x * v.x + o.y * v.y + slope * slope * z * v.z
    c = o.x * o.x + o.y * o.y - slope * slope * z * z
    square = b * b - a * c
    root = sqrt(maximum(square, 0.0))
    side = minimum(on_cone(o, v, height, (-b - root) / a), on_cone(o, v, height, (-b + root) / a))
    t = -o.z / v.z
    x, y = o.x + t * v.x, o.y + t * v.y
    base = where((v.z > 0.0) & (x * x + y * y <= radius * radius), t, MISS)
    return minimum(base, where(square >= 0.0, side, MISS))


@formula
def enters_plane(o, v, size):
    """Planes without a size in some direction are endless."""
    t = -o.z / v.z
    x, y = abs(o.x + t * v.x), abs(o.y + t * v.y)
    wide = ((size.x <= 0.0) | (x <= size.x)) & ((size.y <= 0.0) | (y <= size.y))
    return where(wide, t, MISS)


@helper
def enters(kind, o, v, size):
    """Where rays enter a shape: the smallest t, or MISS."""
    if kind == PLANE:
        return enters_plane(o, v, size)
    if kind == SPHERE:
        return enters_ball(o, v, size.x)
    if kind == CAPSULE:
        return enters_capsule(o, v, size)
    if kind == CYLINDER:
        return enters_cylinder(o, v, size)
    if kind == ELLIPSOID:
        return enters_ball(divided(o, size), divided(v, size), 1.0)
    if kind == CONE:
        return enters_cone(o, v, size)
    return enters_box(o, v, size)


@formula
def box_normal(p):
    """The face of a unit cube on which a point lies."""
    x, y, z = abs(p.x), abs(p.y), abs(p.z)
    on_x = (x >= y) & (x >= z)
    on_z = (z > x) & (z > y)
    return where(on_x, Vec3(p.x, p.x * 0.0, p.x * 0.0),
                 where(on_z, Vec3(p.z * 0.0, p.z * 0.0, p.z), Vec3(p.y * 0.0, p.y, p.y * 0.0)))


@formula
def is_on_end(p, size):
    """Whether points of a cylinder are on one of its ends."""
    return (abs(p.z) > size.z * FLAT) & (p.x * p.x + p.y * p.y < size.x * size.x * FLAT)


@formula
def cylinder_normal(p, size):
    return where(is_on_end(p, size), Vec3(p.x * 0.0, p.y * 0.0, p.z), Vec3(p.x, p.y, p.z * 0.0))


@formula
def cone_normal(p, size):
    slope = size.x / size.z
    side = Vec3(p.x, p.y, (size.z - p.z) * slope * slope)
    return where(p.z > 1e-9, side, Vec3(p.x * 0.0, p.x * 0.0, p.x * 0.0 - 1.0))


@helper
def outward(kind, p, size):
    """Direction of the normals at points of the surface, of any length."""
    if kind == PLANE:
        return Vec3(p.x * 0.0, p.x * 0.0, p.x * 0.0 + 1.0)
    if kind == SPHERE:
        return p * 1.0
    if kind == CAPSULE:
        return Vec3(p.x, p.y, p.z - clamp(p.z, -size.z, size.z))
    if kind == CYLINDER:
        return cylinder_normal(p, size)
    if kind == ELLIPSOID:
        return divided(divided(p, size), size)
    if kind == CONE:
        return cone_normal(p, size)
    return box_normal(divided(p, size))


@helper
def half_sizes(kind, size):
    """Half sides of a box about the position that holds the shape; a plane without sizes has none."""
    if kind == CAPSULE:
        return Vec3(size.x, size.x, size.z + size.x)
    if kind == SPHERE:
        return Vec3(size.x, size.x, size.x)
    if kind == PLANE:
        return Vec3(size.x, size.y, 0.0)
    return Vec3(size.x, size.y, size.z)
