"""What the elements of a model share: names, origins, references, poses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from .errors import ModelError, Origin
from .rotation import IDENTITY, ZERO3, Vector

# an orientation that is not a quaternion: its form ('euler', 'zaxis', ...) and its numbers
Alternative = tuple[str, Vector]

GREY = (0.5, 0.5, 0.5, 1.0)


@dataclass(kw_only=True, eq=False, repr=False)
class Item:
    """What all elements share: a name, and where they come from. Two elements are never equal, whatever they hold."""

    REFERENCES: ClassVar[tuple[tuple[str, str], ...]] = ()  # attribute that holds a name, and what it names
    SHARES: ClassVar[bool] = False  # whether copies can refer to something that was not copied
    KEEPS_WORLD: ClassVar[bool] = False  # whether a copy in another model refers to the world of that by its plain name

    name: str = ''
    origin: Origin | None = None
    classname: str = 'main'  # the class of defaults that it started from
    info: str = ''  # what its maker wants to read in errors
    compiler: Any = None  # the settings that its angles and files follow, where it was attached with another model

    def __repr__(self):
        return f'<{type(self).__name__.lower()} "{self.name}">'

    def error(self, problem: str, otherwise: str = '') -> ModelError:
        """The exception that reports `problem` at this element, or `otherwise` where the user wrote no attributes."""
        if self.origin is not None:
            return self.origin.error(problem)
        problem = otherwise or problem
        return ModelError(f'{type(self).__name__.lower()} "{self.name}": {problem}', self, problem)

    def clone(self) -> Self:
        """A copy; values are shared, which is safe because they are immutable."""
        new = object.__new__(type(self))
        new.__dict__ = self.__dict__.copy()  # four times as fast as filling the one it has
        return new

    def references(self) -> list[tuple[str, str]]:
        """Kind and name of the elements that this one needs."""
        return [(kind, getattr(self, attribute)) for attribute, kind in self.REFERENCES]

    def reference_groups(self) -> list[list[tuple[str, str]]]:
        """The references, in groups that an attachment finds all in the same way."""
        return [[reference] for reference in self.references()]

    def can_refer(self, names: Sequence[str]) -> bool:
        """Whether these names, in the order of `references`, make sense together."""
        return True

    def refer(self, names: Sequence[str]) -> None:
        """Refer to other elements instead, in the order of `references`."""
        for (attribute, _), name in zip(self.REFERENCES, names, strict=True):
            setattr(self, attribute, name)


@dataclass(kw_only=True, eq=False, repr=False)
class Member(Item):
    """An element of the kinematic tree: it belongs to the body `parent`; `frame` is the innermost one around it."""

    parent: Any = None
    frame: 'Frame | None' = None


@dataclass(kw_only=True, eq=False, repr=False)
class Posed(Member):
    """An element with a pose in its parent body."""

    pos: Vector = ZERO3
    quat: Vector = IDENTITY
    alt: Alternative | None = None


@dataclass(kw_only=True, eq=False, repr=False)
class Frame(Posed):
    """A coordinate transformation of everything inside it; it leaves no trace in the compiled model."""

    childclass: str = ''  # of defaults for what is inside; '' for that of what is around
    scale: Vector = (1.0, 1.0, 1.0)
    scaling: int = 0  # 0 similar, 1 geometry
    massscale: float = 0.0  # 0: that of the volume
