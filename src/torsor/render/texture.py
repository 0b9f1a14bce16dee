"""Colours of textures: flat ones and cubes, from the level of detail that fits the distance; a pack of places at once.

All levels of all textures lie one after the other in one array, a texel in an integer: 8 bits each of red, green, blue.
`levels` has a row for each level of each texture: width, height of a face, where it starts; a cube has six faces below
each other.
"""

from ..jit import helper
from ..jit.elementary import log
from ..jit.formula import formula
from ..jit.lanes import any_, clamp, floor, maximum, where
from ..jit.simd import numbers_at
from ..jit.values import Vec3

BYTE = 1.0 / 255.0
PER_OCTAVE = 1.4426950408889634  # 1 / log(2)


@formula
def within(i, number):
    """Indices that are certainly from 0 to number - 1, whatever they were computed from."""
    return where((i >= 0.0) & (i < number), i, 0.0)


@formula
def channels(words):
    """Red, green and blue of texels, from 0 to 1."""
    blue = floor(words * (1.0 / 65536.0))
    rest = words - 65536.0 * blue
    green = floor(rest * (1.0 / 256.0))
    return Vec3((rest - 256.0 * green) * BYTE, green * BYTE, blue * BYTE)


@helper
def texel(texels, places):
    return channels(numbers_at(texels.numbers, places))


@helper
def level_colour(texels, levels, level, face, u, v, wraps):
    """Colours of levels between their texels; u and v in repetitions, v downwards."""
    width = numbers_at(levels.numbers, 3.0 * level)
    height, start = numbers_at(levels.numbers, 3.0 * level + 1.0), numbers_at(levels.numbers, 3.0 * level + 2.0)
    x, y = u * width - 0.5, v * height - 0.5
    left, top = floor(x), floor(y)
    a, b = x - left, y - top
    if wraps:
        i, j = within(left - width * floor(left / width), width), within(top - height * floor(top / height), height)
        next_i, next_j = within(i + 1.0, width), within(j + 1.0, height)
    else:
        i, j = within(clamp(left, 0.0, width - 1.0), width), within(clamp(top, 0.0, height - 1.0), height)
        next_i = within(clamp(left + 1.0, 0.0, width - 1.0), width)
        next_j = within(clamp(top + 1.0, 0.0, height - 1.0), height)
    above, below = start + (face * height + j) * width, start + (face * height + next_j) * width
    upper, upper_right = texel(texels, above + i), texel(texels, above + next_i)
    lower, lower_right = texel(texels, below + i), texel(texels, below + next_i)
    return (upper * (1.0 - a) + upper_right * a) * (1.0 - b) + (lower * (1.0 - a) + lower_right * a) * b


@helper
def texture_colour(texels, levels, first, last, face, u, v, footprint, wraps):
    """Colours of a texture where samples cover so many texels across; levels from first to last."""
    detail = clamp(log(maximum(footprint, 1.0)) * PER_OCTAVE, 0.0, float(last - first))
    detail = within(detail, last - first + 1.0)
    fine = floor(detail)
    share = detail - fine
    colour = level_colour(texels, levels, fine + float(first), face, u, v, wraps)
    if any_(share > 0.0):
        coarse = where(fine < float(last - first), fine + 1.0, fine) + float(first)
        colour = colour * (1.0 - share) + level_colour(texels, levels, coarse, face, u, v, wraps) * share
    return colour


@formula
def cube_place(way):
    """Face of a cube in some directions, place in it, and the distance of the face for a direction of this length."""
    x, y, z = abs(way.x), abs(way.y), abs(way.z)
    on_x = (x >= y) & (x >= z)
    on_y = (y > x) & (y >= z)
    size = where(on_x, x, where(on_y, y, z))
    back = where(on_x, way.x, where(on_y, way.y, way.z)) <= 0.0
    face = where(on_x, 0.0, where(on_y, 2.0, 4.0)) + where(back, 1.0, 0.0)
    s = where(on_x, where(back, way.z, -way.z), where(on_y, way.x, where(back, -way.x, way.x)))
    t = where(on_y, where(back, -way.z, way.z), -way.y)
    scale = 0.5 / maximum(size, 1e-30)
    return face, s * scale + 0.5, t * scale + 0.5, size


@helper
def cube_colour(texels, levels, first, last, way, footprint):
    """Colours of a cube in some directions; `footprint` is how many texels samples cover where the cube is at 1."""
    face, u, v, size = cube_place(way)
    return texture_colour(texels, levels, first, last, face, u, v, footprint / maximum(size, 1e-30), 0)


@formula
def sky_way(way):
    """Directions in the axes of sky boxes, in which y is up."""
    return Vec3(way.x, way.z, -way.y)
