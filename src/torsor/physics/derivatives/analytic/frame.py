"""How the frame of a contact moves with its two bodies: a twist (turn, shift of the point) for the twists of both.

Colliders run on dual numbers: with the pose of the first geom fixed, the second is moved along the six coordinates of
a twist. What is found moves with the first geom besides. Those that iterate stop early, and slopes of their last
iterate are wrong: convex.py has these.
"""

from ....jit import helper, stage
from ....jit.arena import scratch
from ....jit.arguments import Scratched
from ....jit.choice import choice, one_of
from ....jit.dual_numbers import WIDTH, dual_data, slopes_in
from ....jit.lanes import all_, any_, where
from ....jit.per_world import alone, take, worlds_in
from ....jit.rows import rest_of
from ....jit.structs import flat, width
from ....jit.values import STILL, TINY, ZERO, Vec3, X, Y, Z, cross, dot, norm, spatial
from ...collision import box, capsule, plane, sphere  # noqa: F401, kernels call stages that are defined
from ...collision.contact_frame import across
from ...collision.fields import TYPES
from ...collision.mixing import margin_and_gap
from ...collision.table import COLLIDERS
from ...common.names import BOX, CAPSULE, CYLINDER, ELLIPSOID, HFIELD, MESH, PLANE, SPHERE
from .convex import convex_on_duals, hfield_on_duals, is_iterated

# numbers that are kept of one contact: its turn about the normal with that of the first body, beyond this; then changes
# of the point, of the frame (a turn) and of the distance with the motion of the second body relative to the first
WITH_FIRST, OF_POINT, OF_ANGLE, OF_DISTANCE, SIZE = 0, 3, 21, 39, 45
Frames = Scratched('nv')
# pairs whose colliders are formulas
DIRECT = {(PLANE, SPHERE), (PLANE, CAPSULE), (PLANE, ELLIPSOID), (PLANE, CYLINDER), (PLANE, BOX), (SPHERE, SPHERE),
          (SPHERE, CAPSULE), (SPHERE, CYLINDER), (SPHERE, BOX), (CAPSULE, CAPSULE), (CAPSULE, BOX), (BOX, BOX)}
has_points = one_of('has_points', (SPHERE, CAPSULE, BOX, MESH))


def _row(stage):
    """The collider of a pair of types as a row of a table of helpers."""

    def collide(m, d, first, second, reach):
        stage(m, d, first, second, reach)
        return True

    return helper(collide)


@helper
def unknown(m, d, first, second, reach):
    return False


collide_pair = choice('collide_pair', {first * TYPES + second: _row(COLLIDERS[first, second][0])
                                       for first, second in sorted(DIRECT)}, otherwise=unknown)


# ---- colliders on duals ----
@helper
def put_still(numbers, start, count, values):
    """Copy numbers, which do not change."""
    for i in range(start, start + count):
        numbers[WIDTH * i] = values[i]
        for k in range(1, WIDTH):
            numbers[WIDTH * i + k] = 0.0


@helper
def put_turn(numbers, g, k, axis, frame):
    """The slopes of the orientation of geom g, by variable k: a turn about an axis."""
    x, y, z = cross(axis, frame.col_x), cross(axis, frame.col_y), cross(axis, frame.col_z)
    at = 9 * WIDTH * g + k
    numbers[at], numbers[at + WIDTH], numbers[at + 2 * WIDTH] = x.x, y.x, z.x
    numbers[at + 3 * WIDTH], numbers[at + 4 * WIDTH], numbers[at + 5 * WIDTH] = x.y, y.y, z.y
    numbers[at + 6 * WIDTH], numbers[at + 7 * WIDTH], numbers[at + 8 * WIDTH] = x.z, y.z, z.z


@helper
def listed_pair(m, first, second):
    """The pair of the model that lists two geoms, or -1."""
    for i in range(m.npair):
        a, b = m.pair_geom1[i], m.pair_geom2[i]
        if (a == first and b == second) or (a == second and b == first):
            return i
    return -1


@helper
def is_point_on_plane(m, first, second):
    """Whether contacts of two geoms are points of the second one, with balls around them, on a plane."""
    return m.geom_type[first] == PLANE and has_points(m.geom_type[second])


@stage
def collide_on_duals(m, d, first: int, second: int) -> bool:
    """Find the contacts of two geoms, and their slopes by a twist of the second about its own centre.

    Returns whether their collider is one of those that can be differentiated.
    """
    duals = dual_data(d)
    points, frames = slopes_in(duals.geom_xpos), slopes_in(duals.geom_xmat)
    for side in range(2):
        g = first if side == 0 else second
        put_still(points, 3 * g, 3, flat(d.geom_xpos))
        put_still(frames, 9 * g, 9, flat(d.geom_xmat))
    frame = d.geom_xmat[second]
    put_turn(frames, second, 1, X, frame)
    put_turn(frames, second, 2, Y, frame)
    put_turn(frames, second, 3, Z, frame)
    for k in range(3):
        points[WIDTH * (3 * second + k) + 4 + k] = 1.0
    margin, gap = margin_and_gap(m, first, second, listed_pair(m, first, second))
    reach = margin + gap + d.work.reach
    kinds, mark = m.geom_type[first] * TYPES + m.geom_type[second], duals.pstack
    duals.work.found_num = 0
    if m.geom_type[first] == HFIELD:
        return hfield_on_duals(m, d, first, second, reach)
    if is_iterated(kinds):
        return convex_on_duals(m, d, first, second, reach)
    known = collide_pair(kinds, m, duals, first, second, reach)
    duals.pstack = mark
    return known


