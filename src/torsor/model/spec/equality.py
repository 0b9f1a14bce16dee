"""Equalities: what is coupled to what."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...schema.codes import mjtEq
from .item import Item
from .rotation import ZERO3, Vector
from .settings import SOLIMP, SOLREF


@dataclass(kw_only=True, eq=False, repr=False)
class Equality(Item):
    """Two bodies, sites, joints or tendons that are coupled; `kind` says which, `name2` may be missing.

    `relpose` None is the relative pose that the bodies have in the file.
    """

    type: int = mjtEq.mjEQ_CONNECT
    kind: str = 'body'
    name1: str = ''
    name2: str = ''
    active: int = 1
    solref: Vector = SOLREF
    solimp: Vector = SOLIMP
    anchor: Vector = ZERO3
    relpose: Vector | None = None
    torquescale: float = 1.0
    polycoef: Vector = (0.0, 1.0, 0.0, 0.0, 0.0)

    def references(self) -> list[tuple[str, str]]:
        return [(self.kind, name) for name in (self.name1, self.name2) if name]

    def refer(self, names: Sequence[str]) -> None:
        self.name1, self.name2 = (*names, '')[:2]
