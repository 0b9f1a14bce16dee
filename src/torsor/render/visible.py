"""Which part of a scene each sample of a picture sees, and how far away it is.

A camera is a row of numbers: position, right, up, forward, left and lower end, width and height of the picture on the
near plane, distances of the near and the far plane, and whether it projects in parallel. Distances are measured along
`forward`. Pictures are stored from the lowest row up.
"""

from ..jit import helper, routine
from ..jit.arguments import In, Out
from ..jit.call import native
from ..jit.lanes import floor
from ..jit.values import Vec3, dot
from .shapes import enters, reach

LEFT, BOTTOM, WIDTH, HEIGHT, NEAR, FAR, PARALLEL, CAMERA_SIZE = 12, 13, 14, 15, 16, 17, 18, 19
PART_SIZE = 17  # kind, geom, position, orientation, size


@helper
def sample_origin(camera, x, y):
    """Where the ray through a point of the picture starts; x and y go from 0 to 1."""
    if camera[PARALLEL] == 0.0:
        return camera.vec3[0]
    across, up = camera[LEFT] + x * camera[WIDTH], camera[BOTTOM] + y * camera[HEIGHT]
    return camera.vec3[0] + across * camera.vec3[3] + up * camera.vec3[6]


@helper
def sample_way(camera, x, y):
    """Direction of the ray through a point of the picture, of unit length along `forward`."""
    if camera[PARALLEL] != 0.0:
        return camera.vec3[9]
    across, up = camera[LEFT] + x * camera[WIDTH], camera[BOTTOM] + y * camera[HEIGHT]
    return camera.vec3[9] + (across / camera[NEAR]) * camera.vec3[3] + (up / camera[NEAR]) * camera.vec3[6]


@helper
def clip_pixel(value, most):
    """A coordinate in samples as an integer from 0 to `most`."""
    return int(max(0.0, min(floor(value), float(most))))


@native
def see_parts(camera: In('19'), parts: In('*,*'), first: int, last: int, depth: Out('*,*'), ids: Out('*,*', int)):
    """Let every sample see the nearest of some analytic shapes."""
    rows, columns = depth.shape
    for k in range(first, last):
        at = PART_SIZE * k
        kind, pos, size = int(parts.numbers[at]), parts.numbers.vec3[at + 2], parts.numbers.vec3[at + 14]
        frame = parts.numbers.mat3[at + 5].T
        centre, radius = pos - camera.vec3[0], reach(kind, size)
        x, y, z = dot(centre, camera.vec3[3]), dot(centre, camera.vec3[6]), dot(centre, camera.vec3[9])
        if not z + radius > camera[NEAR] or not z - radius < camera[FAR]:
            continue
        left, right, low, high = 0, columns, 0, rows
        if z - radius > camera[NEAR] or camera[PARALLEL] != 0.0:
            near, far = camera[NEAR] / max(z - radius, camera[NEAR]), camera[NEAR] / max(z + radius, camera[NEAR])
            if camera[PARALLEL] != 0.0:
                near, far = 1.0, 1.0
            across, up = columns / camera[WIDTH], rows / camera[HEIGHT]
            left = clip_pixel((min((x - radius) * near, (x - radius) * far) - camera[LEFT]) * across, columns)
            right = clip_pixel((max((x + radius) * near, (x + radius) * far) - camera[LEFT]) * across + 1.0, columns)
            low = clip_pixel((min((y - radius) * near, (y - radius) * far) - camera[BOTTOM]) * up, rows)
            high = clip_pixel((max((y + radius) * near, (y + radius) * far) - camera[BOTTOM]) * up + 1.0, rows)
        for j in range(low, high):
            for i in range(left, right):
                u, v = (i + 0.5) / columns, (j + 0.5) / rows
                t = enters(kind, frame @ (sample_origin(camera, u, v) - pos), frame @ sample_way(camera, u, v), size)
                if camera[NEAR] <= t and t < depth[j, i]:
                    depth[j, i] = t
                    ids[j, i] = k


