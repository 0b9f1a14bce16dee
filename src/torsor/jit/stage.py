"""Stages: kernels f(m, d) compiled one by one, on first use, once per kind of (Model, Data), and called through slots.

A slot is a word in memory that holds the address of a compiled stage, known to native code under a symbol. Calling a
stage from a stage is a load and an indirect call (1.3 ns): it never compiles or inlines the callee again. Where a slot
is still empty native code calls back into Python once, which loads the stage from the cache or compiles it. So only
what a model reaches is ever compiled.
"""

import ctypes
import threading
from functools import cached_property
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils, config
from numba.core.registry import cpu_target
from numba.core.typing.templates import signature

from . import cache
from .compiler import Helper, kernel_dispatcher
from .progress import progress
from .structs import WORD, StructType, digest
from .teach import teach

# error_model: division by zero gives inf or NaN, as in C. No fastmath, so every build rounds alike.
OPTIONS: dict[str, Any] = dict(nogil=True, error_model='numpy', no_cpython_wrapper=True, no_cfunc_wrapper=True)
KERNEL_OPTIONS = dict(OPTIONS, _nrt=False)  # without Numba's runtime there is nothing a kernel could allocate with
STAGES: dict[str, 'Stage'] = {}
KINDS: list[tuple[StructType, StructType]] = []
_slots: dict[tuple[str, tuple], np.ndarray] = {}
_by_address: dict[int, tuple['Stage', tuple]] = {}
_pending = threading.local()
_compiling = threading.RLock()


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
    with cgutils.if_unlikely(builder, cgutils.is_null(builder, builder.load(slot))):
        resolver = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), [WORD]), 'torsor_resolve')
        builder.call(resolver, [builder.ptrtoint(slot, WORD)])
        with cgutils.if_unlikely(builder, cgutils.is_null(builder, builder.load(slot))):
            context.call_conv.return_user_exc(builder, Interrupted, ())
    address = builder.load(slot)
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
        """Say how other stages call this one."""

        def resolve(*args):
            if len(args) == 2 and all(isinstance(a, StructType) for a in args):
                return signature(types.none, *args)

        def emit(context, builder, sig, args):
            symbol = _symbol(self.__name__, sig.args)
            slot = cgutils.add_global_variable(builder.module, WORD, symbol) if symbol not in builder.module.globals \
                else builder.module.globals[symbol]
            return call_slot(context, builder, slot, args)

        teach(self, resolve, emit)

    @cached_property
    def kernel(self):
        """What Numba compiles or, with JIT disabled, Python runs."""
        return kernel_dispatcher(self.__wrapped__, KERNEL_OPTIONS) if jit_enabled() else self.__wrapped__

    def slot(self, kind) -> np.ndarray:
        """The word that holds the address of this stage, zero until it is first called."""
        return _slots[self.__name__, kind]

    @property
    def _package(self) -> bool:
        """Whether this is one of our own stages; those of users are not cached, as their sources are not stamped."""
        return self.__module__.split('.')[0] == __name__.split('.')[0]

    def compile(self, kind) -> int:
        """Compile for this kind of (Model, Data), or load from the cache; the address of the native function."""
        build, name = cache.stamp(repr(KERNEL_OPTIONS)), f'{self.__name__}-{_kind_name(kind)}'
        address = cache.load_address(cpu_target.target_context, build, name) if self._package else None
        if address is not None:
            return address
        with progress.compiling(self.__name__):
            self.kernel.compile(kind)
        result = self.kernel.overloads[kind]
        if result.signature.return_type != types.none:  # the caller's idea of the function type would differ
            raise TypeError(f'{self.__name__}: a stage returns nothing')
        if self._package:
            cache.save_address(build, name, result)
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


def helper(function):
    """Decorator: a small function, inlined into the stages that use it."""
    return Helper(function, KERNEL_OPTIONS) if jit_enabled() else function


def routine(function):
    """Decorator: a large helper, which is called and not inlined, so that kernels do not get too long to compile."""
    return Helper(function, KERNEL_OPTIONS, inline=False) if jit_enabled() else function


def jit_enabled() -> bool:
    return not config.DISABLE_JIT
