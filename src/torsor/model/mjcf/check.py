"""Is every element and attribute of a file where MJCF allows it?"""

from functools import cache

from ..spec.errors import ModelError, did_you_mean
from .grammar import MUJOCO, Rule
from .xml import Element

_SCHEMA_ATTRIBUTES = ('xmlns', 'xsi:')  # editors put the location of a schema on the root


def check(root: Element) -> None:
    """Raise the error of the first element or attribute that is unknown, misplaced, repeated or missing."""
    if root.tag == 'robot':
        raise root.error('this is a URDF model, which this version of Torsor does not support yet')
    if root.tag != 'mujoco':
        raise root.error(f'the root of an MJCF model is <mujoco>, not <{root.tag}>')
    root.attributes = {k: v for k, v in root.attributes.items() if not k.startswith(_SCHEMA_ATTRIBUTES)}
    pending = [(root, MUJOCO)]
    while pending:
        element, rule = pending.pop()
        _check_attributes(element, rule)
        inside = [(child, _child_rule(child, element, rule)) for child in element.children]
        _check_repetition(element, rule)
        pending.extend(reversed(inside))


def _check_attributes(element: Element, rule: Rule) -> None:
    given = element.attributes
    if not given.keys() <= rule.attributes.keys():
        name = next(name for name in given if name not in rule.attributes)
        raise element.error(f'attribute "{name}" is not known{did_you_mean(name, rule.attributes)}')
    for name in rule.required:
        if name not in given:
            raise element.error(f'attribute "{name}" is required')
    for group in rule.exclusive:
        both = [name for name in group if name in given]
        if len(both) > 1:
            raise element.error(f'attributes "{both[0]}" and "{both[1]}" exclude each other; give one of them')
    for group in rule.either:
        if not any(name in given for name in group):
            raise element.error(f'attribute {_quoted(group, "or")} is required')
    for group in rule.together:
        both = [name for name in group if name in given]
        if 0 < len(both) < len(group):
            raise element.error(f'attributes {_quoted(group, "and")} go together; "{both[0]}" stands alone')


def _quoted(names: tuple[str, ...], word: str) -> str:
    return f' {word} '.join(f'"{name}"' for name in names)


def _child_rule(child: Element, parent: Element, rule: Rule) -> Rule:
    if child.tag not in rule.children:
        raise _unknown(child, parent, rule)
    found = rule.children[child.tag]
    if found is None:
        raise child.error(f'<{child.tag}> is valid MJCF but this version of Torsor does not support it yet')
    return found


def _unknown(child: Element, parent: Element, rule: Rule) -> ModelError:
    parents = _parents().get(child.tag)
    if parents:
        where = ' or '.join(f'<{tag}>' for tag in parents)
        return child.error(f'<{child.tag}> does not belong in <{parent.tag}>; it goes in {where}')
    return child.error(f'<{child.tag}> is not an element of MJCF{did_you_mean(child.tag, rule.children)}')


def _check_repetition(element: Element, rule: Rule) -> None:
    if not rule.once:
        return
    seen: set[str] = set()
    for child in element.children:
        if child.tag in rule.once and child.tag in seen:
            raise child.error(f'<{element.tag}> can hold only one <{child.tag}>')
        seen.add(child.tag)


@cache
def _parents() -> dict[str, list[str]]:
    """For every tag, the tags that may contain it."""
    parents: dict[str, list[str]] = {}
    pending, done = [('mujoco', MUJOCO)], set()
    while pending:
        tag, rule = pending.pop(0)
        if tag in done:
            continue
        done.add(tag)
        for child, child_rule in rule.children.items():
            if tag not in parents.setdefault(child, []):
                parents[child].append(tag)
            if child_rule is not None:
                pending.append((child, child_rule))
    return parents
