"""How actuator shortcuts take over, or do not take over, what a class of defaults says."""

import pytest

from model.twins import assert_same, world

P, V, M, G = (f'<{tag} joint="j"/>' for tag in ('position', 'velocity', 'motor', 'general'))
D = '<damper joint="j" ctrlrange="0 1"/>'
CHILD = '<default class="c">{}</default>'
CASES = [
    ('<general gainprm="400"/>', P + V + M + D),
    ('<general gainprm="4 0 -2" gaintype="affine"/>', P + V + M + D),
    ('<general gainprm="400" biastype="affine" biasprm="1 -400 -10"/>', P + V + M + '<position joint="j" kp="5"/>'),
    ('<general gaintype="user" gainprm="4"/>', P + V + M + D),
    ('<position kp="100" kv="5"/>', P + V + M + D + G + '<position joint="j" kp="3"/><position joint="j" kv="1"/>'),
    ('<position timeconst=".2"/>', P + M + G + '<position joint="j" timeconst="0"/>'),
    ('<general dyntype="filter" dynprm=".3"/>', P + M + G),
    ('<general dyntype="filterexact" dynprm=".3"/>', P + M + G),
    ('<general actearly="true" input="vel"/>', P + V + M + G + '<general joint="j" gaintype="affine"/>'),
    ('<damper kv="5" ctrlrange="0 3"/>', '<damper joint="j"/>' + M + G),
    ('<position kp="2"/><motor gear="5"/>', P + M + G),
    ('<general gainprm="7"/><position kv="3"/>', P + V + M + G),
    ('<position kp="100"/><general forcerange="-1 1"/>', P + V + M),
    ('<position ctrlrange="0 1" inheritrange="0"/>', P + M),
]
NESTED = ['<velocity kv="3"/>', '<general gear="3"/>', '<motor gear="3"/>', '<position kv="3"/>', '<joint/>',
          '<general gaintype="affine" gainprm="1 2 -3"/>', '<damper kv="2" ctrlrange="0 2"/>']  # fmt: skip


def check(defaults, actuators):
    body = '<body><joint name="j"/><geom size=".1"/></body>'
    assert_same(world(body, f'<default>{defaults}</default>', f'<actuator>{actuators}</actuator>'))


@pytest.mark.parametrize(('defaults', 'actuators'), CASES)
def test_defaults(defaults, actuators):
    check(defaults, actuators)


@pytest.mark.parametrize('inner', NESTED)
@pytest.mark.parametrize(
    'outer', ['<position kp="100"/>', '<general gainprm="4"/>', '<damper kv="5" ctrlrange="0 1"/>', '']
)
def test_nested_defaults(outer, inner):
    check(outer + CHILD.format(inner), (P + V + M + G + D).replace('joint', 'class="c" joint'))
