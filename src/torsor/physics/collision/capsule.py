"""Contacts of a capsule with a capsule or a box.

A capsule is a ball that moves along a segment: a collider picks one or two places of the ball.
"""

import math

from ...jit import helper, stage
from ...jit.lanes import clamp, maximum, where
from ...jit.values import ZERO, Vec3, cross, dot
from .found import first_geom, second_geom
from .sphere import touch_balls, touch_box

PARALLEL_AXES = 1e-8  # squared sine of the angle between capsules that lie side by side
PARALLEL_EDGE = 1e-15  # squared area [m^4] spanned by the halves of a capsule and an edge that do not cross


@stage
def capsule_capsule(m, d):
    """The closest balls of both; of parallel capsules those at both ends of the stretch that they share."""
    a, b = first_geom(d), second_geom(d)
    axis_a, half_a = d.geom_xmat[a].col_z, m.geom_size[a].y
    axis_b, half_b = d.geom_xmat[b].col_z, m.geom_size[b].y
    between = d.geom_xpos[b] - d.geom_xpos[a]
    along_a, along_b = dot(axis_a, between), dot(axis_b, between)
    cosine, normal = dot(axis_a, axis_b), cross(axis_a, axis_b)
    sine2 = dot(normal, normal)
    places = 2 if sine2 < PARALLEL_AXES and half_a > 0.0 and half_b > 0.0 else 1
    for k in range(places):
        # y is the place on b: an end, or where the common perpendicular meets it (Ericson 5.1.8)
        if places == 2:
            y = where((k == 0) == (cosine > 0.0), -half_b, half_b)
        else:
            crossing = dot(cross(between, axis_b), normal) / where(sine2 > 0.0, sine2, 1.0)
            y = clamp(clamp(crossing, -half_a, half_a) * cosine - along_b, -half_b, half_b)
        x = along_a + y * cosine
        if abs(x) > half_a:  # an end of a is closest, to some other place of b
            x = clamp(x, -half_a, half_a)
            y = clamp(x * cosine - along_b, -half_b, half_b)
        touch_balls(d, d.geom_xpos[a] + axis_a * x, m.geom_size[a].x, d.geom_xpos[b] + axis_b * y, m.geom_size[b].x)


@stage
def capsule_box(m, d):
    """The ball closest to the box, and how far it can move on along the part of the box that it touches."""
    capsule, box = first_geom(d), second_geom(d)
    frame, half_length = d.geom_xmat[box], m.geom_size[capsule].y
    centre = frame.T @ (d.geom_xpos[capsule] - d.geom_xpos[box])
    axis = frame.T @ d.geom_xmat[capsule].col_z
    closest, side, places = closest_to_box(centre, axis, half_length, m.geom_size[box])
    direction = direction_along_box(closest, side, axis, places)
    if direction == 0.0:
        places = 1
    limit = room_along_box(...)
    for k in range(places):
        along = closest + where(k == 0, 0.0, direction * limit)
        touch_box(m, d, d.geom_xpos[capsule] + d.geom_xmat[capsule].col_z * along, m.geom_size[capsule].x)
