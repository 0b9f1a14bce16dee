"""Colours of lists of samples: materials and lights, textures, haze and fog, several samples at a time."""

import numpy as np

from ..jit import helper, routine
from ..jit.arguments import In, Out
from ..jit.call import native
from ..jit.lanes import clamp, maximum, sqrt
from ..jit.simd import WIDTH as PACK
from ..jit.simd import load_vector, numbers_at, set_side_by_side
from ..jit.values import Vec3, cross, dot
from .light import light_colour, tinted, unit
from .shapes import PLANE, TRIANGLES, outward
from .texture import cube_colour, sky_way, texture_colour
from .visible import (
    FRAME,
    KIND,
    PARALLEL,
    PART_SIZE,
    POSITION,
    SAMPLE,
    SIZE,
    across,
    distance_of,
    origin_corner,
    upwards,
    way_corner,
)
from .wrap import wrapped

# columns of the table of looks
(RED, ALPHA, EMISSION, SPECULAR, SHININESS, TEXTURE, CUBE, FIRST, LAST, REPEAT, MESH_UV, SCALE, DARK, OFFSET,
 LOOK_SIZE) = 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 17, 18, 20
FOG_START, FOG_END, FOG_RED, AIR_SIZE = 0, 1, 2, 5  # numbers of what is in the air


@helper
def corner(points, corners, face, k):
    """Corner k of the triangles of these faces."""
    place = 3.0 * numbers_at(corners.numbers, 3.0 * face + float(k))
    return Vec3(numbers_at(points.numbers, place), numbers_at(points.numbers, place + 1.0),
                numbers_at(points.numbers, place + 2.0))


@helper
def weights(local, a, b, c):
    """Where points of triangles are between the second and the third corner and the first: two shares; and vectors
    along their normals, of twice their areas."""
    ab, ac, ap = b - a, c - a, local - a
    flat = cross(ab, ac)
    scale = 1.0 / maximum(dot(flat, flat), 1e-30)
    return dot(cross(ap, ac), flat) * scale, dot(cross(ab, ap), flat) * scale, flat


@helper
def blended(points, corners, face, b, c):
    """Something that corners have, between them."""
    first = corner(points, corners, face, 0)
    return (first + b * (corner(points, corners, face, 1) - first) + c * (corner(points, corners, face, 2) - first))


@helper
def uv_area(uvs, uv_corners, faces):
    """Twice the area of triangles in a texture."""
    start = corner(uvs, uv_corners, faces, 0)
    one, two = corner(uvs, uv_corners, faces, 1) - start, corner(uvs, uv_corners, faces, 2) - start
    return abs(one.x * two.y - one.y * two.x)


