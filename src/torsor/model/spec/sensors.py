"""Sensors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...schema.codes import mjtDataType, mjtObj, mjtSensor, mjtStage
from ...schema.enums import mjtObj as ObjectType
from .item import Item
from .rotation import Vector

# kinds of elements by their mjtObj; a body has two frames
KIND: dict[int, str] = {
    **{int(of): of.name.removeprefix('mjOBJ_').lower() for of in ObjectType},
    mjtObj.mjOBJ_XBODY: 'body',
}

# sensors that need not measure an element, as a contact sensor that reports all contacts
FREE = (
    mjtSensor.mjSENS_E_POTENTIAL, mjtSensor.mjSENS_E_KINETIC, mjtSensor.mjSENS_CLOCK, mjtSensor.mjSENS_USER,
    mjtSensor.mjSENS_PLUGIN, mjtSensor.mjSENS_CONTACT,
)  # fmt: skip


@dataclass(kw_only=True, eq=False, repr=False)
class Sensor(Item):
    """What is measured, of which element, relative to which other, and how the reading is kept.

    `intprm`, `dim`, `datatype` and `needstage` are taken from here only by types that leave them open.
    """

    SHARES = True

    type: int = mjtSensor.mjSENS_USER
    objtype: int = mjtObj.mjOBJ_UNKNOWN
    objname: str = ''
    reftype: int = mjtObj.mjOBJ_UNKNOWN
    refname: str = ''
    intprm: tuple[int, int, int] = (0, 0, 0)
    dim: int = 0
    datatype: int = mjtDataType.mjDATATYPE_REAL
    needstage: int = mjtStage.mjSTAGE_ACC
    cutoff: float = 0.0
    noise: float = 0.0
    nsample: int = 0
    interp: int = 0
    delay: float = 0.0
    interval: Vector = (0.0, 0.0)
    userdata: Vector = ()
    plugin: Any = None

    def references(self) -> list[tuple[str, str]]:
        named = (self.objtype, self.objname), (self.reftype, self.refname)
        return [(KIND[of], name) for of, name in named if of != mjtObj.mjOBJ_UNKNOWN]

    def can_refer(self, names: Sequence[str]) -> bool:
        """False for a sensor that measures nothing but should."""
        return self.objtype != mjtObj.mjOBJ_UNKNOWN or self.type in FREE

    def refer(self, names: Sequence[str]) -> None:
        left = list(names)
        if self.objtype != mjtObj.mjOBJ_UNKNOWN:
            self.objname = left.pop(0)
        if self.reftype != mjtObj.mjOBJ_UNKNOWN:
            self.refname = left.pop(0)
