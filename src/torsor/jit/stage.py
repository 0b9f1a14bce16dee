"""Stages: kernels compiled one by one, on first use, once per kind of (Model, Data), and called through slots.

    @stage
    def solve_island(m, d, island: int): ...

A slot is a word in memory that holds the address of a compiled stage, known to native code under a symbol. Calling a
stage from a stage is a load and an indirect call (1.3 ns): it never compiles or inlines the callee again. Where a slot
is still empty native code calls back into Python once, which loads the stage from the cache or compiles it. So only
what a model reaches is ever compiled.

Beyond `m` and `d` a stage may take integers, real numbers and arrays, declared as in arguments.py, and return a number.
Python calls it like any function (see call.py).
"""

import threading
from functools import cached_property
from typing import Any

import numpy as np
from numba import types

from . import cache
from .arguments import DATA, MODEL, Array, Number, Signature
from .inside import convention, machine, upcall
from .inside.apart import apart
from .inside.compiler import KERNEL_OPTIONS, Helper, avoids_short_way, compiled, dispatcher
from .inside.naming import digest
from .inside.numba import cgutils, config, signature
from .inside.teach import teach
from .progress import progress
from .scratch import Scratch, ScratchType
from .structs import ELEMENTS, WORD, FieldType, SpanType, StructType

STAGES: dict[str, 'Stage'] = {}
KINDS: list[tuple[StructType, StructType]] = []
RESULTS = {None: types.none, int: types.int64, float: types.float64, bool: types.boolean}
_slots: dict[tuple['Stage', tuple], np.ndarray] = {}
_by_address: dict[int, tuple['Stage', tuple]] = {}
_registering = threading.RLock()


def _resolve(address, *_):
    """Called from native code that found a slot empty."""
    stage, kind = _by_address[address]
    stage.resolve(kind)


_resolver = np.array([id(_resolve)], np.int64)
machine.define('torsor_resolve', _resolver.ctypes.data)


def stage_at(slot: int) -> 'Stage':
    """The stage whose slot is at this address."""
    return _by_address[slot][0]


def register_kind(*kind: StructType) -> tuple:
    """Make slots of all stages for this pair of struct types."""
    with _registering:
        if kind not in KINDS:
            for stage in STAGES.values():
                stage.make_slot(kind)
            KINDS.append(kind)  # last, as an interrupt may come before
    return kind


def call_slot(context, builder, slot, result, arguments, values):
    """Emit a call of the stage whose address is in `slot` (a pointer to a word); errors propagate."""
    with cgutils.if_unlikely(builder, cgutils.is_null(builder, builder.load(slot))):
        upcall.emit(context, builder, upcall.word(builder, 'torsor_resolve'), [builder.ptrtoint(slot, WORD)])
    generic = tuple(convention.STRUCT if isinstance(a, StructType) else a for a in arguments)
    function = convention.function_type(context, result, generic).as_pointer()
    return convention.call(context, builder, builder.inttoptr(builder.load(slot), function), result, generic, values)


