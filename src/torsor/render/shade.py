"""Colours of samples: materials, textures, lights and shadows, in the manner of OpenGL's fixed pipeline."""

from ..jit import helper, routine
from ..jit.arguments import In, Out
from ..jit.call import native
from ..jit.lanes import sqrt
from ..jit.values import ZERO, Vec3, cross, dot, normalized
from .shapes import TRIANGLES, outward
from .texture import cube_colour, sky_way, texture_colour
from .visible import HEIGHT, NEAR, PARALLEL, PART_SIZE, WIDTH, sample_origin, sample_way

# columns of the tables of looks and lights
(RED, ALPHA, EMISSION, SPECULAR, SHININESS, TEXTURE, CUBE, FIRST, LAST, REPEAT, UNIFORM, MESH_UV, REFLECTANCE,
 LOOK_SIZE) = 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16
(POSITION, DIRECTION, TYPE, ATTENUATION, CUTOFF, EXPONENT, AMBIENT, DIFFUSE, HIGHLIGHT, SHADOW,
 LIGHT_SIZE) = 0, 3, 6, 7, 10, 11, 12, 15, 18, 21, 22
SPOT, DIRECTIONAL = 0, 1
BIAS = 2e-3  # share of the distance from a light by which a shadow must be closer than what it falls on


@helper
def power(base, exponent):
    """base ** exponent for a base from 0 to 1."""
    return base ** exponent if base > 0.0 else 0.0


@helper
def at_most_white(colour):
    return Vec3(min(colour.x, 1.0), min(colour.y, 1.0), min(colour.z, 1.0))


@helper
def lit_share(shadow_cameras, shadows, k, point):
    """How much of a light reaches a point: 1 in the open, 0 in shadow, between at the edge."""
    rows, columns = shadows.shape[1], shadows.shape[1]
    at = 19 * k
    camera = shadow_cameras.numbers
    way = point - camera.vec3[at]
    z = dot(way, camera.vec3[at + 9])
    scale = 1.0 if camera[at + PARALLEL] != 0.0 else camera[at + NEAR] / max(z, 1e-9)
    x = (dot(way, camera.vec3[at + 3]) * scale - camera[at + 12]) / camera[at + WIDTH] * columns - 0.5
    y = (dot(way, camera.vec3[at + 6]) * scale - camera[at + 13]) / camera[at + HEIGHT] * rows - 0.5
    if z < camera[at + NEAR] or not (x >= 0.0 and y >= 0.0 and x < columns - 1 and y < rows - 1):
        return 1.0
    i, j = int(x), int(y)
    a, b = x - i, y - j
    top = z - BIAS * z
    row = k * rows + j
    low = (1.0 - a) * (shadows[row, i] > top) + a * (shadows[row, i + 1] > top)
    high = (1.0 - a) * (shadows[row + 1, i] > top) + a * (shadows[row + 1, i + 1] > top)
    return (1.0 - b) * low + b * high


@routine
def light_colour(lights, looks, part, point, normal, view, shadow_cameras, shadows):
    """What a material sends back of all lights; textures come on top.

    Lights without shadows are drawn together and each of the others by itself; each of these passes is at most white.
    """
    at = LOOK_SIZE * part
    rgb = looks.numbers.vec3[at + RED]
    together, alone = rgb * looks.numbers[at + EMISSION], ZERO
    gloss, sharp = looks.numbers[at + SPECULAR], looks.numbers[at + SHININESS]
    for k in range(lights.shape[0]):
        light = LIGHT_SIZE * k
        numbers = lights.numbers
        ambient = numbers.vec3[light + AMBIENT]
        share = 1.0
        if numbers[light + TYPE] == DIRECTIONAL:
            toward = -numbers.vec3[light + DIRECTION]
        else:
            way = numbers.vec3[light + POSITION] - point
            distance = sqrt(dot(way, way))
            toward = way * (1.0 / max(distance, 1e-12))
            share = 1.0 / max(numbers[light + ATTENUATION] + distance * numbers[light + ATTENUATION + 1]
                              + distance * distance * numbers[light + ATTENUATION + 2], 1e-12)
            if numbers[light + TYPE] == SPOT:
                cos = -dot(toward, numbers.vec3[light + DIRECTION])
                share = share * power(cos, numbers[light + EXPONENT]) if cos > numbers[light + CUTOFF] else 0.0
        colour = Vec3(rgb.x * ambient.x, rgb.y * ambient.y, rgb.z * ambient.z)
        facing = dot(normal, toward)
        if facing > 0.0 and share > 0.0:
            shadow = int(numbers[light + SHADOW])
            if shadow >= 0:
                share *= lit_share(shadow_cameras, shadows, shadow, point)
            diffuse, highlight = numbers.vec3[light + DIFFUSE], numbers.vec3[light + HIGHLIGHT]
            half = normalized(toward + view)
            shine = gloss * power(dot(normal, half), sharp) * share
            facing *= share
            colour += Vec3(rgb.x * diffuse.x * facing + highlight.x * shine,
                           rgb.y * diffuse.y * facing + highlight.y * shine,
                           rgb.z * diffuse.z * facing + highlight.z * shine)
        if numbers[light + SHADOW] >= 0.0:
            alone += at_most_white(colour)
        else:
            together += colour
    return at_most_white(together) + alone


