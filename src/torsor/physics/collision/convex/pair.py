"""The two convex shapes of a pair, known by their support functions.

A shape is the set of points within some distance of its core. The core of a sphere is a point and that of a capsule a
segment; the other shapes are their own cores. What differs between shapes is in shapes/. Both shapes are widened by
half of the distance within which points count, so they have a contact if the wide shapes overlap. Of two shapes A and B
only the set of differences of their points, A - B, matters: it has the origin inside if they overlap, and else its
distance from the origin is theirs.
"""

from ....jit import helper, stage
from ....jit.values import TINY
from ...common.names import HFIELD, MESH
from .scratch import PAIR
from .shapes.prism import farthest_corner
from .shapes.search import farthest_placed
from .shapes.table import along, code, core, is_angular, widened


@helper
def stand(pair, side, at, turn):
    """Let a shape stand somewhere."""
    pair.at[side], pair.turn[side], pair.centre[side], pair.listed[side] = at, turn, at, 0


@helper
def placed(m, d, first, second, reach):
    """The two geoms as a pair of cores with radii; where points count within this reach."""
    pair = PAIR(d)
    pair.geom[0], pair.geom[1], pair.reach, pair.clip_reach = first, second, reach, reach
    for side in range(2):
        g = pair.geom[side]
        pair.type[side], pair.vertex[side], pair.hull_vertex[side] = m.geom_type[g], 0, -1
        stand(pair, side, d.geom_xpos[g], d.geom_xmat[g])
        pair.size[side], pair.radius[side] = core(m.geom_type[g], m.geom_size[g])
    return pair


@helper
def half_reach(pair):
    """How much each shape is widened: no shape can be made smaller, only a radius around its core."""
    return 0.5 * pair.reach if pair.reach > 0.0 else 0.0


@helper
def are_angular(pair):
    """Whether both shapes have flat faces only, and are not widened: then all is known exactly in the end."""
    return not pair.reach > 0.0 and is_angular(pair.type[0]) and is_angular(pair.type[1])


@helper
def distance_tolerance(m, pair):
    """To what distances have to be known."""
    return TINY if are_angular(pair) else m.opt.ccd_tolerance


@helper
def support_of(m, d, pair, side, way, whole):
    """The point of one shape that is farthest along a unit vector; the direction in its frame is pair.local then."""
    kind, turn, radius = pair.type[side], pair.turn[side], pair.radius[side] * whole
    pair.local = turn.T @ way
    point = turn @ along(kind, m, d, pair, side, radius, pair.local) + pair.at[side]
    return widened(kind, point, radius, way) + way * (half_reach(pair) * whole)


@stage
def mesh_support(m, d, pair: PAIR):
    """What plain_support does if the second shape is a mesh: most searches are among meshes, and want no further call.
    """
    i, wider, codes = pair.newest, half_reach(pair) * pair.whole, 0
    for side in range(2):
        way = pair.way if side == 0 else -pair.way
        if pair.type[side] == MESH:
            pair.part[2 * i + side] = farthest_placed(m, d, pair, side, way) + way * wider
            codes += pair.vertex[side] << 32 * side
        elif pair.type[side] == HFIELD:  # all is in the frame of the height field
            pair.part[2 * i + side] = farthest_corner(pair, way) + way * wider
        else:
            pair.part[2 * i + side] = support_of(m, d, pair, side, way, pair.whole)
            codes += code(pair.type[side], pair, side, pair.local) << 32 * side
    pair.point[i], pair.code[i] = pair.part[2 * i] - pair.part[2 * i + 1], codes


@stage
def plain_support(m, d, pair: PAIR):
    """What convex_support does if the second shape is no mesh."""
    i, codes = pair.newest, 0
    for side in range(2):
        pair.part[2 * i + side] = support_of(m, d, pair, side, pair.way if side == 0 else -pair.way, pair.whole)
        codes += code(pair.type[side], pair, side, pair.local) << 32 * side
    pair.point[i], pair.code[i] = pair.part[2 * i] - pair.part[2 * i + 1], codes


@helper
def convex_support(m, d, pair, i):
    """pair.point[i]: the point of A - B that is farthest along the unit vector pair.way.

    pair.part: the points of A and B that it is the difference of. pair.code: which these are.
    If pair.whole is 0 the shapes are just the cores, if it is 1 they have their radii and are widened.
    """
    pair.newest = i
    if pair.type[1] == MESH:
        mesh_support(m, d, pair)
    else:
        plain_support(m, d, pair)


@helper
def move_point(pair, source, target):
    """Give a point of A - B another number."""
    pair.point[target], pair.code[target] = pair.point[source], pair.code[source]
    for side in range(2):
        pair.part[2 * target + side] = pair.part[2 * source + side]
