"""The cylinder: its axis is z, and its core has the size (radius, radius, half height)."""

from .....jit import helper
from .....jit.formula import formula
from .....jit.lanes import sqrt, where
from .....jit.values import TINY, Vec3, normalized
from ..touch import POLYGON, add_face, axis, code_of, one_edge, to_world
from .shape import Shape, sign

# corners of a quarter of a disk of radius 1; disks are polygons of 16 corners
DISK_X = (1.0, 0.923879532511287, 0.707106781186548, 0.382683432365090)
DISK_Y = (0.0, 0.382683432365090, 0.707106781186547, 0.923879532511287)


@helper
def core(size):
    return Vec3(size.x, size.x, size.y), 0.0


@formula
def rim_along(size, way):
    """Point farthest along `way`; the middle of a disk if that is along the axis."""
    square = way.x * way.x + way.y * way.y
    upright = square < TINY * TINY
    scale = where(upright, 0.0, size.x / sqrt(where(upright, 1.0, square)))
    return Vec3(scale * way.x, scale * way.y, where(way.z < 0.0, -size.z, size.z))


@helper
def along(m, d, pair, side, radius, way):
    return rim_along(pair.size[side], way)


@formula
def disk_along(radius, way):
    """Point of a disk across z that is farthest along `way`; the centre if that is along the axis."""
    length = sqrt(way.x * way.x + way.y * way.y)
    upright = length <= TINY
    length = where(upright, 1.0, length)
    return Vec3(where(upright, 0.0, way.x / length * radius), where(upright, 0.0, way.y / length * radius), 0.0)


@helper
def middle_along(m, d, pair, side, size, way):
    return disk_along(size.x, way) + Vec3(0.0, 0.0, sign(way.z) * size.y)


@helper
def normal(size, point, normal):
    """Normal of the side, if the point is near that rather than the disks."""
    gap, height = abs(size.x - sqrt(point.x * point.x + point.y * point.y)), abs(point.z)
    beside = not (height > 0.95 * size.y or abs(size.y - height) < 0.25 * gap)
    return normalized(Vec3(point.x, point.y, 0.0)), beside


@helper
def faces(m, d, pair, side):
    """A disk that all points of the contact are on."""
    first, second, third = code_of(pair, side, 0) >> 2, code_of(pair, side, 1) >> 2, code_of(pair, side, 2) >> 2
    if first == second and first == third:
        add_face(pair, side, first, axis(d, pair, side, 2) * (1.0 if first == 1 else -1.0))


@helper
def lay_face(m, d, pair, side, face, start):
    upper, size = face == 1, pair.size[side]
    for i in range(16):
        x, y = size.x * DISK_X[i % 4], size.x * DISK_Y[i % 4]
        for _ in range(i // 4):
            x, y = -y, x
        pair.outline[start + i] = to_world(d, pair, side, Vec3(x, -y if upper else y, size.z if upper else -size.z))
    return 16


@helper
def on_rim(d, pair, side, point, upper):
    """The point of the upper or the lower rim nearest to one that may be of the widened cylinder."""
    size, local = pair.size[side], pair.turn[side].T @ (point - pair.at[side])
    away = sqrt(local.x * local.x + local.y * local.y)
    scale = size.x / away if away > TINY else 0.0
    return to_world(d, pair, side, Vec3(local.x * scale, local.y * scale, size.z if upper else -size.z))


@helper
def lay_edge(m, d, pair, side, k):
    """The line along the side from the first point of the contact, which is on a rim.

    Its ends round as in MuJoCo: that decides which of equal lengths is the longest, once a face has cut them off.
    """
    start, upper = pair.touch_part[side], code_of(pair, side, 0) & 4 != 0
    if pair.reach > 0.0:
        start = on_rim(d, pair, side, start, upper)
    length = 2.0 * pair.size[side].z
    end = start + axis(d, pair, side, 2) * (-length if upper else length)
    pair.outline[POLYGON], pair.outline[POLYGON + 1] = start, end


SHAPE = Shape(along, middle_along, core, normal=normal, faces=faces, lay_face=lay_face, edge_number=one_edge,
              lay_edge=lay_edge)
