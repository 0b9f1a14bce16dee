"""Bodies, frames and what stands in them."""

import pytest

from model.twins import assert_same, refused, world
from torsor.model.mjcf.include import read_text
from torsor.model.mjcf.read import read


def test_deeper_than_the_stack_of_python():
    depth = 240
    spec = read(read_text(world('<frame><body>' * depth + '<geom size="1"/>' + '</body></frame>' * depth)))
    body, found = spec.worldbody, 0
    while body.bodies:
        body, found = body.bodies[0], found + 1
    assert (found, len(body.geoms)) == (depth, 1)


def test_classes_of_children():
    classes = ''.join(f'<default class="{name}"><geom size="{size}"/></default>' for name, size in (('a', 2), ('b', 3)))
    inner = '<body childclass="b"><geom/><geom class="a"/><frame childclass="a"><geom/></frame></body>'
    tree = f'<frame childclass="a"><geom/><body><geom/><geom class="b"/></body>{inner}</frame>'
    assert_same(world(tree, f'<default>{classes}</default>'))


@pytest.mark.parametrize(
    'body',
    [
        '<frame><joint/></frame>', '<frame><inertial pos="0 0 0" mass="1"/></frame>', '<frame><freejoint/></frame>',
        '<body childclass="none"/>', '<frame childclass="none"/>', '<body><body><freejoint/></body></body>',
    ],
)  # fmt: skip
def test_refused_by_both(body):
    ours, theirs = refused(world(body))
    assert theirs is not None
    assert ours is not None
