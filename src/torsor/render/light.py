"""What materials send back of lights, in the manner of OpenGL's fixed pipeline; several points at a time."""

from ..jit import helper
from ..jit.elementary import exp, log
from ..jit.formula import formula
from ..jit.lanes import any_, floor, maximum, minimum, sqrt, where
from ..jit.simd import numbers_at
from ..jit.values import Vec3, dot
from .visible import BOTTOM, CAMERA_SIZE, FAR, HEIGHT, LEFT, NEAR, PARALLEL, SAMPLE, WIDTH

# columns of the table of lights
(POSITION, DIRECTION, TYPE, ATTENUATION, CUTOFF, EXPONENT, AMBIENT, DIFFUSE, HIGHLIGHT, SHADOW,
 LIGHT_SIZE) = 0, 3, 6, 7, 10, 11, 12, 15, 18, 21, 22
SPOT, DIRECTIONAL = 0, 1
OFFSET = 1.5  # how far from a surface its shadow is looked up, in texels of the shadow map
SLACK = 1e-5  # relative difference of distances that is due to rounding


@formula
def power(base, exponent):
    """base ** exponent, for a base from 0 to 1; a small base counts as zero."""
    return where(base > 1e-6, exp(exponent * log(maximum(base, 1e-6))), 0.0)


@formula
def at_most_white(colour):
    return Vec3(minimum(colour.x, 1.0), minimum(colour.y, 1.0), minimum(colour.z, 1.0))


@formula
def tinted(a, b):
    """The product of two colours."""
    return Vec3(a.x * b.x, a.y * b.y, a.z * b.z)


@formula
def unit(v):
    return v * (1.0 / sqrt(maximum(dot(v, v), 1e-30)))


@helper
def lit_share(cameras, shadows, k, point, normal):
    """How much of a light reaches points: 1 in the open, 0 in shadow, between at the edge."""
    side, stride = shadows.shape[1], shadows.shape[1]
    at = CAMERA_SIZE * k
    camera = cameras.numbers
    parallel = camera[at + PARALLEL] != 0.0
    way = point - camera.vec3[at]
    z = dot(way, camera.vec3[at + 9])
    way = way + normal * (OFFSET * camera[at + SAMPLE] * (z * 0.0 + 1.0 if parallel else z))
    z = dot(way, camera.vec3[at + 9])
    scale = z * 0.0 + 1.0 if parallel else camera[at + NEAR] / maximum(z, 1e-9)
    x = (dot(way, camera.vec3[at + 3]) * scale - camera[at + LEFT]) * (side / camera[at + WIDTH]) - 0.5
    y = (dot(way, camera.vec3[at + 6]) * scale - camera[at + BOTTOM]) * (side / camera[at + HEIGHT]) - 0.5
    inside = (x >= 0.0) & (y >= 0.0) & (x < side - 1.0) & (y < side - 1.0) & (z > camera[at + NEAR])
    if not any_(inside):
        return z * 0.0 + 1.0
    i, j = where(inside, floor(x), 0.0), where(inside, floor(y), 0.0)
    a, b = x - i, y - j
    near = (camera[at + FAR] - z) + SLACK * camera[at + FAR] if parallel else (1.0 + SLACK) / maximum(z, 1e-9)
    place = (j + float(k * side)) * float(stride) + i
    low = where(numbers_at(shadows.numbers, place) <= near, 1.0 - a, 0.0)
    low += where(numbers_at(shadows.numbers, place + 1.0) <= near, a, 0.0)
    high = where(numbers_at(shadows.numbers, place + float(stride)) <= near, 1.0 - a, 0.0)
    high += where(numbers_at(shadows.numbers, place + (stride + 1.0)) <= near, a, 0.0)
    return where(inside, low + b * (high - low), 1.0)


@helper
def toward_light(lights, light, point):
    """Unit vectors to a light, and the share of it that arrives without shadows."""
    numbers = lights.numbers
    if numbers[light + TYPE] == DIRECTIONAL:
        nothing = point.x * 0.0
        back = numbers.vec3[light + DIRECTION]
        return Vec3(nothing - back.x, nothing - back.y, nothing - back.z), nothing + 1.0
    way = numbers.vec3[light + POSITION] - point
    distance = sqrt(maximum(dot(way, way), 1e-24))
    toward = way * (1.0 / distance)
    share = 1.0 / maximum(numbers[light + ATTENUATION] + distance * numbers[light + ATTENUATION + 1]
                          + distance * distance * numbers[light + ATTENUATION + 2], 1e-12)
    if numbers[light + TYPE] == SPOT:
        cos = -dot(toward, numbers.vec3[light + DIRECTION])
        exponent = numbers[light + EXPONENT]
        fall = power(cos, exponent) if exponent != 0.0 else cos * 0.0 + 1.0
        share = where(cos > numbers[light + CUTOFF], share * fall, 0.0)
    return toward, share


@helper
def light_colour(lights, rgb, emission, gloss, sharp, dark, point, normal, view, cameras, shadows):
    """What a material sends back of all lights; textures come on top.

    Lights without shadows are drawn together and each of the others by itself; each of these passes is at most white.
    Cosines below `dark` give no highlight that could be seen.
    """
    nothing = point.x * 0.0
    together = Vec3(nothing + rgb.x * emission, nothing + rgb.y * emission, nothing + rgb.z * emission)
    alone = Vec3(nothing, nothing, nothing)
    for k in range(lights.shape[0]):
        light = LIGHT_SIZE * k
        numbers = lights.numbers
        toward, share = toward_light(lights, light, point)
        facing = dot(normal, toward)
        shadow = int(numbers[light + SHADOW])
        share = where(facing > 0.0, share, 0.0)
        if shadow >= 0 and any_(share > 0.0):
            share = share * lit_share(cameras, shadows, shadow, point, normal)
        colour = (tinted(rgb, numbers.vec3[light + DIFFUSE]) * (maximum(facing, 0.0) * share)
                  + tinted(rgb, numbers.vec3[light + AMBIENT]))
        if gloss > 0.0:
            cos = dot(normal, unit(toward + view))
            if any_((cos > dark) & (share > 0.0)):
                colour = colour + numbers.vec3[light + HIGHLIGHT] * (gloss * power(cos, sharp) * share)
        if shadow >= 0:
            alone = alone + at_most_white(colour)
        else:
            together = together + colour
    return at_most_white(together) + alone
