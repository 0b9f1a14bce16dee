"""What a convex shape is like where it touches: flat along some directions, curved along others. A row for each shape.

Near a point of its surface with outward normal w a shape has the directions along which the point may slide while w
stays as it is (none on an ellipsoid or at a corner, one along an edge or the side of a cylinder, two on a face), and
the bend ds/dw, by which the point moves as w turns. All is in the frame of the geom, but for prisms of height fields.
Colliders find w to a tolerance if a shape is round: what is nearly flat counts as flat, and is made so by who asks.
"""

from ....jit import helper
from ....jit.choice import choice, one_of
from ....jit.lanes import sqrt
from ....jit.values import AXES, ZERO, Mat3, Vec3, X, Y, Z, dot, norm, normalized
from ...collision.convex.shapes.ellipsoid import scaled_along
from ...collision.convex.shapes.shape import times
from ...common.mesh import vertex
from ...common.names import CAPSULE, CYLINDER, ELLIPSOID, HFIELD, MESH, SPHERE
from ..velocity.fluid import outer

EXACT, ROUGH = 1e-6, 5e-3  # sines of angles that count as none, where all is flat and where something is round
INSIDE = 1.0 - 1e-4  # of the length of an edge or the radius of a disk: what is beyond is its end
NOT_BENT = Mat3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


# ---- round shapes ----
@helper
def bend_of_ball(way, radius):
    return (AXES - outer(way, way)) * radius


@helper
def on_sphere(m, pair, side, way, point, tolerance):
    radius = m.geom_size[pair.geom[side]].x
    return way * radius, bend_of_ball(way, radius), ZERO, ZERO, 0


@helper
def on_capsule(m, pair, side, way, point, tolerance):
    """The side, or the half ball at an end."""
    size = m.geom_size[pair.geom[side]]
    height = point.z - way.z * size.x
    beside = abs(way.z) < tolerance and abs(height) < INSIDE * size.y
    if not beside:
        height = size.y if height > 0.0 else -size.y
    return Vec3(0.0, 0.0, height) + way * size.x, bend_of_ball(way, size.x), Z, ZERO, 1 if beside else 0


@helper
def on_ellipsoid(m, pair, side, way, point, tolerance):
    size = m.geom_size[pair.geom[side]]
    farthest, squares = scaled_along(size, way), times(size, size)
    length = norm(times(size, way))
    stretched = Mat3(squares.x, 0.0, 0.0, 0.0, squares.y, 0.0, 0.0, 0.0, squares.z)
    return farthest, (stretched - outer(farthest, farthest)) * (1.0 / length), ZERO, ZERO, 0


@helper
def on_cylinder(m, pair, side, way, point, tolerance):
    """A disk, the side, or the rim between them."""
    size = m.geom_size[pair.geom[side]]
    across, out = sqrt(way.x * way.x + way.y * way.y), sqrt(point.x * point.x + point.y * point.y)
    end = size.y if way.z > 0.0 else -size.y
    if across < tolerance and out < INSIDE * size.x:
        return Vec3(point.x, point.y, end), NOT_BENT, X, Y, 2
    beside = abs(way.z) < tolerance and abs(point.z) < INSIDE * size.y
    radial = Vec3(way.x / across, way.y / across, 0.0)
    around = Vec3(-radial.y, radial.x, 0.0)
    return (radial * size.x + Z * (point.z if beside else end), outer(around, around) * (size.x / across), Z, ZERO,
            1 if beside else 0)


# ---- shapes with corners ----
@helper
def box_corners(m, pair, side):
    return 8


@helper
def box_corner(m, pair, side, i):
    size = m.geom_size[pair.geom[side]]
    return Vec3(size.x if i & 1 else -size.x, size.y if i & 2 else -size.y, size.z if i & 4 else -size.z)


@helper
def prism_corners(m, pair, side):
    return 6


@helper
def prism_corner(m, pair, side, i):
    return pair.prism[i]


@helper
def mesh_corners(m, pair, side):
    """Vertices of the hull or, if the mesh has none, all."""
    mesh = m.geom_dataid[pair.geom[side]]
    graph = m.mesh_graphadr[mesh]
    return m.mesh_graph[graph] if graph >= 0 else m.mesh_vertnum[mesh]


@helper
def mesh_corner(m, pair, side, i):
    mesh = m.geom_dataid[pair.geom[side]]
    graph = m.mesh_graphadr[mesh]
    return vertex(m, mesh, m.mesh_graph[graph + 2 + m.mesh_graph[graph] + i] if graph >= 0 else i)


corner_number = choice('corner_number', {MESH: mesh_corners, HFIELD: prism_corners}, otherwise=box_corners)
corner_at = choice('corner_at', {MESH: mesh_corner, HFIELD: prism_corner}, otherwise=box_corner)


@helper
def longest_level(m, pair, side, way, count, start, without, tolerance):
    """From a corner to one that is as far along `way`: of these the longest way, less its part along `without`."""
    longest, square = ZERO, 0.0
    for i in range(count):
        apart = corner_at(pair.type[side], m, pair, side, i) - start
        if dot(way, apart) > -tolerance * norm(apart):
            apart = apart - without * dot(without, apart)
            if dot(apart, apart) > square:
                longest, square = apart, dot(apart, apart)
    return longest, square


@helper
def on_corners(m, pair, side, way, point, tolerance):
    """A face, an edge or a corner: what is spanned by the corners that are farthest along `way`."""
    kind = pair.type[side]
    count, start = corner_number(kind, m, pair, side), corner_at(kind, m, pair, side, 0)
    for i in range(1, count):
        candidate = corner_at(kind, m, pair, side, i)
        if dot(way, candidate - start) > 0.0:
            start = candidate
    first, second, flat = ZERO, ZERO, 0
    apart, square = longest_level(m, pair, side, way, count, start, ZERO, tolerance)
    if square > 0.0:
        first, flat, most = normalized(apart), 1, square
        apart, square = longest_level(m, pair, side, way, count, start, first, tolerance)
        if square > ROUGH * ROUGH * most:
            second, flat = normalized(apart), 2
    offset = point - start
    return start + first * dot(first, offset) + second * dot(second, offset), NOT_BENT, first, second, flat


is_rough = one_of('is_rough', (ELLIPSOID, CYLINDER))
# (m, pair, side, way, point, tolerance): the point of the surface, its bend, two directions that it may slide along,
# and how many of these there are; near a point whose outward normal is `way`
feature = choice('feature', {SPHERE: on_sphere, CAPSULE: on_capsule, ELLIPSOID: on_ellipsoid, CYLINDER: on_cylinder},
                 otherwise=on_corners)
