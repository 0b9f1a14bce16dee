"""Actuator elements: <general> sets gain, bias and dynamics directly, the shortcuts choose them for a purpose.

A shortcut keeps the mechanical attributes of its class (gear, ranges, ...) but takes gains only from a default that
was written with the same shortcut, or with <general>.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ...schema.codes import mjtBias, mjtCtrlInput, mjtDyn, mjtGain, mjtLimited, mjtTrn
from ..spec.actuators import Actuator
from ..spec.defaults import Default
from .attributes import apply
from .dcmotor import DCMOTOR_GAINS, apply_dcmotor
from .rule import Rule
from .xml import Element

PRISTINE = Actuator()
LAW = {name: getattr(PRISTINE, name) for name in (
    'dyntype', 'gaintype', 'biastype', 'dynprm', 'gainprm', 'biasprm', 'ctrlspec', 'actdim', 'actearly', 'actlimited',
    'inheritrange',
)}  # fmt: skip
# in the order of precedence, should an element have several
TRANSMISSIONS = {
    'joint': mjtTrn.mjTRN_JOINT,
    'jointinparent': mjtTrn.mjTRN_JOINTINPARENT,
    'tendon': mjtTrn.mjTRN_TENDON,
    'cranksite': mjtTrn.mjTRN_SLIDERCRANK,
    'site': mjtTrn.mjTRN_SITE,
    'body': mjtTrn.mjTRN_BODY,
}
ONLY_WITH = {'refsite': 'site', 'slidersite': 'cranksite', 'cranklength': 'cranksite'}
# what "inheritrange" sets
SERVO_RANGES = {'position': ('ctrlrange',), 'intvelocity': ('actrange',), 'pid': ('posrange', 'ctrlrange')}
NOT_NEGATIVE = ('damper', 'adhesion')  # whose controls cannot be


def apply_actuator(element: Element, rule: Rule, actuator: Actuator, default: Default) -> None:
    """Set `actuator` from its element, which stands in `default` or refers to it."""
    gains = {}
    if element.tag == 'general':
        _forget_input_of_other_gain(element, rule, actuator)
    else:
        gains = _gains(element, rule)
        donor = _donor(element.tag, default.ancestry('actuator'))
        vars(actuator).update(LAW)
        if donor:
            actuator.inheritrange = donor.inheritrange
        LAWS[element.tag].apply(element, gains, actuator, donor)
    own = LAWS[element.tag].gains if element.tag in LAWS else ()
    apply(element, rule, actuator, skip=('class', *own, *TRANSMISSIONS))
    actuator.shortcut = element.tag
    _set_transmission(element, actuator)
    if element.tag in SERVO_RANGES:
        _settle_range(element, actuator)
    if element.tag in NOT_NEGATIVE and min(actuator.ctrlrange) < 0:
        raise element.error(f'attribute "ctrlrange" of a <{element.tag}> cannot be negative')


def _gains(element: Element, rule: Rule) -> dict[str, Any]:
    """What the element says of the attributes that its law turns into parameters."""
    given = (name for name in LAWS[element.tag].gains if name in element.attributes)
    parsed = {name: rule.attributes[name].parse(element.attributes[name], element, name) for name in given}
    return {name: value for name, value in parsed.items() if value is not None}


def _set_transmission(element: Element, actuator: Actuator) -> None:
    """What the element acts on; attributes that only one transmission has are refused in others."""
    chosen = ''
    for name, trntype in TRANSMISSIONS.items():
        if element.attributes.get(name):
            actuator.trntype, actuator.target, chosen = trntype, element.attributes[name], name
    for name, needed in ONLY_WITH.items():
        if name in element.attributes and chosen not in ('', needed):
            raise element.error(f'attribute "{name}" goes with "{needed}"; the actuator acts on a {actuator.kind}')


def _settle_range(element: Element, actuator: Actuator) -> None:
    """A servo's range is written out or inherited; what the element says replaces what its class says."""
    written = [name for name in SERVO_RANGES[element.tag] if name in element.attributes]
    if not written:
        return
    if 'inheritrange' not in element.attributes:
        actuator.inheritrange = 0.0
    elif actuator.inheritrange > 0 and any(getattr(actuator, written[0].replace('pos', 'ctrl'))):
        raise element.error(f'attributes "{written[0]}" and "inheritrange" exclude each other; give one of them')


def _donor(tag: str, candidates: Iterable[Actuator]) -> Actuator | None:
    """The nearest default whose gains the shortcut `tag` can take over."""
    for prototype in candidates:
        general = prototype.shortcut == 'general' and prototype.gaintype == LAWS[tag].gaintype
        if prototype.shortcut == tag or general:
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