@helper
def screen(camera, point):
    """A point as seen by the camera: place in the picture, from 0 to 1, and distance."""
    way = point - camera.vec3[0]
    z = dot(way, camera.vec3[9])
    scale = 1.0 if camera[PARALLEL] != 0.0 else camera[NEAR] / z
    return Vec3((dot(way, camera.vec3[3]) * scale - camera[LEFT]) / camera[WIDTH],
                (dot(way, camera.vec3[6]) * scale - camera[BOTTOM]) / camera[HEIGHT], z)


@routine
def see_triangle(camera, a, b, c, part, face, depth, ids, faces):
    """Let samples see one triangle in front of the near plane, if it shows its front."""
    rows, columns = depth.shape
    p, q, r = screen(camera, a), screen(camera, b), screen(camera, c)
    area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    if not area > 0.0:
        return
    left = clip_pixel(min(p.x, min(q.x, r.x)) * columns - 0.5, columns)
    right = clip_pixel(max(p.x, max(q.x, r.x)) * columns + 1.5, columns)
    low = clip_pixel(min(p.y, min(q.y, r.y)) * rows - 0.5, rows)
    high = clip_pixel(max(p.y, max(q.y, r.y)) * rows + 1.5, rows)
    parallel = camera[PARALLEL] != 0.0
    dp, dq, dr = p.z if parallel else 1.0 / p.z, q.z if parallel else 1.0 / q.z, r.z if parallel else 1.0 / r.z
    for j in range(low, high):
        y = (j + 0.5) / rows
        for i in range(left, right):
            x = (i + 0.5) / columns
            wp = (q.x - x) * (r.y - y) - (q.y - y) * (r.x - x)
            wq = (r.x - x) * (p.y - y) - (r.y - y) * (p.x - x)
            wr = area - wp - wq
            if wp >= 0.0 and wq >= 0.0 and wr >= 0.0:
                z = (wp * dp + wq * dq + wr * dr) / area
                if not parallel:
                    z = 1.0 / z
                if camera[NEAR] <= z and z < depth[j, i]:
                    depth[j, i] = z
                    ids[j, i] = part
                    faces[j, i] = face


@helper
def at_near(camera, inside, outside):
    """Where an edge crosses the near plane."""
    a = dot(inside - camera.vec3[0], camera.vec3[9]) - camera[NEAR]
    b = dot(outside - camera.vec3[0], camera.vec3[9]) - camera[NEAR]
    return inside + (outside - inside) * (a / (a - b) * (1.0 - 1e-9))


@native
def see_mesh(camera: In('19'), parts: In('*,*'), part: int, points: In('*,*'), corners: In('*,*', int), first: int,
             last: int, depth: Out('*,*'), ids: Out('*,*', int), faces: Out('*,*', int)):
    """Let every sample see the nearest of the triangles of one part; what is behind the near plane is cut off."""
    at = PART_SIZE * part
    pos, frame = parts.numbers.vec3[at + 2], parts.numbers.mat3[at + 5]
    for k in range(first, last):
        a = pos + frame @ points.numbers.vec3[3 * corners[k, 0]]
        b = pos + frame @ points.numbers.vec3[3 * corners[k, 1]]
        c = pos + frame @ points.numbers.vec3[3 * corners[k, 2]]
        fa = dot(a - camera.vec3[0], camera.vec3[9]) > camera[NEAR]
        fb = dot(b - camera.vec3[0], camera.vec3[9]) > camera[NEAR]
        fc = dot(c - camera.vec3[0], camera.vec3[9]) > camera[NEAR]
        if fa and fb and fc:
            see_triangle(camera, a, b, c, part, k, depth, ids, faces)
            continue
        if not (fa or fb or fc):
            continue
        while not fa or (fb and not fc):  # turn it until the first corner is in front, and the second if there are two
            a, b, c, fa, fb, fc = b, c, a, fb, fc, fa
            if fa and not fb and not fc:
                break
        if fb:
            d, e = at_near(camera, b, c), at_near(camera, a, c)
            see_triangle(camera, a, b, d, part, k, depth, ids, faces)
            see_triangle(camera, a, d, e, part, k, depth, ids, faces)
        else:
            see_triangle(camera, a, at_near(camera, a, b), at_near(camera, a, c), part, k, depth, ids, faces)
