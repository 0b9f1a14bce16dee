"""Materials: how surfaces look, and which textures they use."""

from .attributes import apply
from .codes import mjtTextureRole
from .columns import Fields, column, copy_columns
from .elements import Elements
from .grammar import LAYER, Rule
from .spec import Default, Material
from .xml import Element

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


def apply_material(element: Element, rule: Rule, material: Material, _default: Default) -> None:
    """Set `material` from its element: one texture for the colour, or a layer for every role."""
    apply(element, rule, material, skip=('class', 'texture'))
    textures = list(material.textures)
    if 'texture' in element.attributes:
        if element.children:
            raise element.error('give either the attribute "texture" or <layer>, not both')
        textures[mjtTextureRole.mjTEXROLE_RGB] = element.attributes['texture']
    for layer in element.children:
        role = LAYER.attributes['role'].parse(layer.attributes['role'], layer, 'role')
        textures[role] = layer.attributes['texture']
    material.textures = tuple(textures)


def set_material_fields(fields: Fields, materials: list[Material], elements: Elements) -> None:
    """Fill mat_*."""
    for material in materials:
        if not material.name:
            raise material.error('a material needs a name; give it the attribute "name"')
    copy_columns(fields, materials, MATERIAL_COLUMNS)
    layers = [
        [elements.find_if_given(material, 'texture', name) for name in material.textures] for material in materials
    ]
    fields['mat_texid'] = column('mat_texid', layers)
