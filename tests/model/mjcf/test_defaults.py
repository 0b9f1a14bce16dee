"""Classes of defaults."""

import pytest

from model.twins import assert_same, refused, world

CHILD = '<body><joint class="b"/><geom class="main"/></body>'
BODY = f'<body childclass="a"><joint/><geom/><site/><camera/><light/>{CHILD}</body>'


def test_inheritance():
    assert_same(world(
        BODY + '<frame childclass="b"><geom/><body childclass="main"><geom/></body></frame>',
        '<default><default class="a"><geom type="box" friction=".1"/><camera fovy="10"/><default class="b">'
        '<joint type="slide" damping="2" solreflimit=".5"/><geom size=".3" solimp=".1 .2"/></default></default>'
        '<geom size=".1 .2 .3" friction=".1 .2 .3"/><joint damping=".1"/><site size=".2"/><light diffuse="1 0 0"/>'
        '</default>',
    ))  # fmt: skip


def test_sections_merge_and_come_first():
    assert_same(
        '<mujoco><worldbody><geom/></worldbody><default><geom size=".3 .1"/></default>'
        '<default class="main"><geom type="capsule"/></default></mujoco>'
    )


def test_short_lists_keep_the_rest_but_user_data_does_not():
    defaults = '<default><joint stiffness="1 2 3"/><geom size=".1 .2 .3" user="1 2 3" friction="1 2 3"/></default>'
    assert_same(world('<body><joint stiffness="9"/><geom type="box" size="1" user="9" friction="9"/></body>', defaults))


@pytest.mark.parametrize(
    ('defaults', 'body', 'message'),
    [
        ('<default><default><geom/></default></default>', '', 'needs a name'),
        ('<default class="foo"/>', '', 'always "main"'),
        ('<default><default class="a"/><default class="a"/></default>', '', 'already a class of defaults named "a"'),
        ('<default><default class="a"><default class="a"/></default></default>', '', 'already a class'),
        ('<default><default class="main"/></default>', '', 'already a class'),
        ('<default><default class="left"/></default>', '<geom class="lefd"/>', 'did you mean "left"'),
        ('', '<body childclass="zz"/>', 'no class of defaults named "zz"'),
        ('', '<geom size="1" class=""/>', 'no class of defaults named ""'),
    ],
)
def test_refused_by_both(defaults, body, message):
    ours, theirs = refused(world(body, defaults))
    assert theirs is not None
    assert message in ours
