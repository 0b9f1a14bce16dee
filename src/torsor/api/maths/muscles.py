"""Muscles: activation dynamics and the force-length-velocity curves."""

from ...jit import helper
from ...schema.constants import mjMINVAL
from .access import expect
from .arguments import Vector2, Vector3, Vector9
from .function import maths
from .scalars import clip, sigmoid


@helper
def normalised_length(length, lengthrange, prm):
    """(L, L0): the length in units of the optimal length L0, which `prm[:2]` maps to the range of lengths."""
    expect(lengthrange, 2)
    expect(prm, 9)
    optimal = (lengthrange[1] - lengthrange[0]) / max(mjMINVAL, prm[1] - prm[0])
    return prm[0] + (length - lengthrange[0]) / max(mjMINVAL, optimal), optimal


@helper
def peak_force(acc0, prm):
    """The largest active force; given, or scaled to the actuator's acceleration."""
    return prm[2] if prm[2] >= 0.0 else prm[3] / max(mjMINVAL, acc0)


@helper
def parabola(x, start, end):
    """Half a parabola that rises from 0 at `start` to 1/2 at `end`."""
    t = (x - start) / max(mjMINVAL, end - start) if end > start else (start - x) / max(mjMINVAL, start - end)
    return 0.5 * t * t


@helper
def length_curve(length, lmin, lmax):
    """Active force by length: a bump from lmin over 1 to lmax, made of four parabolas."""
    left, right = 0.5 * (lmin + 1.0), 0.5 * (1.0 + lmax)
    if length < lmin or length > lmax:
        return 0.0
    if length <= left:
        return parabola(length, lmin, left)
    if length <= 1.0:
        return 1.0 - parabola(length, 1.0, left)
    if length <= right:
        return 1.0 - parabola(length, 1.0, right)
    return parabola(length, lmax, right)


@helper
def velocity_curve(velocity, fvmax):
    """Active force by velocity: none at the fastest shortening, fvmax when lengthening fast."""
    eccentric = fvmax - 1.0
    if velocity <= -1.0:
        return 0.0
    if velocity <= 0.0:
        return (velocity + 1.0) * (velocity + 1.0)
    if velocity <= eccentric:
        return fvmax - (eccentric - velocity) * (eccentric - velocity) / max(mjMINVAL, eccentric)
    return fvmax


@maths
def mju_muscleGain(len: float, vel: float, lengthrange: Vector2, acc0: float, prm: Vector9) -> float:
    """Active force of a muscle at full activation; prm is (range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax)."""
    length, optimal = normalised_length(len, lengthrange, prm)
    velocity = vel / max(mjMINVAL, optimal * prm[6])
    return -peak_force(acc0, prm) * length_curve(length, prm[4], prm[5]) * velocity_curve(velocity, prm[8])


@maths
def mju_muscleBias(len: float, lengthrange: Vector2, acc0: float, prm: Vector9) -> float:
    """Passive force of a muscle; prm is (range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax)."""
    length, _ = normalised_length(len, lengthrange, prm)
    bend = 0.5 * (1.0 + prm[5])
    if length <= 1.0:
        passive = 0.0
    elif length <= bend:
        passive = parabola(length, 1.0, bend)
    else:
        passive = 0.5 + (length - bend) / max(mjMINVAL, bend - 1.0)
    return -peak_force(acc0, prm) * prm[7] * passive


@maths
def mju_muscleDynamics(ctrl: float, act: float, prm: Vector3) -> float:
    """Rate of muscle activation [1/s]; prm is (tau_act, tau_deact, smoothing_width)."""
    expect(prm, 3)
    pace = 0.5 + 1.5 * clip(act, 0.0, 1.0)
    rising, falling = prm[0] * pace, prm[1] / pace
    excess = clip(ctrl, 0.0, 1.0) - act
    if prm[2] < mjMINVAL:
        constant = rising if excess > 0.0 else falling
    else:
        constant = falling + (rising - falling) * sigmoid(excess / prm[2] + 0.5)
    return excess / max(mjMINVAL, constant)