@routine
def shade_part(camera, start, end, x, y, near, face, part, parts, looks, lights, shadow_cameras, shadows, texels,
               levels, points, corners, normals, normal_corners, uvs, uv_corners, air, red, green, blue):
    """Colour the samples of one part, from number `start` on."""
    at, look, numbers = PART_SIZE * part, LOOK_SIZE * part, looks.numbers
    kind, size, frame = int(parts.numbers[at + KIND]), parts.numbers.vec3[at + SIZE], parts.numbers.mat3[at + FRAME]
    position, parallel = parts.numbers.vec3[at + POSITION], camera[PARALLEL] != 0.0
    foggy = air[FOG_END] > air[FOG_START]
    origin, corner_way, right, up = origin_corner(camera), way_corner(camera), across(camera), upwards(camera)
    rgb, ru, rv = numbers.vec3[look + RED], numbers[look + REPEAT], numbers[look + REPEAT + 1]
    textured, cube, scale = numbers[look + TEXTURE] != 0.0, numbers[look + CUBE] != 0.0, numbers.vec3[look + SCALE]
    low, high = int(numbers[look + FIRST]), int(numbers[look + LAST])
    width, height = levels[low, 0], levels[low, 1]
    offset, other_offset = numbers[look + OFFSET], numbers[look + OFFSET + 1]
    for first in range(start, end, PACK):
        z = distance_of(camera, load_vector(near.numbers, first))
        place = load_vector(x.numbers, first) * right + load_vector(y.numbers, first) * up
        if parallel:
            point, view, spread = origin + place + z * corner_way, place * 0.0 - corner_way, z * 0.0 + camera[SAMPLE]
        else:
            ray = corner_way + place
            point, view, spread = origin + z * ray, unit(-ray), camera[SAMPLE] * z
        local = frame.T @ (point - position)
        faces, b, c = z, z, z
        if kind == TRIANGLES:
            faces = load_vector(face.numbers, first)
            b, c, flat = weights(local, corner(points, corners, faces, 0), corner(points, corners, faces, 1),
                                 corner(points, corners, faces, 2))
            b, c = clamp(b, 0.0, 1.0), clamp(c, 0.0, 1.0)
            normal = unit(frame @ blended(normals, normal_corners, faces, b, c))
        else:
            flat = outward(kind, local, size)
            normal = unit(frame @ flat)
        colour = light_colour(lights, rgb, numbers[look + EMISSION], numbers[look + SPECULAR],
                              numbers[look + SHININESS], numbers[look + DARK], point, normal, view, shadow_cameras,
                              shadows)
        if textured:
            slant = spread / maximum(abs(dot(unit(frame @ flat), view)), 0.02)
            if cube:
                way = Vec3(local.x * scale.x, local.y * scale.y, local.z * scale.z)
                footprint = slant * (0.5 * width * max(scale.x, scale.y, scale.z))
                colour = tinted(colour, cube_colour(texels, levels, low, high, way, footprint))
            else:
                if kind == TRIANGLES and numbers[look + MESH_UV] != 0.0:
                    uv = blended(uvs, uv_corners, faces, b, c)
                    share = uv_area(uvs, uv_corners, faces) / sqrt(maximum(dot(flat, flat), 1e-30))
                    u, v = uv.x * ru, uv.y * rv
                    footprint = slant * sqrt(share * (abs(ru * rv) * width * height))
                elif kind != TRIANGLES and kind != PLANE:
                    u, v, du, dv = wrapped(kind, local, size)
                    u, v = u * ru, v * rv
                    footprint = slant * maximum(du * (abs(ru) * width), dv * (abs(rv) * height))
                else:
                    u, v = local.x * scale.x + offset, local.y * scale.y + other_offset
                    footprint = slant * max(abs(scale.x) * width, abs(scale.y) * height)
                colour = tinted(colour, texture_colour(texels, levels, low, high, z * 0.0, u, v, footprint, 1))
        if foggy:
            share = clamp((z - air[FOG_START]) / (air[FOG_END] - air[FOG_START]), 0.0, 1.0)
            colour = colour * (1.0 - share) + air.vec3[FOG_RED] * share
        set_side_by_side(red.numbers, first, colour.x)
        set_side_by_side(green.numbers, first, colour.y)
        set_side_by_side(blue.numbers, first, colour.z)


@native
def shade(camera: In('20'), starts: In('*', int), x: In('*', np.float32), y: In('*', np.float32),
          near: In('*', np.float32), face: In('*', int), parts: In('*,*'), looks: In('*,*'), lights: In('*,*'),
          shadow_cameras: In('*,*'), shadows: In('*,*', np.float32), texels: In('*', int), levels: In('*,*', int),
          points: In('*,*', np.float32), corners: In('*,*', int), normals: In('*,*', np.float32),
          normal_corners: In('*,*', int), uvs: In('*,*', np.float32), uv_corners: In('*,*', int), air: In('5'),
          red: Out('*', np.float32), green: Out('*', np.float32), blue: Out('*', np.float32)):
    """Colour the samples of all parts, list by list. x and y go from 0 to 1; lists have room for a pack more.

    The last pack of a list reaches into the next, which is coloured later.
    """
    for part in range(parts.shape[0]):
        if starts[part] < starts[part + 1]:
            shade_part(camera, starts[part], starts[part + 1], x, y, near, face, part, parts, looks, lights,
                       shadow_cameras, shadows, texels, levels, points, corners, normals, normal_corners, uvs,
                       uv_corners, air, red, green, blue)


@native
def shade_sky(camera: In('20'), first: int, last: int, x: In('*', np.float32), y: In('*', np.float32),
              texels: In('*', int), levels: In('*,*', int), full: int, smallest: int, red: Out('*', np.float32),
              green: Out('*', np.float32), blue: Out('*', np.float32)):
    """Colour samples that see no part, of a sky with levels from its `full` size to the `smallest`."""
    corner_way, right, up = way_corner(camera), across(camera), upwards(camera)
    spread = camera[SAMPLE]
    if camera[PARALLEL] != 0.0:
        right, up, spread = right * 0.0, up * 0.0, 0.0
    footprint = spread * 0.5 * levels[full, 0]
    for k in range(first, last, PACK):
        way = corner_way + load_vector(x.numbers, k) * right + load_vector(y.numbers, k) * up
        colour = cube_colour(texels, levels, full, smallest, sky_way(way), way.x * 0.0 + footprint)
        set_side_by_side(red.numbers, k, colour.x)
        set_side_by_side(green.numbers, k, colour.y)
        set_side_by_side(blue.numbers, k, colour.z)
