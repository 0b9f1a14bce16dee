"""Skins: surfaces that follow bodies, to look at."""

from collections.abc import Sequence
from dataclasses import dataclass

from .assets import Asset
from .item import GREY
from .rotation import Vector


@dataclass(kw_only=True, eq=False, repr=False)
class Skin(Asset):
    """Triangles whose vertices follow bodies, the bones: written out, or from a file.

    `around` is what names in its file have before and behind them, where it was attached to another model.
    """

    material: str = ''
    rgba: Vector = GREY
    inflate: float = 0.0
    group: int = 0
    vert: Vector = ()
    texcoord: Vector = ()
    face: tuple[int, ...] = ()
    bodyname: tuple[str, ...] = ()
    bindpos: Vector = ()
    bindquat: Vector = ()
    vertid: tuple[tuple[int, ...], ...] = ()
    vertweight: tuple[Vector, ...] = ()
    around: tuple[str, str] = ('', '')

    def references(self) -> list[tuple[str, str]]:
        return [('body', name) for name in self.bodyname]

    def refer(self, names: Sequence[str]) -> None:
        self.bodyname = tuple(names)