# ---- one contact ----
@helper
def found_number(p, n, dist, numbers, distances, normals, count):
    """Which of the points that were found is a contact with this point, normal and distance."""
    best, nearest = -1, 0.0
    for k in range(count):
        q, w = point_at(numbers, k, 0), point_at(normals, k, 0)
        off, turned = q - p, w - n
        distance = dot(off, off) + dot(turned, turned) + (distances[WIDTH * k] - dist) * (distances[WIDTH * k] - dist)
        if best < 0 or distance < nearest:
            best, nearest = k, distance
    return best


@helper
def point_at(numbers, k, slope):
    """Vector k of a field of duals, or one of its slopes."""
    at = 3 * WIDTH * k + slope
    return Vec3(numbers[at], numbers[at + WIDTH], numbers[at + 2 * WIDTH])


@helper
def row_about(numbers, source, arm):
    """The change of a number with a twist about the contact, `arm` away from the centre."""
    shift = numbers.vec3[source + 4]
    return spatial(numbers.vec3[source + 1] + cross(arm, shift), shift)


@helper
def rows_of(numbers, k, arm):
    """The change of each coordinate of vector k, with a twist about the contact."""
    return (row_about(numbers, WIDTH * (3 * k), arm), row_about(numbers, WIDTH * (3 * k + 1), arm),
            row_about(numbers, WIDTH * (3 * k + 2), arm))


@helper
def keep_point(m, d, c, acts, kept):
    """Keep the slopes of a ball around a point x of a geom on a plane: the contact is x - n (dist / 2 + radius).

    The normal n does not turn; the tangent that a capsule asks for is its axis. Zeros where the contact does not act.
    """
    frame, g = d.contact.frame[c], d.contact.geom[c, 1]
    n, along_capsule = frame.row_x, m.geom_type[g] == CAPSULE
    arm = n * (0.5 * d.contact.dist[c])
    if along_capsule or m.geom_type[g] == SPHERE:
        arm = n * (0.5 * d.contact.dist[c] + m.geom_size[g].x)
    for row in range(3):
        axis = X if row == 0 else (Y if row == 1 else Z)
        shift = axis - n * (0.5 * dot(axis, n))  # of this coordinate of the contact, by shifts of the point
        kept.spatial[OF_POINT + 6 * row] = spatial(cross(arm, shift), shift)
    kept.spatial[OF_DISTANCE] = spatial(cross(arm, n), n)
    if along_capsule:
        asked = d.geom_xmat[g].col_z
        keep_turns(frame, asked, STILL, STILL, STILL, spatial(cross(asked, X), ZERO), spatial(cross(asked, Y), ZERO),
                   spatial(cross(asked, Z), ZERO), kept)
    else:
        keep_turns(frame, ZERO, STILL, STILL, STILL, STILL, STILL, STILL, kept)
    if not all_(acts):
        for i in range(SIZE):
            kept[i] = where(acts, kept[i], 0.0)


@helper
def keep_slopes(d, second, point, frame, dist, kept):
    """Keep what was found of a contact with geom `second`, as SIZE numbers."""
    duals, arm = dual_data(d), d.geom_xpos[second] - point
    points, normals = slopes_in(duals.work.found_pos), slopes_in(duals.work.found_normal)
    tangents = slopes_in(duals.work.found_tangent)
    distances = slopes_in(duals.work.found_dist)
    k = found_number(point, frame.row_x, dist, points, distances, normals, duals.work.found_num)
    kept.spatial[OF_POINT], kept.spatial[OF_POINT + 6], kept.spatial[OF_POINT + 12] = rows_of(points, k, arm)
    kept.spatial[OF_DISTANCE] = row_about(distances, WIDTH * k, arm)
    nx, ny, nz = rows_of(normals, k, arm)
    tx, ty, tz = rows_of(tangents, k, arm)
    keep_turns(frame, point_at(tangents, k, 0), nx, ny, nz, tx, ty, tz, kept)


# ---- the rule of tangents ----
@helper
def tangent_rule(frame, asked):
    """How the tangents turn about the normal n, by the rule of collision/contact_frame.py: a weight w, whether the
    direction p that decides is the one that was asked for, and p.n; the turn is w . (dp - dn (p.n))."""
    n = frame.row_x
    given, other = across(asked, n), across(X, n)
    follows = dot(given, given) > TINY * TINY
    along_x = (dot(asked, asked) > 0.0) & (dot(other, other) > TINY * TINY)
    direction = where(follows, asked, where(along_x, X, where(abs(n.y) < 0.5, Y, Z)))
    return frame.row_z * (1.0 / norm(across(direction, n))), where(follows, 1.0, 0.0), dot(n, direction)


