"""Biases: the force at zero control. A kind is a row of BIASES."""

from ...jit import callback, helper
from ...jit.callback import is_set
from ...jit.choice import choices, one_of
from ..common.names import BIAS_AFFINE, BIAS_DCMOTOR, BIAS_MUSCLE, BIAS_NONE, BIAS_SO3, BIAS_USER
from .law import Law, affine, constant_kinds, zero
from .motor import motor_slope_by_length, motor_slope_by_velocity
from .muscle import muscle_bias, muscle_bias_by_length

act_bias = callback.act_bias


@helper
def parameter(m, a, k):
    return m.actuator_biasprm[a, k]


@helper
def user(m, d, a, length, velocity):
    """What the user's callback says; zero if there is none."""
    return act_bias(m, d, a, 0) if is_set(m, act_bias) else 0.0


@helper
def motor_by_length(m, d, a, length, velocity):
    return motor_slope_by_length(m, d, a)


@helper
def motor_by_velocity(m, d, a, length, velocity):
    return motor_slope_by_velocity(m, d, a)


AFFINE = affine(parameter)
BIASES = {
    BIAS_NONE: Law(zero),
    BIAS_AFFINE: AFFINE,
    BIAS_MUSCLE: Law(muscle_bias, muscle_bias_by_length),
    # of all that limits concern, as in the next row: see force.py
    BIAS_DCMOTOR: Law(zero, motor_by_length, motor_by_velocity),
    BIAS_SO3: AFFINE._replace(value=zero),
    BIAS_USER: Law(user),
}

bias, bias_by_length, bias_by_velocity = choices('bias', BIASES, otherwise=Law(zero))
is_constant_bias = one_of('is_constant_bias', constant_kinds(BIASES))
