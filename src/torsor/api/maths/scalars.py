"""Functions of single numbers."""

import math
import random

from ...jit.call import checked, native
from ...physics.common.sigmoid import sigmoid
from ...schema.constants import mjMAXVAL, mjMINVAL


@native
def mju_min(a: float, b: float) -> float:
    """The smaller of two numbers."""
    return a if a <= b else b


@native
def mju_max(a: float, b: float) -> float:
    """The larger of two numbers."""
    return a if a >= b else b


@native
def mju_clip(x: float, min: float, max: float) -> float:
    """x, or the nearer end of the range from min to max if it lies outside."""
    if x < min:
        return min
    return max if x > max else x


@native
def mju_sign(x: float) -> float:
    """1, 0 or -1 as x is positive, zero or negative."""
    if x < 0.0:
        return -1.0
    return 1.0 if x > 0.0 else 0.0


@native
def mju_round(x: float) -> int:
    """The nearest integer, halves away from zero; numbers that do not fit into 32 bits give the nearest that does."""
    if not x > -2147483648.0:
        return -2147483648
    if x >= 2147483647.0:
        return 2147483647
    return math.floor(x + 0.5) if x >= 0.0 else math.ceil(x - 0.5)


@native
def mju_isBad(x: float) -> int:
    """1 if x is NaN or larger than anything a simulation should contain, else 0."""
    return 0 if -mjMAXVAL <= x <= mjMAXVAL else 1


@native
def mju_sigmoid(x: float) -> float:
    """Twice differentiable step: 0 below 0, 6x^5 - 15x^4 + 10x^3 up to 1, 1 above."""
    return sigmoid(x)


@native
def mju_Halton(index: int, base: int) -> float:
    """Element of the Halton sequence: the digits of index in this base, mirrored at the point."""
    if base < 2:
        raise ValueError('mju_Halton: base should be at least 2')
    value, weight = 0.0, 1.0 / base
    while index > 0:
        value += weight * (index % base)
        index //= base
        weight /= base
    return value


@native
def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float:
    """Position after the time dt of a mass on a spring: x'' = -Kp x - Kv x'."""
    discriminant = Kv * Kv - 4.0 * Kp
    decay = 0.5 * Kv
    if discriminant > mjMINVAL:
        root = 0.5 * math.sqrt(discriminant)
        slow, fast = root - decay, -root - decay
        share = (vel0 - pos0 * slow) / (fast - slow)
        return (pos0 - share) * math.exp(slow * dt) + share * math.exp(fast * dt)
    if discriminant >= -mjMINVAL:
        return math.exp(-decay * dt) * (pos0 + (vel0 + pos0 * decay) * dt)
    frequency = 0.5 * math.sqrt(-discriminant)
    swing = pos0 * math.cos(frequency * dt) + (vel0 + pos0 * decay) / frequency * math.sin(frequency * dt)
    return math.exp(-decay * dt) * swing


@checked
def _standard_normal(num2: float) -> float:
    return random.gauss(0.0, 1.0)


def mju_standardNormal(num2: float | None) -> float:
    """A random number from the standard normal distribution; num2 is there for the signature's sake."""
    return _standard_normal(0.0 if num2 is None else num2)
