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


LIGHT, HEAVY = (f'<inertial pos="{mass} 0 0" mass="{mass}" diaginertia="1 1 1"/>' for mass in (1, 2))
FULL, TURNED, TILTED = ('<inertial pos="0 0 0" mass="3" fullinertia="1 1.1 1.2 0.1 0 0"/>',
                        '<inertial pos="0 0 0" mass="4" diaginertia="1 1.1 1.2" quat="1 1 0 0"/>',
                        '<inertial pos="0 0 0" mass="5" diaginertia="1 1.1 1.2" euler="10 20 30"/>')
BARE = '<inertial pos="1 2 3" mass="6"/>'


@pytest.mark.parametrize('bodies', [
    f'<body><frame>{LIGHT}</frame>{HEAVY}</body>', f'<body>{LIGHT}<frame pos="1 0 0">{HEAVY}</frame></body>',
    f'<body><frame>{LIGHT}{HEAVY}</frame></body>', f'<frame><body>{LIGHT}{HEAVY}</body></frame>',
    f'<body><frame><frame><body><body>{LIGHT}{HEAVY}</body></body></frame></frame></body>',
    f'<replicate count="2"><body>{LIGHT}{HEAVY}</body></replicate>', f'<replicate count="2">{LIGHT}</replicate>',
    *(f'<frame><body>{first}{second}</body></frame>' for first, second in (
        (FULL, BARE), (TURNED, BARE), (TILTED, BARE), (TURNED, LIGHT), (TILTED, LIGHT), (TILTED, TURNED),
        (TURNED, TILTED), (LIGHT, TURNED))),
    *(f'<body>{before}<replicate count="2">{inside}</replicate>{after}</body>' for before, inside, after in (
        ('', LIGHT, ''), (LIGHT, HEAVY, ''), ('', HEAVY, LIGHT), ('', f'<frame>{LIGHT}</frame>', ''),
        (LIGHT, f'<frame>{HEAVY}</frame>', ''), ('', f'<body>{LIGHT}{HEAVY}</body>', LIGHT))),
])  # fmt: skip
def test_which_inertia_counts(bodies):
    """Elements are not counted inside frames and replicates: each <inertial> of a body changes what it gives."""
    assert_same(world(bodies))


@pytest.mark.parametrize(
    'body',
    [
        f'<body>{LIGHT}{HEAVY}</body>', f'<body><body>{LIGHT}{HEAVY}</body></body>',
        *(f'<frame><body>{first}{second}</body></frame>' for first, second in (
            (FULL, LIGHT), (LIGHT, FULL), (FULL, TURNED), (FULL, TILTED), (TILTED, FULL))),
        '<frame><joint/></frame>', '<frame><inertial pos="0 0 0" mass="1"/></frame>', '<frame><freejoint/></frame>',
        '<body childclass="none"/>', '<frame childclass="none"/>', '<body><body><freejoint/></body></body>',
    ],
)  # fmt: skip
def test_refused_by_both(body):
    ours, theirs = refused(world(body))
    assert theirs is not None
    assert ours is not None
