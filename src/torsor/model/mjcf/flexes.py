"""Deformable bodies: <flex>."""

from ..spec.defaults import Default
from ..spec.flexes import Flex
from .attributes import apply
from .rule import Rule
from .xml import Element


def apply_flex(element: Element, rule: Rule, flex: Flex, _default: Default) -> None:
    """Set a flex from its element and what is inside."""
    apply(element, rule, flex)
    for child in element.children:
        apply_part(child, rule.child(child.tag), flex)


def apply_part(child: Element, rule: Rule, flex: Flex) -> None:
    """Set what one child says of a flex; one number for when a sheet yields stands for stretching and bending."""
    apply(child, rule, flex)
    if len(child.attributes.get('yield', '').split()) == 1 and flex.dim == 2 and not flex.order:
        flex.stressyield = flex.stressyield[:1] * 2
