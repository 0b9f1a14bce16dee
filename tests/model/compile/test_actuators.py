"""Actuators on joints and tendons."""

import pytest

from model.twins import assert_same, refused, twins, world

JOINTS = (
    '<body><joint name="j" range="-10 20" ref="30"/><geom size=".1"/></body>'
    '<body><joint name="b" type="ball"/><geom size=".1"/></body>'
    '<body><freejoint name="f"/><geom size=".1"/></body><body><joint name="s" type="slide"/><geom size=".1"/></body>'
)
TENDONS = (
    '<tendon><fixed name="t" range="1 3"><joint joint="s" coef="2"/><joint joint="j" coef="-1"/></fixed>'
    '<fixed name="u"><joint joint="j" coef="1"/></fixed><fixed name="v" range="3 1"><joint joint="j" coef="1"/></fixed>'
    '</tendon>'
)
GOOD = [
    '<motor joint="j"/>', '<position joint="j"/>', '<position joint="j" kp="10" kv="2"/>',
    '<velocity joint="j" kv="3"/>',
    '<damper joint="j" kv="3" ctrlrange="0 2"/>', '<damper joint="j" ctrlrange="0 2"/>', '<general joint="j"/>',
    '<general joint="j" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm="4 5 6" group="3"/>',
    '<motor joint="j" ctrlrange="-1 1" forcerange="-2 2"/>', '<motor joint="j" ctrlrange="1 -1" forcerange="1 1"/>',
    '<motor joint="b" gear="2 3"/><motor joint="f" gear="1 2 3 4 5 6"/><position joint="s" user="1 2"/>',
    '<motor joint="j" armature=".1" damping="1 2 3"/><motor joint="s"/><motor joint="s" armature="1"/>',
    '<motor joint="j" armature=".1"/><motor joint="j" damping="1"/>', '<position joint="j" timeconst=".1"/>',
    '<position joint="j" inheritrange=".5"/>', '<general joint="j" inheritrange="1"/>', '<position joint="j" kp="-1"/>',
    '<general joint="j" dyntype="integrator"/><general joint="s" dyntype="filter" dynprm=".3" actrange="0 1"/>',
    '<general joint="j" dyntype="user" actdim="3" gaintype="user" biastype="user"/><position joint="s" timeconst="1"/>',
    '<general joint="j" actearly="true" input="pressure" lengthrange="2 1"/>', '<motor name="a" joint="j"/>',
    # transmissions; of several, the last in this order counts: joint, jointinparent, tendon
    '<motor jointinparent="j"/><motor jointinparent="b" gear="1 2 3"/><motor jointinparent="f" gear="1 2 3 4 5 6"/>',
    '<motor tendon="t"/><motor name="a" tendon="u" gear="3" lengthrange="1 2"/>', '<motor tendon="t" joint="b"/>',
    '<motor jointinparent="j" joint="s"/>', '<motor tendon="t" jointinparent="b"/>',
    '<motor tendon="t" armature=".1" damping="1 2 3"/>',
    '<motor tendon="u" damping="0 1"/><motor tendon="u" armature="1"/>',
    '<motor jointinparent="j" armature="1" gear="2"/><motor joint="b" damping="0 0 1"/>',
    # integrated velocity: the range decides whether the activation is limited
    '<intvelocity tendon="t"/>', '<intvelocity joint="j" kp="3" kv="2"/>', '<intvelocity tendon="t" actrange="0 1"/>',
    '<intvelocity joint="j" actlimited="false" actrange="2 3"/>', '<intvelocity joint="j" actlimited="true"/>',
    # cylinders: a diameter replaces the area
    '<cylinder tendon="t"/>', '<cylinder joint="j" timeconst="2" area="3" bias="1 2 3"/>',
    '<cylinder joint="j" diameter="2" area="3"/>', '<cylinder joint="j" diameter="0"/>',
    '<cylinder joint="j" diameter="-2" area="3" timeconst="-1"/>',
    # ranges of servos
    '<position tendon="t" inheritrange=".5"/>', '<position tendon="v" inheritrange="1"/>',
    '<position tendon="t" inheritrange="1" ctrllimited="false"/>', '<position joint="j" inheritrange="-1"/>',
    '<position joint="j" inheritrange="1" timeconst="1"/>', '<position joint="j" ctrlrange="0 0" inheritrange="1"/>',
    '<intvelocity tendon="t" inheritrange="2"/>', '<intvelocity tendon="t" inheritrange="1" ctrlrange="0 1"/>',
    *(f'<general tendon="t" dyntype="{dynamics}" gainprm="2" biastype="affine" biasprm="0 -2" inheritrange="1"/>'
      for dynamics in ('none', 'integrator', 'filterexact')),
    '<general tendon="t" gainprm="2" biastype="affine" biasprm="0 -2" inheritrange="1" ctrlrange="0 1"/>',
    '<general tendon="t" gainprm="2" biastype="affine" biasprm="0 -3" inheritrange="1" ctrlrange="0 1"/>',
    '<general tendon="t" gainprm="2" gaintype="affine" biastype="affine" biasprm="0 -2" inheritrange="1"/>',
    # delays
    '<motor joint="j" nsample="3"/>', '<motor joint="j" nsample="3" interp="linear" delay=".01"/>',
    '<motor joint="j" nsample="2"/><motor joint="s"/><position joint="s" nsample="4" interp="cubic" delay="-1"/>',
    '<motor joint="j" nsample="-1"/>', '<motor joint="j" interp="cubic"/>',
]  # fmt: skip
BAD = [
    '<general/>', '<motor joint="zz"/>', '<damper joint="j" kv="3"/>', '<damper joint="j" kv="-3" ctrlrange="0 2"/>',
    '<damper joint="j" ctrlrange="-1 2"/>', '<general joint="j" gainprm="1 2 3 4 5 6 7 8 9 10 11"/>',
    '<motor joint="j" ctrllimited="true"/>', '<motor joint="j" forcerange="1 1" forcelimited="true"/>',
    '<position joint="j" kv="1" dampratio="1"/>', '<position joint="s" inheritrange="1"/>',
    '<position joint="j" inheritrange="1" ctrlrange="0 1"/>', '<position joint="j" kv="-1"/>',
    '<position joint="j" timeconst="-1"/>', '<general joint="j" dyntype="filter" actdim="2"/>',
    '<general joint="j" actlimited="true"/>', '<general joint="j" actrange="0 1"/>', '<general joint="j" actdim="1"/>',
    '<general joint="j" input="foo"/>', '<motor joint="j" class="none"/>',
    '<general joint="j" gaintype="user" input="pos"/>', '<motor name="a" joint="j"/><motor name="a" joint="j"/>',
    '<motor joint=""/>', '<motor tendon=""/>', '<motor tendon="z"/>', '<motor jointinparent="z"/>',
    '<motor joint="j" cranklength="1"/>', '<motor joint="j" refsite="z"/>', '<motor joint="j" slidersite="z"/>',
    '<motor joint="j" lengthrange="1"/>', '<motor joint="j" delay=".01"/>', '<motor joint="j" interp="none"/>',
    '<intvelocity joint="j" kv="-1"/>', '<intvelocity joint="j" kv="1" dampratio="1"/>',
    '<intvelocity joint="j" inheritrange="1" actrange="0 1"/>', '<intvelocity joint="j" timeconst="2"/>',
    '<cylinder joint="j" bias="1"/>', '<cylinder joint="j" bias="1 2 3 4"/>', '<position joint="j" dampratio="-1"/>',
    '<position jointinparent="j" inheritrange="1"/>', '<position joint="b" inheritrange="1"/>',
    '<position tendon="u" inheritrange="1"/>', '<position joint="j" actlimited="true"/>',
    *(f'<general joint="j" dyntype="{dynamics}" biastype="affine" biasprm="0 -1" inheritrange="1"/>'
      for dynamics in ('filter', 'user')),
]  # fmt: skip


