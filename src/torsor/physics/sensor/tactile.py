"""Tactile sensors: how deep the vertices of a mesh are in what touches their body, and how fast that slides along.

A geom is felt if it has a contact with the body, or with one welded to it; then its shape says how deep vertices are.
"""

import math

from ...jit import helper, stage
from ...jit.choice import choice
from ...jit.errors import FatalError
from ...jit.values import Vec3, dot, norm
from ..common.mesh import single, vertex
from ..common.names import BOX, CAPSULE, CYLINDER, ELLIPSOID, MESH, MINVAL, PLANE, SPHERE
from ..ray.distance import divided
from .common import velocity_at


# ---- how deep a point is in a shape, in whose frame it is; what is outside is not deeper than zero ----
@helper
def in_plane(point, size):
    return -point.z


@helper
def in_sphere(point, size):
    return size.x - norm(point)


@helper
def in_capsule(point, size):
    return size.x - norm(Vec3(point.x, point.y, point.z - max(-size.y, min(size.y, point.z))))


@helper
def in_ellipsoid(point, size):
    """The first-order distance from the surface: exact along the axes and next to the surface."""
    unit = divided(point, size)
    radius, slope = norm(unit), norm(divided(unit, size))
    if slope < MINVAL:
        return min(size.x, min(size.y, size.z))
    return radius * (1.0 - radius) / slope


@helper
def in_cylinder(point, size):
    return min(size.x - math.sqrt(point.x * point.x + point.y * point.y), size.y - abs(point.z))


@helper
def in_box(point, size):
    """The distance from the nearest face where that is close; MuJoCo's larger measure farther inside."""
    x, y, z = 1.0 - abs(point.x) / size.x, 1.0 - abs(point.y) / size.y, 1.0 - abs(point.z) / size.z
    if min(x, min(y, z)) <= 0.0:
        return 0.0
    nearest = min(size.x * x * x, min(size.y * y * y, size.z * z * z))
    return nearest * math.sqrt(1.0 / (x * x) + 1.0 / (y * y) + 1.0 / (z * z))


@helper
def in_mesh(point, size):
    """Nothing: MuJoCo looks into meshes that have an octree of distances only, which models of ours never have."""
    return 0.0


@helper
def in_other(point, size):
    raise FatalError('a tactile sensor is touched by a height field, in which depth is not defined: '
                     'let another shape collide with its body')


depth_in = choice('depth_in', {
    PLANE: in_plane, SPHERE: in_sphere, CAPSULE: in_capsule, ELLIPSOID: in_ellipsoid, CYLINDER: in_cylinder,
    BOX: in_box, MESH: in_mesh}, otherwise=in_other)  # fmt: skip


# ---- what touches a body ----
@helper
def touching(m, d, c, side, weld):
    """The geom on this side of contact c, if the other one belongs to bodies that are welded together; else -1."""
    g, other = d.contact.geom[c, side], d.contact.geom[c, 1 - side]
    return g if g >= 0 and other >= 0 and m.body_weldid[m.geom_bodyid[other]] == weld else -1


@helper
def touched_before(m, d, g, c, side, weld):
    """Whether a geom is known from earlier contacts than c, or from the first side of c."""
    if side == 1 and touching(m, d, c, 0, weld) == g:
        return True
    for earlier in range(c):
        if touching(m, d, earlier, 0, weld) == g or touching(m, d, earlier, 1, weld) == g:
            return True
    return False


# ---- readings ----
@helper
def slides(m, mesh):
    """Whether a mesh says, by three normals for each vertex, along which directions things slide."""
    return m.mesh_normalnum[mesh] == 3 * m.mesh_vertnum[mesh]


@helper
def feel(m, d, s, g):
    """Add a geom to the readings: the largest depth, and the sum of speeds, at each vertex."""
    mesh, skin = m.sensor_objid[s], m.sensor_refid[s]
    count, first = m.mesh_vertnum[mesh], m.sensor_adr[s]
    for i in range(count):
        point = d.geom_xpos[skin] + d.geom_xmat[skin] @ vertex(m, mesh, i)
        depth = depth_in(m.geom_type[g], d.geom_xmat[g].T @ (point - d.geom_xpos[g]), m.geom_size[g])
        if depth > 0.0:
            d.sensordata[first + i] = max(d.sensordata[first + i], depth)
            if slides(m, mesh):
                slip = d.geom_xmat[skin].T @ (velocity_at(m, d, g, point).lin - velocity_at(m, d, skin, point).lin)
                tangents = m.mesh_normaladr[mesh] + 3 * i
                d.sensordata[first + count + i] += abs(dot(single(m.mesh_normal, tangents + 1), slip))
                d.sensordata[first + 2 * count + i] += abs(dot(single(m.mesh_normal, tangents + 2), slip))


@stage(one_world=True)
def tactile_sensor(m, d, s: int):
    """Depths of all vertices of a mesh, then speeds along their first tangents, then along their second ones."""
    for i in range(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s]):
        d.sensordata[i] = 0.0
    weld = m.body_weldid[m.geom_bodyid[m.sensor_refid[s]]]
    for c in range(d.ncon):
        for side in range(2):
            g = touching(m, d, c, side, weld)
            if g >= 0 and not touched_before(m, d, g, c, side, weld):
                feel(m, d, s, g)
