"""Whether objects are inside of sites."""

from ...jit import helper, stage
from ...jit.arguments import In, Index
from ...jit.choice import choice, one_of
from ...jit.dual_numbers import number_of
from ...jit.values import Vec3, dot, matrix
from ..common.mesh import vertex
from ..common.names import BOX, CAPSULE, CYLINDER, ELLIPSOID, MESH, SPHERE
from ..query.motion import object_frame
from ..ray.distance import divided
from .common import put_number
from .enclosure import enclosure_sensor


# ---- whether a point in the frame of a shape is inside, which its surface is not ----
@helper
def in_sphere(point, size):
    return dot(point, point) < size.x * size.x


@helper
def in_capsule(point, size):
    beyond = point.z - max(-size.y, min(size.y, point.z))
    return point.x * point.x + point.y * point.y + beyond * beyond < size.x * size.x


@helper
def in_cylinder(point, size):
    return abs(point.z) < size.y and point.x * point.x + point.y * point.y < size.x * size.x


@helper
def in_ellipsoid(point, size):
    unit = divided(point, size)
    return dot(unit, unit) < 1.0


@helper
def in_box(point, size):
    return abs(point.x) < size.x and abs(point.y) < size.y and abs(point.z) < size.z


INSIDES = {SPHERE: in_sphere, CAPSULE: in_capsule, CYLINDER: in_cylinder, ELLIPSOID: in_ellipsoid, BOX: in_box}
has_volume = one_of('has_volume', INSIDES)
is_inside = choice('is_inside', {kind: INSIDES[kind] for kind in INSIDES if kind != BOX}, otherwise=in_box)


@stage
def mesh_holds(m, d, mesh: int, x: float, y: float, z: float) -> bool:
    """Whether a point in the frame of the asset is inside or on the convex hull of a mesh: behind all faces."""
    point, first = matrix(m.mesh_quat[mesh]).T @ (Vec3(x, y, z) - m.mesh_pos[mesh]), m.mesh_polyadr[mesh]
    for polygon in range(first, first + m.mesh_polynum[mesh]):
        corner = vertex(m, mesh, m.mesh_polyvert[m.mesh_polyvertadr[polygon]])
        if dot(m.mesh_polynormal[polygon], point - corner) > 0.0:
            return False
    return m.mesh_polynum[mesh] > 0


@helper
def site_holds(m, d, site, point):
    """Whether a point in the world is inside of a site."""
    local = d.site_xmat[site].T @ (point - d.site_xpos[site])
    if m.site_type[site] == MESH:
        return mesh_holds(m, d, m.site_dataid[site], number_of(local.x), number_of(local.y), number_of(local.z))
    size = m.site_size[site]
    return is_inside(m.site_type[site], local, Vec3(size.x, size.y, size.z))


@stage(one_world=True)
def point_in_site(m, d, siteid: Index('nsite'), point: In('3')) -> int:
    """1 if a point is inside of a site, the convex hull if that is a mesh; else 0."""
    return 1 if site_holds(m, d, siteid, point.vec3[0]) else 0


@stage(one_world=True)
def inside_sensor(m, d, s: int):
    """One if the origin of an object is inside of a site, else zero; or how far the whole object juts out of it."""
    if m.sensor_intprm[s, 0] != 0:
        enclosure_sensor(m, d, s)
        return
    _, point, _ = object_frame(m, d, m.sensor_objtype[s], m.sensor_objid[s])
    put_number(m, d, s, 1.0 if site_holds(m, d, m.sensor_refid[s], point) else 0.0)
