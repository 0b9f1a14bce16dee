"""Stages: kernels f(m, d) compiled one by one, on first use, once per kind of (Model, Data), and called through slots.

A slot is a word in memory that holds the address of a compiled stage, known to native code under a symbol. Calling a
stage from a stage is a load and an indirect call (1.3 ns): it never compiles or inlines the callee again. A slot that is
still empty calls back into Python once, which loads the stage from the cache or compiles it. So only what a model reaches
is ever compiled.
"""

import ctypes
import threading
from functools import cached_property

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.core import cgutils, config
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, typeof_impl

from . import cache
from .progress import progress
from .structs import WORD, StructType, digest

# error_model: division by zero gives inf or NaN, as in C. No fastmath, so every build rounds alike.
OPTIONS = dict(nogil=True, error_model='numpy', no_cpython_wrapper=True, no_cfunc_wrapper=True)

STAGES: dict[str, 'Stage'] = {}
KINDS: list[tuple[StructType, StructType]] = []
_slots: dict[tuple[str, tuple], np.ndarray] = {}
_by_address: dict[int, tuple['Stage', tuple]] = {}
_pending = threading.local()
_compiling = threading.RLock()


def jit_enabled() -> bool:
    return not config.DISABLE_JIT


class Helper:
    """A small function, inlined into the stages that use it. Numba hears of it when the first of them is compiled."""

    def __init__(self, function):
        self.__name__, self.__doc__, self.__wrapped__ = function.__name__, function.__doc__, function

    @cached_property
    def dispatcher(self):
        return njit(forceinline=True, **OPTIONS)(self.__wrapped__)


@typeof_impl.register(Helper)
def typeof_helper(val, c):
    return types.Dispatcher(val.dispatcher)


def helper(function):
    """Decorator: a small function for kernels."""
    return Helper(function) if jit_enabled() else function


class Interrupted(Exception):
    """Native code stopped because Python code it called failed; `pending_error` has the reason."""


def pending_error() -> BaseException:
    """The Python error that interrupted native code in this thread."""
    error, _pending.error = getattr(_pending, 'error', None), None
    return error or RuntimeError('native code was interrupted for an unknown reason')


def remember_error(error: BaseException) -> None:
    """Keep an error that cannot travel through native code, for `pending_error`."""
    _pending.error = error


@ctypes.CFUNCTYPE(None, ctypes.c_int64)
def _resolve(address):
    """Called from native code that found a slot empty."""
    try:
        stage, kind = _by_address[address]
        with _compiling:
            if not stage.slot(kind)[0]:
                stage.slot(kind)[0] = stage.compile(kind)
    except BaseException as error:  # a ctypes callback cannot raise
        remember_error(error)


binding.add_symbol('torsor_resolve', ctypes.cast(_resolve, ctypes.c_void_p).value)


def _kind_name(kind):
    return digest([struct.kind_name for struct in kind])


def _symbol(name, kind):
    return f'torsor_slot_{name}_{_kind_name(kind)}'


def stage_at(slot: int) -> 'Stage':
    """The stage whose slot is at this address."""
    return _by_address[slot][0]


def _make_slot(stage, kind):
    """A word for the address of this stage; native code finds it under its symbol."""
    word = np.zeros(1, np.int64)
    _slots[stage.__name__, kind] = word
    _by_address[word.ctypes.data] = stage, kind
    binding.add_symbol(_symbol(stage.__name__, kind), word.ctypes.data)


def register_kind(*kind: StructType) -> tuple:
    """Make slots of all stages for this pair of struct types."""
    if kind not in KINDS:
        KINDS.append(kind)
        for stage in STAGES.values():
            _make_slot(stage, kind)
    return kind


def call_slot(context, builder, slot, arguments):
    """Emit a call of the stage whose address is in `slot` (a pointer to a word); exceptions propagate."""
    with cgutils.if_zero(builder, builder.load(slot)):
        resolver = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), [WORD]), 'torsor_resolve')
        builder.call(resolver, [builder.ptrtoint(slot, WORD)])
    address = builder.load(slot)
    with cgutils.if_zero(builder, address):
        context.call_conv.return_user_exc(builder, Interrupted, ())
    structs = (types.CPointer(types.int64),) * 2  # what any struct is to LLVM
    function = context.call_conv.get_function_type(types.none, structs).as_pointer()
    status, _ = context.call_conv.call_function(
        builder, builder.inttoptr(address, function), types.none, structs, arguments)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return context.get_dummy_value()


class Stage:
    """A kernel f(m, d) with a slot for each kind of (Model, Data)."""

    def __init__(self, kernel):
        if kernel.__name__ in STAGES:
            raise ValueError(f'there is already a stage named {kernel.__name__}')
        self.__name__, self.__doc__, self.__module__ = kernel.__name__, kernel.__doc__, kernel.__module__
        self.__wrapped__ = kernel
        STAGES[self.__name__] = self
        for kind in KINDS:
            _make_slot(self, kind)
        self._teach_numba()

    def _teach_numba(self):
        class Template(AbstractTemplate):  # how other stages call this one
            key = self

            def generic(self, args, kws):
                if len(args) == 2 and all(isinstance(a, StructType) for a in args):
                    return signature(types.none, *args)

        infer_global(self, types.Function(Template))

        @lower_builtin(self, StructType, StructType)
        def lower(context, builder, sig, args):
            symbol = _symbol(self.__name__, sig.args)
            slot = cgutils.add_global_variable(builder.module, WORD, symbol) if symbol not in builder.module.globals \
                else builder.module.globals[symbol]
            return call_slot(context, builder, slot, args)

    @cached_property
    def kernel(self):
        """The function as Numba knows it; with JIT disabled the plain function."""
        return njit(**OPTIONS)(self.__wrapped__)

    def slot(self, kind) -> np.ndarray:
        """The word that holds the address of this stage, zero until it is first called."""
        return _slots[self.__name__, kind]

    @property
    def _package(self) -> bool:
        """Whether this is one of our own stages; those of users are not cached, as their sources are not stamped."""
        return self.__module__.split('.')[0] == __name__.split('.')[0]

    def compile(self, kind) -> int:
        """Compile for this kind of (Model, Data), or load from the cache; the address of the native function."""
        context = cpu_target.target_context
        build, name = cache.stamp(repr(OPTIONS)), f'{self.__name__}-{_kind_name(kind)}'
        result = cache.load(context, build, name) if self._package else None
        if result is None:
            start = progress.begin(self.__name__)
            self.kernel.compile(kind)
            result = self.kernel.overloads[kind]
            progress.end(start)
            if result.signature.return_type != types.none:  # the caller's idea of the function type would differ
                raise TypeError(f'{self.__name__}: a stage returns nothing')
            if self._package:
                cache.save(build, name, result)
        return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)

    def __call__(self, m, d, count=1):
        """Run the stage `count` times on a Model and a Data."""
        from .entry import run_stage  # entry builds on stages

        return run_stage(self, m, d, count)

    def __repr__(self):
        return f'<stage {self.__name__}>'


def stage(kernel) -> Stage:
    """Decorator: a kernel f(m, d) with its own slot."""
    return Stage(kernel)
