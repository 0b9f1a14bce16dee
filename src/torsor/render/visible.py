"""Which part of a scene each sample of a picture sees, and how near it is.

A camera is a row of numbers: position, right, up, forward, left and lower end, width and height of the picture on the
near plane, distances of the near and the far plane, whether it projects in parallel, and the size of a sample.

Distances are measured along `forward`. What is kept of a distance z is the nearness: 1/z, or far - z for parallel
projection. It is larger for what is nearer, and on flat faces it depends linearly on the place in the picture, so that
the average of samples is right at their centre. Pictures are stored from the lowest row up, in rows of whole packs.
"""

import numpy as np

from ..jit import helper, routine
from ..jit.arguments import In, Out
from ..jit.call import native
from ..jit.lanes import any_, floor, sqrt, where
from ..jit.simd import WIDTH as PACK
from ..jit.simd import counting_up, load_vector, set_side_by_side
from ..jit.values import Vec3, cross, dot
from .shapes import MISS, PLANE, TRIANGLES, enters, half_sizes

LEFT, BOTTOM, WIDTH, HEIGHT, NEAR, FAR, PARALLEL, SAMPLE, CAMERA_SIZE = 12, 13, 14, 15, 16, 17, 18, 19, 20
# columns of the table of parts; size is followed by the ranges of faces and points of meshes, and by the part that is
# seen: a shape can be made of several rows
KIND, GEOM, POSITION, FRAME, SIZE, FIRST_FACE, LAST_FACE, FIRST_POINT, LAST_POINT, OWNER, PART_SIZE = (
    0, 1, 2, 5, 14, 17, 18, 19, 20, 21, 22)
EQUAL = 1.0 - 1.2e-7  # what is as near as this, in what was seen before, is as near: the later one is seen
FRONT, BACK, BOTH = 1, 2, 3  # sides of triangles that are seen
BEHIND = -1.0  # nearness of points that are not in front of the near plane


@helper
def nearness_of(camera, z):
    """How near something is at this distance."""
    return 1.0 / z if camera[PARALLEL] == 0.0 else camera[FAR] - z


@helper
def distance_of(camera, nearness):
    """At which distance something is that is so near."""
    return 1.0 / nearness if camera[PARALLEL] == 0.0 else camera[FAR] - nearness


@helper
def origin_corner(camera):
    """Where the ray through the lower left corner of the picture starts."""
    if camera[PARALLEL] == 0.0:
        return camera.vec3[0]
    return camera.vec3[0] + camera[LEFT] * camera.vec3[3] + camera[BOTTOM] * camera.vec3[6]


@helper
def way_corner(camera):
    """Direction of the ray through the lower left corner, of unit length along `forward`."""
    if camera[PARALLEL] != 0.0:
        return camera.vec3[9]
    return (camera.vec3[9] + (camera[LEFT] / camera[NEAR]) * camera.vec3[3]
            + (camera[BOTTOM] / camera[NEAR]) * camera.vec3[6])


@helper
def across(camera):
    """What the whole width of the picture adds, to the start of rays if they are parallel, else to their direction."""
    return camera.vec3[3] * (camera[WIDTH] / (1.0 if camera[PARALLEL] != 0.0 else camera[NEAR]))


@helper
def upwards(camera):
    """What the whole height of the picture adds."""
    return camera.vec3[6] * (camera[HEIGHT] / (1.0 if camera[PARALLEL] != 0.0 else camera[NEAR]))


@helper
def screen(camera, point, columns, rows):
    """Place of a point in the picture, in samples, and its distance."""
    way = point - camera.vec3[0]
    z = dot(way, camera.vec3[9])
    scale = 1.0 if camera[PARALLEL] != 0.0 else camera[NEAR] / z
    return Vec3((dot(way, camera.vec3[3]) * scale - camera[LEFT]) * (columns / camera[WIDTH]),
                (dot(way, camera.vec3[6]) * scale - camera[BOTTOM]) * (rows / camera[HEIGHT]), z)


@helper
def clip_sample(value, most):
    """A coordinate in samples as an integer from 0 to `most`."""
    return int(max(0.0, min(floor(value), float(most))))


