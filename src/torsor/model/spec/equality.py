"""Equalities: what is coupled to what."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...schema.codes import mjtEq, mjtObj
from .item import Item
from .rotation import Vector
from .settings import SOLIMP, SOLREF

# what types couple that couple but one kind of elements
KINDS: dict[int, str] = {mjtEq.mjEQ_JOINT: 'joint', mjtEq.mjEQ_TENDON: 'tendon', mjtEq.mjEQ_FLEX: 'flex'}
# parts of `data`
ANCHOR, RELPOSE, TORQUESCALE, POLYCOEF = slice(0, 3), slice(3, 10), 10, slice(0, 5)


@dataclass(kw_only=True, eq=False, repr=False)
class Equality(Item):
    """Two bodies, sites, joints or tendons that are coupled, or the edges of a flex; `name2` may be missing.

    What `data` holds depends on the type: an anchor, for a weld a relative pose (zeros: the one that the bodies have
    in the file) and the weight of torques after it; or the coefficients of a polynomial.
    """

    KEEPS_WORLD = True

    type: int = mjtEq.mjEQ_CONNECT
    objtype: int = mjtObj.mjOBJ_UNKNOWN
    name1: str = ''
    name2: str = ''
    active: int = 1
    solref: Vector = SOLREF
    solimp: Vector = SOLIMP
    data: Vector = (0.0, 1.0, *[0.0] * 8, 1.0, 0.0)

    @property
    def kind(self) -> str:
        """What is coupled."""
        return KINDS.get(self.type) or ('site' if self.objtype == mjtObj.mjOBJ_SITE else 'body')

    def references(self) -> list[tuple[str, str]]:
        return [(self.kind, name) for name in (self.name1, self.name2) if name]

    def can_refer(self, names: Sequence[str]) -> bool:
        """False for something that is coupled to itself; without a second name, to the world."""
        first, *second = names or ('',)
        return first != (second[0] if second else 'world' if self.kind == 'body' else '')

    def refer(self, names: Sequence[str]) -> None:
        self.name1, self.name2 = (*names, '')[:2]
