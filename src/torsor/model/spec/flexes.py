"""Deformable bodies: points of other bodies, and the elements between them."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...schema.codes import mjtFlexSection, mjtFlexSelf
from .item import GREY, Item
from .rotation import ZERO3, Vector
from .settings import SOLIMP, SOLREF


@dataclass(kw_only=True, eq=False, repr=False)
class Flex(Item):
    """A deformable body: points, and the lines, triangles or tetrahedra between them."""

    KEEPS_WORLD = True

    contype: int = 1
    conaffinity: int = 1
    condim: int = 3
    priority: int = 0
    friction: Vector = (1.0, 0.005, 0.0001)
    solmix: float = 1.0
    solref: Vector = SOLREF
    solimp: Vector = SOLIMP
    margin: float = 0.0
    gap: float = 0.0
    dim: int = 2
    radius: float = 0.005
    size: Vector = ZERO3
    flatskin: int = 0
    selfcollide: int = mjtFlexSelf.mjFLEXSELF_AUTO
    passive: int = 0
    activelayers: int = 1
    group: int = 0
    edgestiffness: float = 0.0
    edgedamping: float = 0.0
    rgba: Vector = GREY
    material: tuple[str, ...] = ()
    young: float = 0.0
    poisson: float = 0.0
    shear: float = 0.0
    damping: float = 0.0
    thickness: float = -1.0
    stressyield: Vector = (0.0, 0.0)
    elastic2d: int = 0
    elastic3d: int = 0
    section: int = mjtFlexSection.mjFLEXSECTION_CIRCLE
    sectionsize: Vector = (0.0, 0.0)
    cellcount: tuple[int, int, int] = (1, 1, 1)
    order: int = 0
    nodebody: tuple[str, ...] = ()
    vertbody: tuple[str, ...] = ()
    node: Vector = ()
    vert: Vector = ()
    elem: tuple[int, ...] = ()
    texcoord: Vector = ()
    elemtexcoord: tuple[int, ...] = ()

    def references(self) -> list[tuple[str, str]]:
        return [('body', name) for name in (*self.vertbody, *self.nodebody)]

    def refer(self, names: Sequence[str]) -> None:
        self.vertbody, self.nodebody = tuple(names[: len(self.vertbody)]), tuple(names[len(self.vertbody) :])