@routine
def surroundings(camera, parts, part, columns, rows):
    """Columns and rows in which a shape can be seen: first and end of each; none if it is out of sight."""
    at = PART_SIZE * part
    kind, pos, frame = int(parts.numbers[at]), parts.numbers.vec3[at + POSITION], parts.numbers.mat3[at + FRAME]
    half = half_sizes(kind, parts.numbers.vec3[at + SIZE])
    left, right, low, high, before, behind = 1e9, -1e9, 1e9, -1e9, 0, 0
    if kind == PLANE and not (half.x > 0.0 and half.y > 0.0):
        return 0, columns, 0, rows
    for k in range(8):
        corner = Vec3(half.x * (2 * (k & 1) - 1), half.y * ((k & 2) - 1), half.z * ((k & 4) // 2 - 1))
        p = screen(camera, pos + frame @ corner, columns, rows)
        if p.z > camera[NEAR] or camera[PARALLEL] != 0.0:
            before += 1
            left, right, low, high = min(left, p.x), max(right, p.x), min(low, p.y), max(high, p.y)
        else:
            behind += 1
    if before == 0:
        return 0, 0, 0, 0
    if behind > 0:
        return 0, columns, 0, rows
    return (clip_sample(left - 0.5, columns), clip_sample(right + 1.5, columns), clip_sample(low - 0.5, rows),
            clip_sample(high + 1.5, rows))


@routine
def see_shape(camera, parts, part, columns, limits, nearness, ids):
    """Let samples see an analytic shape where it is nearer than what they saw before."""
    rows, stride = nearness.shape
    left, right, low, high = surroundings(camera, parts, part, columns, rows)
    at = PART_SIZE * part
    kind, size, owner = int(parts.numbers[at]), parts.numbers.vec3[at + SIZE], parts.numbers[at + OWNER]
    frame = parts.numbers.mat3[at + FRAME].T
    parallel, limited, near, far = camera[PARALLEL] != 0.0, limits.shape[0] > 1, camera[NEAR], camera[FAR]
    start, way = frame @ (origin_corner(camera) - parts.numbers.vec3[at + POSITION]), frame @ way_corner(camera)
    right_step, up_step = frame @ across(camera) * (1.0 / columns), frame @ upwards(camera) * (1.0 / rows)
    nothing = right_step * 0.0
    start_right, way_right = (right_step, nothing) if parallel else (nothing, right_step)
    start_up, way_up = (up_step, nothing) if parallel else (nothing, up_step)
    for j in range(low, high):
        row_start, row_way = start + (j + 0.5) * start_up, way + (j + 0.5) * way_up
        for i in range(left - left % PACK, right, PACK):
            x = counting_up() + (i + 0.5)
            t = enters(kind, row_start + x * start_right, row_way + x * way_right, size)
            at_sample = j * stride + i
            now = far - t if parallel else 1.0 / t
            before = load_vector(nearness.numbers, at_sample)
            shown = (t >= near) & (now >= before * EQUAL)
            if limited:
                shown = shown & (now < load_vector(limits.numbers, at_sample))
            if any_(shown):
                set_side_by_side(nearness.numbers, at_sample, where(shown, now, before))
                set_side_by_side(ids.numbers, at_sample, where(shown, owner, load_vector(ids.numbers, at_sample)))


@routine
def see_triangle(p, q, r, edges, columns, owner, face, wire, sides, limits, nearness, ids, faces):
    """Let samples see a triangle if it shows one of its sides (FRONT, BACK, BOTH); corners are places in samples and
    nearness. If `wire` is not 0 nothing is seen but edges, up to so many samples away; `edges` is 1 for those opposite
    to p, q and r that are there.
    """
    rows, stride = nearness.shape
    left, right = max(min(p.x, q.x, r.x) - wire, 0.0), min(max(p.x, q.x, r.x) + wire, float(columns))
    low, high = max(min(p.y, q.y, r.y) - wire, 0.0), min(max(p.y, q.y, r.y) + wire, float(rows))
    first, last = int(floor(left + 0.5)), int(floor(right + 0.5))
    bottom, top = int(floor(low + 0.5)), int(floor(high + 0.5))
    if first >= last or bottom >= top:
        return
    area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    if sides != FRONT:
        if area > 0.0 and sides == BACK:
            return
        if area < 0.0:
            q, r, area, edges = r, q, -area, Vec3(edges.x, edges.z, edges.y)
    if not area > 0.0:
        return
    # weights of q and r, and nearness, are linear in the place
    scale, limited = 1.0 / area, limits.shape[0] > 1
    q_right, q_up = (r.y - p.y) * scale, -(r.x - p.x) * scale
    r_right, r_up = -(q.y - p.y) * scale, (q.x - p.x) * scale
    wide_p = wire * scale * sqrt((r.x - q.x) * (r.x - q.x) + (r.y - q.y) * (r.y - q.y))
    wide_q, wide_r = wire * sqrt(q_right * q_right + q_up * q_up), wire * sqrt(r_right * r_right + r_up * r_up)
    line_p, line_q, line_r = (wide_p if edges.x > 0.0 else -MISS, wide_q if edges.y > 0.0 else -MISS,
                              wide_r if edges.z > 0.0 else -MISS)
    for j in range(bottom, top):
        y = j + 0.5 - p.y
        for i in range(first, last, PACK):
            x = counting_up() + (i + 0.5 - p.x)
            wq, wr = x * q_right + y * q_up, x * r_right + y * r_up
            now = p.z + wq * (q.z - p.z) + wr * (r.z - p.z)
            at_sample = j * stride + i
            before = load_vector(nearness.numbers, at_sample)
            shown = ((wq >= -wide_q) & (wr >= -wide_r) & (wq + wr <= 1.0 + wide_p) & (now >= before * EQUAL)
                     & (x < last - p.x))
            if wire > 0.0:
                shown = shown & ((wq <= line_q) | (wr <= line_r) | (wq + wr >= 1.0 - line_p))
            if limited:
                shown = shown & (now < load_vector(limits.numbers, at_sample))
            if any_(shown):
                set_side_by_side(nearness.numbers, at_sample, where(shown, now, before))
                set_side_by_side(ids.numbers, at_sample, where(shown, owner, load_vector(ids.numbers, at_sample)))
                set_side_by_side(faces.numbers, at_sample,
                                 where(shown, float(face), load_vector(faces.numbers, at_sample)))


@helper
def is_mirrored(camera):
    """Whether a camera shows things as in a mirror, so that corners of triangles go round the other way."""
    return dot(cross(camera.vec3[3], camera.vec3[6]), camera.vec3[9]) > 0.0


@helper
def at_near(camera, inside, outside):
    """Where an edge crosses the near plane."""
    a = dot(inside - camera.vec3[0], camera.vec3[9]) - camera[NEAR]
    b = dot(outside - camera.vec3[0], camera.vec3[9]) - camera[NEAR]
    return inside + (outside - inside) * (a / (a - b) * (1.0 - 1e-9))


@helper
def on_screen(camera, point, columns, rows):
    """Place of a point in samples, and its nearness."""
    p = screen(camera, point, columns, rows)
    return Vec3(p.x, p.y, nearness_of(camera, p.z))


@routine
def see_cut(camera, a, b, c, edges, columns, owner, face, wire, sides, limits, nearness, ids, faces):
    """Let samples see what is in front of the near plane of a triangle of which a part is behind."""
    rows = nearness.shape[0]
    fa = dot(a - camera.vec3[0], camera.vec3[9]) > camera[NEAR]
    fb = dot(b - camera.vec3[0], camera.vec3[9]) > camera[NEAR]
    fc = dot(c - camera.vec3[0], camera.vec3[9]) > camera[NEAR]
    for _ in range(2):  # turn it until the first corner is in front, and the second too if there are two
        if not fa or (fc and not fb):
            a, b, c, fa, fb, fc, edges = b, c, a, fb, fc, fa, Vec3(edges.y, edges.z, edges.x)
    if fa and fb:
        p, q = on_screen(camera, a, columns, rows), on_screen(camera, b, columns, rows)
        d = on_screen(camera, at_near(camera, b, c), columns, rows)
        e = on_screen(camera, at_near(camera, a, c), columns, rows)
        see_triangle(p, q, d, Vec3(edges.x, 0.0, edges.z), columns, owner, face, wire, sides, limits, nearness, ids,
                     faces)
        see_triangle(p, d, e, Vec3(0.0, edges.y, 0.0), columns, owner, face, wire, sides, limits, nearness, ids, faces)
    elif fa:
        p = on_screen(camera, a, columns, rows)
        d = on_screen(camera, at_near(camera, a, b), columns, rows)
        e = on_screen(camera, at_near(camera, a, c), columns, rows)
        see_triangle(p, d, e, Vec3(0.0, edges.y, edges.z), columns, owner, face, wire, sides, limits, nearness, ids,
                     faces)


@routine
def see_mesh(camera, parts, part, points, corners, halves, columns, wire, sides, limits, nearness, ids, faces,
             projected):
    """Let samples see the triangles of one part; what is behind the near plane is cut off."""
    rows = nearness.shape[0]
    left, right, low, high = surroundings(camera, parts, part, columns, rows)
    if left >= right or low >= high:
        return
    at = PART_SIZE * part
    pos, frame, owner = parts.numbers.vec3[at + POSITION], parts.numbers.mat3[at + FRAME], parts.numbers[at + OWNER]
    first, mirrored = int(parts.numbers[at + FIRST_POINT]), is_mirrored(camera)
    second, third = (2, 1) if mirrored else (1, 2)
    for k in range(first, int(parts.numbers[at + LAST_POINT])):
        p = screen(camera, pos + frame @ Vec3(points[k, 0], points[k, 1], points[k, 2]), columns, rows)
        is_before = p.z > camera[NEAR]
        projected.numbers.vec3[3 * (k - first)] = Vec3(p.x, p.y, nearness_of(camera, p.z) if is_before else BEHIND)
    for k in range(int(parts.numbers[at + FIRST_FACE]), int(parts.numbers[at + LAST_FACE])):
        a, b, c = corners[k, 0], corners[k, second], corners[k, third]
        p, q, r = (projected.numbers.vec3[3 * (a - first)], projected.numbers.vec3[3 * (b - first)],
                   projected.numbers.vec3[3 * (c - first)])
        behind = int(p.z < 0.0) + int(q.z < 0.0) + int(r.z < 0.0)
        inner = 1.0 - halves[k]
        edges = Vec3(1.0, 1.0, inner) if mirrored else Vec3(1.0, inner, 1.0)
        if behind == 0:
            see_triangle(p, q, r, edges, columns, owner, k, wire, sides, limits, nearness, ids, faces)
        elif behind < 3:
            see_cut(camera, pos + frame @ Vec3(points[a, 0], points[a, 1], points[a, 2]),
                    pos + frame @ Vec3(points[b, 0], points[b, 1], points[b, 2]),
                    pos + frame @ Vec3(points[c, 0], points[c, 1], points[c, 2]), edges, columns, owner, k, wire, sides,
                    limits, nearness, ids, faces)


@native
def see(camera: In('20'), parts: In('*,*'), chosen: In('*', int), points: In('*,*', np.float32),
        corners: In('*,*', int), halves: In('*', int), columns: int, wire: float, sides: int,
        limits: In('*,*', np.float32), nearness: Out('*,*', np.float32), ids: Out('*,*', int), faces: Out('*,*', int),
        projected: Out('*,*')):
    """Let every sample see the nearest of the chosen parts, nearer than what it saw before.

    `wire` is half the width of lines in samples, if triangles are seen as lines, else 0; `sides` says from where they
    are seen. `halves` is 1 for triangles that are half of a quadrangle: their edge opposite to the second
    corner is none. `limits`, if it is a picture, says how near things may be to be seen; `projected` is room for the
    points of a mesh.
    """
    for part in range(parts.shape[0]):
        if chosen[part] == 0:
            continue
        if int(parts.numbers[PART_SIZE * part]) == TRIANGLES:
            see_mesh(camera, parts, part, points, corners, halves, columns, wire, sides, limits, nearness, ids, faces,
                     projected)
        else:
            see_shape(camera, parts, part, columns, limits, nearness, ids)


@native
def mirror_limits(nearness: In('*,*', np.float32), ids: In('*,*', int), part: int, closer: float,
                  limits: Out('*,*', np.float32)) -> int:
    """Limits for what is seen in a mirror: nothing beside it, and in it what is behind; how many samples see it."""
    number = 0
    for j in range(nearness.shape[0]):
        for i in range(nearness.shape[1]):
            is_mirror = ids[j, i] == part
            limits[j, i] = nearness[j, i] * closer if is_mirror else 0.0
            number += is_mirror
    return number