@pytest.mark.parametrize('actuators', GOOD)
def test_as_in_the_wheel(actuators):
    assert_same(world(JOINTS, after=f'{TENDONS}<actuator>{actuators}</actuator>'))


@pytest.mark.parametrize('actuators', BAD)
def test_refused_by_both(actuators):
    ours, theirs = refused(world(JOINTS, after=f'{TENDONS}<actuator>{actuators}</actuator>'))
    assert theirs is not None
    assert ours.startswith('<string>:1:')


@pytest.mark.parametrize(
    ('actuator', 'message'),
    [
        ('<motor/>', 'needs something to act on; give it the attribute "joint", "tendon", "site" or "body"'),
        ('<motor tendon="T"/>', '<motor>: there is no tendon named "T"; did you mean "t"?'),
        ('<motor joint="j" delay="1"/>', '"delay" needs a buffer; set "nsample" to the number of controls to keep'),
        ('<position tendon="u" inheritrange="1"/>', 'attribute "inheritrange" needs a range at the tendon "u"'),
        ('<position joint="b" inheritrange="1"/>', 'needs the attribute "tendon", or "joint" with a slide or hinge'),
        ('<intvelocity joint="j" kv="1" dampratio="1"/>', 'attributes "kv" and "dampratio" exclude each other; give one'
                                                           ' of them'),
        ('<motor joint="j" gear="nan"/>', 'attribute "gear" is not a number (NaN)'),
    ],
)  # fmt: skip
def test_messages(actuator, message):
    ours, _ = refused(world(JOINTS, after=f'{TENDONS}<actuator>{actuator}</actuator>'))
    assert ours.endswith(message)


@pytest.mark.parametrize('step', [0, -1])
def test_histories_need_a_time_step(step):
    actuator = '<actuator><motor joint="j" nsample="2"/></actuator>'
    ours, theirs = refused(world(JOINTS, f'<option timestep="{step}"/>', actuator))
    assert 'positive timestep' in theirs
    assert ours.endswith('<motor>: attribute "nsample" needs a positive timestep')


def test_ranges_need_limits_without_autolimits():
    for attribute in ('ctrlrange', 'forcerange'):
        actuator = f'<actuator><motor joint="j" {attribute}="-1 1"/></actuator>'
        ours, theirs = refused(world(JOINTS, '<compiler autolimits="false"/>', actuator).replace('range="-10 20"', ''))
        assert theirs is not None
        assert 'autolimits' in ours


def test_damping_ratios_wait_for_dynamics():
    """Any gain that equals the stiffness makes a servo, whatever the types of gain and bias."""
    servos = (
        '<position joint="j" kp="4" dampratio="2"/><general joint="j" gainprm="3" biastype="affine" biasprm="0 -3 1"/>'
        '<intvelocity tendon="t" dampratio=".5"/><general joint="j" gainprm="3" biasprm="0 -3 1"/>'
        '<general tendon="t" gaintype="user" biastype="user" biasprm="0 -1 4"/>'
    )
    others = '<motor joint="j"/><general joint="j" gainprm="3" biastype="affine" biasprm="0 -2 1"/>'
    ours, theirs = twins(world(JOINTS, after=f'{TENDONS}<actuator>{servos}{others}</actuator>'))
    assert ours.pending['actuator_dampratio'].tolist() == [2.0, 1.0, 0.5, 1.0, 4.0, 0.0, 0.0]
    assert (theirs.actuator_biasprm[:5, 2] < 0).all()
    assert theirs.actuator_biasprm[5:, 2].tolist() == [0, 1]
