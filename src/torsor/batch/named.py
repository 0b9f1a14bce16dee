"""One element of a model in all simulations: `batch.joint('hinge').qpos`, `batch.body('pole').mass = masses`."""

from bisect import bisect_right
from typing import TYPE_CHECKING, Any

import numpy as np

from .fields import DATA_FIELDS, MODEL_FIELDS, did_you_mean, is_output, is_state, is_structural

if TYPE_CHECKING:
    from .batch import Batch

# kinds of elements: whether MjData has views of them, too
KINDS = {'actuator': True, 'body': True, 'camera': True, 'equality': False, 'geom': True, 'joint': True,
         'keyframe': False, 'light': True, 'material': False, 'numeric': False, 'pair': False, 'sensor': True,
         'site': True, 'tendon': True}


class Named:
    """The columns of an element, with the attributes of its views in MjData and MjModel.

    Attributes of MjData bind their field. Attributes of MjModel are read as they are, for all simulations alike or from
    the table of a field that was expanded; assigning one expands its field. What makes up the structure of the model,
    addresses, counts, ids and types, is the same in all simulations.
    """

    _batch: 'Batch'
    _kind: str
    _views: tuple
    id: int
    name: str

    def __init__(self, batch: 'Batch', kind: str, key: int | str):
        of_model = getattr(batch.model, kind)(key)
        of_data = getattr(batch._template, kind)(key) if KINDS[kind] else None
        self.__dict__.update(_batch=batch, _kind=kind, _views=(of_data, of_model), id=of_model.id, name=of_model.name)

    def __getattr__(self, name: str) -> np.ndarray:
        return self._part(name, write=False)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ('id', 'name') or name.startswith('_'):
            raise AttributeError(f'{name} cannot be assigned')
        self._part(name, write=True)[...] = value

    def _part(self, name: str, write: bool) -> np.ndarray:
        found = False
        for view, struct, find in zip(self._views, (self._batch._template, self._batch.model),
                                      (self._of_data, self._of_model)):
            part = None if view is None else getattr(view, name, None)
            if not isinstance(part, np.ndarray):
                continue
            if not part.size:
                return _read_only(np.empty((self._batch.nsim, *part.shape), part.dtype))
            field, start = field_of(struct, part)
            if field in (DATA_FIELDS if struct is self._batch._template else MODEL_FIELDS):
                return find(name, field, start, part, write)
            found = True
        if found:
            raise AttributeError(f'{self._kind} {name} is not a slice of a field that the batch binds or expands')
        names = [other for view in self._views if view is not None for other in dir(view)]
        raise AttributeError(f'{name} is not a field of a {self._kind}{did_you_mean(name, names)}')

    def _of_data(self, name, field, start, part, write) -> np.ndarray:
        if write and not is_state(field):
            raise is_output(f'{self._kind} {name}')
        return self._columns(self._batch.bind(field), start, part)

    def _of_model(self, name, field, start, part, write) -> np.ndarray:
        batch = self._batch
        if batch.models is not None:
            if write:
                raise ValueError(f'{field} comes from the caller models (set_models): edit them and call set_models '
                                 'again')
            return _read_only(np.stack([getattr(getattr(batch._b.model_of(sim), self._kind)(self.id), name)
                                        for sim in range(batch.nsim)]))
        if field in batch._expanded:
            return self._columns(batch.expand(field), start, part)
        if write and is_structural(field, part):
            raise ValueError(f'{field} is structural: it cannot differ between simulations')
        table = batch.expand(field) if write else batch.expanded(field)
        if table is None:
            return np.broadcast_to(part, (batch.nsim, *part.shape))
        return self._columns(table, start, part)

    def _columns(self, table: np.ndarray, start: int, part: np.ndarray) -> np.ndarray:
        nsim = self._batch.nsim
        if table.ndim == 1 or table[0].size == part.size:
            return table.reshape(nsim, *part.shape)
        row = table[0].size // table.shape[1]  # numbers of an item, such as 3 of a position
        if start % row == 0 and part.size % row == 0:
            return table[:, start // row:(start + part.size) // row].reshape(nsim, *part.shape)
        return table.reshape(nsim, -1)[:, start:start + part.size].reshape(nsim, *part.shape)


def field_of(struct, part: np.ndarray) -> tuple[str | None, int]:
    """The field that an array is a piece of, and its first number in it; None if it is of none."""
    places = list(struct._layout.places.items())
    offset = part.ctypes.data - struct._buffer.ctypes.data
    if not 0 <= offset < struct._buffer.nbytes or not part.flags.c_contiguous:
        return None, 0
    name, (start, dtype, _) = places[bisect_right([place[0] for _, place in places], offset) - 1]
    return name, (offset - start) // dtype.itemsize


def _read_only(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array
