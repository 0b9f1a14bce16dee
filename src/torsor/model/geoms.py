"""Geoms and sites: sizes, poses, checks."""

import math

from ..schema import enums
from .codes import mjtGeom
from .columns import Fields, column, copy_columns, user_columns
from .elements import Elements
from .orientation import SHORTEST, from_z, norm
from .spec import Geom, Site, Size, Vector
from .tree import Pose, Tree

GEOM_COLUMNS = (
    ('geom_type', 'type'),
    ('geom_contype', 'contype'),
    ('geom_conaffinity', 'conaffinity'),
    ('geom_condim', 'condim'),
    ('geom_group', 'group'),
    ('geom_priority', 'priority'),
    ('geom_castshadow', 'castshadow'),
    ('geom_solmix', 'solmix'),
    ('geom_solref', 'solref'),
    ('geom_solimp', 'solimp'),
    ('geom_friction', 'friction'),
    ('geom_margin', 'margin'),
    ('geom_gap', 'gap'),
    ('geom_surfacevel', 'surfacevel'),
    ('geom_adhesion', 'adhesion'),
    ('geom_rgba', 'rgba'),
)
SITE_COLUMNS = (('site_type', 'type'), ('site_group', 'group'), ('site_rgba', 'rgba'))

SIZES: dict[int, int] = {
    mjtGeom.mjGEOM_SPHERE: 1,
    mjtGeom.mjGEOM_CAPSULE: 2,
    mjtGeom.mjGEOM_CYLINDER: 2,
    mjtGeom.mjGEOM_ELLIPSOID: 3,
    mjtGeom.mjGEOM_BOX: 3,
}
TWO_RADII = (mjtGeom.mjGEOM_ELLIPSOID, mjtGeom.mjGEOM_BOX)
LONG = (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER, *TWO_RADII)


def set_geom_fields(fields: Fields, tree: Tree, elements: Elements, size: Size) -> dict[str, int]:
    """Fill geom_* as far as elements give them; returns the size nuser_geom."""
    geoms, moving = tree.geoms, tree.moving()
    for geom, body in zip(geoms, tree.owners['geoms'], strict=True):
        _check_geom(geom, moving[body])
    copy_columns(fields, geoms, GEOM_COLUMNS)
    _set_shapes(fields, tree, 'geom', geoms)
    fields['geom_matid'] = elements.column('geom_matid', geoms, 'material', 'material')
    for name in ('geom_dataid', 'geom_plugin'):
        fields[name] = column(name, [-1] * len(geoms))
    return {'nuser_geom': user_columns(fields, 'geom_user', geoms, size.nuser_geom)}


def set_site_fields(fields: Fields, tree: Tree, elements: Elements, size: Size) -> dict[str, int]:
    """Fill site_* as far as elements give them; returns the size nuser_site."""
    sites = tree.sites
    for site in sites:
        if site.type in (mjtGeom.mjGEOM_PLANE, mjtGeom.mjGEOM_HFIELD):
            raise site.error('a site cannot be a plane or a height field')
    copy_columns(fields, sites, SITE_COLUMNS)
    _set_shapes(fields, tree, 'site', sites)
    fields['site_matid'] = elements.column('site_matid', sites, 'material', 'material')
    fields['site_dataid'] = column('site_dataid', [-1] * len(sites))
    return {'nuser_site': user_columns(fields, 'site_user', sites, size.nuser_site)}


def _set_shapes(fields: Fields, tree: Tree, kind: str, items: list[Geom] | list[Site]) -> None:
    shapes = [shape(item) for item in items]
    poses = [tree.pose(item, own) for item, (_, own) in zip(items, shapes, strict=True)]
    fields[f'{kind}_size'] = column(f'{kind}_size', (size for size, _ in shapes))
    fields[f'{kind}_pos'] = column(f'{kind}_pos', (pos for pos, _ in poses))
    fields[f'{kind}_quat'] = column(f'{kind}_quat', (quat for _, quat in poses))


def shape(item: Geom | Site) -> tuple[Vector, Pose | None]:
    """The sizes of an element, and its pose when `fromto` gives it."""
    if item.fromto is None:
        _check_size(item, item.size)
        return item.size, None
    start, end = item.fromto[:3], item.fromto[3:]
    if item.type not in LONG:
        raise item.error('attribute "fromto" needs a capsule, cylinder, box or ellipsoid')
    if any(item.pos):
        raise item.error('attributes "pos" and "fromto" both give a position; keep one of them')
    along = tuple(a - b for a, b in zip(start, end, strict=True))
    length = norm(along)
    if length <= SHORTEST:
        raise item.error('the two points of "fromto" are the same')
    radius, half = item.size[0], length / 2
    size = (radius, radius, half) if item.type in TWO_RADII else (radius, half, item.size[2])
    _check_size(item, size)
    return size, (tuple((a + b) / 2 for a, b in zip(start, end, strict=True)), from_z(along))


def _check_size(item: Geom | Site, size: Vector) -> None:
    if item.type in (mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF):
        raise item.error('meshes and height fields are valid MJCF but this version of Torsor does not support them yet')
    if item.type == mjtGeom.mjGEOM_PLANE:
        if size[2] <= 0:
            raise item.error('attribute "size" of a plane needs a positive third number, the spacing of its grid')
        return
    needed = SIZES[item.type]
    if not all(0 < number < math.inf for number in size[:needed]):
        shape_name = enums.mjtGeom(item.type).name.removeprefix('mjGEOM_').lower()
        raise item.error(f'attribute "size" of a {shape_name} needs {needed} positive number{"s" * (needed > 1)}')


def _check_geom(geom: Geom, moving: bool) -> None:
    if geom.type == mjtGeom.mjGEOM_PLANE and moving:
        raise geom.error('a plane cannot be part of a moving body')
    if geom.condim not in (1, 3, 4, 6):
        raise geom.error(f'attribute "condim" is {geom.condim} but can only be 1, 3, 4 or 6')
