"""Models and data whose real numbers carry derivatives, next to those of a world."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..jit.layout import Struct, layout
from ..jit.world import TOGETHER
from ..physics.world import DATA, DUAL, MODEL, PARAMETRIC


class DualModel(Struct):
    """A model whose PARAMETERS are dual numbers: the last axis holds the number, then its derivatives."""

    __slots__ = ('_followed', '_struct_kind')
    _followed: np.ndarray | None  # the memory of the model whose numbers these are

    def __init__(self, model: Any):
        self._struct_kind, self._followed = PARAMETRIC[0], None
        self._allocate(layout(MODEL, model._layout.given, self._struct_kind.width, self._struct_kind.per_world))
        self._block[MODEL.word['token']] = model._layout.token

    def follow(self, model: Any) -> None:
        """Take the numbers of a model, without derivatives; that is done already if they are those of the last time."""
        if self._followed is not None and np.array_equal(self._followed, model._buffer):
            return
        parameters, self._followed = self._struct_kind.per_world, model._buffer.copy()
        for name, array in self._arrays.items():
            if name in parameters:
                array[...] = 0.0
                array[..., 0] = model._arrays[name]
            else:
                array[...] = model._arrays[name]


class DualData(Struct):
    """The fields of a data as dual numbers: the last axis holds the number, then its derivatives."""

    __slots__ = ('_struct_kind', 'callbacks', 'model')
    callbacks: tuple  # whose addresses words of the data hold: as long as these live nobody else has them
    model: DualModel | None

    def __init__(self, model: Any, data: Any):
        self._struct_kind = PARAMETRIC[1]
        self._allocate(layout(DATA, model._layout.given, self._struct_kind.width, self._struct_kind.per_world))
        self._block[DATA.word['token']] = model._layout.token
        self.callbacks, self.model = (), None
        for name, array in self._arrays.items():
            if array.dtype != np.float64:
                array[...] = data._arrays[name]
        for name in ('narena', 'parena', 'pstack'):  # it has an arena of its own, still to be taken
            self._arrays[name][...] = 0


def prepare(model: Any, data: Any) -> Any:
    """A data, whose duals are made if it has none yet; kernels find them through its block."""
    if data._dual is None:
        duals = DualData(model, data)
        object.__setattr__(data, '_dual', duals)
        data._block[DATA.word['dual']] = duals._address
    if model.callbacks._functions:
        _take_callbacks(model, data)
    return data


def _take_callbacks(model: Any, data: Any) -> None:
    """Let duals run the callbacks that a model has now, those that can (physics/derivatives/analytic/users.py)."""
    addresses = model.callbacks._together(DUAL)
    data._dual.callbacks = tuple(model.callbacks._functions.values())
    for name in TOGETHER:
        word = DATA.word[f'callback.{name}']
        data._block[word] = model._block[MODEL.word[f'callback.{name}']]
        data._dual._block[word] = addresses.get(name, 0)


def prepare_pack(worlds: Sequence[Any]) -> None:
    """Let the data of worlds that share registers have duals: the same ones, as they are used one after the other."""
    first = prepare(worlds[0]._model, worlds[0])
    for data in worlds:
        if data._dual is not first._dual:
            object.__setattr__(data, '_dual', first._dual)
            data._block[DATA.word['dual']] = first._dual._address
        prepare(data._model, data)


@contextmanager
def smoothed(model: Any, data: Any, width: float) -> Iterator[None]:
    """Within this, rows of a data and of its duals set in gradually (physics/derivatives/analytic/smoothing.py)."""
    prepare(model, data)
    reaches = [struct._arrays['work.reach'] for struct in (data, data._dual)]
    try:
        reaches[0][...] = reaches[1][..., 0] = width
        yield
    finally:  # whatever happens, steps are exact
        reaches[0][...] = reaches[1][..., 0] = 0.0


def dual_model(model: Any, data: Any) -> DualModel:
    """The model of duals of a data, made if it has none yet, with the present numbers of the model."""
    prepare(model, data)
    if data._dual.model is None:
        data._dual.model = DualModel(model)
        data._block[DATA.word['dual_model']] = data._dual.model._address
    data._dual.model.follow(model)
    return data._dual.model
