"""Actuators."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...schema.codes import mjtBias, mjtDyn, mjtGain, mjtLimited, mjtTrn
from .item import Item
from .rotation import ZERO3, Vector

# kinds of elements that transmissions act on
KINDS: dict[int, str] = {
    mjtTrn.mjTRN_JOINT: 'joint',
    mjtTrn.mjTRN_JOINTINPARENT: 'joint',
    mjtTrn.mjTRN_TENDON: 'tendon',
    mjtTrn.mjTRN_SLIDERCRANK: 'site',
    mjtTrn.mjTRN_SITE: 'site',
    mjtTrn.mjTRN_BODY: 'body',
    mjtTrn.mjTRN_UNDEFINED: 'joint',
}


@dataclass(kw_only=True, eq=False, repr=False)
class Actuator(Item):
    """Transmission, activation dynamics, gain and bias of one actuator."""

    shortcut: str = ''  # the element that wrote it; '' for a default nobody wrote
    group: int = 0
    ctrllimited: int = mjtLimited.mjLIMITED_AUTO
    ctrlrange: Vector = (0.0, 0.0)
    forcelimited: int = mjtLimited.mjLIMITED_AUTO
    forcerange: Vector = (0.0, 0.0)
    actlimited: int = mjtLimited.mjLIMITED_AUTO
    actrange: Vector = (0.0, 0.0)
    lengthrange: Vector = (0.0, 0.0)
    gear: Vector = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    damping: Vector = ZERO3
    armature: float = 0.0
    cranklength: float = 0.0
    inheritrange: float = 0.0
    velrange: Vector = (0.0, 0.0)
    ffrange: Vector = (0.0, 0.0)
    trntype: int = mjtTrn.mjTRN_UNDEFINED
    target: str = ''
    refsite: str = ''
    slidersite: str = ''
    dyntype: int = mjtDyn.mjDYN_NONE
    gaintype: int = mjtGain.mjGAIN_FIXED
    biastype: int = mjtBias.mjBIAS_NONE
    dynprm: Vector = (1.0, *[0.0] * 9)
    gainprm: Vector = (1.0, *[0.0] * 9)
    biasprm: Vector = (0.0,) * 10
    ctrlspec: int = 0
    actdim: int = -1
    actearly: int = 0
    nsample: int = 0
    interp: int = 0
    delay: float = 0.0
    userdata: Vector = ()
    plugin: Any = None

    @property
    def kind(self) -> str:
        """What the actuator acts on."""
        return KINDS[self.trntype]

    @property
    def second(self) -> str:
        """The other site that the transmission needs, if any."""
        return self.slidersite if self.trntype == mjtTrn.mjTRN_SLIDERCRANK else self.refsite

    def references(self) -> list[tuple[str, str]]:
        if self.trntype == mjtTrn.mjTRN_UNDEFINED:
            return []
        return [(self.kind, self.target), *([('site', self.second)] if self.second else [])]

    def can_refer(self, names: Sequence[str]) -> bool:
        """False without a target, or for a slider-crank without its slider."""
        crank = self.trntype == mjtTrn.mjTRN_SLIDERCRANK
        return self.trntype != mjtTrn.mjTRN_UNDEFINED and (bool(self.slidersite) or not crank)

    def refer(self, names: Sequence[str]) -> None:
        if not names:
            return
        self.target, *second = names
        if second:
            name = 'slidersite' if self.trntype == mjtTrn.mjTRN_SLIDERCRANK else 'refsite'
            setattr(self, name, second[0])