@helper
def weighted(weight, x, y, z):
    return x * weight.x + y * weight.y + z * weight.z


@helper
def keep_turns(frame, asked, nx, ny, nz, tx, ty, tz, kept):
    """Keep how the frame turns: n x dn, and about the normal n as its rule says; from rows of dn and of the change of
    the tangent that was asked for."""
    n, (weight, follows, share) = frame.row_x, tangent_rule(frame, asked)
    turn = weighted(weight, tx, ty, tz) * follows - weighted(weight, nx, ny, nz) * share
    kept.spatial[OF_ANGLE] = nz * n.y - ny * n.z + turn * n.x
    kept.spatial[OF_ANGLE + 6] = nx * n.z - nz * n.x + turn * n.y
    kept.spatial[OF_ANGLE + 12] = ny * n.x - nx * n.y + turn * n.z
    kept.vec3[WITH_FIRST] = cross(asked, weight) * follows - cross(n, weight) * share - n


@helper
def along(kept, at, v):
    """Three rows of six numbers times a twist."""
    return Vec3(dot(kept.spatial[at], v), dot(kept.spatial[at + 6], v), dot(kept.spatial[at + 12], v))


@helper
def frame_twist(d, c, v1, v2, kept):
    """Twist of the frame of contact c, about its point, for twists of its bodies about that point."""
    n, between = d.contact.frame[c].row_x, v2 - v1
    return spatial(v1.ang + n * dot(kept.vec3[WITH_FIRST], v1.ang) + along(kept, OF_ANGLE, between),
                   v1.lin + along(kept, OF_POINT, between))


@helper
def distance_rate(v1, v2, kept):
    """Change of the distance for twists of the bodies; of points that are no extremes it is not their motion apart."""
    return dot(kept.spatial[OF_DISTANCE], v2 - v1)


# ---- all contacts ----
@helper
def place_geoms(d, k, one, first, second):
    """Let world k alone know where two geoms are."""
    if width(d) > 1:
        one.geom_xpos[first], one.geom_xpos[second] = take(d.geom_xpos[first], k), take(d.geom_xpos[second], k)
        one.geom_xmat[first], one.geom_xmat[second] = take(d.geom_xmat[first], k), take(d.geom_xmat[second], k)


@stage
def keep_contact(m, d, c: int, k: int, frames: Frames):
    """How the frame of contact c moves in world k."""
    one, second = alone(d, k), d.contact.geom[c, 1]
    point, frame, dist = take(d.contact.pos[c], k), take(d.contact.frame[c], k), take(d.contact.dist[c], k)
    mark, numbers = one.pstack, worlds_in(frames)
    kept = scratch(one, SIZE) if width(d) > 1 else rest_of(numbers, SIZE * c)
    keep_slopes(one, second, point, frame, dist, kept)
    if width(d) > 1:
        for i in range(SIZE):
            numbers[(SIZE * c + i) * width(d) + k] = kept[i]
    one.pstack = mark


@stage
def contact_frames(m, d, acting: Frames, frames: Frames) -> int:
    """How the frames of the contacts move that are not zero in `acting`, SIZE numbers for each; zeros where they are.

    Returns -1, or a contact that cannot be differentiated.
    """
    left = 0  # contacts that are left to duals, one world after the other
    for c in range(d.ncon):
        acts, kept = acting[c] != 0.0, rest_of(frames, SIZE * c)
        if not is_point_on_plane(m, d.contact.geom[c, 0], d.contact.geom[c, 1]):
            left += 1
            for i in range(SIZE):
                kept[i] = 0.0
        elif any_(acts):
            keep_point(m, d, c, acts, kept)
    for k in range(width(d) if left > 0 else 0):
        one, model, first, second = alone(d, k), alone(m, k), -1, -1
        for c in range(d.ncon):
            point = is_point_on_plane(m, d.contact.geom[c, 0], d.contact.geom[c, 1])
            if not point and take(acting[c], k) != 0.0:
                if d.contact.geom[c, 0] != first or d.contact.geom[c, 1] != second:
                    first, second = d.contact.geom[c, 0], d.contact.geom[c, 1]
                    place_geoms(d, k, one, first, second)
                    if not collide_on_duals(model, one, first, second):
                        return c
                keep_contact(m, d, c, k, frames)
    return -1


@helper
def frames_of_all(m, d, frames):
    """How the frames of all contacts move; whether all can be differentiated."""
    mark, acting = d.pstack, scratch(d, d.ncon)
    for c in range(d.ncon):
        acting[c] = 1.0
    bad = contact_frames(m, d, acting, frames)
    d.pstack = mark
    return bad < 0
