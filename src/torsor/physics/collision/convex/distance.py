"""Distance of two convex cores that do not overlap (Gilbert, Johnson & Keerthi 1988; van den Bergen 2003, ch. 4).

A simplex of support points of A - B is moved towards the origin until no support point is closer.
"""

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.lanes import maximum, where
from ....jit.values import ZERO, Vec3, cross, dot, norm
from .shape import convex_support

APART, ON_BORDER, ENCLOSED = 0, 1, 2  # where the origin is with respect to the simplex
UP = Vec3(0.0, 0.0, 1.0)
TOUCHING = 1e-12  # distance, relative to the extent of A - B, that counts as none
FAR = 1e300
FACES = ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 3, 1), (1, 2, 3, 0))  # of a tetrahedron, and the opposite corner


@formula
def share(part, rest):
    """part / (part + rest), for numbers that are not negative."""
    whole = part + rest
    return where(whole > 0.0, part / where(whole > 0.0, whole, 1.0), 0.0)


@formula
def on_segment(a, b):
    """Weights of a and b at the point of the segment that is closest to the origin."""
    from_a, from_b = -dot(a, b - a), dot(b, b - a)
    t = where(from_a <= 0.0, 0.0, where(from_b <= 0.0, 1.0, share(from_a, from_b)))
    return Vec3(1.0 - t, t, 0.0)


@formula
def on_triangle(a, b, c):
    """Weights of a, b and c at the point of the triangle that is closest to the origin (Ericson 5.1.5)."""
    ab, ac = b - a, c - a
    ab_a, ac_a, ab_b, ac_b, ab_c, ac_c = (-dot(edge, corner) for corner in (a, b, c) for edge in (ab, ac))
    area_a, area_b, area_c = ab_b * ac_c - ab_c * ac_b, ab_c * ac_a - ab_a * ac_c, ab_a * ac_b - ab_b * ac_a
    bc_b, bc_c = ac_b - ab_b, ab_c - ac_c
    t = share(area_b, area_a + area_c)
    s = share(area_c, area_a + area_b)
    result = Vec3(1.0 - t - s, t, s)
    for outside, weights in (
        ((area_a <= 0.0) & (bc_b >= 0.0) & (bc_c >= 0.0), Vec3(0.0, 1.0 - share(bc_b, bc_c), share(bc_b, bc_c))),
        ((area_b <= 0.0) & (ac_a >= 0.0) & (ac_c <= 0.0), Vec3(1.0 - share(ac_a, -ac_c), 0.0, share(ac_a, -ac_c))),
        ((area_c <= 0.0) & (ab_a >= 0.0) & (ab_b <= 0.0), Vec3(1.0 - share(ab_a, -ab_b), share(ab_a, -ab_b), 0.0)),
        ((ac_c >= 0.0) & (ab_c <= ac_c), Vec3(0.0, 0.0, 1.0)),
        ((ab_b >= 0.0) & (ac_b <= ab_b), Vec3(0.0, 1.0, 0.0)),
        ((ab_a <= 0.0) & (ac_a <= 0.0), Vec3(1.0, 0.0, 0.0)),
    ):
        result = where(outside, weights, result)
    return result


@formula
def same_side(a, b, c, opposite):
    """Whether the plane of a, b and c has the origin and the opposite corner on the same side."""
    normal = cross(b - a, c - a)
    return dot(normal, a) * dot(normal, a - opposite) > 0.0


@helper
def weigh(d, count):
    """Weights of a simplex at its point closest to the origin; all zero if the origin is inside.

    The newest point is the last, and the closest point of a tetrahedron is on one of the faces that it brought.
    """
    for i in range(4):
        d.work.simplex_weight[i] = 0.0
    if count < 3:
        weights = on_segment(d.work.simplex[0], d.work.simplex[count - 1])
        d.work.simplex_weight[0], d.work.simplex_weight[1] = weights.x, weights.y
        return
    least = FAR
    for f in range(count - 3, 4 if count == 4 else 1):
        i, j, k, opposite = FACES[f]
        a, b, c = d.work.simplex[i], d.work.simplex[j], d.work.simplex[k]
        if count == 4 and same_side(a, b, c, d.work.simplex[opposite]):
            continue
        weights = on_triangle(a, b, c)
        point = a * weights.x + b * weights.y + c * weights.z
        if dot(point, point) < least:
            least = dot(point, point)
            d.work.simplex_weight[opposite] = 0.0
            d.work.simplex_weight[i], d.work.simplex_weight[j] = weights.x, weights.y
            d.work.simplex_weight[k] = weights.z


@helper
def reduce_simplex(d, count):
    """Keep the points around the one closest to the origin: how many, 0 if the origin is inside, and that point."""
    weigh(d, count)
    kept, nearest = 0, ZERO
    for i in range(count):
        weight = d.work.simplex_weight[i]
        if weight > 0.0:
            d.work.simplex[kept] = d.work.simplex[i]
            nearest = nearest + d.work.simplex[i] * weight
            kept += 1
    return kept, nearest


@stage
def convex_distance(m, d):
    """work.convex_dist: a lower bound of the distance of the cores along work.convex_way, close unless out of reach.

    The way is a unit vector from the first to the second core. work.convex_overlap: whether the cores overlap.
    """
    beyond = d.work.reach + d.work.convex_radius[0] + d.work.convex_radius[1]
    nearest, count, largest, d.work.convex_overlap = d.work.convex_offset, 0, 0.0, APART
    if dot(nearest, nearest) == 0.0:
        nearest = UP
    for _ in range(m.opt.ccd_iterations + 1):
        length = norm(nearest)
        d.work.convex_way = nearest * (-1.0 / length)
        convex_support(m, d)
        point = d.work.convex_point
        bound = -dot(point, d.work.convex_way)
        d.work.convex_dist = bound
        if bound > beyond:
            return
        if count > 0 and length - bound <= maximum(m.opt.ccd_tolerance, d.work.convex_rough * length):
            return
        d.work.simplex[count] = point
        count, nearest = reduce_simplex(d, count + 1)
        largest = maximum(largest, dot(point, point))
        if count == 0 or dot(nearest, nearest) <= TOUCHING * TOUCHING * largest:
            d.work.convex_overlap = ENCLOSED if count == 0 else ON_BORDER
            return
