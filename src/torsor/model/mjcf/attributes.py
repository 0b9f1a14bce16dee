"""Copies the attributes of an XML element into a spec element or a table of settings."""

from typing import Any

from ..spec.rotation import Vector
from .grammar import ORIENTATION, Rule
from .xml import Element


def apply(element: Element, rule: Rule, target: Any, skip: tuple[str, ...] = ()) -> None:
    """Set what `element` gives and leave the rest of `target`, a dataclass or a dict, as it is.

    A list of numbers shorter than the most that is allowed replaces only the first numbers of the old value.
    """
    stored = target if isinstance(target, dict) else vars(target)
    oriented, readers = '', rule.readers
    for name, text in element.attributes.items():
        if name in skip:
            continue
        read, field, partial = readers[name]
        value = read(text, element, name)
        if name in ORIENTATION:
            if oriented:
                raise element.error(f'"{oriented}" and "{name}" both give an orientation; keep one of them')
            oriented = name
            if value is not None:
                stored.update(_orientation(element, name, value))
        elif value is not None:
            stored[field] = value + stored[field][len(value) :] if partial else value


def _orientation(element: Element, name: str, value: Vector) -> dict[str, Any]:
    """The fields that hold a rotation, which is given in one of its forms."""
    if name != 'quat':
        return {'alt': (name, value)}
    if not any(value):
        raise element.error('attribute "quat" is zero; a rotation needs a quaternion of positive length')
    return {'quat': value, 'alt': None}
