"""Which points of a flexcomp are held by the body around it."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from ..spec.flexcomp import FlexComp, Pin


def pinned(comp: FlexComp, dim: int, count: int) -> np.ndarray:
    """For each of so many points, whether it is held."""
    held = np.zeros(count, dtype=bool)
    if comp.rigid:
        held[:] = True
    if comp.dof == 'radial':
        held[0] = True  # which is the centre
    for pin in comp.pins:
        for point in (*_points(comp, pin), *_grid_points(comp, pin, dim)):
            if not 0 <= point < count:
                raise comp.error(f'a <pin> holds point {point}, but points are numbered from 0 to {count - 1}')
            held[point] = True
    return held


def _points(comp: FlexComp, pin: Pin) -> list[int]:
    if len(pin.range) % 2:
        raise comp.error('attribute "range" of a <pin> needs two numbers for each range')
    ranges = [range(first, last + 1) for first, last in _groups(pin.range, 2)]
    if any(max(abs(spread.start), abs(spread.stop)) > 2**31 - 2 for spread in ranges):
        raise comp.error('attribute "range" of a <pin> is beyond all points')
    beyond = next((spread for spread in ranges if len(spread) and not 0 <= spread.start <= spread[-1]), None)
    if beyond is not None:
        return [beyond.start]
    return [*pin.id, *(point for spread in ranges for point in spread)]


def _grid_points(comp: FlexComp, pin: Pin, dim: int) -> list[int]:
    """The numbers of points by their places in the grid."""
    if not pin.grid and not pin.gridrange:
        return []
    if comp.type != 'grid' or dim == 1:
        raise comp.error('attributes "grid" and "gridrange" of a <pin> are for type="grid" with dim="2" or "3"')
    for name, numbers, columns in (('grid', pin.grid, dim), ('gridrange', pin.gridrange, 2 * dim)):
        if len(numbers) % columns:
            raise comp.error(f'attribute "{name}" of a <pin> has {len(numbers)} numbers, which is no multiple of '
                             f'{columns}')
    places = list(_groups(pin.grid, dim))
    for corners in _groups(pin.gridrange, 2 * dim):
        low, high = corners[:dim], corners[dim:]
        if any(not 0 <= a < size or not 0 <= b < size for a, b, size in zip(low, high, comp.count)):
            raise comp.error(f'attribute "gridrange" of a <pin> leaves the grid of {comp.count[:dim]} points')
        places += product(*(range(a, b + 1) for a, b in zip(low, high)))
    for place in places:
        if any(not 0 <= a < size for a, size in zip(place, comp.count)):
            raise comp.error(f'attribute "grid" of a <pin> leaves the grid of {comp.count[:dim]} points')
    return [int(np.ravel_multi_index(place, comp.count[:dim])) for place in places]


def _groups(numbers: Sequence[int], size: int) -> list[tuple[int, ...]]:
    return [tuple(numbers[start : start + size]) for start in range(0, len(numbers), size)]
