"""Custom fields: numbers, texts and lists of elements, which only the user's program reads."""

from collections.abc import Sequence
from dataclasses import dataclass

from .item import Item
from .rotation import Vector
from .sensors import KIND


@dataclass(kw_only=True, eq=False, repr=False)
class Numeric(Item):
    """Numbers for the user, filled up with zeros to `size`."""

    size: int = 0
    data: Vector = ()


@dataclass(kw_only=True, eq=False, repr=False)
class Text(Item):
    """A text for the user."""

    data: str = ''


@dataclass(kw_only=True, eq=False, repr=False)
class Tuple(Item):
    """A list of elements for the user: the types (mjtObj), names and numbers of all."""

    KEEPS_WORLD = True

    objtype: tuple[int, ...] = ()
    objname: tuple[str, ...] = ()
    objprm: Vector = ()

    def references(self) -> list[tuple[str, str]]:
        return [(KIND.get(of, 'unknown'), name) for of, name in zip(self.objtype, self.objname)]

    def refer(self, names: Sequence[str]) -> None:
        self.objname = (*names, *self.objname[len(names) :])
