"""Materials: <material> and its layers."""

from ...schema.codes import mjtTextureRole
from ..spec.assets import Material
from ..spec.defaults import Default
from .attributes import apply
from .grammar import LAYER, Rule
from .xml import Element


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
