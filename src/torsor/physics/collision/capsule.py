"""Contacts of a capsule with a capsule or a box."""

from ...jit import stage
from ...jit.lanes import clamp
from ...jit.values import cross, dot
from .found import first_geom, second_geom
from .sphere import touch_balls

PARALLEL = 1e-8  # squared sine of the angle below which two axes count as parallel


@stage
def capsule_capsule(m, d):
    """The balls of both capsules that are closest; at both ends of the overlap if the capsules are parallel."""
    a, b = first_geom(d), second_geom(d)
    centre_a, axis_a, radius_a, half_a = d.geom_xpos[a], d.geom_xmat[a].col_z, m.geom_size[a].x, m.geom_size[a].y
    centre_b, axis_b, radius_b, half_b = d.geom_xpos[b], d.geom_xmat[b].col_z, m.geom_size[b].x, m.geom_size[b].y
    between = centre_b - centre_a
    cosine, normal = dot(axis_a, axis_b), cross(axis_a, axis_b)
    sine2 = dot(normal, normal)
    along_a, along_b = dot(axis_a, between), dot(axis_b, between)
    points = 2 if sine2 < PARALLEL and half_a > 0.0 and half_b > 0.0 else 1
    for k in range(points):
        if points == 2:
            y = half_b if (k == 1) == (cosine > 0.0) else -half_b
        else:
            # where the common perpendicular meets the first axis (Ericson 5.1.8), then alternately what is closest
            x = dot(cross(between, axis_b), normal) / sine2 if sine2 > 0.0 else 0.0
            y = clamp(clamp(x, -half_a, half_a) * cosine - along_b, -half_b, half_b)
        x = clamp(along_a + y * cosine, -half_a, half_a)
        if points == 2 and x != along_a + y * cosine:
            y = clamp(x * cosine - along_b, -half_b, half_b)
        touch_balls(d, centre_a + axis_a * x, radius_a, centre_b + axis_b * y, radius_b)
