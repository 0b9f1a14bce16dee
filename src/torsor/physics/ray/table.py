"""The table of shapes that rays can hit: type of geom to distance and normal. A new shape is a new row."""

from collections.abc import Callable
from typing import NamedTuple

from ...jit import helper
from ...jit.values import ZERO
from ..common.names import BOX, CAPSULE, CYLINDER, ELLIPSOID, PLANE, SPHERE
from .distance import MISS, to_box, to_capsule, to_cylinder, to_ellipsoid, to_plane, to_sphere
from .normal import of_box, of_capsule, of_cylinder, of_ellipsoid, of_plane, of_sphere


class Ray(NamedTuple):
    """How a ray meets a shape, in the frame of the shape."""

    distance: Callable  # of (point, direction, size)
    normal: Callable  # of (hit, size)


RAYS: dict[int, Ray] = {
    PLANE: Ray(to_plane, of_plane),
    SPHERE: Ray(to_sphere, of_sphere),
    CAPSULE: Ray(to_capsule, of_capsule),
    ELLIPSOID: Ray(to_ellipsoid, of_ellipsoid),
    CYLINDER: Ray(to_cylinder, of_cylinder),
    BOX: Ray(to_box, of_box),
}


@helper
def _miss(geomtype, point, direction, size):
    """Rays pass through shapes that have no row."""
    return MISS


@helper
def _no_normal(geomtype, hit, size):
    return ZERO


def _distance_case(kind, distance, otherwise):
    @helper
    def case(geomtype, point, direction, size):
        return distance(point, direction, size) if geomtype == kind else otherwise(geomtype, point, direction, size)

    return case


def _normal_case(kind, normal, otherwise):
    @helper
    def case(geomtype, hit, size):
        return normal(hit, size) if geomtype == kind else otherwise(geomtype, hit, size)

    return case


# ray_distance(geomtype, point, direction, size) and ray_normal(geomtype, hit, size): a comparison for each row, inlined
ray_distance, ray_normal = _miss, _no_normal
for _kind, _ray in reversed(RAYS.items()):
    ray_distance = _distance_case(_kind, _ray.distance, ray_distance)
    ray_normal = _normal_case(_kind, _ray.normal, ray_normal)
