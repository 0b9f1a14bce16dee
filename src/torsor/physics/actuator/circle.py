"""Servos about an axis, whose length is an angle: a target means the nearest of those that are whole turns apart."""

from math import pi

from ...jit import helper
from ...jit.lanes import all_, rint, where
from ...jit.values import norm
from ..common.names import BALL, BIAS_AFFINE, GAIN_FIXED, TRN_SITE
from ..position.transmission import drives_joint
from ..position.wrench import gear_axis


@helper
def turns_site(m, a):
    """Whether an actuator only turns a site against a reference site."""
    if m.actuator_trntype[a] != TRN_SITE or m.actuator_trnid[a, 1] < 0:
        return False
    shift, turn = gear_axis(m, m.actuator_outadr[a], 0), gear_axis(m, m.actuator_outadr[a], 3)
    return all_((norm(shift) == 0.0) & (norm(turn) > 0.0))


@helper
def is_on_circle(m, a):
    """Whether the length of an actuator is an angle, and its force that of a constant and a length."""
    if m.actuator_gaintype[a] != GAIN_FIXED or m.actuator_biastype[a] != BIAS_AFFINE:
        return False
    return (drives_joint(m, a) and m.jnt_type[m.actuator_trnid[a, 0]] == BALL) or turns_site(m, a)


@helper
def whole_turn(m, a):
    """What a whole turn adds to the length of an actuator about an axis."""
    first = 3 if m.actuator_trntype[a] == TRN_SITE else 0
    return 2.0 * pi * norm(gear_axis(m, m.actuator_outadr[a], first))


@helper
def is_servo(m, a):
    """Whether the force of an actuator about an axis is proportional to how far its length is from a target."""
    return (whole_turn(m, a) > 0.0) & (m.actuator_gainprm[a, 0] == -m.actuator_biasprm[a, 1])


@helper
def nearest_target(m, a, target, length):
    """The target of a servo about an axis, moved by whole turns to within half a turn of a length."""
    turn, servo = whole_turn(m, a), is_servo(m, a)
    turns = (target - length) / where(servo, turn, 1.0)
    return where(servo, target - turn * nearest_integer(turns), target)


@helper
def nearest_integer(x):
    """The nearest integer; of two that are as near, the one further from zero."""
    even = rint(x)
    return where(abs(x - even) == 0.5, x + where(x > 0.0, 0.5, -0.5), even)
