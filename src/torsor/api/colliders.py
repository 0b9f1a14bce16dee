"""The user's own contacts: functions that replace colliders of one model.

    from torsor.kernels import kernel, norm

    @kernel
    def soft_balls(m, d, geom1, geom2, reach):
        between = d.geom_xpos[geom2] - d.geom_xpos[geom1]
        length = norm(between)
        dist = length - 0.5 * (m.geom_size[geom1].x + m.geom_size[geom2].x)  # half as large as they look
        torsor.found(d, dist, d.geom_xpos[geom1] + between * 0.5, between * (1.0 / length))

    sphere = torsor.mjtGeom.mjGEOM_SPHERE
    model.callbacks.collision[sphere, sphere] = soft_balls
    model.callbacks.collision[sphere, sphere] = None  # the engine's own again

It is called for each pair of geoms of the two types whose bounding spheres are within `reach` (margin + gap) of each
other, the geom of the lower type first, and calls `found` for each contact point, at most 64 times for a pair. It runs
natively, without Python. What it may use is in torsor.kernels.
"""

import operator
from collections.abc import Callable, Iterator

import numpy as np

from ..jit.inside.settings import jit_enabled
from ..jit.table import FunctionSlot
from ..jit.user import compiled_collider, for_users, is_compilable, user_kernel
from ..physics.collision.fields import TYPES
from ..physics.collision.table import collider_addresses
from ..schema import enums
from .functions import check_arguments

__all__ = ['found']  # noqa: F822, see __getattr__

_ARGUMENTS = ('m', 'd', 'geom1', 'geom2', 'reach')


def __getattr__(name: str) -> Callable:
    """`found`, which only those need who write colliders."""
    if name != 'found':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    from ..physics.collision import report

    return globals().setdefault(name, for_users(report.found))


class Colliders:
    """The user's colliders of one model: (type of the first geom, type of the second) -> function, or None."""

    __slots__ = ('_replaced', '_slots', '_table')

    def __init__(self, table: np.ndarray, replaced: np.ndarray):
        self._table, self._replaced, self._slots = table, replaced, {}

    def __getitem__(self, types) -> Callable | None:
        pair = self._slots.get(_checked(types))
        return pair[0] if pair else None

    def __setitem__(self, types, function: Callable | None) -> None:
        key = _checked(types)
        if function is None:
            self._slots.pop(key, None)
        else:
            self._slots[key] = function, _slot(key, function)
        self._write(key)

    def __delitem__(self, types) -> None:
        self[types] = None

    def __contains__(self, types) -> bool:
        return _checked(types) in self._slots

    def __iter__(self) -> 'Iterator[tuple[enums.mjtGeom, enums.mjtGeom]]':
        return iter(self._slots)

    def __len__(self) -> int:
        return len(self._slots)

    def _write(self, key) -> None:
        """Put the address of a collider into the table of the model: the user's, the engine's or none."""
        place = int(key[0]) * TYPES + int(key[1])
        self._table[place] = self._slots[key][1].address if key in self._slots else collider_addresses()[place]
        self._replaced[...] = len(self._slots)

    def copy_to(self, other: 'Colliders') -> None:
        """Give another model the same colliders."""
        other._slots.update(self._slots)
        for key in self._slots:
            other._write(key)

    def __repr__(self):
        names = ', '.join(f'{_text(key)}={function.__name__}' for key, (function, _) in self._slots.items())
        return f'<colliders {names or "none"}>'


def _text(key) -> str:
    return '-'.join(str(kind.name).removeprefix('mjGEOM_').lower() for kind in key)


def _checked(types) -> 'tuple[enums.mjtGeom, enums.mjtGeom]':
    """A pair of types of geoms in ascending order, or an error."""
    try:
        first, second = (operator.index(kind) for kind in types)
    except (TypeError, ValueError):
        raise TypeError(f'colliders are found by two types of geoms, such as collision[mjtGeom.mjGEOM_SPHERE, '
                        f'mjtGeom.mjGEOM_BOX], not by {types!r}') from None
    if not (0 <= first < TYPES and 0 <= second < TYPES):
        raise ValueError(f'there is no pair of geom types ({first}, {second}): both should be from 0 to {TYPES - 1}, '
                         f'see mjtGeom')
    if first > second:
        raise ValueError(f'the collider of types ({first}, {second}) is that of ({second}, {first}): put the lower '
                         f'type first, which is also the order of the geoms that the function is given')
    return enums.mjtGeom(first), enums.mjtGeom(second)


def _slot(key, function: Callable) -> FunctionSlot:
    """A slot with the user's function, compiled unless JIT is disabled."""
    name = f'collider of {_text(key)}'
    check_arguments(name, function, _ARGUMENTS)
    if not jit_enabled():
        return FunctionSlot(function)
    own = function if is_compilable(function) else user_kernel(function)
    try:
        native = compiled_collider(_calling(own))
    except TypeError as error:
        raise TypeError(f'the {name} cannot be {function.__name__}, which does not compile.\n{error}') from error
    return FunctionSlot(native.owner, native.address)


def _calling(function: Callable) -> Callable:
    def collide(m, d, geom1, geom2, reach):
        function(m, d, geom1, geom2, reach)
    return collide
