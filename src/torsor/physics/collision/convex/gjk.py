"""Distance of two convex shapes by the algorithm of Gilbert, Johnson and Keerthi (1988).

A simplex of up to four points of A - B moves towards the origin: the support point in the direction of the origin is
added to it, and what is not needed to hold its closest point is dropped. The gap between the closest point and the
support plane bounds the error. Closest points are found as by Montanari, Petrinic and Barbieri (2017): the origin is
projected on the plane or line through the points, and signed areas tell whether that is inside.

Order, thresholds and the choice among equals are those of MuJoCo, so that it stops at the same step: it stops early, at
a distance known to `ccd_tolerance`, and its points and normals are those of the last simplex.
"""

import math

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.lanes import where
from ....jit.values import TINY, ZERO, Vec3, X, Z, cross, dot, norm
from .pair import PAIR, convex_support, distance_tolerance, move_point

OPPOSITE = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))  # corners of the face across from each corner of a tetrahedron


@formula
def same_sign(a, b):
    """Whether both are positive or both negative."""
    return ((a > 0.0) & (b > 0.0)) | ((a < 0.0) & (b < 0.0))


@formula
def along_widest(v, extent):
    """The component of v along the axis on which `extent` is largest."""
    x, y, z = abs(extent.x), abs(extent.y), abs(extent.z)
    return where((x >= y) & (x >= z), v.x, where(y >= z, v.y, v.z))


@formula
def projected(normal, corner):
    """The origin projected on the plane through a corner, and whether there is such a plane, not through the origin."""
    height, square = dot(normal, corner), dot(normal, normal)
    plain = square > TINY
    return normal * (height / where(square > 0.0, square, 1.0)), plain & ((height > 0.0) | (height < 0.0))


@helper
def foot_on_plane(a, b, c):
    """The origin projected on the plane through three points; b is used as the reference, unless that fails."""
    foot, plain = projected(cross(c - b, b - a), b)
    if not plain:
        foot, plain = projected(cross(b - a, c - a), a)
    if not plain:
        foot, plain = projected(cross(c - a, c - b), c)
    return foot


@formula
def shadows(a, b, c):
    """Areas of a triangle seen along each axis, rounded as in MuJoCo: of thin ones this decides which is largest."""
    axes = ((1, 2), (2, 0), (0, 1))
    return Vec3(*[b[i] * c[j] - b[j] * c[i] - a[i] * c[j] + a[j] * c[i] + a[i] * b[j] - a[j] * b[i] for i, j in axes])


@formula
def areas(a, b, c, foot):
    """Signed areas of the triangles between a point of the plane and two corners, seen along the best axis."""
    shadow = shadows(a, b, c)
    a, b, c = a - foot, b - foot, c - foot
    return Vec3(*[along_widest(cross(p, q), shadow) for p, q in ((b, c), (c, a), (a, b))])


@formula
def weights_in_triangle(a, b, c, foot):
    """Weights of the corners of a triangle whose mean is a point of its plane."""
    area = areas(a, b, c, foot)
    total = area.x + area.y + area.z
    return Vec3(area.x / total, area.y / total, area.z / total)


@formula
def closest_on_segment(a, b):
    """The point of the line closest to the origin and the weights of a and b; b if that is not between them."""
    edge = b - a
    square = dot(edge, edge)
    foot = b - edge * (dot(b, edge) / where(square > 0.0, square, 1.0))
    # ties go to the later axis
    x, y, z = abs(edge.x), abs(edge.y), abs(edge.z)
    last, middle = (z >= x) & (z >= y), y >= x

    def along(v):
        return where(last, v.z, where(middle, v.y, v.x))

    extent, of_a, of_b = along(a - b), along(foot - b), along(a - foot)
    inside = same_sign(extent, of_a) & same_sign(extent, of_b)
    extent = where(inside, extent, 1.0)
    return where(inside, foot, b), where(inside, of_a / extent, 0.0), where(inside, of_b / extent, 1.0)


@helper
def closest_on_edges(a, b, c, inside_a, inside_b, inside_c):
    """The point closest to the origin on those edges of a triangle that it is beyond, and the weights of its corners.

    It is inside_a of the edge across from a. The last corner, if it is inside of all.
    """
    least, closest, weights = math.inf, c, Z
    if not inside_a:
        foot, first, second = closest_on_segment(b, c)
        mean = b * first + c * second
        if dot(mean, mean) < least:
            least, closest, weights = dot(mean, mean), foot, Vec3(0.0, first, second)
    if not inside_b:
        foot, first, second = closest_on_segment(a, c)
        mean = a * first + c * second
        if dot(mean, mean) < least:
            least, closest, weights = dot(mean, mean), foot, Vec3(first, 0.0, second)
    if not inside_c:
        foot, first, second = closest_on_segment(a, b)
        mean = a * first + b * second
        if dot(mean, mean) < least:
            closest, weights = foot, Vec3(first, second, 0.0)
    return closest, weights


