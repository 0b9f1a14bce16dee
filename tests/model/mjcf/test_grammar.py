"""The grammar against the wheel's own: every element, every attribute, and which elements may be repeated."""

import re

import mujoco
import pytest

from torsor.model.mjcf.grammar import FRAME, MUJOCO, REPLICATE
from torsor.model.mjcf.rule import Rule

INDENT = 3  # columns per level in the wheel's text
OURS_ONLY = {'frame', 'replicate'}  # the wheel resolves them before it looks at its table


def wheel_grammar() -> dict[str, tuple[str, set[str]]]:
    """For every path of tags: whether it may be repeated ('*', '?', '!', 'R') and its attributes."""
    found: dict[str, tuple[str, set[str]]] = {}
    path: list[str] = []
    for line in mujoco.mj_printSchema(False, False).splitlines():
        head = re.match(r'( *)([\w()]+) \((.)\)\s*(.*)$', line)
        if head:
            depth = len(head[1]) // INDENT
            path = [*path[:depth], head[2].replace('(world)body', 'body')]
            found['/'.join(path)] = head[3], set(head[4].split())
        elif line.strip():
            found['/'.join(path)][1].update(line.split())
    return found


def our_rule(path: str) -> tuple[Rule, Rule | None]:
    """The rule of an element and that of its parent."""
    parent, rule = None, MUJOCO
    for tag in path.split('/')[1:]:
        if rule is MUJOCO and tag == 'body':
            tag = 'worldbody'
        parent, rule = rule, rule.children[tag]
        if tag == 'worldbody':
            parent, rule = rule, rule.children['body']
    return rule, parent


GRAMMAR = wheel_grammar()


def test_the_whole_grammar_was_found():
    assert len(GRAMMAR) == 171
    assert sum(len(attributes) for _, attributes in GRAMMAR.values()) == 1894


@pytest.mark.parametrize('path', GRAMMAR)
def test_attributes(path):
    rule, _ = our_rule(path)
    assert set(rule.attributes) == GRAMMAR[path][1]


@pytest.mark.parametrize('path', [path for path in GRAMMAR if '/' in path])
def test_repetition(path):
    rule, parent = our_rule(path)
    assert parent is not None
    if not rule.later:
        assert (path.split('/')[-1] in parent.once) == (GRAMMAR[path][0] == '?')


def test_no_element_is_ours_alone():
    def walk(rule: Rule, path: str, inside: tuple[int, ...]):
        for tag, child in rule.children.items():
            if tag in OURS_ONLY or id(child) in inside:
                continue
            name = 'body' if tag == 'worldbody' else tag
            yield f'{path}/{name}'
            yield from walk(child, f'{path}/{name}', (*inside, id(child)))

    ours = {path.replace('body/body', 'body') for path in walk(MUJOCO, 'mujoco', ())}
    assert ours <= set(GRAMMAR)


def test_meta_elements():
    """They are in the documentation only."""
    assert {'name', 'childclass', 'pos', 'quat', 'axisangle', 'xyaxes', 'zaxis', 'euler', 'scale', 'scaling',
            'massscale'} == set(FRAME.attributes)  # fmt: skip
    assert {'count', 'sep', 'offset', 'euler'} == set(REPLICATE.attributes)
