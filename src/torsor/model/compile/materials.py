"""Materials: how surfaces look, and which textures they use."""

from .columns import column, copy_columns
from .draft import Draft

MATERIAL_COLUMNS = (
    ('mat_texuniform', 'texuniform'),
    ('mat_texrepeat', 'texrepeat'),
    ('mat_emission', 'emission'),
    ('mat_specular', 'specular'),
    ('mat_shininess', 'shininess'),
    ('mat_reflectance', 'reflectance'),
    ('mat_metallic', 'metallic'),
    ('mat_roughness', 'roughness'),
    ('mat_rgba', 'rgba'),
)


def set_material_fields(draft: Draft) -> None:
    """Fill mat_*."""
    elements, materials = draft.elements, draft.elements['material']
    for material in materials:
        if not material.name:
            raise material.error('a material needs a name; give it the attribute "name"')
    copy_columns(draft.fields, materials, MATERIAL_COLUMNS)
    layers = [
        [elements.find_if_given(material, 'texture', name) for name in material.textures] for material in materials
    ]
    draft.fields['mat_texid'] = column('mat_texid', layers)
