"""The grammar of MJCF as text or HTML: elements, how often each may occur, and their attributes."""

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from ..jit.call import checked
from ..model.mjcf.grammar import MUJOCO
from ..model.mjcf.rule import Rule

__all__ = ['mj_printSchema']

ONCE, AT_MOST_ONCE, OFTEN, RECURSIVE = '!', '?', '*', 'R'
INDENT, NAMES, WIDTH = 3, 30, 70  # columns


class Row(NamedTuple):
    """An element: how deep it is, its name, how often it may occur, its attributes."""

    depth: int
    name: str
    occurs: str
    attributes: list[str]


@checked
def mj_printSchema(flg_html: bool, flg_pad: bool) -> str:
    """The elements of MJCF with their attributes, as text or HTML; flg_pad indents the latter by style, not spaces.

    After the name stands how often an element may occur: ! once, ? at most once, * any number of times, R as often and
    within itself. What such an element contains is told once.
    """
    rows = _rows('mujoco', MUJOCO, ONCE, 0, set())
    if not flg_html:
        return ''.join(map(_as_text, rows))
    return '<table border="1">\n' + ''.join(_as_html(row, flg_pad) for row in rows) + '</table>\n'


def _rows(name: str, rule: Rule, occurs: str, depth: int, told: set[str]) -> Iterator[Row]:
    """The rows of an element and of what it contains, unless elements that contain each other were told already."""
    family = _family(name, rule)
    yield Row(depth, name, RECURSIVE if family else occurs, sorted(rule.attributes))
    if family & told:
        return
    told |= family
    for tag, child in rule.children.items():
        if tag != name:
            yield from _rows(tag, child, AT_MOST_ONCE if tag in rule.once else OFTEN, depth + 1, told)


def _family(name: str, rule: Rule) -> set[str]:
    """An element that can contain itself, with all that can be in between: bodies, frames and replicates."""
    below = _inside(rule, set())
    return {tag for tag in below if name in below and name in _inside(_inner(rule, tag), set())}


def _inside(rule: Rule, seen: set[str]) -> set[str]:
    """All elements below one."""
    for tag, child in rule.children.items():
        if tag not in seen:
            seen.add(tag)
            _inside(child, seen)
    return seen


def _inner(rule: Rule, name: str) -> Rule:
    """The rule of an element below another one, the first that is found."""
    waiting, seen = [rule], set()
    while waiting:
        for tag, child in waiting.pop(0).children.items():
            if tag == name:
                return child
            if tag not in seen:
                seen.add(tag)
                waiting.append(child)
    raise KeyError(name)


def _as_text(row: Row) -> str:
    name = f'{" " * (INDENT * row.depth)}{row.name} ({row.occurs})'
    lines = textwrap.wrap(' '.join(row.attributes), WIDTH - NAMES) or ['']
    return ''.join(f'{head:{NAMES}}{line}'.rstrip() + '\n' for head, line in zip([name] + [''] * len(lines), lines))


def _as_html(row: Row, padded: bool) -> str:
    style = f'style="padding-left:{5 + 15 * row.depth}" ' if padded else ''
    name = row.name if padded else '&nbsp;' * (4 * row.depth) + row.name
    return (f'<tr>\n\t<td {style}bgcolor="#EEEEEE" class="el">{name}</td>\n\t<td class="ty">{row.occurs}</td>\n'
            f'\t<td class="at">{" ".join(row.attributes)}</td>\n</tr>\n')