@helper
def closest_on_triangle(a, b, c):
    """The point of a triangle closest to the origin, and the weights of its corners.

    If the corners are in line, as they are for a segment given as a, b, b, only the first two count. Of a sliver, whose
    plane is all rounding errors, all edges are tried.
    """
    normal = cross(c - b, b - a)
    square = dot(normal, normal)
    if square == 0.0:
        return closest_on_edges(a, b, c, True, True, False)
    foot = foot_on_plane(a, b, c)
    area = areas(a, b, c, foot)
    total = area.x + area.y + area.z if square > TINY * TINY else 0.0
    inside_a, inside_b, inside_c = same_sign(total, area.x), same_sign(total, area.y), same_sign(total, area.z)
    if inside_a and inside_b and inside_c:
        return foot, Vec3(area.x / total, area.y / total, area.z / total)
    return closest_on_edges(a, b, c, inside_a, inside_b, inside_c)


@helper
def volumes(pair):
    """pair.simplex_volume: signed volumes between the origin and each face of the tetrahedron; their sum."""
    a, b, c, e = pair.point[0], pair.point[1], pair.point[2], pair.point[3]
    pair.simplex_volume[0], pair.simplex_volume[1] = -dot(b, cross(c, e)), dot(a, cross(c, e))
    pair.simplex_volume[2], pair.simplex_volume[3] = -dot(a, cross(b, e)), dot(a, cross(b, c))
    return pair.simplex_volume[0] + pair.simplex_volume[1] + pair.simplex_volume[2] + pair.simplex_volume[3]


@helper
def set_weights(pair, a, b, c, e):
    """Weights of the corners of the simplex, written out: this is done many times."""
    pair.simplex_weight[0], pair.simplex_weight[1], pair.simplex_weight[2], pair.simplex_weight[3] = a, b, c, e


@helper
def weigh(pair, count):
    """The point of the simplex that is closest to the origin; pair.simplex_weight: the weights of its corners."""
    if count == 1:
        set_weights(pair, 1.0, 0.0, 0.0, 0.0)
        return pair.point[0]
    set_weights(pair, 0.0, 0.0, 0.0, 0.0)
    total, least, closest = 0.0, math.inf, ZERO
    if count == 4:
        total = volumes(pair)
        volume = pair.simplex_volume
        if (same_sign(total, volume[0]) & same_sign(total, volume[1]) & same_sign(total, volume[2])
                & same_sign(total, volume[3])):
            for i in range(4):
                pair.simplex_weight[i] = pair.simplex_volume[i] / total
                closest = closest + pair.point[i] * pair.simplex_weight[i]
            return closest
    for face in range(0 if count == 4 else 3, 4):  # of a tetrahedron those that the origin is beyond
        if count < 4 or not same_sign(total, pair.simplex_volume[face]):
            i, j, k = OPPOSITE[face]
            k = k if count > 2 else j
            a, b, c = pair.point[i], pair.point[j], pair.point[k]
            foot, weights = closest_on_triangle(a, b, c)
            mean = a * weights.x + b * weights.y + c * weights.z
            if dot(mean, mean) < least:
                least, closest = dot(mean, mean), foot
                set_weights(pair, 0.0, 0.0, 0.0, 0.0)
                pair.simplex_weight[k] = weights.z
                pair.simplex_weight[i], pair.simplex_weight[j] = weights.x, weights.y
    return closest


@helper
def drop_corners(pair, count):
    """Drop the corners of the simplex without weight; how many are left."""
    kept = 0
    for i in range(count):
        if pair.simplex_weight[i] != 0.0:
            if kept < i:
                move_point(pair, i, kept)
                pair.simplex_weight[kept] = pair.simplex_weight[i]
            kept += 1
    return kept


@stage
def convex_distance(m, d, pair: PAIR):
    """pair.dist: the distance of the shapes, infinite if it is found to be above pair.limit; pair.apart.

    pair.point: points of A - B around the one that is closest to the origin, that many pair.simplex_num. It starts from
    the centres: that these coincide does not end the search. If the limit is 0 all that is asked is whether the shapes
    are apart, and it ends where they touch up to the tolerance.
    """
    tolerance, count, asked = distance_tolerance(m, pair), 0, pair.limit == 0.0
    closest = pair.centre[0] - pair.centre[1]
    if norm(closest) < TINY:
        closest = X
    length, before, pair.apart = norm(closest), math.inf, 0
    for step in range(m.opt.ccd_iterations):
        if (step > 0 and length < (tolerance if count > 1 and asked else TINY)) or (
                step > 1 and abs(before - length) < TINY):
            break
        pair.way = -(closest * (1.0 / length))
        convex_support(m, d, pair, count)
        point = pair.point[count]
        height = dot(closest, point)
        if height > 0.0:
            pair.apart = 1
        if step > 0 and dot(closest, closest - point) < 0.5 * tolerance * tolerance:
            break
        if height > 0.0 and height >= pair.limit * length:
            count, length = 0, math.inf
            break
        closest = weigh(pair, count + 1)
        count = drop_corners(pair, count + 1)
        before, length = length, norm(closest)
        if count == 4 or count == 0:
            break
    pair.simplex_num, pair.near, pair.dist = count, closest, length
