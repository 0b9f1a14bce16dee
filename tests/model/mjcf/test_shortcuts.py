"""How actuator shortcuts take over, or do not take over, what a class of defaults says."""

import pytest

from model.twins import assert_same, world

P, V, M, G = (f'<{tag} joint="j"/>' for tag in ('position', 'velocity', 'motor', 'general'))
D = '<damper joint="j" ctrlrange="0 1"/>'
I, C = '<intvelocity joint="j"/>', '<cylinder joint="j"/>'  # noqa: E741
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
    ('<intvelocity kp="3" kv="2" inheritrange=".5" gear="7"/>', P + V + M + D + G + I + C),
    ('<position kp="3" kv="2" timeconst="3" inheritrange=".5" gear="7"/>', P + V + M + G + I + C),
    ('<cylinder timeconst="5" area="6" bias="1 2 3" gear="7"/>', P + V + M + D + G + I + C),
    ('<cylinder diameter="2"/>', C + '<cylinder joint="j" area="5"/><cylinder joint="j" diameter="0"/>'),
    ('<general dyntype="filter" dynprm="5 6" gainprm="3 4" biastype="affine" biasprm="1 -2 -4 8"/>', P + V + M + I + C),
    ('<general gaintype="affine" gainprm="3 4" biastype="affine" biasprm="1 -2 -4"/>', P + V + M + I + C),
    ('<general inheritrange=".5" gainprm="0"/>', V + P + M),
    ('<general actlimited="false" actrange="0 1"/>', I + C), ('<general actlimited="true"/>', P + V + M + I + C),
    ('<position inheritrange="1"/>', '<position joint="j" ctrlrange="0 1"/><position joint="j" ctrlrange=""/>'),
    ('<position ctrlrange="0 1"/>', '<position joint="j" inheritrange="1"/>'),
    ('<intvelocity inheritrange="1"/>', '<intvelocity joint="j" actrange="0 1"/>' + I),
    ('<intvelocity actrange="0 1"/>', '<intvelocity joint="j" inheritrange="1"/>'),
    ('<general inheritrange="1" biastype="affine" biasprm="0 -1"/>',
     '<general joint="j" ctrlrange="0 1"/><position joint="j" ctrlrange="0 1"/>'
     '<intvelocity joint="j" ctrlrange="0 1"/>'),
    ('<motor nsample="3" interp="linear" delay="1"/>', P + V + M + I + C + G),
]
NESTED = ['<velocity kv="3"/>', '<general gear="3"/>', '<motor gear="3"/>', '<position kv="3"/>', '<joint/>',
          '<general gaintype="affine" gainprm="1 2 -3"/>', '<damper kv="2" ctrlrange="0 2"/>',
          '<intvelocity kp="5"/>', '<cylinder area="6"/>']  # fmt: skip


def check(defaults, actuators):
    body = '<body><joint name="j" range="-10 20"/><geom size=".1"/></body>'
    assert_same(world(body, f'<default>{defaults}</default>', f'<actuator>{actuators}</actuator>'))


@pytest.mark.parametrize(('defaults', 'actuators'), CASES)
def test_defaults(defaults, actuators):
    check(defaults, actuators)


@pytest.mark.parametrize('inner', NESTED)
@pytest.mark.parametrize(
    'outer',
    [
        '<position kp="100"/>', '<general gainprm="4"/>', '<damper kv="5" ctrlrange="0 1"/>',
        '<cylinder bias="1 2 -3"/>', '',
    ],
)  # fmt: skip
def test_nested_defaults(outer, inner):
    check(outer + CHILD.format(inner), (P + V + M + G + D + I + C).replace('joint', 'class="c" joint'))
