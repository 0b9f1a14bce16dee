"""Which trees may sleep."""

import pytest

from model.twins import assert_same, refused, world

NAMES = ('auto', 'never', 'allowed', 'init')


def model(sections='', **policies):
    bodies = ''.join(
        f'<body sleep="{policies.get(name, "auto")}"><joint name="{name}"/><geom size=".1"/>'
        '<body><joint/><geom size=".1"/></body></body>'
        for name in NAMES
    )
    return world(bodies, after=sections)


def tendon(attributes, *joints):
    terms = ''.join(f'<joint joint="{joint}" coef="1"/>' for joint in joints)
    return f'<tendon><fixed name="t" {attributes}>{terms}</fixed></tendon>'


POLICIES = {name: name for name in NAMES}
ACTUATED = '<actuator><motor tendon="t"/></actuator>'
PAIR = NAMES[:2]


def test_actuators_keep_trees_awake():
    assert_same(model(**POLICIES))
    assert_same(model('<actuator><motor joint="auto"/><motor joint="allowed"/></actuator>', **POLICIES))
    assert_same(model('<actuator><motor jointinparent="auto"/></actuator>'))
    assert_same(model(tendon('', *PAIR) + ACTUATED))
    assert_same(model(tendon('', *NAMES) + ACTUATED))


@pytest.mark.parametrize('joints', [NAMES[:1], PAIR, NAMES[:3]])
@pytest.mark.parametrize(
    'attributes',
    ['', 'stiffness="1"', 'stiffness="0 0 1"', 'damping="-1"', 'damping="0 1"', 'frictionloss="1"', 'armature="1"'],
)
def test_tendons_keep_trees_awake(attributes, joints):
    assert_same(model(tendon(attributes, *joints)))
    assert_same(model(tendon(attributes, *joints), auto='never'))


@pytest.mark.parametrize('policy', ['allowed', 'init'])
@pytest.mark.parametrize('sections', [tendon('stiffness="1"', *PAIR), tendon('', *NAMES[:3])])
def test_trees_that_tendons_move_cannot_sleep(sections, policy):
    ours, theirs = refused(model(sections, auto=policy))
    assert theirs is not None
    assert 'attribute "sleep"' in ours


@pytest.mark.parametrize(
    'body',
    [
        '<body sleep="never"><geom size=".1"/></body>',
        '<body><joint/><geom size=".1"/><body sleep="init"><joint/><geom size=".1"/></body></body>',
    ],
)
def test_only_the_start_of_a_tree_decides(body):
    ours, theirs = refused(world(body))
    assert theirs is not None
    assert 'attribute "sleep" needs a body with joints' in ours
