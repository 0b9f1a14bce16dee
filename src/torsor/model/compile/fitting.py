"""Geoms that are meshes, and primitives that take their size and pose from one."""

from collections.abc import Callable

from ...schema.codes import mjtGeom
from ..spec.bodies import Geom, Site
from ..spec.rotation import ZERO3, Vector, conjugate, cross, rotate, transform
from ..spec.sums import total
from .draft import Draft
from .mesh.process import Mesh
from .tree import Pose


def mesh_of(draft: Draft, item: Geom | Site) -> Mesh:
    """The mesh that a geom or site is, or that a geom is fitted to."""
    return draft.meshes[draft.elements.find(item, 'mesh', item.meshname)]


def materials(draft: Draft, kind: str) -> list[int]:
    """The materials of all geoms or sites; who has none takes that of its mesh."""
    elements, meshes = draft.elements, draft.elements['mesh']
    return [
        elements.find_if_given(item, 'material', item.material or (
            meshes[elements.find(item, 'mesh', item.meshname)].material if item.meshname else ''
        ))
        for item in elements[kind]
    ]  # fmt: skip


def fitted(geom: Geom, mesh: Mesh, own: Pose, to_box: bool) -> tuple[Vector, Pose]:
    """Size and pose of a geom with a mesh; a primitive is fitted to the box around it or to one of equal inertia."""
    if geom.type == mjtGeom.mjGEOM_MESH:
        return mesh.size, transform(*own, mesh.pos, mesh.quat)
    if geom.type == mjtGeom.mjGEOM_SDF:
        raise geom.error('type="sdf" is valid MJCF but this version of Torsor does not support it yet')
    if geom.type not in FITS:
        raise geom.error('only spheres, capsules, cylinders, ellipsoids and boxes can be fitted to a mesh')
    centre, half = mesh.box if to_box else (ZERO3, mesh.half)
    size = FITS[geom.type](half, to_box)
    frame = transform(mesh.pos, mesh.quat, centre, (1.0, 0.0, 0.0, 0.0))
    return tuple([geom.fitscale * number for number in size]), transform(*own, *frame)


def _sphere(half: Vector, to_box: bool) -> Vector:
    return max(half) if to_box else total(half) / 3, 0.0, 0.0


def _across(half: Vector, to_box: bool) -> float:
    return max(half[:2]) if to_box else (half[0] + half[1]) / 2


def _capsule(half: Vector, to_box: bool) -> Vector:
    """Around a box the caps are inside it; beside one of equal inertia they stand out by half a radius."""
    radius = _across(half, to_box)
    return radius, max(0.0, half[2] - (radius if to_box else radius / 2)), 0.0


def _cylinder(half: Vector, to_box: bool) -> Vector:
    return _across(half, to_box), half[2], 0.0


def _box(half: Vector, _to_box: bool) -> Vector:
    return half


FITS: dict[int, Callable[[Vector, bool], Vector]] = {
    mjtGeom.mjGEOM_SPHERE: _sphere,
    mjtGeom.mjGEOM_CAPSULE: _capsule,
    mjtGeom.mjGEOM_CYLINDER: _cylinder,
    mjtGeom.mjGEOM_ELLIPSOID: _box,
    mjtGeom.mjGEOM_BOX: _box,
}


def surface_velocity(geom: Geom, mesh: Mesh) -> Vector:
    """The velocity of the surface, given in the frame of the asset, in that of the mesh."""
    linear, angular = geom.surfacevel[:3], geom.surfacevel[3:]
    there = tuple([v + w for v, w in zip(linear, cross(angular, mesh.pos), strict=True)])
    back = conjugate(mesh.quat)
    return *rotate(back, there), *rotate(back, angular)
