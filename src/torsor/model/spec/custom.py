"""Custom fields: numbers, texts and lists of elements, which only the user's program reads."""

from collections.abc import Sequence
from dataclasses import dataclass

from .item import Item
from .rotation import Vector


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
    """A list of elements for the user: each has a keyword for its kind, a name and a number."""

    objects: tuple[tuple[str, str, float], ...] = ()

    def references(self) -> list[tuple[str, str]]:
        return [('body' if kind == 'xbody' else kind, name) for kind, name, _ in self.objects]

    def refer(self, names: Sequence[str]) -> None:
        self.objects = tuple((kind, name, number) for (kind, _, number), name in zip(self.objects, names, strict=True))
