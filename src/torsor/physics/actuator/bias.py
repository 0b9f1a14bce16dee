"""Biases: the force at zero control. A kind is a row of BIASES."""

from ...jit import callback, helper
from ...jit.callback import is_set
from ...jit.choice import choices, one_of
from ..common.names import BIAS_AFFINE, BIAS_MUSCLE, BIAS_NONE, BIAS_SO3, BIAS_USER
from .law import Law, affine, constant_kinds, zero
from .muscle import muscle_bias_by_length

act_bias = callback.act_bias


@helper
def parameter(m, a, k):
    return m.actuator_biasprm[a, k]


@helper
def user(m, d, a, length, velocity):
    """What the user's callback says; zero if there is none."""
    return act_bias(m, d, a, 0) if is_set(m, act_bias) else 0.0


AFFINE = affine(parameter)
BIASES = {
    BIAS_NONE: Law(zero),
    BIAS_AFFINE: AFFINE,
    BIAS_MUSCLE: Law(zero, muscle_bias_by_length),  # of this and the next only the derivatives are there yet
    BIAS_SO3: AFFINE._replace(value=zero),
    BIAS_USER: Law(user),
}

bias, bias_by_length, bias_by_velocity = choices('bias', BIASES, otherwise=Law(zero))
is_constant_bias = one_of('is_constant_bias', constant_kinds(BIASES))
