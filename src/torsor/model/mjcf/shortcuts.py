"""Actuator elements: <general> sets gain, bias and dynamics directly, the shortcuts choose them for a purpose.

A shortcut keeps the mechanical attributes of its class (gear, ranges, ...) but takes gains only from a default that
was written with the same shortcut, or with <general>.
"""

import math
from collections.abc import Callable, Iterable
from typing import Any

from ...schema.codes import mjtBias, mjtCtrlInput, mjtDyn, mjtGain, mjtLimited, mjtTrn
from ..spec.actuators import Actuator
from ..spec.defaults import Default
from .attributes import apply
from .grammar import Rule
from .xml import Element

PRISTINE = Actuator()
LAW = {name: getattr(PRISTINE, name) for name in (
    'dyntype', 'gaintype', 'biastype', 'dynprm', 'gainprm', 'biasprm', 'ctrlspec', 'actdim', 'actearly', 'actlimited',
    'inheritrange',
)}  # fmt: skip
GAINS = ('kp', 'kv', 'dampratio', 'timeconst', 'area', 'diameter', 'bias')
# in the order of precedence, should an element have several
TRANSMISSIONS = {
    'joint': mjtTrn.mjTRN_JOINT,
    'jointinparent': mjtTrn.mjTRN_JOINTINPARENT,
    'tendon': mjtTrn.mjTRN_TENDON,
}
SERVO_RANGES = {'position': 'ctrlrange', 'intvelocity': 'actrange'}  # what "inheritrange" sets


def apply_actuator(element: Element, rule: Rule, actuator: Actuator, default: Default) -> None:
    """Set `actuator` from its element, which stands in `default` or refers to it."""
    given = (name for name in GAINS if name in element.attributes)
    parsed = {name: rule.attributes[name].parse(element.attributes[name], element, name) for name in given}
    gains = {name: value for name, value in parsed.items() if value is not None}
    if element.tag == 'general':
        _forget_input_of_other_gain(element, rule, actuator)
    else:
        donor = _donor(element.tag, default.ancestry('actuator'))
        vars(actuator).update(LAW)
        if donor:
            actuator.inheritrange = donor.inheritrange
        LAWS[element.tag](element, gains, actuator, donor)
    apply(element, rule, actuator, skip=('class', *GAINS, *TRANSMISSIONS))
    actuator.shortcut = element.tag
    for name, trntype in TRANSMISSIONS.items():
        if element.attributes.get(name):
            actuator.trntype, actuator.target = trntype, element.attributes[name]
    if element.tag in SERVO_RANGES:
        _settle_range(element, actuator)
    if element.tag == 'damper' and min(actuator.ctrlrange) < 0:
        raise element.error('attribute "ctrlrange" of a damper cannot be negative')


def _settle_range(element: Element, actuator: Actuator) -> None:
    """A servo's range is written out or inherited; what the element says replaces what its class says."""
    name = SERVO_RANGES[element.tag]
    if name not in element.attributes:
        return
    if 'inheritrange' not in element.attributes:
        actuator.inheritrange = 0.0
    elif actuator.inheritrange > 0 and any(getattr(actuator, name)):
        raise element.error(f'attributes "{name}" and "inheritrange" exclude each other; give one of them')


def _donor(tag: str, candidates: Iterable[Actuator]) -> Actuator | None:
    """The nearest default whose gains the shortcut `tag` can take over."""
    gaintype = mjtGain.mjGAIN_AFFINE if tag == 'damper' else mjtGain.mjGAIN_FIXED
    for prototype in candidates:
        if prototype.shortcut == tag or (prototype.shortcut == 'general' and prototype.gaintype == gaintype):
            return prototype.clone()  # it may be the one that is being set
    return None


def _forget_input_of_other_gain(element: Element, rule: Rule, actuator: Actuator) -> None:
    if 'gaintype' in element.attributes:
        gaintype = rule.attributes['gaintype'].parse(element.attributes['gaintype'], element, 'gaintype')
        if gaintype != actuator.gaintype:
            actuator.ctrlspec = 0


def _not_negative(element: Element, gains: dict[str, Any], *names: str) -> None:
    for name in names:
        if gains.get(name, 0) < 0:
            raise element.error(f'attribute "{name}" cannot be negative')


