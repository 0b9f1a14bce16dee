"""Actuators."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...schema.codes import mjtBias, mjtDyn, mjtGain, mjtLimited, mjtTrn
from .item import Item
from .rotation import ZERO3, Vector


@dataclass(kw_only=True, eq=False)
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
    inheritrange: float = 0.0
    trntype: int = mjtTrn.mjTRN_UNDEFINED
    target: str = ''
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

    @property
    def kind(self) -> str:
        """What the actuator acts on."""
        return 'tendon' if self.trntype == mjtTrn.mjTRN_TENDON else 'joint'

    def references(self) -> list[tuple[str, str]]:
        return [(self.kind, self.target)]

    def refer(self, names: Sequence[str]) -> None:
        (self.target,) = names
