"""Bounding volumes of bodies: boxes around geoms along the principal axes of their bodies, and trees of such boxes."""

from ...jit import helper, routine, stage
from ...jit.arguments import In, Out
from ...jit.values import Vec3, dot
from .trees import around, grow, set_box

ROUNDING = 1e-12  # in squares of unit quaternions


@stage
def grow_bodies(owner: In('*', int), contype: In('*', int), conaffinity: In('*', int), pos: In('*,*'), quat: In('*,*'),
                aabb: In('*,*'), ipos: In('*,*'), iquat: In('*,*'), lower: Out('*,*'), upper: Out('*,*'),
                centres: Out('*,*'), leaves: Out('*', int), keys: Out('*'), spans: Out('*,*', int),
                bodies: Out('*,*', int), depth: Out('*', int), children: Out('*,*', int), leaf: Out('*', int),
                boxes: Out('*,*')) -> int:
    """A tree for every body with colliding geoms, one after the other; how many nodes all have.

    `bodies` has a row of their first nodes, -1 for a body without, and one of their numbers of nodes. There is room for
    two nodes for each geom; lower to spans are room to work in.
    """
    count, nodes, geom = 0, 0, 0
    for body in range(bodies.shape[1]):
        first = count
        while geom < owner.size and owner[geom] == body:
            if contype[geom] != 0 or conaffinity[geom] != 0:
                enclose(geom, body, pos, quat, aabb, ipos, iquat, lower, upper, geom)
                centres.numbers.vec3[3 * geom] = lower.numbers.vec3[3 * geom] + upper.numbers.vec3[3 * geom]
                leaves[count] = geom
                count += 1
            geom += 1
        bodies[0, body], bodies[1, body] = -1, 0
        if count > first:
            bodies[0, body], bodies[1, body] = nodes, 2 * (count - first) - 1
            grow(lower, upper, centres, first, count, nodes, leaves, keys, spans, depth, children, leaf, boxes)
            nodes += bodies[1, body]
    return nodes


@stage
def refit_bodies(pos: In('*,*'), quat: In('*,*'), aabb: In('*,*'), ipos: In('*,*'), iquat: In('*,*'),
                 address: In('*', int), number: In('*', int), children: In('*,*', int), leaf: In('*', int),
                 lower: Out('*,*'), upper: Out('*,*'), boxes: Out('*,*')) -> None:
    """New boxes for trees that stay as they are; `lower` and `upper` are room for the corners of all nodes."""
    for body in range(address.size):
        for back in range(number[body]):  # children come after their parents
            node = address[body] + number[body] - 1 - back
            if leaf[node] >= 0:
                enclose(leaf[node], body, pos, quat, aabb, ipos, iquat, lower, upper, node)
            else:
                left, right = address[body] + children[node, 0], address[body] + children[node, 1]
                low, high = around(lower.numbers.vec3[3 * left], upper.numbers.vec3[3 * left],
                                   lower.numbers.vec3[3 * right], upper.numbers.vec3[3 * right])
                lower.numbers.vec3[3 * node], upper.numbers.vec3[3 * node] = low, high
            set_box(boxes, node, lower.numbers.vec3[3 * node], upper.numbers.vec3[3 * node])


@routine
def enclose(geom, body, pos, quat, aabb, ipos, iquat, lower, upper, at):
    """Set the corners of the box of a geom along the principal axes of its body."""
    middle, half = aabb.numbers.vec3[6 * geom], aabb.numbers.vec3[6 * geom + 3]
    p, q = pos.numbers.vec3[3 * geom], quat.numbers.quat[4 * geom]
    centre, axes = ipos.numbers.vec3[3 * body], iquat.numbers.quat[4 * body]
    if (p.x == centre.x and p.y == centre.y and p.z == centre.z
            and q.w == axes.w and q.x == axes.x and q.y == axes.y and q.z == axes.z):
        lower.numbers.vec3[3 * at], upper.numbers.vec3[3 * at] = middle - half, middle + half
        return
    r, s, t = rows_of(q)
    way = Vec3(p.x + dot(r, middle) - centre.x, p.y + dot(s, middle) - centre.y,
               p.z + dot(t, middle) - centre.z)
    i, j, k = rows_of(axes.conjugate)
    there = Vec3(0.0 + dot(i, way), 0.0 + dot(j, way), 0.0 + dot(k, way))  # 0 for -0
    reach = Vec3(reach_along(i, r, s, t, half), reach_along(j, r, s, t, half), reach_along(k, r, s, t, half))
    lower.numbers.vec3[3 * at], upper.numbers.vec3[3 * at] = there - reach, there + reach


@helper
def rows_of(q):
    """The rows of the rotation matrix of a unit quaternion, to the last digit those with which the compiler works.

    One that a program has written without normalising it counts as in mju_rotVecQuat: its real part adds to one.
    """
    w, x, y, z = q.w, q.x, q.y, q.z
    real = w * w
    if abs(dot(q, q) - 1.0) > ROUNDING:
        real = 1.0 - (x * x + y * y + z * z)
    return (Vec3(real + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
            Vec3(2.0 * (x * y + w * z), real - x * x + y * y - z * z, 2.0 * (y * z - w * x)),
            Vec3(2.0 * (x * z - w * y), 2.0 * (y * z + w * x), real - x * x - y * y + z * z))


@helper
def reach_along(axis, r, s, t, half):
    """How far a box with these rows of axes and half sizes reaches along an axis."""
    return (abs(axis.x * r.x + axis.y * s.x + axis.z * t.x) * half.x
            + abs(axis.x * r.y + axis.y * s.y + axis.z * t.y) * half.y
            + abs(axis.x * r.z + axis.y * s.z + axis.z * t.z) * half.z)
