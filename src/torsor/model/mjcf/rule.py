"""What one element of MJCF may contain."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from .values import TEXT, Kind, reals

# attributes that many elements have
NAMED = {'name': TEXT, 'class': TEXT}
USER = reals(0, 1, nan=True, target='userdata')


@dataclass(frozen=True)
class Rule:
    """What one element may contain. `children` has None for elements that are valid MJCF but not read yet."""

    attributes: Mapping[str, Kind] = field(default_factory=dict)
    children: dict[str, 'Rule | None'] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    exclusive: tuple[tuple[str, ...], ...] = ()  # at most one attribute of each group
    either: tuple[tuple[str, ...], ...] = ()  # at least one attribute of each group
    together: tuple[tuple[str, ...], ...] = ()  # all attributes of a group or none
    once: frozenset[str] = frozenset()  # children that may not be repeated

    def child(self, tag: str) -> 'Rule':
        """The rule of a child that is known to be supported."""
        rule = self.children[tag]
        assert rule is not None
        return rule


def renamed(kind: Kind, target: str) -> Kind:
    """`kind`, stored in the spec field `target`."""
    return type(kind)(**{**vars(kind), 'target': target})
