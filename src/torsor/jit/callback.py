"""Calling the user's functions from kernels.

A model may carry jitted functions: the words `m.callback.NAME` hold their addresses, and a kernel calls them without
the GIL, at the price of an indirect call. The process may carry Python functions for all models: a flag word per kind
of callback says so, and the kernel then calls back into Python. Every callback has the native signature
float64 f(m, d, i, j); what i, j and the result mean depends on its kind.
"""

import weakref
from collections.abc import Callable

import numpy as np
from llvmlite import ir
from numba import types

from .inside import convention, machine, upcall
from .inside.naming import digest
from .inside.numba import cgutils, signature
from .inside.teach import teach
from .structs import WORD, StructType
from .world import CALLBACKS

NATIVE_RESULT = types.float64
INDICES = (types.intp, types.intp)
_ARGUMENTS = (convention.STRUCT, convention.STRUCT, *INDICES)


class Callback:
    """One kind of callback: `is_set(m, callback)` and `callback(m, d, i, j)` in kernels."""

    def __init__(self, name: str):
        self.name, self.flag = name, np.zeros(1, np.int64)  # nonzero while the process has a Python function of it
        self._function = self._from_native  # the word does not keep it alive
        self._word = np.array([id(self._function)], np.int64)
        machine.define(f'torsor_callback_{name}', self.flag.ctypes.data)
        machine.define(f'torsor_python_{name}', self._word.ctypes.data)
        teach(self, self._resolve, self._emit)

    def __call__(self, m, d, i, j):
        """Run the callback with JIT disabled."""
        address = getattr(m.callback, self.name)
        if address:
            return python_functions[address](m, d, i, j)
        return python_handler(self.name, m.struct._address, d.struct._address, i, j)

    def _from_native(self, m, d, i, j):
        return python_handler(self.name, m, d, i, j)

    @staticmethod
    def _resolve(*args):
        if len(args) == 4 and all(isinstance(a, StructType) for a in args[:2]):
            return signature(NATIVE_RESULT, *args[:2], types.intp, types.intp)

    def own_address(self, builder, m_type, m):
        """The word of the model for this kind of callback."""
        return builder.load(builder.gep(m, [WORD(m_type.schema.word[f'callback.{self.name}'])], inbounds=True))

    def _emit(self, context, builder, sig, args):
        return convention.call(context, builder, self._dispatcher(context, builder.module, sig), NATIVE_RESULT,
                               _ARGUMENTS, args)

    def _dispatcher(self, context, module, sig):
        """A function, one per module, that runs the model's own callback if there is one, else the process's."""
        kind = convention.function_type(context, NATIVE_RESULT, _ARGUMENTS)
        function = cgutils.get_or_insert_function(module, kind, f'torsor_run_{self.name}_{digest(sig.args)}')
        if function.is_declaration:
            function.linkage = 'linkonce_odr'  # several modules may define it; LLVM keeps one
            builder = ir.IRBuilder(function.append_basic_block())
            m, d, i, j = context.call_conv.get_arguments(function)
            if sig.args[1].width > 1:
                context.call_conv.return_user_exc(builder, NotImplementedError, ('callbacks take one world at a time',))
                return function
            own = self.own_address(builder, sig.args[0], m)
            with cgutils.if_likely(builder, cgutils.is_not_null(builder, own)):
                native = builder.inttoptr(own, kind.as_pointer())
                builder.ret(builder.call(native, function.args))
            result = function.args[0]
            numbers = [*(builder.ptrtoint(struct, WORD) for struct in (m, d)), i, j]
            upcall.emit(context, builder, upcall.word(builder, f'torsor_python_{self.name}'), numbers, result)
            context.call_conv.return_value(builder, builder.load(result))
        return function


# (kind, address of the model's block, of the data's block, i, j) -> float: set by the API, which knows the objects
python_handler: Callable[[str, int, int, int, int], float] = None  # type: ignore[assignment]
# with JIT disabled: what the number in a word of the model stands for, as long as a model has it
python_functions: 'weakref.WeakValueDictionary[int, Callable]' = weakref.WeakValueDictionary()


def is_set(m, callback: Callback) -> bool:
    """Whether there is a callback of this kind, for the model or for the process."""
    return bool(getattr(m.callback, callback.name) or callback.flag[0])


def _emit_is_set(context, builder, sig, args):
    kind = sig.args[1].typing_key
    symbol = f'torsor_callback_{kind.name}'
    flag = builder.module.globals.get(symbol) or ir.GlobalVariable(builder.module, WORD, symbol)
    either = builder.or_(kind.own_address(builder, sig.args[0], args[0]), builder.load(flag))
    return cgutils.is_not_null(builder, either)


teach(is_set, lambda m, callback: signature(types.boolean, m, callback), _emit_is_set)


control, passive, act_dyn, act_gain, act_bias, sensor, contactfilter, time = (Callback(name) for name in CALLBACKS)
BY_NAME: dict[str, Callback] = {name: globals()[name] for name in CALLBACKS}
