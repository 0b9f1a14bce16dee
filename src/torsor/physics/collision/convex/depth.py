"""Penetration depth of two convex cores that overlap, by expanding a polytope (van den Bergen 2003, sec. 4.3.8).

The depth is the distance of the origin from the boundary of A - B. A polytope inside of A - B grows: the face closest
to the origin is replaced by faces to the support point beyond it. The closest face bounds the depth from below, the
support planes from above. Distances of faces have a sign, so the polytope need not enclose the origin at first.

Once the depth is roughly known, the direction of the lowest support plane is refined to that of a local minimum. From
then on only faces that point elsewhere are expanded, until all are farther away. So the steps that the method would
take to follow a curved surface are not needed, and the result is exact.
"""

from ....jit import helper, stage
from ....jit.values import Vec3, cross, dot, norm
from .distance import ENCLOSED
from .refine import EXACT, convex_refine
from .shape import convex_support

MOST_POINTS = 128
MOST_FACES = 2 * MOST_POINTS  # a polytope of n points has at most 2 n - 4
GONE = 1e300  # distance of a place in the list that has no face
TRIANGLE = ((0, 1, 2), (0, 2, 1))  # a flat polytope with two faces
SPREAD = 3.0 ** -0.5
COPLANAR = 1e-10  # distance from a plane, relative to that from the origin, that counts as none
FLAT = 1e-9  # sine between the edges of a face that counts as degenerate
ROUGH = 0.5  # share of the upper bound that the lower bound must reach before the direction is refined
# cosine of the angle about a refined direction in which no other minimum is looked for
SMOOTH_CONE, KINK_CONE, NO_CONE = 0.995, 0.9999, 2.0


@helper
def support_height(m, d, way):
    """Distance of the support plane across the unit vector `way`; the support point is in work.convex_point."""
    d.work.convex_way = way
    convex_support(m, d)
    return dot(d.work.convex_point, way)


@helper
def add_face(d, i, j, k):
    """Add a face whose corners are counter-clockwise seen from outside; False if it is degenerate."""
    f = 0
    while f < d.work.hull_face_num and d.work.hull_dist[f] < GONE:
        f += 1
    a, b, c = d.work.hull_point[i], d.work.hull_point[j], d.work.hull_point[k]
    normal = cross(b - a, c - a)
    area = norm(normal)
    if f == MOST_FACES or not area > FLAT * norm(b - a) * norm(c - a):
        return False
    d.work.hull_face[f, 0], d.work.hull_face[f, 1], d.work.hull_face[f, 2] = i, j, k
    d.work.hull_normal[f] = normal * (1.0 / area)
    d.work.hull_dist[f] = dot(d.work.hull_normal[f], a)
    if f == d.work.hull_face_num:
        d.work.hull_face_num = f + 1
    return True


@helper
def closest_face(d, way, widest):
    """The face closest to the origin whose normal is outside of a cone about `way`; -1 if there is none."""
    best, least = -1, GONE
    for f in range(d.work.hull_face_num):
        if d.work.hull_dist[f] < least and dot(d.work.hull_normal[f], way) < widest:
            best, least = f, d.work.hull_dist[f]
    return best


@helper
def add_edge(d, i, j):
    """Add an edge to the outline of what is removed; an edge that comes in both directions is inside of it."""
    count = d.work.hull_edge_num
    for e in range(count):
        if d.work.hull_edge[e, 0] == j and d.work.hull_edge[e, 1] == i:
            for k in range(2):
                d.work.hull_edge[e, k] = d.work.hull_edge[count - 1, k]
            d.work.hull_edge_num = count - 1
            return
    if count < MOST_POINTS:
        d.work.hull_edge[count, 0], d.work.hull_edge[count, 1] = i, j
        d.work.hull_edge_num = count + 1


@helper
def add_point(m, d, way):
    """Add the support point along `way` to the polytope, not yet with faces; height of the support plane."""
    height = support_height(m, d, way)
    d.work.hull_point[d.work.hull_point_num] = d.work.convex_point
    d.work.hull_point_num += 1
    return height


@helper
def expand(d):
    """Replace the faces that the newest point is beyond by faces to it; False if that gives a degenerate face.

    Faces in whose planes it is go too: else a point in line with an edge would make a face without area.
    """
    newest = d.work.hull_point_num - 1
    point, d.work.hull_edge_num = d.work.hull_point[newest], 0
    slack = COPLANAR * norm(point)
    for f in range(d.work.hull_face_num):
        if d.work.hull_dist[f] < GONE and dot(d.work.hull_normal[f], point) > d.work.hull_dist[f] - slack:
            d.work.hull_dist[f] = GONE
            for k in range(3):
                add_edge(d, d.work.hull_face[f, k], d.work.hull_face[f, (k + 1) % 3])
    whole = d.work.hull_edge_num > 2
    for e in range(d.work.hull_edge_num):
        whole = add_face(d, d.work.hull_edge[e, 0], d.work.hull_edge[e, 1], newest) and whole
    return whole


@helper
def start_polytope(m, d):
    """Start with the simplex if it has the origin inside, else with four support points; False if both are flat."""
    for attempt in range(0 if d.work.convex_overlap == ENCLOSED else 1, 2):
        d.work.hull_point_num, d.work.hull_face_num = 0, 0
        for i in range(4):
            if attempt == 0:
                d.work.hull_point[i] = d.work.simplex[i]
                d.work.hull_point_num += 1
            else:
                x, y = SPREAD if i < 2 else -SPREAD, 1.0 if i % 2 == 0 else -1.0
                add_point(m, d, d.work.convex_axes.mat3[9].T @ Vec3(x, y * SPREAD, x * y))
        whole = True
        for corners in TRIANGLE:
            whole = add_face(d, corners[0], corners[1], corners[2]) and whole
        if expand(d) and whole:
            return True
    return False


@stage
def convex_depth(m, d):
    """work.convex_dist: minus the penetration depth; work.convex_way: where to move the second core."""
    way, cone = d.work.convex_way, NO_CONE
    lowest = support_height(m, d, way)
    growing = start_polytope(m, d)
    for _ in range(m.opt.ccd_iterations):
        f = closest_face(d, way, cone)
        if not growing or f < 0 or d.work.hull_point_num == MOST_POINTS:
            break
        if d.work.hull_dist[f] >= lowest - m.opt.ccd_tolerance:
            break
        normal, dist = d.work.hull_normal[f], d.work.hull_dist[f]
        height = add_point(m, d, normal)
        growing = expand(d)
        if height < lowest:
            lowest, way, cone = height, normal, NO_CONE
        if cone == NO_CONE and dist > ROUGH * lowest:
            d.work.convex_way, d.work.convex_dist = way, -lowest
            convex_refine(m, d)
            lowest, way = -d.work.convex_dist, d.work.convex_way
            if d.work.convex_exact > 0:
                cone = SMOOTH_CONE if d.work.convex_exact == EXACT else KINK_CONE
    if not growing:  # degenerate, often by symmetry: an axis may be right
        for j in range(12):
            normal = d.work.convex_axes.vec3[3 * (j // 2)] * (1.0 if j % 2 == 0 else -1.0)
            height = support_height(m, d, normal)
            if height < lowest:
                lowest, way, cone = height, normal, NO_CONE
    d.work.convex_way, d.work.convex_dist = way, -lowest
    if cone == NO_CONE:
        convex_refine(m, d)
