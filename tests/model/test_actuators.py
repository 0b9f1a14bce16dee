"""Actuators on joints."""

import pytest

from model.twins import assert_same, refused, twins, world

JOINTS = (
    '<body><joint name="j" range="-10 20" ref="30"/><geom size=".1"/></body>'
    '<body><joint name="b" type="ball"/><geom size=".1"/></body>'
    '<body><freejoint name="f"/><geom size=".1"/></body><body><joint name="s" type="slide"/><geom size=".1"/></body>'
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
]  # fmt: skip


@pytest.mark.parametrize('actuators', GOOD)
def test_as_in_the_wheel(actuators):
    assert_same(world(JOINTS, after=f'<actuator>{actuators}</actuator>'))


@pytest.mark.parametrize('actuators', BAD)
def test_refused_by_both(actuators):
    ours, theirs = refused(world(JOINTS, after=f'<actuator>{actuators}</actuator>'))
    assert theirs is not None
    assert ours is not None


def test_ranges_need_limits_without_autolimits():
    for attribute in ('ctrlrange', 'forcerange'):
        actuator = f'<actuator><motor joint="j" {attribute}="-1 1"/></actuator>'
        ours, theirs = refused(world(JOINTS, '<compiler autolimits="false"/>', actuator).replace('range="-10 20"', ''))
        assert theirs is not None
        assert 'autolimits' in ours


def test_damping_ratios_wait_for_dynamics():
    servos = (
        '<position joint="j" kp="4" dampratio="2"/><general joint="j" gainprm="3" biastype="affine" biasprm="0 -3 1"/>'
    )
    ours, theirs = twins(world(JOINTS, after=f'<actuator>{servos}<motor joint="j"/></actuator>'))
    assert ours.pending['actuator_dampratio'].tolist() == [2.0, 1.0, 0.0]
    assert (theirs.actuator_biasprm[:2, 2] < 0).all()
