"""The elements of a model in compiled order, by kind, and the search for them by name."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..spec.errors import did_you_mean
from ..spec.item import Item
from .columns import column


class Elements(dict[str, Sequence[Any]]):
    """For every kind ('body', 'geom', ...) its elements; their ids are their indices in the list."""

    def __init__(self):
        super().__init__()
        self._ids: dict[str, Mapping[str, int]] = {}

    def ids(self, kind: str) -> Mapping[str, int]:
        """The ids of the named elements of one kind."""
        if kind not in self._ids:
            self._ids[kind] = {item.name: index for index, item in enumerate(self.get(kind, ())) if item.name}
        return self._ids[kind]

    def find(self, item: Item, kind: str, name: str) -> int:
        """The id of the element that `item` refers to; its error when there is none."""
        ids = self.ids(kind)
        if name not in ids:
            raise item.error(f'there is no {kind} named "{name}"{did_you_mean(name, ids)}')
        return ids[name]

    def find_if_given(self, item: Item, kind: str, name: str) -> int:
        """The id of the element that `item` refers to, -1 when it refers to none."""
        return self.find(item, kind, name) if name else -1

    def column(self, field: str, items: Sequence[Item], attribute: str, kind: str) -> np.ndarray:
        """The ids of what `attribute` of all `items` refers to, -1 where it is empty, as the array of a field."""
        return column(field, (self.find_if_given(item, kind, getattr(item, attribute)) for item in items))
