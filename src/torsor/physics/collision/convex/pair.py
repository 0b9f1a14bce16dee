"""The two convex shapes of a pair, known by their support functions.

A shape is the set of points within some distance of its core. The core of a sphere is a point and that of a capsule a
segment; the other shapes are their own cores. What differs between shapes is in shapes/. Both shapes are widened by
half of the distance within which points count, so they have a contact if the wide shapes overlap. Of two shapes A and B
only the set of differences of their points, A - B, matters: it has the origin inside if they overlap, and else its
distance from the origin is theirs.
"""

from ....jit import helper, stage
from ....jit.scratch import Scratch
from ....schema.field import Field
from .shapes.table import along, core, widened

PAIR = Scratch('pair', (
    Field('geom', 'int', '2', '', 'the two geoms, ordered by type'),
    Field('reach', 'real', '', 'm', 'distance below which points count'),
    # the shapes, and a point of their difference
    Field('type', 'int', '2', '', 'type of each geom'),
    Field('size', 'vec3', '2', 'm', 'half sizes of each core'),
    Field('radius', 'real', '2', 'm', 'how far each shape extends beyond its core'),
    Field('whole', 'int', '', '', 'whether these count, or just the cores'),
    Field('way', 'vec3', '', '1', 'direction in which a point is looked for'),
    Field('point', 'vec3', '', 'm', 'support point of the difference'),
    Field('part', 'vec3', '2', 'm', 'points of the shapes that it is the difference of'),
    Field('code', 'int', '', '', 'octants these are in, three bits for each shape'),
    Field('limit', 'real', '', 'm', 'distance above which it does not matter'),
    Field('near', 'vec3', '', 'm', 'point of the simplex closest to the origin'),
    # their contact, and what it is made of
    Field('dist', 'real', '', 'm', 'distance of the shapes, negative in penetration'),
    Field('pos', 'vec3', '', 'm', 'middle between their closest points'),
    Field('normal', 'vec3', '', '1', 'direction from the first shape to the second'),
    Field('touch_part', 'vec3', '2', 'm', 'first of the points of each shape at the contact'),
    Field('touch_code', 'int', '3', '', 'octants that these points are in'),
    Field('tilt_pos', 'vec3', '2', 'm', 'where the shapes stand when they are tilted'),
    Field('tilt_mat', 'mat3', '2', '1', 'how they are turned then'),
    # a simplex of differences of points
    Field('simplex', 'vec3', '4', 'm', 'corners of the simplex'),
    Field('simplex_part', 'vec3', '8', 'm', 'points that the corners are the differences of'),
    Field('simplex_code', 'int', '4', '', 'octants these are in'),
    Field('simplex_weight', 'real', '4', '1', 'weights of its point closest to the origin'),
    Field('simplex_volume', 'real', '4', 'm^3', 'volume between the origin and each face'),
    Field('simplex_num', 'int', '', '', 'number of corners'),
    # a polytope of triangles of such differences
    Field('hull_point', 'vec3', '128', 'm', 'points of the polytope'),
    Field('hull_part', 'vec3', '256', 'm', 'points that these are the differences of'),
    Field('hull_code', 'int', '128', '', 'octants these are in'),
    Field('hull_point_num', 'int', '', '', 'number of points'),
    Field('hull_role', 'int', '5', '', 'points that are the corners of the first polytope'),
    Field('hull_centre', 'vec3', '', 'm', 'a point inside'),
    Field('hull_corner', 'int', '768', '', 'point that each half-edge starts at'),
    Field('hull_twin', 'int', '768', '', 'half-edge the other way'),
    Field('hull_foot', 'vec3', '256', 'm', 'origin projected on each face, turned outwards'),
    Field('hull_dist2', 'real', '256', 'm^2', 'squared distance of each face from the origin'),
    Field('hull_place', 'int', '256', '', 'place of each face in the list; -1 none, -2 gone'),
    Field('hull_face_num', 'int', '', '', 'faces there were at most'),
    Field('hull_listed', 'int', '256', '', 'faces that may be the closest'),
    Field('hull_listed_num', 'int', '', '', 'number of these'),
    Field('hull_free', 'int', '256', '', 'faces that are gone'),
    Field('hull_free_num', 'int', '', '', 'number of these'),
    Field('hull_wait', 'int', '512', '', 'half-edges whose faces are to be looked at'),
    Field('hull_rim', 'int', '512', '', 'half-edges around a hole'),
    # a face or edge of a shape while it is clipped by a face of the other
    Field('face', 'int', '6', '', 'side of each axis whose face touches, or 0'),
    Field('outline', 'vec3', '80', 'm', 'corners of the face, the polygon and its part'),
    Field('chosen', 'int', '4', '', 'corners of the polygon that become contacts'),
))


@helper
def placed(m, d, first, second, reach):
    """The two geoms as a pair of cores with radii; where points count within this reach."""
    pair = PAIR(d)
    pair.geom[0], pair.geom[1], pair.reach = first, second, reach
    for side in range(2):
        g = pair.geom[side]
        pair.type[side] = m.geom_type[g]
        pair.size[side], pair.radius[side] = core(m.geom_type[g], m.geom_size[g])
    return pair


@helper
def half_reach(pair):
    """How much each shape is widened: no shape can be made smaller, only a radius around its core."""
    return 0.5 * pair.reach if pair.reach > 0.0 else 0.0


@helper
def octant(way):
    """In which octant a direction is, a bit per axis: names the corner of a box, or the disk of a cylinder."""
    return (1 if way.x >= 0.0 else 0) + (2 if way.y >= 0.0 else 0) + (4 if way.z >= 0.0 else 0)


@stage
def convex_support(m, d, pair: PAIR):
    """pair.point: the point of A - B that is farthest along the unit vector pair.way.

    pair.part: the points of A and B that it is the difference of. pair.code: the octants these are in.
    If pair.whole is 0 the shapes are just the cores, if it is 1 they have their radii and are widened.

    Reads geom_xpos, geom_xmat.
    """
    pair.code = 0
    wider = half_reach(pair) * pair.whole
    for side in range(2):
        g, kind, size = pair.geom[side], pair.type[side], pair.size[side]
        radius = pair.radius[side] * pair.whole
        way = pair.way if side == 0 else -pair.way
        local = d.geom_xmat[g].T @ way
        point = d.geom_xmat[g] @ along(kind, size, radius, local) + d.geom_xpos[g]
        pair.part[side] = widened(kind, point, radius, way) + way * wider
        pair.code += octant(local) << 3 * side
    pair.point = pair.part[0] - pair.part[1]
