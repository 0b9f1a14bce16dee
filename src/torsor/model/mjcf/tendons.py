"""Tendons: <fixed> and <spatial>, with their paths."""

from ...schema.codes import mjtTendon, mjtWrap
from ..spec.defaults import Default
from ..spec.tendons import Tendon, Wrap
from .attributes import apply
from .rule import Rule
from .xml import Element

TYPES = {'fixed': mjtTendon.mjTENDON_FIXED, 'spatial': mjtTendon.mjTENDON_SPATIAL}
WRAPS = {
    'joint': mjtWrap.mjWRAP_JOINT,
    'site': mjtWrap.mjWRAP_SITE,
    'geom': mjtWrap.mjWRAP_SPHERE,
    'pulley': mjtWrap.mjWRAP_PULLEY,
}


def apply_tendon(element: Element, rule: Rule, tendon: Tendon, _default: Default) -> None:
    """Set `tendon` from its element and the path inside it."""
    apply(element, rule, tendon, skip=('class',))
    tendon.type = TYPES[element.tag]
    path = []
    for child in element.children:
        wrap = Wrap(type=WRAPS[child.tag], origin=child)
        wrap_rule = rule.child(child.tag)
        apply(child, wrap_rule, wrap)
        for name in wrap_rule.required:
            if not child.attributes[name].strip():
                raise child.error(f'attribute "{name}" is required')
        path.append(wrap)
    tendon.path = tuple(path)
