"""Geoms: properties, sizes, poses, checks."""

from ..spec.bodies import Geom
from ..spec.rotation import Vector
from .columns import column, copy_columns, user_columns
from .draft import Draft
from .extent import set_extents
from .shapes import SHAPES

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


def set_geom_fields(draft: Draft) -> None:
    """Fill geom_* as far as elements give them, and the size nuser_geom."""
    fields, tree, geoms = draft.fields, draft.tree, draft.elements['geom']
    moving = tree.moving()
    for geom, body in zip(geoms, tree.owners['geoms'], strict=True):
        _check(geom, moving[body])
    copy_columns(fields, geoms, GEOM_COLUMNS)
    set_extents(draft, 'geom')
    fields['geom_fluid'] = column('geom_fluid', (_fluid(geom) for geom in geoms))
    fields['geom_matid'] = draft.elements.column('geom_matid', geoms, 'material', 'material')
    for name in ('geom_dataid', 'geom_plugin'):
        fields[name] = column(name, [-1] * len(geoms))
    draft.sizes['nuser_geom'] = user_columns(fields, 'geom_user', geoms, draft.spec.size.nuser_geom)


def _fluid(geom: Geom) -> Vector:
    """1 for forces on an ellipsoid, their coefficients, and the virtual masses and moments that are not yet known."""
    return (1.0, *geom.fluid_coefs, *[0.0] * 6) if geom.fluid_ellipsoid else (0.0,) * 12


def _check(geom: Geom, moving: bool) -> None:
    if moving and geom.type in SHAPES and not SHAPES[geom.type].moves:
        raise geom.error(f'a {SHAPES[geom.type].name} cannot be part of a moving body')
    if geom.condim not in (1, 3, 4, 6):
        raise geom.error(f'attribute "condim" is {geom.condim} but can only be 1, 3, 4 or 6')