def _orientation(element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """A servo of all three angles at once: torque = kp log(rotation to the target) - kv angular velocity."""
    _servo(element, gains, actuator, donor)
    actuator.gaintype, actuator.biastype = mjtGain.mjGAIN_SO3, mjtBias.mjBIAS_SO3
    actuator.ctrlspec = donor.ctrlspec if donor else 0


PRISTINE_PID = Actuator(gainprm=(0.0,) * 10, dynprm=(0.0,) * 10, biasprm=(0.0, -1.0, *[0.0] * 8))


def _pid(element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """force = kp (target - length) + kv (target velocity - velocity) + ki (integral of the error) + feed-forward."""
    _not_negative(element, gains, 'slewmax')
    source = donor.clone() if donor else PRISTINE_PID.clone()
    integral, limit = gains.get('ki', source.gainprm[0]), gains.get('imax', source.dynprm[0])
    rate = gains.get('slewmax', source.dynprm[1])
    source.gainprm = (-source.biasprm[1], *PRISTINE.gainprm[1:])
    _servo(element, gains, actuator, source)
    actuator.gaintype, actuator.gainprm = mjtGain.mjGAIN_PID, (integral, *[0.0] * 9)
    actuator.dynprm = (0.0,) * 10
    if integral or rate > 0:
        actuator.dyntype, actuator.dynprm = mjtDyn.mjDYN_PID, (limit, rate, *[0.0] * 8)
    actuator.ctrlspec = source.ctrlspec


MUSCLE_GAINS = ('range', 'force', 'scale', 'lmin', 'lmax', 'vmax', 'fpmax', 'fvmax')  # in the order of gainprm
PRISTINE_MUSCLE = Actuator(
    gainprm=(0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0), dynprm=(0.01, 0.04, *[0.0] * 8)
)


def _muscle(element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """Force-length-velocity curves, and dynamics that are faster up than down. Negative numbers count as not given."""
    _not_negative(element, gains, 'tausmooth')
    source = donor or PRISTINE_MUSCLE

    def replaced(old: Sequence[float], new: Sequence[float]) -> list[float]:
        return [after if after >= 0 else before for before, after in zip(old, new, strict=True)]

    span = replaced(source.gainprm[:2], gains.get('range', source.gainprm[:2]))
    others = [gains.get(name, -1.0) for name in MUSCLE_GAINS[1:]]
    actuator.gainprm = actuator.biasprm = (*span, *replaced(source.gainprm[2:9], others), 0.0)
    times = replaced(source.dynprm[:2], gains.get('timeconst', source.dynprm[:2]))
    actuator.dynprm = (*times, gains.get('tausmooth', source.dynprm[2]), *PRISTINE.dynprm[3:])
    actuator.dyntype = mjtDyn.mjDYN_MUSCLE
    actuator.gaintype, actuator.biastype = mjtGain.mjGAIN_MUSCLE, mjtBias.mjBIAS_MUSCLE


def _adhesion(element: Element, gains: dict[str, Any], actuator: Actuator, donor: Actuator | None) -> None:
    """force = gain ctrl, shared out to the contacts of a body."""
    _not_negative(element, gains, 'gain')
    actuator.gainprm = (gains.get('gain', donor.gainprm[0] if donor else 1.0), *PRISTINE.gainprm[1:])
    actuator.ctrllimited = mjtLimited.mjLIMITED_TRUE


class Law(NamedTuple):
    """How a shortcut becomes an actuator: the function that does it, its attributes, and the gain of its donors."""

    apply: Callable[[Element, dict[str, Any], Actuator, Actuator | None], None]
    gains: tuple[str, ...] = ()
    gaintype: int = mjtGain.mjGAIN_FIXED


LAWS = {
    'motor': Law(_motor),
    'position': Law(_position, ('kp', 'kv', 'dampratio', 'timeconst')),
    'velocity': Law(_velocity, ('kv',)),
    'intvelocity': Law(_intvelocity, ('kp', 'kv', 'dampratio')),
    'orientation': Law(_orientation, ('kp', 'kv', 'dampratio'), mjtGain.mjGAIN_SO3),
    'pid': Law(_pid, ('kp', 'kv', 'dampratio', 'ki', 'imax', 'slewmax'), mjtGain.mjGAIN_PID),
    'damper': Law(_damper, ('kv',), mjtGain.mjGAIN_AFFINE),
    'cylinder': Law(_cylinder, ('timeconst', 'area', 'diameter', 'bias')),
    'muscle': Law(_muscle, ('timeconst', 'tausmooth', *MUSCLE_GAINS), mjtGain.mjGAIN_MUSCLE),
    'adhesion': Law(_adhesion, ('gain',)),
    'dcmotor': Law(apply_dcmotor, DCMOTOR_GAINS, mjtGain.mjGAIN_DCMOTOR),
}
