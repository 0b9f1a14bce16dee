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

from . import dry, load, vocabulary
from .arguments import Signature
from .inside.apart import apart
from .inside.naming import digest
from .inside.settings import jit_enabled
from .inside.symbols import word_of, words
from .progress import progress
from .structs import StructKind

STAGES: dict[str, 'Stage'] = {}
KINDS: list[tuple[StructKind, ...]] = []
RESULTS = (None, int, float, bool)
_slots: dict[tuple['Stage', tuple], np.ndarray] = {}
_by_address: dict[int, tuple['Stage', tuple]] = {}
_registering = threading.RLock()


def _resolve(address, *_):
    """Called from native code that found a slot empty."""
    stage, kind = _by_address[address]
    stage.resolve(kind)


_resolver = word_of('torsor_resolve', _resolve)


def stage_at(slot: int) -> 'Stage':
    """The stage whose slot is at this address."""
    return _by_address[slot][0]


def register_kind(*kind: StructKind) -> tuple:
    """Make slots of all stages for this pair of kinds of structs."""
    with _registering:
        if kind not in KINDS:
            for stage in STAGES.values():
                stage.make_slot(kind)
            KINDS.append(kind)  # last, as an interrupt may come before
    return kind


class Stage:
    """A kernel with a slot for each kind of (Model, Data)."""

    def __init__(self, kernel, one_world=False):
        self.__name__, self.__doc__, self.__module__ = kernel.__name__, kernel.__doc__, kernel.__module__
        self.__wrapped__, self.one_world = kernel, one_world
        self.signature = Signature(kernel)
        self.result = kernel.__annotations__.get('return')
        if self.result not in RESULTS:
            raise TypeError(f'{self.__name__}: a stage returns None, an int, a float or a bool, not {self.result}')
        self.symbol = '.'.join((*self.__module__.split('.')[1:], self.__name__))
        if not self.is_ours:
            self.symbol += f'.{id(self)}'
        if STAGES.get(self.symbol) is not None:
            raise ValueError(f'there is already a stage {self.symbol}')
        with _registering:
            for kind in KINDS:
                self.make_slot(kind)
            STAGES[self.symbol] = self
        vocabulary.add(self)

    @property
    def is_ours(self) -> bool:
        """Whether this is one of our own stages; those of users are not cached, as their sources are not stamped."""
        return self.__module__.split('.')[0] == __name__.split('.')[0]

    # ---- slots ----
    def make_slot(self, kind) -> None:
        """A word for the address of this stage; native code finds it under its symbol."""
        word = words(self.slot_symbol(kind))
        _slots[self, kind] = word
        _by_address[word.ctypes.data] = self, kind

    def slot_symbol(self, kind) -> str:
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

    # ---- compiling ----
    @cached_property
    def kernel(self):
        """What Numba compiles."""
        return load.compiler().stage_dispatcher(self.__wrapped__)

    def code_name(self, kind) -> str:
        """The name of the native code for this kind of (Model, Data)."""
        return f'{self.symbol}-{_kind_name(kind)}'

    def compile(self, kind) -> int:
        """Find the native code for this kind of (Model, Data), or make it; its address."""
        if self.one_world and any(struct.width > 1 for struct in kind):
            raise NotImplementedError(f'{self.__name__} works on one world at a time, not on several in one register: '
                                      f'switch off in the model what needs it, or step the worlds one by one')
        load.prepare()
        name = self.code_name(kind)
        address = load.found(name) if self.is_ours else 0
        if address:
            return address
        with progress.compiling(self.__name__):
            native = load.compiler().compiled_stage(self, kind)
        if self.is_ours and native.code:
            load.keep(name, native.code)
        return native.address

    def __call__(self, *arguments):
        """Run the stage on a Model and a Data; kernels that run in plain Python call it too."""
        from .call import run_stage  # calls build on stages

        return run_stage(self, *arguments)

    def __repr__(self):
        return f'<stage {self.__name__}>'


def _kind_name(kind):
    return digest([struct.name for struct in kind])


def stage(kernel=None, *, one_world: bool = False) -> Any:
    """Decorator: a kernel with its own slot. `one_world`: it cannot work on several worlds at once, and refuses to."""
    if kernel is None:
        return lambda function: Stage(function, one_world)
    return Stage(kernel)


class Helper:
    """A part of kernels, inlined or called. Numba gets to know it when a kernel that uses it is compiled."""

    def __init__(self, function, inline=True):
        self.function = self.__wrapped__ = function
        self.inline, self.__name__, self.__doc__ = inline, function.__name__, function.__doc__
        self.__module__, self.__qualname__ = function.__module__, function.__qualname__

    @cached_property
    def dispatcher(self):
        """What compiles it."""
        return load.compiler().helper_dispatcher(self.function, self.inline)

    @property
    def _numba_type_(self):
        return self.dispatcher._numba_type_

    def __call__(self, *arguments):
        if not dry.is_running():
            raise TypeError(f'{self.__name__} is a part of kernels: Python cannot call it')
        return self.function(*arguments)


def helper(function):
    """Decorator: a small function, inlined into the stages that use it."""
    return Helper(function) if jit_enabled() else function


def routine(function):
    """Decorator: a large helper, which is called and not inlined, so that kernels do not get too long to compile."""
    return Helper(function, inline=False) if jit_enabled() else function
