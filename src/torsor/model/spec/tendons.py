"""Tendons and their paths."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...schema.codes import mjtLimited, mjtTendon, mjtWrap
from .item import GREY, Item
from .rotation import ZERO3, Vector
from .settings import SOLIMP, SOLREF

# what an element of a path refers to, by its type; cylinders are known only once the geom is found
TARGETS: dict[int, str] = {mjtWrap.mjWRAP_JOINT: 'joint', mjtWrap.mjWRAP_SITE: 'site', mjtWrap.mjWRAP_SPHERE: 'geom'}


@dataclass(kw_only=True, eq=False, repr=False)
class Wrap(Item):
    """One element of a tendon's path: a joint with its coefficient, a site, a geom, or a pulley with its divisor.

    `sidesite` says on which side of a geom the tendon passes.
    """

    type: int = mjtWrap.mjWRAP_JOINT
    target: str = ''
    prm: float = 0.0
    sidesite: str = ''

    def references(self) -> list[tuple[str, str]]:
        target = [(TARGETS[self.type], self.target)] if self.type in TARGETS else []
        return target + ([('site', self.sidesite)] if self.sidesite else [])

    def refer(self, names: Sequence[str]) -> None:
        left = list(names)
        if self.type in TARGETS:
            self.target = left.pop(0)
        if self.sidesite:
            self.sidesite = left.pop(0)


@dataclass(kw_only=True, eq=False, repr=False)
class Tendon(Item):
    """A length that depends on the configuration: a weighted sum of joint positions, or a path through space."""

    SHARES = True

    type: int = mjtTendon.mjTENDON_FIXED
    path: tuple[Wrap, ...] = ()
    group: int = 0
    limited: int = mjtLimited.mjLIMITED_AUTO
    range: Vector = (0.0, 0.0)
    margin: float = 0.0
    actfrclimited: int = mjtLimited.mjLIMITED_AUTO
    actfrcrange: Vector = (0.0, 0.0)
    solref_limit: Vector = SOLREF
    solimp_limit: Vector = SOLIMP
    solref_friction: Vector = SOLREF
    solimp_friction: Vector = SOLIMP
    frictionloss: float = 0.0
    springlength: Vector = (-1.0, -1.0)
    springyield: float = 0.0
    stiffness: Vector = ZERO3
    damping: Vector = ZERO3
    armature: float = 0.0
    width: float = 0.003
    material: str = ''
    rgba: Vector = GREY
    userdata: Vector = ()

    def references(self) -> list[tuple[str, str]]:
        return [reference for wrap in self.path for reference in wrap.references()]

    def reference_groups(self) -> list[list[tuple[str, str]]]:
        return [wrap.references() for wrap in self.path if wrap.references()]

    def refer(self, names: Sequence[str]) -> None:
        self.path = tuple(wrap.clone() for wrap in self.path)
        left = list(names)
        for wrap in self.path:
            count = len(wrap.references())
            wrap.refer(left[:count])
            del left[:count]
