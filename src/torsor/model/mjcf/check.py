"""Is every element and attribute of a file where MJCF allows it?"""

from collections.abc import Iterator
from functools import cache

from ..spec.errors import ModelError, did_you_mean
from .grammar import MUJOCO
from .history import ATTRIBUTES, ELEMENTS
from .rule import Rule
from .xml import Element

_SCHEMA_ATTRIBUTES = ('xmlns', 'xsi:')  # editors put the location of a schema on the root


def check(root: Element) -> None:
    """Raise the error of the first element or attribute that is unknown, misplaced, repeated or missing."""
    for problem in problems(root):
        raise problem


def problems(root: Element) -> Iterator[ModelError]:
    """The errors of all elements and attributes that are unknown, misplaced, repeated or missing."""
    if root.tag == 'robot':
        yield root.error('this is a URDF model, which is read as a whole; only MJCF can be checked or included')
        return
    if root.tag != 'mujoco':
        yield root.error(f'the root of an MJCF model is <mujoco>, not <{root.tag}>')
        return
    root.attributes = {k: v for k, v in root.attributes.items() if not k.startswith(_SCHEMA_ATTRIBUTES)}
    pending = [(root, MUJOCO)]
    while pending:
        element, rule = pending.pop()
        if not element.attributes.keys() <= rule.attributes.keys() or rule.needs:
            yield from _attribute_problems(element, rule)
        if not element.children:
            continue
        inside, once = [], 0
        for child in element.children:
            found = rule.children.get(child.tag)
            if found is None or found.later:
                yield _no_child(child, element, rule)
            else:
                inside.append((child, found))
                once += child.tag in rule.once
        if once > 1:
            yield from _repetitions(element, rule)
        pending += inside[::-1]


def _attribute_problems(element: Element, rule: Rule) -> Iterator[ModelError]:
    given = element.attributes
    for name in given:
        if name not in rule.attributes:
            yield _unknown_attribute(element, name, rule)
    for name in rule.required:
        if name not in given:
            yield element.error(f'attribute "{name}" is required')
    for group in rule.exclusive:
        both = [name for name in group if name in given]
        if len(both) > 1:
            yield element.error(f'attributes "{both[0]}" and "{both[1]}" exclude each other; give one of them')
    for group in rule.either:
        if not any(name in given for name in group):
            yield element.error(f'attribute {_quoted(group, "or")} is required')
    for group in rule.together:
        both = [name for name in group if name in given]
        if 0 < len(both) < len(group):
            yield element.error(f'attributes {_quoted(group, "and")} go together; "{both[0]}" stands alone')


def _unknown_attribute(element: Element, name: str, rule: Rule) -> ModelError:
    hint = ATTRIBUTES.get((element.tag, name))
    return element.error(
        f'attribute "{name}" is not known; {hint}' if hint
        else f'attribute "{name}" is not known{did_you_mean(name, rule.attributes)}'
    )


def prune(root: Element) -> None:
    """Take away what `problems` complained of, so that the rest can be read."""
    pending = [(root, MUJOCO)]
    while pending:
        element, rule = pending.pop()
        element.attributes = {name: text for name, text in element.attributes.items() if name in rule.attributes}
        kept, seen = [], set()
        for child in element.children:
            found = rule.children.get(child.tag)
            repeated = child.tag in rule.once and child.tag in seen
            if found is None or found.later or repeated or _lacks(child, found):
                continue
            seen.add(child.tag)
            kept.append(child)
            pending.append((child, found))
        element.children = kept


def _lacks(element: Element, rule: Rule) -> bool:
    given = {name: text for name, text in element.attributes.items() if name in rule.attributes}
    known = Element(element.tag, given, element.file, element.line, element.column)
    return any(True for _ in _attribute_problems(known, rule))


def _quoted(names: tuple[str, ...], word: str) -> str:
    return f' {word} '.join(f'"{name}"' for name in names)


def _no_child(child: Element, parent: Element, rule: Rule) -> ModelError:
    """The error of a child that is not read here."""
    if child.tag in rule.children:
        return child.error(f'<{child.tag}> is valid MJCF but this version of Torsor does not support it yet')
    parents = _parents().get(child.tag)
    if parents:
        where = ' or '.join(f'<{tag}>' for tag in parents)
        return child.error(f'<{child.tag}> does not belong in <{parent.tag}>; it goes in {where}')
    hint = f'; {ELEMENTS[child.tag]}' if child.tag in ELEMENTS else did_you_mean(child.tag, rule.children)
    return child.error(f'<{child.tag}> is not an element of MJCF{hint}')


def _repetitions(element: Element, rule: Rule) -> Iterator[ModelError]:
    seen: set[str] = set()
    for child in element.children:
        if child.tag in rule.once and child.tag in seen:
            yield child.error(f'<{element.tag}> can hold only one <{child.tag}>')
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
            pending.append((child, child_rule))
    return parents
