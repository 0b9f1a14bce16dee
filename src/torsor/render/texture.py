"""Colours of textures: two-dimensional ones and cubes, from the level of detail that fits the distance.

All levels of all textures lie one after the other in one array. `levels` has a row for each level of each texture:
width, height of a face, where it starts; a cube has six faces below each other.
"""

from ..jit import helper, routine
from ..jit.lanes import floor
from ..jit.values import Vec3


@helper
def texel(texels, start, width, x, y):
    return texels.numbers.vec3[start + 3 * (y * width + x)]


@routine
def level_colour(texels, levels, level, face, u, v, wraps):
    """Colour of one level between its texels; u and v in repetitions, v downwards."""
    width, height, start = levels[level, 0], levels[level, 1], levels[level, 2]
    start += 3 * face * width * height
    x, y = u * width - 0.5, v * height - 0.5
    i, j = int(floor(x)), int(floor(y))
    a, b = x - i, y - j
    i1, j1 = i + 1, j + 1
    if wraps:
        i, i1, j, j1 = i % width, i1 % width, j % height, j1 % height
    else:
        i, i1 = min(max(i, 0), width - 1), min(max(i1, 0), width - 1)
        j, j1 = min(max(j, 0), height - 1), min(max(j1, 0), height - 1)
    above = texel(texels, start, width, i, j) * (1.0 - a) + texel(texels, start, width, i1, j) * a
    below = texel(texels, start, width, i, j1) * (1.0 - a) + texel(texels, start, width, i1, j1) * a
    return above * (1.0 - b) + below * b


@routine
def texture_colour(texels, levels, first, last, face, u, v, footprint, wraps):
    """Colour of a texture where a sample covers so many texels across; levels from first to last."""
    level = first
    while footprint > 1.0 and level < last:
        footprint *= 0.5
        level += 1
    fine = level_colour(texels, levels, max(level - 1, first), face, u, v, wraps)
    if level == first:
        return fine
    share = min(2.0 * footprint - 1.0, 1.0)
    return fine * (1.0 - share) + level_colour(texels, levels, level, face, u, v, wraps) * share


@helper
def cube_colour(texels, levels, first, last, way, footprint):
    """Colour of a cube in a direction."""
    x, y, z = abs(way.x), abs(way.y), abs(way.z)
    if x >= y and x >= z:
        face, size, s, t = (0, x, -way.z, -way.y) if way.x > 0.0 else (1, x, way.z, -way.y)
    elif y >= z:
        face, size, s, t = (2, y, way.x, way.z) if way.y > 0.0 else (3, y, way.x, -way.z)
    else:
        face, size, s, t = (4, z, way.x, -way.y) if way.z > 0.0 else (5, z, -way.x, -way.y)
    size = max(size, 1e-30)
    return texture_colour(texels, levels, first, last, face, 0.5 * (s / size + 1.0), 0.5 * (t / size + 1.0), footprint,
                          0)


@helper
def sky_way(way):
    """A direction in the axes of sky boxes, in which y is up."""
    return Vec3(way.x, way.z, -way.y)
