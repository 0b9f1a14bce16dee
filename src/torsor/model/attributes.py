"""Copies the attributes of an XML element into a spec element or a table of settings."""

from typing import Any

from .grammar import ORIENTATION, Rule
from .values import Numbers
from .xml import Element


def apply(element: Element, rule: Rule, target: Any, skip: tuple[str, ...] = ()) -> None:
    """Set what `element` gives and leave the rest of `target`, a dataclass or a dict, as it is.

    A list of numbers shorter than the most that is allowed replaces only the first numbers of the old value.
    """
    table = isinstance(target, dict)
    for name, text in element.attributes.items():
        if name in skip or name in ORIENTATION:
            continue
        kind = rule.attributes[name]
        value = kind.parse(text, element, name)
        if value is None:
            continue
        store = kind.target or name
        if isinstance(kind, Numbers) and kind.most > len(value if kind.most > 1 else ()) > 0:
            old = target[store] if table else getattr(target, store)
            value += old[len(value) :]
        if table:
            target[store] = value
        else:
            setattr(target, store, value)
    if not table:
        apply_orientation(element, target)


def apply_orientation(element: Element, target: Any) -> None:
    """Set the orientation of `target` if `element` gives one, in any of its forms."""
    given = [name for name in ORIENTATION if name in element.attributes]
    if len(given) > 1:
        raise element.error(f'"{given[0]}" and "{given[1]}" both give an orientation; keep one of them')
    for name in given:
        value = ORIENTATION[name].parse(element.attributes[name], element, name)
        if value is None:
            continue
        if name == 'quat':
            if not any(value):
                raise element.error('attribute "quat" is zero; a rotation needs a quaternion of positive length')
            target.quat, target.alt = value, None
        else:
            target.alt = (name, value)
