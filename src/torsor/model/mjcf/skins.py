"""Surfaces that follow bodies: <skin>."""

from typing import Any

from ..spec.defaults import Default
from ..spec.skins import Skin
from .assets import apply_asset
from .attributes import apply
from .rule import Rule
from .xml import Element

GROUPS = 6


def apply_skin(element: Element, rule: Rule, skin: Skin, default: Default) -> None:
    """Set a skin from its element and the bones inside."""
    apply_asset(element, rule, skin, default)
    if not 0 <= skin.group < GROUPS:
        raise element.error(f'attribute "group" of a skin is from 0 to {GROUPS - 1}, not {skin.group}')
    bones = [_bone(child, rule.child(child.tag)) for child in element.children]
    skin.bodyname = tuple([bone['body'] for bone in bones])
    skin.bindpos = tuple([number for bone in bones for number in bone['bindpos']])
    skin.bindquat = tuple([number for bone in bones for number in bone['bindquat']])
    skin.vertid = tuple([bone['vertid'] for bone in bones])
    skin.vertweight = tuple([bone['vertweight'] for bone in bones])


def _bone(element: Element, rule: Rule) -> dict[str, Any]:
    bone: dict[str, Any] = {}
    apply(element, rule, bone)
    return bone
