"""The table of colliders: which stage finds the contacts of two types of geoms, and how many there can be."""

from functools import cache

import numpy as np

from ...jit.stage import Stage, Stages
from ...jit.table import slot_address
from ..common.names import BOX, CAPSULE, CYLINDER, ELLIPSOID, HFIELD, MESH, PLANE, SPHERE
from .fields import TYPES

# modules with colliders, which are imported when one of theirs has to be compiled
box, capsule, plane, sphere = (Stages(f'physics.collision.{name}') for name in ('box', 'capsule', 'plane', 'sphere'))
hfield, plane_mesh = Stages('physics.collision.hfield'), Stages('physics.collision.plane_mesh')
collide = Stages('physics.collision.convex.collide')
convex, convex_flat = collide.convex, collide.convex_flat

# (type of the first geom, of the second, not below): collider, largest number of contacts
COLLIDERS: dict[tuple[int, int], tuple[Stage, int]] = {
    (PLANE, SPHERE): (plane.plane_sphere, 1),
    (PLANE, CAPSULE): (plane.plane_capsule, 2),
    (PLANE, ELLIPSOID): (plane.plane_ellipsoid, 1),
    (PLANE, CYLINDER): (plane.plane_cylinder, 4),
    (PLANE, BOX): (plane.plane_box, 4),
    (PLANE, MESH): (plane_mesh.plane_mesh, 4),
    (HFIELD, SPHERE): (hfield.hfield_convex, 50),
    (HFIELD, CAPSULE): (hfield.hfield_convex, 50),
    (HFIELD, ELLIPSOID): (hfield.hfield_convex, 50),
    (HFIELD, CYLINDER): (hfield.hfield_convex, 50),
    (HFIELD, BOX): (hfield.hfield_convex, 50),
    (HFIELD, MESH): (hfield.hfield_convex, 50),
    (SPHERE, SPHERE): (sphere.sphere_sphere, 1),
    (SPHERE, CAPSULE): (sphere.sphere_capsule, 1),
    (SPHERE, ELLIPSOID): (convex, 1),
    (SPHERE, CYLINDER): (sphere.sphere_cylinder, 1),
    (SPHERE, BOX): (sphere.sphere_box, 1),
    (CAPSULE, CAPSULE): (capsule.capsule_capsule, 2),
    (CAPSULE, ELLIPSOID): (convex, 1),
    (CAPSULE, CYLINDER): (convex_flat, 2),
    (CAPSULE, BOX): (capsule.capsule_box, 4),
    (ELLIPSOID, ELLIPSOID): (convex, 1),
    (ELLIPSOID, CYLINDER): (convex, 1),
    (ELLIPSOID, BOX): (convex, 1),
    (CYLINDER, CYLINDER): (convex_flat, 4),
    (CYLINDER, BOX): (convex_flat, 4),
    (BOX, BOX): (box.box_box, 8),
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
CONVEX = frozenset(pair for pair, (collider, _) in COLLIDERS.items() if collider in (convex, convex_flat, box.box_box))


@cache
def collider_addresses() -> np.ndarray:
    """What the table of every model holds: where the slot of each collider is, 0 for pairs without one."""
    addresses = np.zeros(TYPES * TYPES, np.int64)
    for (first, second), (stage, _) in COLLIDERS.items():
        addresses[first * TYPES + second] = slot_address(stage)
    return addresses
