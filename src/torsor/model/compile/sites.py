"""Sites: sizes, poses, checks."""

from ...schema.codes import mjtGeom
from .columns import column, copy_columns, user_columns
from .draft import Draft
from .extent import set_extents
from .fitting import materials

SITE_COLUMNS = (('site_type', 'type'), ('site_group', 'group'), ('site_rgba', 'rgba'))


def set_site_fields(draft: Draft) -> None:
    """Fill site_* as far as elements give them, and the size nuser_site."""
    fields, sites = draft.fields, draft.elements['site']
    for site in sites:
        if site.type in (mjtGeom.mjGEOM_PLANE, mjtGeom.mjGEOM_HFIELD):
            raise site.error('a site cannot be a plane or a height field')
        if site.meshname and site.type != mjtGeom.mjGEOM_MESH:
            raise site.error('attribute "mesh" is for sites with type="mesh"')
    copy_columns(fields, sites, SITE_COLUMNS)
    set_extents(draft, 'site')
    fields['site_matid'] = column('site_matid', materials(draft, 'site'))
    fields['site_dataid'] = draft.elements.column('site_dataid', sites, 'meshname', 'mesh')
    draft.sizes['nuser_site'] = user_columns(fields, 'site_user', sites, draft.spec.size.nuser_site)
