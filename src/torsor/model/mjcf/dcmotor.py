"""<dcmotor>: constants of a motor as data sheets give them, turned into the parameters of the actuator.

gainprm  resistance, motor constant, temperature coefficient and reference, then kp, ki, kd and voltage limit
dynprm   electrical time constant, limit of the current rate, thermal resistance, capacitance and ambient temperature,
         stiffness and damping of bristles, slew rate, limit of the integral
biasprm  amplitude, poles and phase of cogging, Coulomb and static friction, Stribeck velocity
"""

import math
from typing import Any

from ...schema.codes import mjtBias, mjtCtrlInput, mjtDyn, mjtGain, mjtLimited
from ..spec.actuators import Actuator
from ..spec.rotation import Vector
from .xml import Element

DCMOTOR_GAINS = (
    'resistance', 'motorconst', 'nominal', 'inductance', 'thermal', 'saturation', 'cogging', 'lugre', 'controller',
    'input',
)  # fmt: skip


def apply_dcmotor(element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """Set the law of `actuator`; what the element does not say comes from `donor`."""
    source = donor or Actuator(dynprm=(0.0,) * 10, gainprm=(0.0,) * 10)
    actuator.dyntype, actuator.gaintype = mjtDyn.mjDYN_DCMOTOR, mjtGain.mjGAIN_DCMOTOR
    actuator.biastype, actuator.actearly = mjtBias.mjBIAS_DCMOTOR, 1
    actuator.ctrlspec = gains.get('input', source.ctrlspec)
    constant, resistance = _constants(element, gains, source, actuator.ctrlspec)
    kp, ki, kd, slew, windup, voltage = _overlaid(gains, 'controller', _controller(source))
    conducts, holds, ambient, coefficient, reference = _thermal(element, gains, source)
    stiffness, damping, coulomb, static, stribeck = _friction(gains, source)
    current_rate = _saturate(gains, actuator, source, constant)
    actuator.gainprm = (resistance, constant, coefficient, reference, kp, ki, kd, max(voltage, 0.0), 0.0, 0.0)
    actuator.dynprm = (
        _time_constant(element, gains, source, resistance), current_rate, conducts, holds, ambient,
        stiffness, damping, slew, windup, 0.0,
    )  # fmt: skip
    actuator.biasprm = (*_overlaid(gains, 'cogging', source.biasprm[:3]), coulomb, static, stribeck, *[0.0] * 4)


def _overlaid(gains: dict[str, Any], name: str, inherited: Vector) -> Vector:
    """The numbers of an attribute; those it does not reach are inherited."""
    given = gains.get(name, ())
    return (*given, *inherited[len(given) :])


def _controller(source: Actuator) -> Vector:
    return (*source.gainprm[4:7], *source.dynprm[7:9], source.gainprm[7])


def _constants(element: Element, gains: dict[str, Any], source: Actuator, inputs: int) -> Vector:
    """Motor constant and resistance: given, inherited, or from the nominal operating point."""
    torque, emf = (*gains.get('motorconst', (source.gainprm[1],)), 0.0)[:2]
    resistance = gains.get('resistance', source.gainprm[0])
    voltage, stall, speed = (*gains.get('nominal', ()), 0.0, 0.0, 0.0)[:3]
    if torque < 0 or emf < 0:
        raise element.error('attribute "motorconst" cannot be negative')
    if emf == 0 and voltage > 0 and speed > 0:
        emf = voltage / speed
    constant = math.sqrt(torque * emf) if torque > 0 and emf > 0 else max(torque, emf)
    if constant <= 0 and inputs != mjtCtrlInput.mjINPUT_NONE:
        raise element.error('a motor needs a positive constant; give it "motorconst", or "nominal" with a speed')
    if resistance == 0 and voltage > 0 and stall > 0:
        resistance = constant * voltage / stall
    if resistance <= 0:
        raise element.error('a motor needs a positive "resistance", or "nominal" with a stall torque')
    return constant, resistance


def _time_constant(element: Element, gains: dict[str, Any], source: Actuator, resistance: float) -> float:
    """Of the current: inductance over resistance."""
    if 'inductance' not in gains:
        return source.dynprm[0]
    inductance, time_constant = (*gains['inductance'], 0.0)[:2]
    if inductance < 0 or time_constant < 0:
        raise element.error('attribute "inductance" cannot be negative')
    return inductance / resistance if inductance > 0 else time_constant


def _thermal(element: Element, gains: dict[str, Any], source: Actuator) -> Vector:
    """Resistance, capacitance, ambient temperature, coefficient and reference; two of three give the time constant."""
    inherited = (*source.dynprm[2:4], 0.0, *source.gainprm[2:4], source.dynprm[4])
    resistance, capacitance, time_constant, *others = _overlaid(gains, 'thermal', inherited)
    coefficient, reference, ambient = others
    if not (resistance or capacitance or time_constant):
        return (0.0,) * 5
    if time_constant > 0 and resistance > 0:
        capacitance = time_constant / resistance
    elif time_constant > 0 and capacitance > 0:
        resistance = time_constant / capacitance
    if resistance <= 0 or capacitance <= 0:
        raise element.error('attribute "thermal" needs two positive numbers of its first three')
    return resistance, capacitance, ambient, coefficient, reference


def _friction(gains: dict[str, Any], source: Actuator) -> Vector:
    """LuGre friction, which needs bristles with stiffness."""
    inherited = (*source.dynprm[5:7], *source.biasprm[3:6])
    numbers = _overlaid(gains, 'lugre', inherited)
    return numbers if numbers[0] > 0 else (0.0,) * 5


def _saturate(gains: dict[str, Any], actuator: Actuator, source: Actuator, constant: float) -> float:
    """Limit the force to what torque or current allow; returns the limit of the current rate."""
    if 'saturation' not in gains:
        return source.dynprm[1]
    torque, current, rate = _overlaid(gains, 'saturation', (0.0, 0.0, source.dynprm[1]))
    limit = torque if torque > 0 else constant * current
    actuator.forcerange = (-limit, limit) if limit > 0 else (0.0, 0.0)
    actuator.forcelimited = mjtLimited.mjLIMITED_AUTO
    return rate
