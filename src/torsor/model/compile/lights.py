"""Lights."""

from ..spec.bodies import Light
from ..spec.rotation import SHORTEST, Vector, norm, normalized, rotate
from .columns import column, copy_columns
from .draft import Draft
from .tree import Tree

LIGHT_COLUMNS = (
    ('light_mode', 'mode'),
    ('light_type', 'type'),
    ('light_castshadow', 'castshadow'),
    ('light_bulbradius', 'bulbradius'),
    ('light_intensity', 'intensity'),
    ('light_range', 'range'),
    ('light_active', 'active'),
    ('light_attenuation', 'attenuation'),
    ('light_cutoff', 'cutoff'),
    ('light_softness', 'softness'),
    ('light_exponent', 'exponent'),
    ('light_ambient', 'ambient'),
    ('light_diffuse', 'diffuse'),
    ('light_specular', 'specular'),
)


def set_light_fields(draft: Draft) -> None:
    """Fill light_*."""
    fields, lights = draft.fields, draft.elements['light']
    copy_columns(fields, lights, LIGHT_COLUMNS)
    fields['light_targetbodyid'] = draft.elements.column('light_targetbodyid', lights, 'targetbody', 'body')
    fields['light_texid'] = draft.elements.column('light_texid', lights, 'texture', 'texture')
    rays = [_ray(draft.tree, light) for light in lights]
    fields['light_pos'] = column('light_pos', (pos for pos, _ in rays))
    fields['light_dir'] = column('light_dir', (direction for _, direction in rays))


def _ray(tree: Tree, light: Light) -> tuple[Vector, Vector]:
    """Position and unit direction of a light in its body."""
    if not 0 <= light.softness <= 1:
        raise light.error('attribute "softness" must be between 0 and 1')
    if norm(light.dir) <= SHORTEST:
        raise light.error('attribute "dir" is too short to give a direction')
    direction = normalized(light.dir)
    if light.frame is None:
        return light.pos, direction
    pos, quat = tree.frame_pose(light.frame)
    moved = tuple(p + x for p, x in zip(pos, rotate(quat, light.pos), strict=True))
    return moved, rotate(quat, direction)
