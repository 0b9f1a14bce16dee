"""Where rays enter shapes, and the normals there, in the frames of the shapes."""

from ..jit import helper
from ..jit.lanes import sqrt
from ..jit.values import Vec3, dot

PLANE, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, CONE, TRIANGLES = range(8)
MISS = 1e30


@helper
def enters_ball(o, v, radius):
    """Where a ray enters a ball about the origin."""
    a, b, c = dot(v, v), dot(o, v), dot(o, o) - radius * radius
    square = b * b - a * c
    if square < 0.0:
        return MISS
    return (-b - sqrt(square)) / a


@helper
def enters_tube(o, v, radius, half):
    """Where a ray enters the side of a cylinder along z."""
    a, b, c = v.x * v.x + v.y * v.y, o.x * v.x + o.y * v.y, o.x * o.x + o.y * o.y - radius * radius
    square = b * b - a * c
    if a <= 0.0 or square < 0.0:
        return MISS
    t = (-b - sqrt(square)) / a
    if abs(o.z + t * v.z) > half:
        return MISS
    return t


@helper
def enters_disc(o, v, radius, height):
    """Where a ray meets a disc across z at this height, from outside."""
    if v.z * height >= 0.0 and not (height == 0.0 and v.z != 0.0):
        return MISS
    t = (height - o.z) / v.z
    x, y = o.x + t * v.x, o.y + t * v.y
    if x * x + y * y > radius * radius:
        return MISS
    return t


@helper
def slab_start(p, w, s):
    """Where a ray enters the space between two planes; a parallel one is always or never inside."""
    if w == 0.0:
        return -MISS if abs(p) <= s else MISS
    return min((-s - p) / w, (s - p) / w)


@helper
def slab_end(p, w, s):
    """Where a ray leaves the space between two planes."""
    if w == 0.0:
        return MISS
    return max((-s - p) / w, (s - p) / w)


@helper
def enters_box(o, v, size):
    """Where a ray enters a box."""
    first = max(slab_start(o.x, v.x, size.x), max(slab_start(o.y, v.y, size.y), slab_start(o.z, v.z, size.z)))
    last = min(slab_end(o.x, v.x, size.x), min(slab_end(o.y, v.y, size.y), slab_end(o.z, v.z, size.z)))
    return first if first <= last else MISS


@helper
def enters_cone(o, v, radius, height):
    """Where a ray enters a cone from its base at z = 0 to its tip."""
    slope = radius / height
    z = height - o.z
    a = v.x * v.x + v.y * v.y - slope * slope * v.z * v.z
    b = o.x * v.x + o.y * v.y + slope * slope * z * v.z
    c = o.x * o.x + o.y * o.y - slope * slope * z * z
    best = MISS
    if v.z > 0.0:
        best = enters_disc(o, v, radius, 0.0)
    square = b * b - a * c
    if square >= 0.0 and a != 0.0:
        root = sqrt(square)
        for k in range(2):
            t = (-b + (2 * k - 1) * root) / a
            at = o.z + t * v.z
            if at >= 0.0 and at <= height and t > 0.0 and t < best:
                best = t
    return best


@helper
def enters(kind, o, v, size):
    """Where the ray o + t v enters a shape: the smallest t, or MISS."""
    if kind == SPHERE:
        return enters_ball(o, v, size.x)
    if kind == ELLIPSOID:
        return enters_ball(Vec3(o.x / size.x, o.y / size.y, o.z / size.z),
                           Vec3(v.x / size.x, v.y / size.y, v.z / size.z), 1.0)
    if kind == CAPSULE:
        t = enters_tube(o, v, size.x, size.z)
        low = enters_ball(Vec3(o.x, o.y, o.z + size.z), v, size.x)
        high = enters_ball(Vec3(o.x, o.y, o.z - size.z), v, size.x)
        return min(t, min(low, high))
    if kind == CYLINDER:
        t = enters_tube(o, v, size.x, size.z)
        return min(t, min(enters_disc(o, v, size.x, size.z), enters_disc(o, v, size.x, -size.z)))
    if kind == BOX:
        return enters_box(o, v, size)
    if kind == CONE:
        return enters_cone(o, v, size.x, size.z)
    if kind == PLANE:
        if v.z >= 0.0:
            return MISS
        t = -o.z / v.z
        if size.x > 0.0 and abs(o.x + t * v.x) > size.x:
            return MISS
        if size.y > 0.0 and abs(o.y + t * v.y) > size.y:
            return MISS
        return t
    return MISS


@helper
def outward(kind, p, size):
    """Direction of the normal at a point of the surface, of any length."""
    if kind == SPHERE:
        return p
    if kind == ELLIPSOID:
        return Vec3(p.x / (size.x * size.x), p.y / (size.y * size.y), p.z / (size.z * size.z))
    if kind == CAPSULE:
        return Vec3(p.x, p.y, p.z - max(-size.z, min(p.z, size.z)))
    if kind == CYLINDER:
        if abs(p.z) > size.z * (1.0 - 1e-6) and p.x * p.x + p.y * p.y < size.x * size.x * (1.0 - 1e-6):
            return Vec3(0.0, 0.0, p.z)
        return Vec3(p.x, p.y, 0.0)
    if kind == BOX:
        x, y, z = p.x / size.x, p.y / size.y, p.z / size.z
        if abs(x) >= abs(y) and abs(x) >= abs(z):
            return Vec3(x, 0.0, 0.0)
        if abs(y) >= abs(z):
            return Vec3(0.0, y, 0.0)
        return Vec3(0.0, 0.0, z)
    if kind == CONE and p.z > 1e-9:
        return Vec3(p.x, p.y, (size.x - p.z * size.x / size.z) * size.x / size.z)
    if kind == CONE:
        return Vec3(0.0, 0.0, -1.0)
    return Vec3(0.0, 0.0, 1.0)


@helper
def reach(kind, size):
    """Radius of a ball about the origin that holds the shape; planes may be infinite."""
    if kind == SPHERE:
        return size.x
    if kind == CAPSULE:
        return size.x + size.z
    if kind == PLANE:
        return MISS if size.x <= 0.0 or size.y <= 0.0 else sqrt(size.x * size.x + size.y * size.y)
    return sqrt(dot(size, size))
