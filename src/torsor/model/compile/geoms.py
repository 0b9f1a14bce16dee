"""Geoms: properties, sizes, poses, checks."""

from ...schema.codes import mjtGeom
from ..spec.bodies import Geom
from ..spec.rotation import Vector, norm
from .columns import column, copy_columns, set_columns, user_columns
from .derived import hfield_bounds
from .draft import Draft
from .extent import set_extents
from .fitting import materials, mesh_of, surface_velocity
from .shapes import SHAPES, Bounds

NO_FLUID = (0.0,) * 12
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
    ('geom_adhesion', 'adhesion'),
    ('geom_rgba', 'rgba'),
)


def set_geom_fields(draft: Draft) -> None:
    """Fill geom_* as far as elements give them, and the size nuser_geom."""
    fields, tree, geoms = draft.fields, draft.tree, draft.elements['geom']
    moving = tree.moving()
    for geom, body in zip(geoms, tree.owners['geoms'], strict=True):
        _check(geom, moving[body])
    copy_columns(fields, geoms, GEOM_COLUMNS)
    set_extents(draft, 'geom')
    if any(geom.fluid_ellipsoid for geom in geoms):
        fields['geom_fluid'] = column('geom_fluid', [_fluid(geom) for geom in geoms])
    if any(any(geom.surfacevel) for geom in geoms):
        fields['geom_surfacevel'] = column('geom_surfacevel', [_surface_velocity(draft, geom) for geom in geoms])
    data = [_data(draft, geom) for geom in geoms]
    set_columns(fields, {'geom_matid': materials(draft, 'geom'), 'geom_dataid': data, 'geom_plugin': [-1] * len(geoms)})
    draft.sizes['nuser_geom'] = user_columns(fields, 'geom_user', geoms, draft.spec.size.nuser_geom)


def _surface_velocity(draft: Draft, geom: Geom) -> Vector:
    meshed = geom.meshname and any(geom.surfacevel)
    return surface_velocity(geom, mesh_of(draft, geom)) if meshed else geom.surfacevel


def _data(draft: Draft, geom: Geom) -> int:
    """The mesh or height field that a geom is; those that are only fitted to a mesh do not keep it."""
    if geom.type == mjtGeom.mjGEOM_MESH:
        return draft.elements.find(geom, 'mesh', geom.meshname)
    return draft.elements.find_if_given(geom, 'hfield', geom.hfieldname)


def _fluid(geom: Geom) -> Vector:
    """1 for forces on an ellipsoid, their coefficients, and the virtual masses and moments that are not yet known."""
    return (1.0, *geom.fluid_coefs, *[0.0] * 6) if geom.fluid_ellipsoid else NO_FLUID


def _check(geom: Geom, moving: bool) -> None:
    if moving and geom.type in SHAPES and not SHAPES[geom.type].moves:
        raise geom.error(f'a {SHAPES[geom.type].name} cannot be part of a moving body')
    if geom.hfieldname and geom.type != mjtGeom.mjGEOM_HFIELD:
        raise geom.error('attribute "hfield" is for geoms with type="hfield"')
    if geom.typeinertia and geom.type == mjtGeom.mjGEOM_MESH:
        raise geom.error('attribute "shellinertia" is not for meshes; give the mesh asset inertia="shell"')
    if geom.condim not in (1, 3, 4, 6):
        raise geom.error(f'attribute "condim" is {geom.condim} but can only be 1, 3, 4 or 6')


def asset_bounds(draft: Draft, geom: int) -> Bounds:
    """The box and the radius of a geom whose shape is an asset."""
    bounds = _mesh_bounds if draft.tree.geoms[geom].type == mjtGeom.mjGEOM_MESH else _hfield_bounds
    return bounds(draft, draft.fields['geom_dataid'].item(geom))


def _mesh_bounds(draft: Draft, index: int) -> Bounds:
    mesh = draft.meshes[index]
    centre, half = mesh.box
    return (*centre, *half), norm(mesh.size)


def _hfield_bounds(draft: Draft, index: int) -> Bounds:
    return hfield_bounds(draft.elements['hfield'][index].size)
