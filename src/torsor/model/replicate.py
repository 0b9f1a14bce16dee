"""Replicas: <replicate> repeats what it encloses, and whatever refers to it is repeated as well."""

from typing import NamedTuple

from .grammar import REPLICATE
from .orientation import orientation, transform
from .spec import IDENTITY, ZERO3, Compiler, Frame, Item, Spec, Vector
from .xml import Element

MAX_COUNT = 1_000_000
Path = tuple[Element, ...]  # the <replicate>s around something, outermost first
# in the order in which they can refer to each other
REFERRING = (
    ('pair', 'pairs'),
    ('exclude', 'excludes'),
    ('tendon', 'tendons'),
    ('equality', 'equalities'),
    ('actuator', 'actuators'),
    ('tuple', 'tuples'),
)


class Scope(NamedTuple):
    """Where something stands among replicas: what its name ends with, and what it is enclosed by."""

    suffix: str = ''
    path: Path = ()


def replicas(
    element: Element, scope: Scope, frame: Frame | None, compiler: Compiler
) -> list[tuple[Scope, Frame | None]]:
    """Scope and frame of each replica.

    Every replica is moved relative to the one before it, but turned by a multiple of the Euler angles.
    """
    offset, angles = (_vector(element, name) for name in ('offset', 'euler'))
    pos: Vector = ZERO3
    placed = []
    for index, suffix in enumerate(_suffixes(element)):
        inner = Frame(frame=frame, pos=pos, alt=('euler', tuple(index * angle for angle in angles)), source=element)
        placed.append((Scope(suffix + scope.suffix, (*scope.path, element)), inner))
        pos, _ = transform(pos, orientation(inner, compiler), offset, IDENTITY)
    return placed


def _vector(element: Element, name: str) -> Vector:
    return REPLICATE.attributes[name].parse(element.attributes.get(name, ''), element, name) or ZERO3


def _suffixes(element: Element) -> list[str]:
    """The separator and a number, which has as many digits as the count."""
    count = REPLICATE.attributes['count'].parse(element.attributes['count'], element, 'count') or 0
    if count > MAX_COUNT:
        raise element.error(f'attribute "count" is {count}, more than the limit of {MAX_COUNT}')
    separator = element.attributes.get('sep', '')
    return [f'{separator}{index:0{len(str(count))}}' for index in range(count)]


def repeat_references(spec: Spec, enclosed: dict[tuple[str, str], Path]) -> None:
    """Repeat what refers to replicas; `enclosed` has the path of everything that has a kind and a name inside one.

    Something is repeated when everything it refers to stands in the same <replicate>. The repeated elements follow
    those that stay, replica by replica.
    """
    if not enclosed:
        return
    for kind, items in REFERRING:
        entries = [(item, _common_path(item, enclosed)) for item in getattr(spec, items)]
        enclosed.update({(kind, item.name): path for item, path in entries if path and item.name})
        for element in _innermost_first(path for _, path in entries):
            staying = [entry for entry in entries if entry[1][-1:] != (element,)]
            moving = [entry for entry in entries if entry[1][-1:] == (element,)]
            copies = [(_copy(item, suffix), path[:-1]) for suffix in _suffixes(element) for item, path in moving]
            entries = staying + copies
        setattr(spec, items, [item for item, _ in entries])


def _common_path(item: Item, enclosed: dict[tuple[str, str], Path]) -> Path:
    """The <replicate>s around everything that `item` refers to, none when that differs; the world is anywhere."""
    paths = {enclosed.get(reference, ()) for reference in item.references() if reference[1] != 'world'}
    return paths.pop() if len(paths) == 1 else ()


def _innermost_first(paths) -> list[Element]:
    """The <replicate>s of all paths in the order of the file, but the inner ones before those around them."""
    depths = {element: depth for path in paths for depth, element in enumerate(path)}
    return sorted(depths, key=lambda element: (-depths[element], element.line, element.column))


def _copy(item: Item, suffix: str) -> Item:
    copy = item.clone()
    copy.name = copy.name and copy.name + suffix
    copy.refer(suffix)
    return copy
