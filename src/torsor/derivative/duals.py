"""Data whose real numbers carry derivatives, next to those of a world."""

from typing import Any

import numpy as np

from ..jit.layout import Struct, layout
from ..physics.world import DATA, DUAL


class DualData(Struct):
    """The fields of a data as dual numbers: the last axis holds the number, then its derivatives."""

    __slots__ = ('_struct_kind',)

    def __init__(self, model: Any, data: Any):
        self._struct_kind = DUAL[1]
        self._allocate(layout(DATA, model._sizes, DUAL[1].width, DUAL[1].per_world))
        self._block[DATA.word['token']] = model._layout.token
        for name, array in self._arrays.items():
            if array.dtype != np.float64:
                array[...] = data._arrays[name]
        for name in ('narena', 'parena', 'pstack'):  # it has an arena of its own, still to be taken
            self._arrays[name][...] = 0


def prepare(model: Any, data: Any) -> None:
    """Make the duals of a data, if it has none yet; kernels find them through its block."""
    if data._dual is None:
        duals = DualData(model, data)
        object.__setattr__(data, '_dual', duals)
        data._block[DATA.word['dual']] = duals._address
