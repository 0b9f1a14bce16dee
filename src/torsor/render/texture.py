"""Colours of textures: two-dimensional ones and cubes, from the level of detail that fits the distance.

All levels of all textures lie one after the other in one array, a texel in an integer: 8 bits each of red, green, blue.
`levels` has a row for each level of each texture: width, height of a face, where it starts; a cube has six faces below
each other. Colours go from 0 to 255 here.
"""

from ..jit import helper, routine
from ..jit.lanes import floor
from ..jit.values import Vec3


@helper
def texel(texels, place):
    word = texels[place]
    return Vec3(float(word & 255), float((word >> 8) & 255), float((word >> 16) & 255))


@helper
def wrapped(i, number):
    """An integer from 0 to number - 1, as if what they count went on for ever."""
    if i >= 0 and i < number:
        return i
    rest = i % number
    return rest + number if rest < 0 else rest


@routine
def level_colour(texels, levels, level, face, u, v, wraps):
    """Colour of one level between its texels; u and v in repetitions, v downwards."""
    width, height, start = levels[level, 0], levels[level, 1], levels[level, 2]
    start += face * width * height
    x, y = u * width - 0.5, v * height - 0.5
    left, top = floor(x), floor(y)
    a, b = x - left, y - top
    if wraps:
        turns = floor(left / width)  # so that integers stay small
        i, j = wrapped(int(left - turns * width), width), wrapped(int(top - floor(top / height) * height), height)
        i1, j1 = i + 1 if i + 1 < width else 0, j + 1 if j + 1 < height else 0
    else:
        i, j = min(max(int(left), 0), width - 1), min(max(int(top), 0), height - 1)
        i1, j1 = min(max(int(left) + 1, 0), width - 1), min(max(int(top) + 1, 0), height - 1)
    above = texel(texels, start + j * width + i) * (1.0 - a) + texel(texels, start + j * width + i1) * a
    below = texel(texels, start + j1 * width + i) * (1.0 - a) + texel(texels, start + j1 * width + i1) * a
    return above * (1.0 - b) + below * b


@helper
def texture_colour(texels, levels, first, last, face, u, v, footprint, wraps):
    """Colour of a texture where a sample covers so many texels across; levels from first to last."""
    level = first
    while footprint > 1.0 and level < last:
        footprint *= 0.5
        level += 1
    fine = level_colour(texels, levels, max(level - 1, first), face, u, v, wraps)
    if level == first:
        return fine
    share = min(max(2.0 * footprint - 1.0, 0.0), 1.0)
    return fine * (1.0 - share) + level_colour(texels, levels, level, face, u, v, wraps) * share


@helper
def cube_colour(texels, levels, first, last, way, footprint):
    """Colour of a cube in a direction; `footprint` is the number of texels that a sample covers for a unit vector."""
    x, y, z = abs(way.x), abs(way.y), abs(way.z)
    if x >= y and x >= z:
        face, size, s, t = (0, x, -way.z, -way.y) if way.x > 0.0 else (1, x, way.z, -way.y)
    elif y >= z:
        face, size, s, t = (2, y, way.x, way.z) if way.y > 0.0 else (3, y, way.x, -way.z)
    else:
        face, size, s, t = (4, z, way.x, -way.y) if way.z > 0.0 else (5, z, -way.x, -way.y)
    size = max(size, 1e-30)
    return texture_colour(texels, levels, first, last, face, 0.5 * (s / size + 1.0), 0.5 * (t / size + 1.0),
                          footprint / size, 0)


@helper
def sky_way(way):
    """A direction in the axes of sky boxes, in which y is up."""
    return Vec3(way.x, way.z, -way.y)
