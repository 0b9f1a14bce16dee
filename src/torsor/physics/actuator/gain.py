"""Gains: the factor from control or activation to force. A kind is a row of GAINS."""

from ...jit import callback, helper
from ...jit.callback import is_set
from ...jit.choice import choices, one_of
from ..common.names import GAIN_AFFINE, GAIN_DCMOTOR, GAIN_FIXED, GAIN_MUSCLE, GAIN_PID, GAIN_SO3, GAIN_USER
from .law import Law, affine, constant_kinds
from .muscle import muscle_gain, muscle_gain_by_length, muscle_gain_by_velocity

act_gain = callback.act_gain


@helper
def parameter(m, a, k):
    return m.actuator_gainprm[a, k]


@helper
def fixed(m, d, a, length, velocity):
    return parameter(m, a, 0)


@helper
def one(m, d, a, length, velocity):
    return 1.0


@helper
def user(m, d, a, length, velocity):
    """What the user's callback says; one if there is none."""
    return act_gain(m, d, a, 0) if is_set(m, act_gain) else 1.0


GAINS = {
    GAIN_FIXED: Law(fixed),
    GAIN_AFFINE: affine(parameter),
    GAIN_MUSCLE: Law(muscle_gain, muscle_gain_by_length, muscle_gain_by_velocity),
    GAIN_DCMOTOR: Law(one),  # this and the next two have a force of their own, see force.py
    GAIN_SO3: Law(one),
    GAIN_PID: Law(one),
    GAIN_USER: Law(user),
}

gain, gain_by_length, gain_by_velocity = choices('gain', GAINS, otherwise=Law(one))
is_constant_gain = one_of('is_constant_gain', constant_kinds(GAINS))
