"""The table of colliders: which stage finds the contacts of two types of geoms, and how many there can be."""

from ...jit.stage import Stage
from ...jit.table import slot_address
from ..common.names import BOX, CAPSULE, CYLINDER, ELLIPSOID, HFIELD, MESH, PLANE, SPHERE
from .box import box_box
from .capsule import capsule_box, capsule_capsule
from .convex.collide import convex, convex_flat
from .hfield import hfield_convex
from .narrow import TYPES
from .plane import plane_box, plane_capsule, plane_cylinder, plane_ellipsoid, plane_sphere
from .plane_mesh import plane_mesh
from .sphere import sphere_box, sphere_capsule, sphere_cylinder, sphere_sphere

# (type of the first geom, of the second, not below): collider, largest number of contacts
COLLIDERS: dict[tuple[int, int], tuple[Stage, int]] = {
    (PLANE, SPHERE): (plane_sphere, 1),
    (PLANE, CAPSULE): (plane_capsule, 2),
    (PLANE, ELLIPSOID): (plane_ellipsoid, 1),
    (PLANE, CYLINDER): (plane_cylinder, 4),
    (PLANE, BOX): (plane_box, 4),
    (PLANE, MESH): (plane_mesh, 4),
    (HFIELD, SPHERE): (hfield_convex, 50),
    (HFIELD, CAPSULE): (hfield_convex, 50),
    (HFIELD, ELLIPSOID): (hfield_convex, 50),
    (HFIELD, CYLINDER): (hfield_convex, 50),
    (HFIELD, BOX): (hfield_convex, 50),
    (HFIELD, MESH): (hfield_convex, 50),
    (SPHERE, SPHERE): (sphere_sphere, 1),
    (SPHERE, CAPSULE): (sphere_capsule, 1),
    (SPHERE, ELLIPSOID): (convex, 1),
    (SPHERE, CYLINDER): (sphere_cylinder, 1),
    (SPHERE, BOX): (sphere_box, 1),
    (CAPSULE, CAPSULE): (capsule_capsule, 2),
    (CAPSULE, ELLIPSOID): (convex, 1),
    (CAPSULE, CYLINDER): (convex_flat, 2),
    (CAPSULE, BOX): (capsule_box, 4),
    (ELLIPSOID, ELLIPSOID): (convex, 1),
    (ELLIPSOID, CYLINDER): (convex, 1),
    (ELLIPSOID, BOX): (convex, 1),
    (CYLINDER, CYLINDER): (convex_flat, 4),
    (CYLINDER, BOX): (convex_flat, 4),
    (BOX, BOX): (box_box, 8),
    (SPHERE, MESH): (convex, 1),
    (CAPSULE, MESH): (convex_flat, 2),
    (ELLIPSOID, MESH): (convex, 1),
    (CYLINDER, MESH): (convex_flat, 4),
    (BOX, MESH): (convex_flat, 4),
    (MESH, MESH): (convex_flat, 4),
}

# pairs whose several contacts are found at once by the convex collider, if the flag multiccd allows
MULTIPLE = frozenset({(CAPSULE, CYLINDER), (CYLINDER, CYLINDER), (CYLINDER, BOX), (CAPSULE, MESH), (CYLINDER, MESH),
                      (BOX, MESH), (MESH, MESH)})

# pairs whose distance follows from their support functions: all that have no formula, and two boxes
CONVEX = frozenset(pair for pair, (collider, _) in COLLIDERS.items() if collider in (convex, convex_flat, box_box))


def fill(addresses) -> None:
    """Write the address of every collider into the table of a model."""
    for (first, second), (stage, _) in COLLIDERS.items():
        addresses[first * TYPES + second] = slot_address(stage)