def _motor(_element: Element, _gains: dict[str, Any], _actuator: Actuator, _donor: Actuator | None) -> None:
    """force = ctrl: what a pristine actuator does."""


def _servo(element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """force = kp (target - length) - kv velocity; a damping ratio is kept as a positive biasprm[2] until compiled."""
    _not_negative(element, gains, 'kv', 'dampratio')
    if 'kv' in gains and 'dampratio' in gains:
        raise element.error('attributes "kv" and "dampratio" exclude each other; give one of them')
    kp = gains.get('kp', donor.gainprm[0] if donor else 1.0)
    damping = donor.biasprm[2] if donor else 0.0
    if 'kv' in gains:
        damping = -gains['kv']
    elif 'dampratio' in gains:
        damping = gains['dampratio']
    actuator.gainprm = (kp, *PRISTINE.gainprm[1:])
    actuator.biastype = mjtBias.mjBIAS_AFFINE
    actuator.biasprm = (0.0, -kp, damping, *PRISTINE.biasprm[3:])


def _position(element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """A servo whose target is the control, which may pass a filter."""
    _servo(element, gains, actuator, donor)
    actuator.ctrlspec = mjtCtrlInput.mjINPUT_POS
    _not_negative(element, gains, 'timeconst')
    timeconst = gains.get('timeconst')
    if timeconst is None and donor and donor.dyntype == mjtDyn.mjDYN_FILTEREXACT:
        timeconst = donor.dynprm[0]
    if timeconst is not None:
        actuator.dyntype = mjtDyn.mjDYN_FILTEREXACT if timeconst > 0 else mjtDyn.mjDYN_NONE
        actuator.dynprm = (timeconst, *PRISTINE.dynprm[1:])


def _intvelocity(element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """A servo whose target is the integral of the control."""
    _servo(element, gains, actuator, donor)
    actuator.dyntype = mjtDyn.mjDYN_INTEGRATOR
    actuator.ctrlspec = mjtCtrlInput.mjINPUT_VEL


def _velocity(_element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """force = kv (ctrl - velocity)."""
    kv = gains.get('kv', donor.gainprm[0] if donor else 1.0)
    actuator.gainprm = (kv, *PRISTINE.gainprm[1:])
    actuator.biastype = mjtBias.mjBIAS_AFFINE
    actuator.biasprm = (0.0, 0.0, -kv, *PRISTINE.biasprm[3:])
    actuator.ctrlspec = mjtCtrlInput.mjINPUT_VEL


def _damper(element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """force = -kv velocity ctrl."""
    kv = gains.get('kv', -donor.gainprm[2] if donor else 0.0)
    _not_negative(element, {'kv': kv}, 'kv')
    actuator.gaintype = mjtGain.mjGAIN_AFFINE
    actuator.gainprm = (0.0, 0.0, -kv, *PRISTINE.gainprm[3:])
    actuator.ctrllimited = mjtLimited.mjLIMITED_TRUE


def _cylinder(_element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """force = area * pressure + bias, where the pressure follows the control with a time constant."""
    source = donor or PRISTINE
    area, diameter = gains.get('area', source.gainprm[0]), gains.get('diameter', -1.0)
    if diameter >= 0:
        area = math.pi / 4 * diameter**2
    actuator.dyntype = mjtDyn.mjDYN_FILTER
    actuator.dynprm = (gains.get('timeconst', source.dynprm[0]), *PRISTINE.dynprm[1:])
    actuator.gainprm = (area, *PRISTINE.gainprm[1:])
    actuator.biastype = mjtBias.mjBIAS_AFFINE
    actuator.biasprm = (*gains.get('bias', source.biasprm[:3]), *PRISTINE.biasprm[3:])
    actuator.ctrlspec = mjtCtrlInput.mjINPUT_PRESSURE


LAWS: dict[str, Callable[[Element, dict[str, Any], Actuator, Actuator | None], None]] = {
    'motor': _motor,
    'position': _position,
    'velocity': _velocity,
    'intvelocity': _intvelocity,
    'damper': _damper,
    'cylinder': _cylinder,
}
