"""Contact points that the user's colliders report: unlike our own, they are checked."""

from ...jit.values import ZERO, norm
from .fields import WORK

ROOM = next(int(row.shape) for row in WORK if row.name == 'found_dist')  # points of one pair that there is room for


def found(d, dist, pos, normal):
    """In a collider: add a contact point at `pos` (Vec3) between the surfaces, which are `dist` apart.

    `normal` (Vec3) points from the first geom to the second and need not be of unit length; `dist` is negative in
    penetration. Points that are out of reach, are not made of numbers, or have no direction do not count.
    """
    n, length = d.work.found_num, norm(normal)
    if n < ROOM and dist <= d.work.found_reach and length > 0.0:
        d.work.found_dist[n], d.work.found_pos[n] = dist, pos
        d.work.found_normal[n], d.work.found_tangent[n] = normal * (1.0 / length), ZERO
        d.work.found_num = n + 1
