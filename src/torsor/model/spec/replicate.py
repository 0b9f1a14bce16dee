"""Replicas: a replicate repeats what it encloses, and whatever refers to it is repeated as well."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .item import Frame, Item
from .orientation import orientation
from .rotation import IDENTITY, ZERO3, Vector, transform
from .settings import Compiler

MAX_COUNT = 1_000_000


@dataclass(kw_only=True, eq=False)
class Replicate(Item):
    """How often something is repeated, and how every replica is moved and turned; `number` counts those before it."""

    number: int
    count: int = 0
    sep: str = ''
    offset: Vector = ZERO3
    euler: Vector = ZERO3

    def suffixes(self) -> list[str]:
        """What names of replicas end with: the separator and a number, which has as many digits as the count."""
        if self.count > MAX_COUNT:
            raise self.error(f'attribute "count" is {self.count}, more than the limit of {MAX_COUNT}')
        return [f'{self.sep}{index:0{len(str(self.count))}}' for index in range(self.count)]


Path = tuple[Replicate, ...]  # the replicates around something, outermost first


class Scope(NamedTuple):
    """Where something stands among replicas: what its name ends with, and what it is enclosed by."""

    suffix: str = ''
    path: Path = ()


def replicas(
    replicate: Replicate, scope: Scope, frame: Frame | None, compiler: Compiler
) -> list[tuple[Scope, Frame | None]]:
    """Scope and frame of each replica.

    Every replica is moved relative to the one before it, but turned by a multiple of the Euler angles.
    """
    pos: Vector = ZERO3
    found = []
    for index, suffix in enumerate(replicate.suffixes()):
        turn = 'euler', tuple(index * angle for angle in replicate.euler)
        inner = Frame(frame=frame, pos=pos, alt=turn, origin=replicate.origin)
        found.append((Scope(suffix + scope.suffix, (*scope.path, replicate)), inner))
        pos, _ = transform(pos, orientation(inner, compiler), replicate.offset, IDENTITY)
    return found


def repeated(items: Iterable[Item], kind: str, enclosed: dict[tuple[str, str], Path]) -> list[Item]:
    """Items of one kind, and copies of those that refer to replicas.

    `enclosed` has the path of everything that has a kind and a name inside a replicate; what is repeated joins it.
    Something is repeated when everything it refers to stands in the same replicate. The repeated elements follow
    those that stay, replica by replica.
    """
    found = [(item, _common_path(item, enclosed)) for item in items]
    enclosed.update({(kind, item.name): path for item, path in found if path and item.name})
    for replicate in _innermost_first(path for _, path in found):
        staying = [(item, path) for item, path in found if path[-1:] != (replicate,)]
        moving = [(item, path) for item, path in found if path[-1:] == (replicate,)]
        copies = [(_copy(item, suffix), path[:-1]) for suffix in replicate.suffixes() for item, path in moving]
        found = staying + copies
    return [item for item, _ in found]


def _common_path(item: Item, enclosed: Mapping[tuple[str, str], Path]) -> Path:
    """The replicates around everything that `item` refers to, none when that differs; the world is anywhere."""
    paths = {enclosed.get(reference, ()) for reference in item.references() if reference[1] != 'world'}
    return paths.pop() if len(paths) == 1 else ()


def _innermost_first(paths: Iterable[Path]) -> list[Replicate]:
    """The replicates of all paths in the order of the model, but the inner ones before those around them."""
    depths = {replicate: depth for path in paths for depth, replicate in enumerate(path)}
    return sorted(depths, key=lambda replicate: (-depths[replicate], replicate.number))


def _copy(item: Item, suffix: str) -> Item:
    copy = item.clone()
    copy.name = copy.name and copy.name + suffix
    copy.refer(suffix)
    return copy
