"""Pairs of geoms that always collide, and pairs of bodies that never do."""

from dataclasses import dataclass

from .item import Item
from .rotation import Vector
from .settings import SOLIMP, SOLREF


@dataclass(kw_only=True, eq=False, repr=False)
class Pair(Item):
    """Two geoms that always collide, with properties of their own; NaN takes one from the geoms."""

    REFERENCES = (('geomname1', 'geom'), ('geomname2', 'geom'))
    SHARES = True

    geomname1: str = ''
    geomname2: str = ''
    condim: int = 3
    friction: Vector = (1.0, 1.0, 0.005, 0.0001, 0.0001)
    solref: Vector = SOLREF
    solreffriction: Vector = (0.0, 0.0)
    solimp: Vector = SOLIMP
    margin: float = 0.0
    gap: float = 0.0
    adhesion: float = 0.0


@dataclass(kw_only=True, eq=False, repr=False)
class Exclude(Item):
    """Two bodies that never collide."""

    REFERENCES = (('bodyname1', 'body'), ('bodyname2', 'body'))
    SHARES = True

    bodyname1: str = ''
    bodyname2: str = ''
