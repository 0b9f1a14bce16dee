"""How large geoms and sites are, and where: their own sizes and poses, or those that two end points give."""

from ..spec.bodies import Geom, Site
from ..spec.rotation import SHORTEST, Vector, from_z, norm
from .columns import column
from .draft import Draft
from .shapes import SHAPES
from .tree import Pose


def set_extents(draft: Draft, kind: str) -> None:
    """Fill size, pos and quat of all geoms or sites."""
    fields, items = draft.fields, draft.elements[kind]
    extents = [extent(item) for item in items]
    poses = [draft.tree.pose(item, own) for item, (_, own) in zip(items, extents, strict=True)]
    fields[f'{kind}_size'] = column(f'{kind}_size', (size for size, _ in extents))
    fields[f'{kind}_pos'] = column(f'{kind}_pos', (pos for pos, _ in poses))
    fields[f'{kind}_quat'] = column(f'{kind}_quat', (quat for _, quat in poses))


def extent(item: Geom | Site) -> tuple[Vector, Pose | None]:
    """The sizes of an element, and its pose when `fromto` gives it."""
    if item.fromto is None:
        _check_size(item, item.size)
        return item.size, None
    start, end = item.fromto[:3], item.fromto[3:]
    shape = SHAPES.get(item.type)
    if shape is None or shape.between is None:
        raise item.error('attribute "fromto" needs a capsule, cylinder, box or ellipsoid')
    if any(item.pos):
        raise item.error('attributes "pos" and "fromto" both give a position; keep one of them')
    along = tuple(a - b for a, b in zip(start, end, strict=True))
    length = norm(along)
    if length <= SHORTEST:
        raise item.error('the two points of "fromto" are the same')
    size = shape.between(item.size[0], length / 2, item.size)
    _check_size(item, size)
    return size, (tuple((a + b) / 2 for a, b in zip(start, end, strict=True)), from_z(along))


def _check_size(item: Geom | Site, size: Vector) -> None:
    if item.type not in SHAPES:
        raise item.error('meshes and height fields are valid MJCF but this version of Torsor does not support them yet')
    shape = SHAPES[item.type]
    if not shape.accepts(size):
        raise item.error(f'attribute "size" of a {shape.name} needs {shape.needs}')
