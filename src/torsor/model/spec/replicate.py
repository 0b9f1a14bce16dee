"""Replicas: a replicate repeats what it encloses, and whatever refers to it is repeated as well."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from ..limits import GENEROUS
from .item import Frame, Item
from .orientation import orientation
from .rotation import IDENTITY, ZERO3, Vector, transform
from .settings import Compiler

TREE_KINDS = frozenset({'body', 'frame', 'joint', 'geom', 'site', 'camera', 'light'})


@dataclass(kw_only=True, eq=False, repr=False)
class Replicate(Item):
    """How often something is repeated, and how every replica is moved and turned."""

    count: int = 0
    sep: str = ''
    offset: Vector = ZERO3
    euler: Vector = ZERO3
    limit: int = GENEROUS.replicas

    def suffixes(self) -> list[str]:
        """What names of replicas end with: the separator and a number, which has as many digits as the count."""
        if self.count > self.limit:
            raise self.error(f'attribute "count" is {self.count}, more than the limit of {self.limit}')
        return [f'{self.sep}{index:0{len(str(self.count))}}' for index in range(self.count)]


Reference = tuple[str, str]  # the kind of an element and its name
Path = tuple[Replicate, ...]  # the replicates around something, outermost first


class Scope(NamedTuple):
    """Where something stands among replicas: what its name ends with, and what it is enclosed by."""

    suffix: str = ''
    path: Path = ()


def replicas(
    replicate: Replicate, scope: Scope, body: Item, frame: Frame | None, compiler: Compiler
) -> list[tuple[Scope, Frame]]:
    """Scope and frame in `body` of each replica.

    Every replica is moved relative to the one before it, but turned by a multiple of the Euler angles.
    """
    pos: Vector = ZERO3
    found = []
    turns = any(replicate.euler)
    for index, suffix in enumerate(replicate.suffixes()):
        turn = ('euler', tuple([index * angle for angle in replicate.euler])) if turns else None
        inner = Frame(parent=body, frame=frame, pos=pos, alt=turn, origin=replicate.origin)
        found.append((Scope(suffix + scope.suffix, (*scope.path, replicate)), inner))
        pos, _ = transform(pos, orientation(inner, compiler), replicate.offset, IDENTITY)
    return found


def repeat_references(lists: Mapping[str, list[Item]], written: Mapping[Reference, Path]) -> dict[Item, Item]:
    """Repeat those elements of `lists` (kinds of elements beside the tree) that refer to replicas.

    Returns the first copy of each that was repeated.

    `written` has the path of everything that has a name, as it is before its suffix, in the order of the file. A
    replicate takes effect where it ends: it knows what stands before that, and what it encloses loses its name. What
    refers to something inside, and to nothing unknown, is then replaced by copies, which follow the elements that stay.
    """
    tree = [(reference, path) for reference, path in written.items() if reference[0] in TREE_KINDS]
    names = _Names(written.keys() - dict(tree).keys(), TREE_KINDS | lists.keys())
    read, first = 0, {}
    for path, end in _ends(tree):
        names.read(tree[read:end])
        read = end
        names.repeat(path)
        for kind, items in lists.items():
            moving = {item: None for item in items if names.moves(kind, item)}
            copies = [names.copy(kind, item, suffix) for suffix in path[-1].suffixes() for item in moving]
            first.update((item, copy) for item, copy in zip(moving, copies) if copy is not None)
            staying = [item for item in items if item not in moving and not names.lost(kind, item)]
            items[:] = staying + [copy for copy in copies if copy is not None]
    return first


def _ends(tree: Sequence[tuple[Reference, Path]]) -> list[tuple[Path, int]]:
    """The paths of all replicates in the order in which they end, and how many names stand before each end."""
    ends: dict[Path, int] = {}
    for index, (_, path) in enumerate(tree):
        ends |= {path[:depth]: index + 1 for depth in range(1, len(path) + 1)}
    return sorted(ends.items(), key=lambda item: (item[1], -len(item[0])))


class _Names:
    """The names that exist at some point of the file."""

    def __init__(self, known: Iterable[Reference], repeated: Set[str]):
        self.repeated = repeated  # kinds of which there can be replicas
        self.known = {reference for reference in known if reference[0] != 'key'}  # keyframes are known only at the end
        self.known.add(('body', 'world'))
        self.members: dict[Path, list[Reference]] = {}  # names of the tree in replicates that have not ended
        self.inside: set[Reference] = set()  # names that the replicate that has just ended took away

    def read(self, tree: Iterable[tuple[Reference, Path]]) -> None:
        """Add a part of the tree."""
        for reference, path in tree:
            self.known.add(reference)
            self.members.setdefault(path, []).append(reference)

    def repeat(self, path: Path) -> None:
        """End the innermost replicate of `path`: its replicas stand in those around it."""
        members = self.members.pop(path, [])
        copies = [(kind, name + suffix) for suffix in path[-1].suffixes() for kind, name in members]
        self.inside = set(members)
        self.known -= self.inside
        self.known.update(copies)
        self.members.setdefault(path[:-1], []).extend(copies)

    def moves(self, kind: str, item: Item) -> bool:
        """Whether an element joins what the replicate encloses, as it refers to that and to nothing unknown."""
        references = item.references()
        unknown = any(found not in self.inside and found not in self.known for found in references)
        if unknown or self.inside.isdisjoint(references):
            return False
        if item.name:
            self.known.discard((kind, item.name))
            self.inside.add((kind, item.name))
        return True

    def lost(self, kind: str, item: Item) -> bool:
        """Whether an element refers to a later one of its kind, a tuple to a tuple, that has joined a replicate."""
        return any(found in self.inside for found in item.references() if found[0] == kind)

    def copy(self, kind: str, item: Item, suffix: str) -> Item | None:
        """The copy of an element for the replica with `suffix`, None where it cannot have one.

        Pairs, excludes and tendons may refer to something outside the replicate, which is then the same in all copies.
        Equalities and tuples of that kind vanish without a word in MuJoCo.
        """
        found = []
        for of, name in item.references():
            if (of, name + suffix) in self.known:
                found.append(name + suffix)
            elif item.SHARES or name == 'world' or of not in self.repeated:
                found.append(name)
            else:
                return None
        copy = item.clone()
        copy.refer(found)
        if item.name:
            copy.name += suffix
            self.known.add((kind, copy.name))
        return copy
