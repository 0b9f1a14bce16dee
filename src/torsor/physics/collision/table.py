"""The table of colliders: which stage finds the contacts of two types of geoms, and how many there can be."""

from ...jit.stage import Stage
from ...jit.table import slot_address
from ..names import BOX, CAPSULE, CYLINDER, ELLIPSOID, PLANE, SPHERE
from .narrow import TYPES

# (type of the first geom, of the second, not below): collider, largest number of contacts
COLLIDERS: dict[tuple[int, int], tuple[Stage, int]] = {}


def fill(addresses) -> None:
    """Write the address of every collider into the table of a model."""
    for (first, second), (stage, _) in COLLIDERS.items():
        addresses[first * TYPES + second] = slot_address(stage)
