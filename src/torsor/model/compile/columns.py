"""Columns: attributes of spec elements that go into a field of the compiled model as they are."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

import numpy as np

from ...schema.codes import mjtLimited
from ...schema.field import Field
from ...schema.model import FIELDS, SIZES
from ..spec.rotation import Vector

FIELD: dict[str, Field] = {field.name: field for field in FIELDS}
DTYPE = {field.name: field.dtype for field in FIELDS}
NO_ELEMENTS = {size.name: 0 for size in SIZES}
MANY = 32  # elements from which on it is worth a look whether all have the same value


class Fields(dict[str, Any]):
    """Fields of a model in the making: arrays, or lists of their parts if they are large.

    One of a kind that has no elements is empty, without having been set, as may be one that is zero for all elements.
    """

    def __missing__(self, name: str) -> np.ndarray:
        return empty(name)


def column(name: str, values: Iterable[Any]) -> np.ndarray:
    """The values of all elements as the array of the field `name`."""
    if not isinstance(values, (list, tuple)):
        values = list(values)
    if not values:
        return empty(name)
    if len(values) > MANY and len(set(map(id, values))) == 1:  # as of replicas
        return np.repeat(np.array(values[:1], dtype=DTYPE[name]), len(values), axis=0)
    return np.array(values, dtype=DTYPE[name])


@cache
def empty(name: str) -> np.ndarray:
    """The field of a model without elements, in the shape that calculations with it need. All share it: it is empty."""
    return np.zeros(FIELD[name].array_shape(NO_ELEMENTS), dtype=FIELD[name].dtype)


def set_columns(fields: Fields, values: Mapping[str, Sequence[Any]]) -> None:
    """Fill fields of one type, which have one number for each of the same elements, all at once."""
    fields.update(zip(values, np.array(list(values.values()), dtype=DTYPE[next(iter(values))])))


def copy_columns(fields: Fields, items: Sequence[Any], table: Sequence[tuple[str, str]]) -> None:
    """Fill one field for each of the pairs (field, attribute) of `table`, which has several."""
    if not items:
        fields.update({name: empty(name) for name, _ in table})
        return
    values_of, alike = _plan(tuple(table))
    columns = dict(zip([name for name, _ in table], zip(*map(values_of, items)), strict=True))
    for names in alike:
        if len(names) > 1:
            set_columns(fields, {name: columns[name] for name in names})
        else:
            fields[names[0]] = column(names[0], columns[names[0]])


@cache
def _plan(table: tuple[tuple[str, str], ...]) -> tuple[Callable[[Any], tuple], list[list[str]]]:
    """What takes the attributes of a table from an element, and which fields of single numbers have the same type."""
    alike: dict[Any, list[str]] = {}
    for name, _ in table:
        row = FIELD[name]
        alike.setdefault(row.item if len(row.array_shape(NO_ELEMENTS)) == 1 else name, []).append(name)
    return attrgetter(*(attribute for _, attribute in table)), list(alike.values())


def user_columns(fields: Fields, name: str, items: Sequence[Any], size: int) -> int:
    """Fill a field of user data, padded with zeros; `size` -1 means the longest; returns the size."""
    lengths = [len(item.userdata) for item in items]
    longest = max(lengths, default=0)
    if longest > size >= 0:
        item = items[next(index for index, length in enumerate(lengths) if length > size)]
        raise item.error(f'attribute "user" has {len(item.userdata)} numbers but nuser is {size}')
    size = longest if size < 0 else size
    if size:
        fields[name] = column(name, [item.userdata + (0.0,) * (size - len(item.userdata)) for item in items])
    return size


def is_limited(item: Any, setting: int, span: Vector, autolimits: int, attribute: str, range_attribute: str) -> bool:
    """Whether a limit holds: as set, or inferred from its range. Reports ranges that cannot be meant."""
    given = span[0] < span[1]
    if setting == mjtLimited.mjLIMITED_AUTO:
        if given and not autolimits:
            raise item.error(
                f'attribute "{range_attribute}" needs {attribute}="true" or "false" because autolimits is "false"'
            )
        return given
    if setting and not given:
        raise item.error(f'attribute "{range_attribute}" needs its first number smaller than its second')
    return bool(setting)
