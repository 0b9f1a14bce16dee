"""Tendons: <fixed> and its path."""

from ..spec.defaults import Default
from ..spec.tendons import Tendon, Wrap
from .attributes import apply
from .grammar import Rule
from .xml import Element


def apply_fixed(element: Element, rule: Rule, tendon: Tendon, _default: Default) -> None:
    """Set `tendon` from its element and the joints inside it."""
    apply(element, rule, tendon, skip=('class',))
    path = []
    for child in element.children:
        wrap = Wrap(origin=child)
        apply(child, rule.child(child.tag), wrap)
        if not child.attributes['coef'].strip():
            raise child.error('attribute "coef" is required')
        path.append(wrap)
    tendon.path = tuple(path)
