"""How flat textures are laid around shapes: once about z, from the top down; on flat faces as they are seen."""

from ..jit import helper
from ..jit.elementary import acos, asin, atan2
from ..jit.formula import formula
from ..jit.lanes import clamp, maximum, sqrt, where
from ..jit.values import Vec3
from .shapes import BOX, CAPSULE, CYLINDER, SPHERE, box_normal, divided, is_on_end

AROUND, DOWN = 0.15915494309189535, 0.3183098861837907  # 1 / (2 pi), 1 / pi
POLE = 1e-6  # radius about z below which places around it cannot be told apart


@formula
def about(x, y):
    """The angle about z, from 0 to 1."""
    angle = atan2(y, x) * AROUND
    return where(angle < 0.0, angle + 1.0, angle)


@formula
def around_rate(p):
    """Share of a turn about z in a metre."""
    return AROUND / maximum(sqrt(p.x * p.x + p.y * p.y), POLE)


@formula
def around_ball(p, size):
    q = divided(p, size)
    z = clamp(q.z / sqrt(maximum(q.x * q.x + q.y * q.y + q.z * q.z, 1e-30)), -1.0, 1.0)
    return about(q.x, q.y), acos(z) * DOWN, around_rate(p), DOWN / size.z + p.x * 0.0


@formula
def around_capsule(p, size):
    """The middle and both ends have the whole height of the texture each."""
    radius, half = size.x, size.z
    beyond = clamp((abs(p.z) - half) / radius, 0.0, 1.0)
    end = asin(beyond) * (2.0 * DOWN)
    v = where(beyond > 0.0, where(p.z > 0.0, 1.0 - end, end), 0.5 - p.z * (0.5 / half))
    return about(p.x, p.y), v, around_rate(p), where(beyond > 0.0, 2.0 * DOWN / radius, 0.5 / half)


@formula
def around_cylinder(p, size):
    flat, across, down = is_on_end(p, size), 0.5 / size.x, 0.5 / size.z
    return (where(flat, p.x * across + 0.5, about(p.x, p.y)), where(flat, p.y * across, -p.z * down) + 0.5,
            where(flat, across, around_rate(p)), where(flat, across, down))


@formula
def around_box(p, size):
    q = divided(p, size)
    normal, across, down = box_normal(q), abs(p.x) * 0.0 + 0.5, 0.5 / size.z
    on_x, on_z = abs(normal.x) > 0.0, abs(normal.z) > 0.0
    return (0.5 * where(on_x, q.y, q.x) + 0.5, 0.5 - 0.5 * where(on_z, q.y, q.z),
            across / where(on_x, size.y, size.x), where(on_z, 0.5 / size.y, down))


@helper
def wrapped(kind, p, size):
    """Places in a texture that is laid around a shape once, u to the right and v down, and how much a metre covers."""
    if kind == CAPSULE:
        return around_capsule(p, size)
    if kind == CYLINDER:
        return around_cylinder(p, size)
    if kind == BOX:
        return around_box(p, size)
    if kind == SPHERE:
        return around_ball(p, Vec3(size.x, size.x, size.x))
    return around_ball(p, size)
