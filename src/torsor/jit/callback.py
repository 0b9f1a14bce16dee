"""Calling the user's functions from kernels.

A model may carry jitted functions: the words `m.callback.NAME` hold their addresses, and a kernel calls them without
the GIL, at the price of an indirect call. The process may carry Python functions for all models: a flag word per kind
of callback says so, and the kernel then calls back into Python. Every callback has the native signature
float64 f(m, d, i, j); what i, j and the result mean depends on its kind. For worlds that share registers a jitted
function is compiled once more, to give a number of each; the words `d.callback.NAME` of their data hold its address.
"""

import weakref
from collections.abc import Callable

from . import trace_stages, vocabulary
from .inside.symbols import word_of, words
from .world import CALLBACKS


class Callback:
    """One kind of callback: `is_set(m, callback)` and `callback(m, d, i, j)` in kernels."""

    def __init__(self, name: str):
        self.name = name
        self.flag = words(f'torsor_callback_{name}')  # nonzero while the process has a Python function of it
        self._function = self._from_native  # the word does not keep it alive
        self._word = word_of(f'torsor_python_{name}', self._function)
        vocabulary.add(self)

    def __call__(self, m, d, i, j):
        """Run the callback with JIT disabled."""
        trace_stages.end()
        address = getattr(m.callback, self.name)
        if address:
            return python_functions[address](m, d, i, j)
        return python_handler(self.name, m.struct._address, d.struct._address, i, j)

    def _from_native(self, m, d, i, j):
        return python_handler(self.name, m, d, i, j)


# (kind, address of the model's block, of the data's block, i, j) -> float: set by the API, which knows the objects
python_handler: Callable[[str, int, int, int, int], float] = None  # type: ignore[assignment]
# with JIT disabled: what the number in a word of the model stands for, as long as a model has it
python_functions: 'weakref.WeakValueDictionary[int, Callable]' = weakref.WeakValueDictionary()


def is_set(m, callback: Callback) -> bool:
    """Whether there is a callback of this kind, for the model or for the process."""
    return bool(getattr(m.callback, callback.name) or callback.flag[0]) and not trace_stages.is_running()


control, passive, act_dyn, act_gain, act_bias, sensor, contactfilter, time = (Callback(name) for name in CALLBACKS)
BY_NAME: dict[str, Callback] = {name: globals()[name] for name in CALLBACKS}
