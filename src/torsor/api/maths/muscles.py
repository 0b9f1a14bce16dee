"""Muscles: activation dynamics and the force-length-velocity curves."""

from ...jit import helper
from ...jit.call import native
from ...jit.lanes import maximum
from ...physics.actuator.muscle import activation_rate, active_force, muscle_units, passive_force
from ...schema.constants import mjMINVAL
from .arguments import Vector2, Vector3, Vector9


@helper
def units(lengthrange, acc0, prm):
    """Optimal length and peak force."""
    return muscle_units(prm[0], prm[1], prm[2], prm[3], lengthrange[0], lengthrange[1], acc0)


@native
def mju_muscleGain(len: float, vel: float, lengthrange: Vector2, acc0: float, prm: Vector9) -> float:
    """Active force of a muscle at full activation; prm is (range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax)."""
    optimal, peak = units(lengthrange, acc0, prm)
    fastest = maximum(optimal * prm[6], mjMINVAL)
    return active_force(prm[0] + (len - lengthrange[0]) / optimal, vel / fastest, prm[4], prm[5], prm[8], peak)


@native
def mju_muscleBias(len: float, lengthrange: Vector2, acc0: float, prm: Vector9) -> float:
    """Passive force of a muscle: a parabola from 1 to half way to lmax, then a line; prm as in mju_muscleGain."""
    optimal, peak = units(lengthrange, acc0, prm)
    return passive_force(prm[0] + (len - lengthrange[0]) / optimal, prm[5], prm[7], peak)


@native
def mju_muscleDynamics(ctrl: float, act: float, prm: Vector3) -> float:
    """Rate of muscle activation [1/s]; prm is (tau_act, tau_deact, smoothing_width)."""
    return activation_rate(ctrl, act, prm[0], prm[1], prm[2])
