"""Calling the user's functions from kernels.

A model may carry jitted functions: the words `m.callback.NAME` hold their addresses, and a kernel calls them without
the GIL, at the price of an indirect call. The process may carry Python functions for all models: a flag word per kind
of callback says so, and the kernel then calls back into Python. Every callback has the native signature
float64 f(m, d, i, j); what i, j and the result mean depends on its kind.
"""

import ctypes
import weakref
from collections.abc import Callable

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import signature

from .stage import Interrupted, remember_error
from .structs import WORD, StructType, digest
from .teach import teach
from .world import CALLBACKS

NATIVE_RESULT = types.float64
_ARGUMENTS = (*[types.CPointer(types.int64)] * 2, types.intp, types.intp)  # what any struct is to LLVM


class Callback:
    """One kind of callback: `is_set(m, callback)` and `callback(m, d, i, j)` in kernels."""

    def __init__(self, name: str):
        self.name, self.number = name, CALLBACKS.index(name)
        self.flag = np.zeros(1, np.int64)  # nonzero while the process has a Python function of this kind
        binding.add_symbol(f'torsor_callback_{name}', self.flag.ctypes.data)
        self._teach_numba()

    def __call__(self, m, d, i, j):
        """Run the callback with JIT disabled."""
        address = getattr(m.callback, self.name)
        if address:
            return python_functions[address](m, d, i, j)
        return python_handler(self.name, m.struct._address, d.struct._address, i, j)

    def _teach_numba(self):
        def resolve(*args):
            if len(args) == 4 and all(isinstance(a, StructType) for a in args[:2]):
                return signature(NATIVE_RESULT, *args[:2], types.intp, types.intp)

        teach(self, resolve, self._emit)

    def own_address(self, builder, m_type, m):
        """The word of the model for this kind of callback."""
        return builder.load(builder.gep(m, [WORD(m_type.schema.word[f'callback.{self.name}'])], inbounds=True))

    def _emit(self, context, builder, sig, args):
        status, value = context.call_conv.call_function(
            builder, self._dispatcher(context, builder.module, sig), NATIVE_RESULT, _ARGUMENTS, args)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return value

    def _dispatcher(self, context, module, sig):
        """A function, one per module, that runs the model's own callback if there is one, else the process's."""
        kind = context.call_conv.get_function_type(NATIVE_RESULT, _ARGUMENTS)
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
            self._call_python(context, builder, m, d, i, j, function.args[0])
        return function

    def _call_python(self, context, builder, m, d, i, j, result):
        blocks = [builder.ptrtoint(struct, WORD) for struct in (m, d)]
        kind = ir.FunctionType(ir.IntType(32), [WORD] * 5 + [ir.DoubleType().as_pointer()])
        python = cgutils.get_or_insert_function(builder.module, kind, 'torsor_call_python')
        failed = builder.call(python, [WORD(self.number), *blocks, i, j, result])
        with cgutils.if_unlikely(builder, cgutils.is_not_null(builder, failed)):
            context.call_conv.return_user_exc(builder, Interrupted, ())
        context.call_conv.return_value(builder, builder.load(result))


# (kind, address of the model's block, of the data's block, i, j) -> float: set by the API, which knows the objects
python_handler: Callable[[str, int, int, int, int], float] = None  # type: ignore[assignment]
# with JIT disabled: what the number in a word of the model stands for, as long as a model has it
python_functions: 'weakref.WeakValueDictionary[int, Callable]' = weakref.WeakValueDictionary()


@ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * 5, ctypes.POINTER(ctypes.c_double))
def _call_python(kind, m, d, i, j, result):
    """Called from native code; nonzero means that the callback raised."""
    try:
        result[0] = python_handler(CALLBACKS[kind], m, d, i, j)
        return 0
    except BaseException as error:  # a ctypes callback cannot raise
        remember_error(error)
        return 1


binding.add_symbol('torsor_call_python', ctypes.cast(_call_python, ctypes.c_void_p).value)


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
