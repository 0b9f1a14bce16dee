"""Elements that a model can hold and that cannot be compiled yet: deformable bodies, skins and plugins."""

from dataclasses import dataclass, field

from ...schema.codes import mjtFlexSection, mjtFlexSelf
from .item import GREY, Item
from .rotation import ZERO3, Vector
from .settings import SOLIMP, SOLREF


@dataclass(kw_only=True, eq=False, repr=False)
class Plugin(Item):
    """An instance of a plugin, or a reference to one by its name, with its configuration."""

    plugin_name: str = ''
    active: int = 0
    config: dict[str, str] = field(default_factory=dict)


@dataclass(kw_only=True, eq=False, repr=False)
class Skin(Item):
    """A surface that follows bodies."""

    file: str = ''
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


@dataclass(kw_only=True, eq=False, repr=False)
class Flex(Item):
    """A deformable body: points, and the lines, triangles or tetrahedra between them."""

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