class Stage:
    """A kernel with a slot for each kind of (Model, Data)."""

    def __init__(self, kernel, one_world=False):
        self.__name__, self.__doc__, self.__module__ = kernel.__name__, kernel.__doc__, kernel.__module__
        self.__wrapped__, self.one_world = kernel, one_world
        self.signature = Signature(kernel)
        self.result = RESULTS[kernel.__annotations__.get('return')]
        self.symbol = '.'.join((*self.__module__.split('.')[1:], self.__name__))
        if not self._package:
            self.symbol += f'.{id(self)}'
        if STAGES.get(self.symbol) is not None:
            raise ValueError(f'there is already a stage {self.symbol}')
        with _registering:
            for kind in KINDS:
                self.make_slot(kind)
            STAGES[self.symbol] = self
        teach(self, self._types_of_call, self._emit_call)

    @property
    def _package(self) -> bool:
        """Whether this is one of our own stages; those of users are not cached, as their sources are not stamped."""
        return self.__module__.split('.')[0] == __name__.split('.')[0]

    # ---- slots ----
    def make_slot(self, kind) -> None:
        """A word for the address of this stage; native code finds it under its symbol."""
        word = np.zeros(1, np.int64)
        _slots[self, kind] = word
        _by_address[word.ctypes.data] = self, kind
        machine.define(self._slot_symbol(kind), word.ctypes.data)

    def _slot_symbol(self, kind) -> str:
        return f'torsor_slot_{self.symbol}_{_kind_name(kind)}'

    def slot(self, kind) -> np.ndarray:
        """The word that holds the address of this stage, zero until it is first called."""
        return _slots[self, kind]

    def resolve(self, kind) -> int:
        """The address of the stage, which is loaded or compiled if need be."""

        def fill():
            if not self.slot(kind)[0]:  # nobody has filled it meanwhile
                self.slot(kind)[0] = self.compile(kind)

        if not self.slot(kind)[0]:
            apart(fill)
        return int(self.slot(kind)[0])

    # ---- calls from kernels ----
    def numba_types(self, kind) -> tuple:
        """Numba's types of all arguments, for this kind of (Model, Data)."""
        return tuple(numba_type(parameter, kind) for parameter in self.signature.kinds.values())

    def _types_of_call(self, *given):
        kind = _kind_of(given)
        if kind is None or len(given) != len(self.signature.kinds):
            return None
        wanted = self.numba_types(kind)
        if not all(map(_fits, given, wanted)):
            return None
        return signature(self.result, *(have if isinstance(want, FieldType) else want
                                        for have, want in zip(given, wanted)))

    def _emit_call(self, context, builder, sig, args):
        symbol = self._slot_symbol(_kind_of(sig.args))
        slot = builder.module.globals.get(symbol) or cgutils.add_global_variable(builder.module, WORD, symbol)
        return call_slot(context, builder, slot, sig.return_type, sig.args, args)

    # ---- compiling ----
    @cached_property
    def kernel(self):
        """What Numba compiles or, with JIT disabled, Python runs."""
        return dispatcher(self.__wrapped__, KERNEL_OPTIONS) if jit_enabled() else self.__wrapped__

    def compile(self, kind) -> int:
        """Compile for this kind of (Model, Data), or load from the cache; the address of the native function."""
        if self.one_world and any(struct.width > 1 for struct in kind):
            raise NotImplementedError(f'{self.__name__} works on one world at a time, not on several in one register: '
                                      f'switch off in the model what needs it, or step the worlds one by one')
        upcall.prepare()
        build, name = cache.stamp(repr((KERNEL_OPTIONS, avoids_short_way()))), f'{self.symbol}-{_kind_name(kind)}'
        code = cache.load(build, name) if self._package else None
        address = code and machine.load(code)
        if address:
            return address
        with progress.compiling(self.__name__):
            native = compiled(self.kernel, self.numba_types(kind))
        if native.result != self.result:  # the caller's idea of the function type would differ
            raise TypeError(f'{self.__name__}: the stage returns {native.result}, but declares {self.result}')
        if self._package and native.code:
            cache.save(build, name, native.code)
        return native.address

    def __call__(self, *arguments):
        """Run the stage on a Model and a Data; kernels that run in plain Python call it too."""
        from .call import run_stage  # calls build on stages

        return run_stage(self, *arguments)

    def __repr__(self):
        return f'<stage {self.__name__}>'


def numba_type(parameter, kind):
    """Numba's type of an argument that is declared so."""
    if isinstance(parameter, Array):
        element = ELEMENTS[parameter.element]
        return SpanType(element, parameter.ndim) if parameter.free else FieldType(element)
    if parameter is MODEL or parameter is DATA:
        return kind[parameter is DATA]
    if isinstance(parameter, Scratch):
        return ScratchType(parameter)
    return types.float64 if isinstance(parameter, Number) else types.int64


def _fits(have, want) -> bool:
    """Whether a kernel may give an argument of one type where another is declared."""
    if isinstance(want, FieldType):
        return isinstance(have, FieldType) and have.element == want.element
    if isinstance(want, (StructType, ScratchType, SpanType)):
        return have == want
    whole = (types.Integer, types.Boolean)
    return isinstance(have, whole if want == types.int64 else (*whole, types.Float))  # a fraction would be cut off


def _kind_of(arguments) -> tuple | None:
    """The first kind of (Model, Data) that arguments of these types belong to."""
    structs = {a for a in arguments if isinstance(a, StructType)}
    return next((kind for kind in KINDS if structs <= set(kind)), None)


def _kind_name(kind):
    return digest([struct.kind_name for struct in kind])


def stage(kernel=None, *, one_world: bool = False) -> Any:
    """Decorator: a kernel with its own slot. `one_world`: it cannot work on several worlds at once, and refuses to."""
    if kernel is None:
        return lambda function: Stage(function, one_world)
    return Stage(kernel)


def helper(function):
    """Decorator: a small function, inlined into the stages that use it."""
    return Helper(function) if jit_enabled() else function


def routine(function):
    """Decorator: a large helper, which is called and not inlined, so that kernels do not get too long to compile."""
    return Helper(function, inline=False) if jit_enabled() else function


def jit_enabled() -> bool:
    """Whether kernels are compiled; else Python runs them, checking every index."""
    return not config.DISABLE_JIT
