"""What the algorithms know of a pair of convex shapes: the shapes, their contact, a simplex, a polytope, outlines."""

from ....jit.scratch import Scratch
from ....schema.field import Field

PAIR = Scratch('pair', (
    Field('geom', 'int', '2', '', 'the two geoms, ordered by type'),
    Field('reach', 'real', '', 'm', 'distance below which points count'),
    Field('clip_reach', 'real', '', 'm', 'the same for points that follow from a first contact'),
    # the shapes, and a point of their difference
    Field('type', 'int', '2', '', 'type of each geom'),
    Field('at', 'vec3', '2', 'm', 'where each shape stands'),
    Field('turn', 'mat3', '2', '1', 'how it is turned'),
    Field('centre', 'vec3', '2', 'm', 'a point inside of it'),
    Field('size', 'vec3', '2', 'm', 'half sizes of each core'),
    Field('radius', 'real', '2', 'm', 'how far each shape extends beyond its core'),
    Field('whole', 'int', '', '', 'whether these count, or just the cores'),
    Field('way', 'vec3', '', '1', 'direction in which a point is looked for'),
    Field('point', 'vec3', '', 'm', 'support point of the difference'),
    Field('part', 'vec3', '2', 'm', 'points of the shapes that it is the difference of'),
    Field('code', 'size', '', '', 'which points of the shapes these are, 32 bits for each shape'),
    Field('limit', 'real', '', 'm', 'distance above which it does not matter'),
    Field('near', 'vec3', '', 'm', 'point of the simplex closest to the origin'),
    # what meshes and prisms of height fields know of themselves
    Field('local', 'vec3', '', '1', 'direction in the frame of such a shape'),
    Field('corner', 'vec3', '', 'm', 'its point that is farthest along this'),
    Field('vertex', 'int', '2', '', 'number of this point in each shape'),
    Field('hull_vertex', 'int', '2', '', 'its number in the hull of a mesh'),
    Field('prism', 'vec3', '6', 'm', 'corners of a prism, those at the bottom first'),
    # their contact, and what it is made of
    Field('dist', 'real', '', 'm', 'distance of the shapes, negative in penetration'),
    Field('pos', 'vec3', '', 'm', 'middle between their closest points'),
    Field('normal', 'vec3', '', '1', 'direction from the first shape to the second'),
    Field('touch_part', 'vec3', '2', 'm', 'first of the points of each shape at the contact'),
    Field('touch_code', 'size', '3', '', 'which points these are'),
    # a simplex of differences of points
    Field('simplex', 'vec3', '4', 'm', 'corners of the simplex'),
    Field('simplex_part', 'vec3', '8', 'm', 'points that the corners are the differences of'),
    Field('simplex_code', 'size', '4', '', 'which points these are'),
    Field('simplex_weight', 'real', '4', '1', 'weights of its point closest to the origin'),
    Field('simplex_volume', 'real', '4', 'm^3', 'volume between the origin and each face'),
    Field('simplex_num', 'int', '', '', 'number of corners'),
    # a polytope of triangles of such differences
    Field('hull_point', 'vec3', '128', 'm', 'points of the polytope'),
    Field('hull_part', 'vec3', '256', 'm', 'points that these are the differences of'),
    Field('hull_code', 'size', '128', '', 'which points these are'),
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
    Field('face', 'int', '1024', '', 'names of the faces of each shape at the contact, 512 for each'),
    Field('face_normal', 'vec3', '1024', '1', 'their outward normals'),
    Field('face_num', 'int', '2', '', 'how many there are'),
    Field('edge', 'int', '1024', '', 'where the edges of a mesh at the contact end, 512 for each shape'),
    Field('outline', 'vec3', '5120', 'm', 'corners of the face, the polygon and its part'),
    Field('chosen', 'int', '4', '', 'corners of the polygon that become contacts'),
))
