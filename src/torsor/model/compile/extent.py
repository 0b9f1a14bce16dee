"""How large geoms and sites are, and where: their own sizes and poses, or those that two end points give."""

from typing import Any

from ...schema.codes import mjtGeom
from ..spec.bodies import Geom, Site
from ..spec.orientation import orientation
from ..spec.rotation import SHORTEST, Vector, from_z, norm
from .columns import column
from .derived import hfield_extent
from .draft import Draft
from .fitting import fitted, mesh_of
from .shapes import SHAPES
from .tree import Pose

Extent = tuple[Vector, Pose | None]

ASSETS: dict[int, str] = {mjtGeom.mjGEOM_MESH: 'mesh', mjtGeom.mjGEOM_HFIELD: 'hfield'}


def set_extents(draft: Draft, kind: str) -> None:
    """Fill size, pos and quat of all geoms or sites."""
    fields, items = draft.fields, draft.elements[kind]
    extents: dict[Any, Extent] = {}  # by what they follow from: replicas have the same
    found = []
    for item in items:
        given = item.type, item.size, item.fromto, item.pos, item.meshname
        if given not in extents or item.meshname or item.type in ASSETS:
            extents[given] = _extent_with_asset(draft, item) or extent(item)
        found.append(extents[given])
    poses = [draft.tree.pose(item, own) for item, (_, own) in zip(items, found, strict=True)]
    fields[f'{kind}_size'] = column(f'{kind}_size', [size for size, _ in found])
    fields[f'{kind}_pos'] = column(f'{kind}_pos', [pos for pos, _ in poses])
    fields[f'{kind}_quat'] = column(f'{kind}_quat', [quat for _, quat in poses])


def _extent_with_asset(draft: Draft, item: Geom | Site) -> Extent | None:
    """What extent() tells of other elements, for those with an asset."""
    if item.meshname:
        return meshed_extent(draft, item)
    if item.type == mjtGeom.mjGEOM_HFIELD and isinstance(item, Geom) and item.hfieldname:
        if item.fromto is not None:
            raise item.error('attribute "fromto" needs a capsule, cylinder, box or ellipsoid')
        return hfield_extent(draft.elements['hfield'][draft.elements.find(item, 'hfield', item.hfieldname)].size), None
    return None


def meshed_extent(draft: Draft, item: Geom | Site) -> Extent:
    """The sizes and pose of an element with a mesh."""
    if item.fromto is not None:
        raise item.error('attribute "fromto" cannot go with a mesh; give the pose with "pos" and an orientation')
    mesh = mesh_of(draft, item)
    if isinstance(item, Site):
        return mesh.size, None
    compiler = draft.spec.compiler
    return fitted(item, mesh, (item.pos, orientation(item, compiler)), bool(compiler.fitaabb))


def extent(item: Geom | Site) -> Extent:
    """The sizes of an element, and its pose when `fromto` gives it."""
    if item.fromto is None:
        _check_size(item, item.size)
        return item.size, None
    start, end = item.fromto[:3], item.fromto[3:]
    shape = SHAPES.get(item.type)
    if shape is None or shape.between is None:
        raise item.error('attribute "fromto" needs a capsule, cylinder, box or ellipsoid')
    if any(item.pos):
        raise item.error('attributes "pos" and "fromto" both give a position; keep one of them')
    along = tuple(a - b for a, b in zip(start, end, strict=True))
    length = norm(along)
    if length <= SHORTEST:
        raise item.error('the two points of "fromto" are the same')
    size = shape.between(item.size[0], length / 2, item.size)
    _check_size(item, size)
    return size, (tuple((a + b) / 2 for a, b in zip(start, end, strict=True)), from_z(along))


def _check_size(item: Geom | Site, size: Vector) -> None:
    if item.type in ASSETS:
        raise item.error(f'an element of type "{ASSETS[item.type]}" needs the attribute "{ASSETS[item.type]}"')
    if item.type not in SHAPES:
        raise item.error('this type is valid MJCF but this version of Torsor does not support it yet')
    shape = SHAPES[item.type]
    if not shape.accepts(size):
        wrong = next((place for place, number in enumerate(item.size) if number <= 0), 0)
        raise item.error(
            f'attribute "size" of a {shape.name} needs {shape.needs}',
            f'size {wrong} must be positive in {type(item).__name__.lower()}',
        )
