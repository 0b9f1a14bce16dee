"""Muscles: activation dynamics and the force-length-velocity curves."""

from ...jit import helper
from ...physics.actuator.muscle import length_curve, muscle_units, velocity_curve
from ...schema.constants import mjMINVAL
from .access import expect
from .arguments import Vector2, Vector3, Vector9
from .function import maths
from .scalars import clip, sigmoid


@helper
def units(lengthrange, acc0, prm):
    """Optimal length and peak force."""
    expect(lengthrange, 2)
    expect(prm, 9)
    return muscle_units(prm[0], prm[1], prm[2], prm[3], lengthrange[0], lengthrange[1], acc0)


@maths
def mju_muscleGain(len: float, vel: float, lengthrange: Vector2, acc0: float, prm: Vector9) -> float:
    """Active force of a muscle at full activation; prm is (range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax)."""
    optimal, peak = units(lengthrange, acc0, prm)
    by_length, _ = length_curve(prm[0] + (len - lengthrange[0]) / optimal, prm[4], prm[5])
    by_velocity, _ = velocity_curve(vel / max(mjMINVAL, optimal * prm[6]), prm[8])
    return -peak * by_length * by_velocity


@maths
def mju_muscleBias(len: float, lengthrange: Vector2, acc0: float, prm: Vector9) -> float:
    """Passive force of a muscle: a parabola from 1 to half way to lmax, then a line; prm as in mju_muscleGain."""
    optimal, peak = units(lengthrange, acc0, prm)
    half = max(mjMINVAL, 0.5 * (prm[5] - 1.0))
    stretch = (prm[0] + (len - lengthrange[0]) / optimal - 1.0) / half
    if stretch <= 0.0:
        return 0.0
    return -peak * prm[7] * (0.5 * stretch * stretch if stretch <= 1.0 else stretch - 0.5)


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
