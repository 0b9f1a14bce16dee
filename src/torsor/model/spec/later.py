"""Elements that a model can hold and that cannot be compiled yet: skins and plugins."""

from dataclasses import dataclass, field

from .item import GREY, Item
from .rotation import Vector


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
