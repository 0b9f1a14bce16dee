"""Ranges of actuator lengths, which muscles need: given, taken from limits, or found by simulation.

To find one, the actuator is pushed to its shortest and to its longest with a force of its own, in a world without
contacts, gravity and passive forces, whose velocities decay, until nothing moves any more. Tendons without any effect
but that of other actuators lose their paths meanwhile: there are often dozens. What was found is kept, as results of
assets are.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..jit.inside.sources import source_digest
from ..jit.stage import named
from ..model.compile.cache import Cache
from ..model.files import Source
from ..model.spec.item import Item
from ..schema.enums import mjtBias, mjtDisableBit, mjtEq, mjtGain, mjtIntegrator, mjtLRMode, mjtTrn
from . import log
from .callbacks import has_python_callbacks
from .data import MjData
from .model import MjModel, memory_without_assets

__all__: list[str] = []

push = named('physics.actuator_length_range.push')

# what does not take part in the search
ABSENT = (
    mjtDisableBit.mjDSBL_FRICTIONLOSS | mjtDisableBit.mjDSBL_CONTACT | mjtDisableBit.mjDSBL_SPRING
    | mjtDisableBit.mjDSBL_DAMPER | mjtDisableBit.mjDSBL_GRAVITY | mjtDisableBit.mjDSBL_ACTUATION
    | mjtDisableBit.mjDSBL_SENSOR | mjtDisableBit.mjDSBL_AUTORESET
)  # fmt: skip
SHORTEST_DECAY = 0.01  # [s]
MAX_STEPS = 100_000
# limits of what an actuator acts on: prefix of the fields
LIMITS = {mjtTrn.mjTRN_JOINT: 'jnt', mjtTrn.mjTRN_JOINTINPARENT: 'jnt', mjtTrn.mjTRN_TENDON: 'tendon'}
# kinds of gains and biases that ask for a range, by mode
MUSCLE = int(mjtGain.mjGAIN_MUSCLE), int(mjtBias.mjBIAS_MUSCLE)
USER = int(mjtGain.mjGAIN_USER), int(mjtBias.mjBIAS_USER)
KINDS = {int(mjtLRMode.mjLRMODE_MUSCLE): (MUSCLE,), int(mjtLRMode.mjLRMODE_MUSCLEUSER): (MUSCLE, USER)}
# what lets a tendon act on joints; where it has none of this, only actuators do
EFFECTS = ('limited', 'stiffness', 'stiffnesspoly', 'damping', 'dampingpoly', 'armature', 'frictionloss')


class Ranges(NamedTuple):
    """Shortest and longest lengths of actuators."""

    lengths: np.ndarray


FOUND: Cache[Ranges] = Cache('length ranges', Ranges)


def set_length_ranges(m: MjModel, options: Mapping[str, Any], actuators: Sequence[Item]) -> None:
    """Fill actuator_lengthrange where the mode asks for it; `actuators` report what cannot be found."""
    sought = [a for a in _asking(m, options['mode']) if not _is_known(m, a, options)]
    if not sought:
        return
    _check_effort(m, options, actuators[sought[0]])
    find = _search if has_python_callbacks() else _kept  # functions of the user may do anything
    m.actuator_lengthrange[m.actuator_outadr[sought]] = find(m, options, actuators, sought)


def _kept(m: MjModel, options: Mapping[str, Any], actuators: Sequence[Item], sought: Sequence[int]) -> np.ndarray:
    """What was found for the same model before, or is found now."""

    def search(_):
        before, lengths = log.warnings_given, _search(m, options, actuators, sought)
        if log.warnings_given > before:
            raise _Warned(lengths)
        return Ranges(lengths)

    settings = tuple(options.items()), tuple(sought), _code()
    try:
        return FOUND.get(settings, Source('', memory_without_assets(m)), search).lengths
    except _Warned as found:
        return found.args[0]


class _Warned(Exception):
    """Lengths that are not kept, because the warnings that came with them are to be given the next time, too."""


def _search(m: MjModel, options: Mapping[str, Any], actuators: Sequence[Item], sought: Sequence[int]) -> np.ndarray:
    lengths = []
    with _Search(m, options) as search:
        for a in sought:
            try:
                lengths.append(search.range_of(a))
            except Unsettled as problem:
                raise actuators[a].error(str(problem)) from None
    return np.array(lengths)


@cache
def _code() -> str:
    """A digest of all that decides what is found, but for the model: sources of native code, and this one."""
    return source_digest() + blake2b(Path(__file__).read_bytes(), digest_size=16).hexdigest()


def set_length_range(m: MjModel, a: int, options: Mapping[str, Any]) -> None:
    """The same for one actuator; Unsettled if its range cannot be found."""
    if a in _asking(m, options['mode']) and not _is_known(m, a, options):
        with _Search(m, options) as search:
            m.actuator_lengthrange[m.actuator_outadr[a]] = search.range_of(a)


def _asking(m: MjModel, mode: int) -> list[int]:
    """The actuators that a mode is about."""
    if mode == mjtLRMode.mjLRMODE_NONE:
        return []
    asking = np.full(m.nactuator, mode == mjtLRMode.mjLRMODE_ALL)
    for gain, bias in KINDS.get(mode, ()):
        asking |= (m.actuator_gaintype == gain) | (m.actuator_biastype == bias)
    return np.flatnonzero(asking).tolist()


def _is_known(m: MjModel, a: int, options: Mapping[str, Any]) -> bool:
    """Whether a range is given, or can be copied from a limit."""
    span = m.actuator_lengthrange[m.actuator_outadr[a]]
    if options['useexisting'] and span[0] < span[1]:
        return True
    prefix = LIMITS.get(mjtTrn(m.actuator_trntype[a]))
    target = m.actuator_trnid[a, 0]
    if options['uselimit'] and prefix and getattr(m, f'{prefix}_limited')[target]:
        span[:] = getattr(m, f'{prefix}_range')[target]
        return True
    return False


def _check_effort(m: MjModel, options: Mapping[str, Any], actuator: Item) -> None:
    """A simulation ends, and soon."""
    step = options['timestep'] or m.opt.timestep
    if not 0 < step < np.inf or not 0 < options['inttotal'] <= MAX_STEPS * step:
        raise actuator.error(
            f'the range of lengths needs a simulation of {options["inttotal"]:g} s in steps of {step:g} s, which is '
            f'not from 1 to {MAX_STEPS} steps; change "inttotal" or "timestep" of <lengthrange>'
        )


class Unsettled(Exception):
    """A length that keeps changing, or does not change at all."""


def _idle_tendons(m: MjModel) -> np.ndarray:
    """Which tendons do nothing unless an actuator pulls them; none, if functions of the user may look at them."""
    idle = (m.tendon_actuatorid == -1) & (m.tendon_plasticadr == -1)
    for effect in EFFECTS:
        idle &= ~np.atleast_2d(getattr(m, f'tendon_{effect}').T).any(axis=0)
    coupled = m.eq_type == mjtEq.mjEQ_TENDON
    idle[np.setdiff1d([m.eq_obj1id[coupled], m.eq_obj2id[coupled]], -1)] = False
    return idle & (not has_python_callbacks() and not m.callbacks._functions)


class _Search:
    """The model in a world where only limits and equalities act, and where velocities decay."""

    def __init__(self, m: MjModel, options: Mapping[str, Any]):
        self.m, self.options = m, options
        self.kept = m.opt.timestep, m.opt.disableflags, m.opt.enableflags, m.opt.integrator
        self.step = options['timestep'] or m.opt.timestep
        self.decay = math.exp(-self.step / max(SHORTEST_DECAY, options['timeconst']))
        self.paths, self.idle = m.tendon_num.copy(), _idle_tendons(m)

    def __enter__(self):
        opt = self.m.opt
        opt.timestep, opt.disableflags, opt.enableflags = self.step, int(ABSENT), 0
        if opt.integrator == mjtIntegrator.mjINT_RK4:
            opt.integrator = mjtIntegrator.mjINT_EULER
        self.d = MjData(self.m)
        return self

    def __exit__(self, *_):
        opt = self.m.opt
        opt.timestep, opt.disableflags, opt.enableflags, opt.integrator = self.kept
        self.m.tendon_num[:] = self.paths

    def range_of(self, a: int) -> tuple[float, float]:
        """The shortest and longest length of an actuator; an error where it does not settle."""
        self.m.tendon_num[:] = np.where(self.idle, 0, self.paths)
        if self.m.actuator_trntype[a] == mjtTrn.mjTRN_TENDON:
            own = self.m.actuator_trnid[a, 0]
            self.m.tendon_num[own] = self.paths[own]
        ends = [self._push(a, direction) for direction in (-1.0, 1.0)]
        (low, above_low), (below_high, high) = ends
        span, unsettled = high - low, max(above_low - low, high - below_high)
        if not (span > 0 and unsettled <= self.options['tolrange'] * span):  # nor if they are not numbers
            raise Unsettled(
                f'the range of lengths could not be found: at its ends the actuator still moves by {unsettled:g} of '
                f'{span:g}; give it the attribute "lengthrange", or limit the joints or tendons that it moves'
            )
        return low, high

    def _push(self, a: int, direction: float) -> tuple[float, float]:
        """Least and greatest length at the end of a simulation with a force in one direction."""
        from .reset import reset_data

        m, d, options = self.m, self.d, self.options
        reset_data(m, d)
        ends = np.zeros(2)
        push(m, d, int(m.actuator_outadr[a]), direction * options['accel'], options['maxforce'], self.decay,
             options['inttotal'], options['interval'], ends, np.zeros(m.nv))
        return ends[0], ends[1]
