"""What one element of MJCF may contain."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .values import TEXT, Kind, reals

# attributes that many elements have
NAMED = {'name': TEXT, 'class': TEXT}
USER = reals(0, 1, nan=True, target='userdata')


@dataclass(eq=False, repr=False)
class Rule:
    """What one element may contain, and whether it is valid MJCF that is not read yet."""

    attributes: Mapping[str, Kind] = field(default_factory=dict)
    children: dict[str, 'Rule'] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    exclusive: tuple[tuple[str, ...], ...] = ()  # at most one attribute of each group
    either: tuple[tuple[str, ...], ...] = ()  # at least one attribute of each group
    together: tuple[tuple[str, ...], ...] = ()  # all attributes of a group or none
    once: frozenset[str] = frozenset()  # children that may not be repeated
    later: bool = False

    @cached_property
    def needs(self) -> bool:
        """Whether there is more to check than names."""
        return bool(self.required or self.exclusive or self.either or self.together)

    @cached_property
    def readers(self) -> dict[str, tuple[Callable[[str, Any, str], Any], str, bool]]:
        """For every attribute: how its text is read, the field that holds it, whether it may be a part of that."""
        return {name: (kind.parse, kind.target or name, kind.partial) for name, kind in self.attributes.items()}

    def child(self, tag: str) -> 'Rule':
        """The rule of a child."""
        return self.children[tag]


def renamed(kind: Kind, target: str) -> Kind:
    """`kind`, stored in the spec field `target`."""
    return type(kind)(**{**vars(kind), 'target': target})
