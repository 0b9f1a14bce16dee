"""Bodies: mass and inertia, alignment."""

import pytest

from model.twins import assert_same, refused, world

G = '<geom size=".1"/>'
I = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'  # noqa: E741
BOX = '<geom type="box" size=".1 .2 .3" pos=".1 0 0" euler="10 20 30"/>'


def inertial(**attributes):
    values = {'pos': '0 0 0', 'mass': '1', **attributes}
    return '<inertial ' + ' '.join(f'{name}="{value}"' for name, value in values.items()) + '/>'


GOOD = [
    ('', '<body pos="1 2 3" euler="10 20 30"/><frame pos="5 0 0"><body pos="1 2 3"/></frame>'),
    ('', '<body pos="1 2 3"><geom size=".1" mass="0"/></body>'),
    ('', f'<body>{inertial(mass="-1", diaginertia="0 0 0")}</body>'),
    ('', '<body><joint/><geom size=".1" pos="1 0 0"/><geom mass="0" type="box" size=".1 .2 .3"/></body>'),
    ('', f'<body><joint/><body>{G}</body></body>'),
    ('', f'<body><joint/>{inertial(mass="0")}<body><body>{I}</body></body></body>'),
    ('', '<body><geom type="plane" size="1 1 1" mass="3"/><geom size=".1"/></body>'),
    ('', '<body><geom size=".1" mass="1e-14"/><geom size=".2" mass="1e-13"/></body>'),
    ('<compiler inertiafromgeom="true"/>', f'<body><joint/>{I}<geom size=".1" pos="1 0 0"/></body>'),
    ('<compiler inertiafromgeom="true"/>', f'<body><joint/>{I}<geom size=".1" mass="0" pos="1 0 0"/></body>'),
    ('<compiler inertiafromgeom="false"/>', f'<body pos="1 2 3">{G}</body>'),
    ('<compiler inertiagrouprange="0 2"/>', '<body><joint/><geom size=".1"/><geom size=".2" group="3"/></body>'),
    ('<compiler boundmass="10" boundinertia="1"/>', f'<body>{G}</body><body/><body pos="1 0 0"><joint/></body>'),
    ('<compiler boundinertia=".3"/>', f'<body>{inertial(fullinertia="1 1 .2 0 0 0")}</body>'),
    ('<compiler balanceinertia="true"/>', f'<body>{inertial(diaginertia="1 2 4")}</body>'),
    ('<compiler settotalmass="3"/>', f'<body>{G}</body><body><joint/><geom size=".2"/></body>'),
    ('<compiler settotalmass="0"/>', f'<body>{G}</body>'),
]
BAD = [
    ('', '<body><joint/></body>'),
    ('', f'<body><joint/><body><joint/>{G}</body></body>'),
    ('', '<body><joint/><geom size=".1" mass="0"/></body>'),
    ('', f'<body><joint/>{inertial(mass="0", diaginertia="1 1 1")}</body>'),
    ('', f'<body><joint/>{inertial(mass="-1", diaginertia="1 1 1")}</body>'),
    ('', f'<body><joint type="slide"/>{inertial(diaginertia="0 0 0")}</body>'),
    ('', f'<body>{inertial(diaginertia="1 2 3.0000000001")}</body>'),
    ('', f'<body>{inertial(diaginertia="1 2 -4")}</body>'),
    ('', f'<body>{inertial(fullinertia="1 1 1 0 0 1")}</body>'),
    ('', f'<body>{inertial(fullinertia="1 1 1 0 0 1", diaginertia="1 1 1")}</body>'),
    ('', f'<body>{inertial(fullinertia="1 2 2.5 .1 .2 .3", quat="1 0 0 0")}</body>'),
    ('<compiler inertiafromgeom="false"/>', f'<body><joint/>{G}</body>'),
    ('<compiler boundinertia=".3"/>', f'<body>{inertial(fullinertia="1 1 -.2 0 0 0")}</body>'),
    ('<compiler inertiafromgeom="true"/>', f'<body>{inertial(fullinertia="1 1 -1 0 0 0")}{G}</body>'),
    ('<compiler inertiafromgeom="true"/>',
     f'<body>{inertial(fullinertia="1 1 1 0 0 0", diaginertia="1 1 1")}{G}</body>'),
]


@pytest.mark.parametrize(('compiler', 'body'), GOOD)
def test_inertias_as_in_the_wheel(compiler, body):
    assert_same(world(body, compiler))


@pytest.mark.parametrize(('compiler', 'body'), BAD)
def test_refused_by_both(compiler, body):
    ours, theirs = refused(world(body, compiler))
    assert theirs is not None
    assert ours is not None


def test_message_says_how_to_fix():
    ours, _ = refused(world('<body name="link"><joint/></body>'))
    assert ours.startswith('<string>:1:20: <body name="link">: a moving body needs positive mass and inertia')
    assert ours.endswith('give it a geom or an <inertial>, or set boundmass and boundinertia')


@pytest.mark.parametrize(
    ('compiler', 'joint'),
    [
        ('', '<freejoint align="true"/>'),
        ('', '<freejoint/>'),
        ('<compiler alignfree="true"/>', '<freejoint/>'),
        ('<compiler alignfree="true"/>', '<freejoint align="false"/>'),
        ('<compiler alignfree="true"/>', '<joint type="free"/>'),
        ('<compiler alignfree="true"/>', '<joint type="ball"/>'),
    ],
)
def test_alignment(compiler, joint):
    items = f'{joint}{BOX}<site pos="1 0 0"/><camera pos="1 0 0" euler="1 2 3"/><light pos="1 0 0" dir="1 0 0"/>'
    child = '' if 'ball' in joint else f'<body>{items}<body>{G}</body></body>'
    assert_same(world(f'<body pos="0 0 1" quat="1 2 0 0">{items}</body>{child}', compiler))