@routine
def sample_colour(camera, x, y, z, part, face, parts, looks, lights, shadow_cameras, shadows, texels, levels, points,
                  corners, normals, normal_corners, uvs, uv_corners, pixel):
    """Colour of what a sample sees at distance z; `pixel` is the size of a pixel at unit distance."""
    way = sample_way(camera, x, y)
    point = sample_origin(camera, x, y) + z * way
    at, look = PART_SIZE * part, LOOK_SIZE * part
    kind, size, frame = int(parts.numbers[at]), parts.numbers.vec3[at + 14], parts.numbers.mat3[at + 5]
    local = frame.T @ (point - parts.numbers.vec3[at + 2])
    u, v = 0.0, 0.0
    if kind == TRIANGLES:
        a, b, c = (points.numbers.vec3[3 * corners[face, 0]], points.numbers.vec3[3 * corners[face, 1]],
                   points.numbers.vec3[3 * corners[face, 2]])
        flat = cross(b - a, c - a)
        scale = 1.0 / max(dot(flat, flat), 1e-30)
        wb, wc = dot(cross(local - a, c - a), flat) * scale, dot(cross(b - a, local - a), flat) * scale
        wa = 1.0 - wb - wc
        inward = (wa * normals.numbers.vec3[3 * normal_corners[face, 0]]
                  + wb * normals.numbers.vec3[3 * normal_corners[face, 1]]
                  + wc * normals.numbers.vec3[3 * normal_corners[face, 2]])
        if looks.numbers[look + MESH_UV] != 0.0:
            p, q, r = uv_corners[face, 0], uv_corners[face, 1], uv_corners[face, 2]
            u = wa * uvs[p, 0] + wb * uvs[q, 0] + wc * uvs[r, 0]
            v = wa * uvs[p, 1] + wb * uvs[q, 1] + wc * uvs[r, 1]
    else:
        inward = outward(kind, local, size)
    normal = normalized(frame @ inward)
    view = normalized(-way)
    colour = light_colour(lights, looks, part, point, normal, view, shadow_cameras, shadows)
    if looks.numbers[look + TEXTURE] != 0.0:
        first, last = int(looks.numbers[look + FIRST]), int(looks.numbers[look + LAST])
        spread = z if camera[PARALLEL] == 0.0 else 1.0
        across = pixel * spread / max(abs(dot(normal, view)), 0.02)
        if looks.numbers[look + CUBE] != 0.0:
            texture = cube_colour(texels, levels, first, last, scaled(local, size, looks.numbers[look + UNIFORM]), 1.0)
        else:
            ru, rv = looks.numbers[look + REPEAT], looks.numbers[look + REPEAT + 1]
            if looks.numbers[look + MESH_UV] == 0.0:
                uniform = looks.numbers[look + UNIFORM]
                du, dv = plane_scale(size.x, uniform), plane_scale(size.y, uniform)
                u, v = local.x * du, -local.y * dv
                across *= max(du * ru * levels[first, 0], dv * rv * levels[first, 1])
            else:
                across = 1.0
            texture = texture_colour(texels, levels, first, last, 0, u * ru, v * rv, across, 1)
        colour = Vec3(colour.x * texture.x, colour.y * texture.y, colour.z * texture.z)
    return colour


@helper
def plane_scale(size, uniform):
    """Repetitions of a texture per length: one over the whole, or one per unit."""
    return 0.5 if uniform != 0.0 or size <= 0.0 else 0.5 / size


@helper
def scaled(local, size, uniform):
    """Direction in which a cube texture is looked up."""
    if uniform != 0.0 or size.x <= 0.0 or size.y <= 0.0 or size.z <= 0.0:
        return local
    return Vec3(local.x / size.x, local.y / size.y, local.z / size.z)


@helper
def background(camera, x, y, texels, levels, sky, sky_last, r, g, b):
    """The sky, or a plain colour."""
    if sky >= 0:
        return cube_colour(texels, levels, sky, sky_last, sky_way(sample_way(camera, x, y)), 1.0)
    return Vec3(r, g, b)


@native
def shade(camera: In('19'), depth: In('*,*'), ids: In('*,*', int), faces: In('*,*', int), parts: In('*,*'),
          looks: In('*,*'), lights: In('*,*'), shadow_cameras: In('*,*'), shadows: In('*,*'), texels: In('*'),
          levels: In('*,*', int), points: In('*,*'), corners: In('*,*', int), normals: In('*,*'),
          normal_corners: In('*,*', int), uvs: In('*,*'), uv_corners: In('*,*', int), factor: int, sky: int,
          sky_last: int, plain: In('3'), picture: Out('*,*')):
    """Colour every pixel: once if all its samples (`factor` by `factor`) see the same part, else for each sample."""
    rows, columns = picture.shape[0], picture.shape[1] // 3
    pixel = camera[HEIGHT] / rows / (1.0 if camera[PARALLEL] != 0.0 else camera[NEAR])
    for j in range(rows):
        for i in range(columns):
            first, same, z = ids[factor * j, factor * i], True, 0.0
            for b in range(factor):
                for a in range(factor):
                    same = same and ids[factor * j + b, factor * i + a] == first
                    z += depth[factor * j + b, factor * i + a]
            number = 1 if same else factor
            total = ZERO
            for b in range(number):
                for a in range(number):
                    row, column = factor * j + b, factor * i + a
                    x, y = (i + (a + 0.5) / number) / columns, (j + (b + 0.5) / number) / rows
                    part = ids[row, column]
                    if part < 0:
                        total += background(camera, x, y, texels, levels, sky, sky_last, plain[0], plain[1], plain[2])
                    else:
                        distance = z / (factor * factor) if same else depth[row, column]
                        total += sample_colour(camera, x, y, distance, part, faces[row, column], parts, looks, lights,
                                               shadow_cameras, shadows, texels, levels, points, corners, normals,
                                               normal_corners, uvs, uv_corners, pixel)
            picture.numbers.vec3[3 * (j * columns + i)] = total * (1.0 / (number * number))
