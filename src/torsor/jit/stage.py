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

import itertools
import pickle
from collections.abc import Callable
from functools import cache, cached_property
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from . import load, trace_stages, vocabulary
from .arguments import Declaration, Signature
from .inside.apart import apart
from .inside.library import library
from .inside.naming import digest
from .inside.settings import jit_enabled
from .inside.symbols import make_missing, make_with, word_of, words
from .layout import StructKind
from .progress import progress

STAGES: dict[str, 'Stage'] = {}
_APART = '.apart'
KINDS: list[tuple[StructKind, ...]] = []
RESULTS = (None, int, float, bool)
_PACKAGE = __name__.split('.')[0]
_SLOT = 'torsor_slot_'
_by_address: dict[int, tuple['Stage', tuple]] = {}
_numbers = itertools.count()


def _resolve(address, *_):
    """Called from native code that found a slot empty."""
    if address not in _by_address:  # it is one of the library's, and nobody in Python has asked for it yet
        make_missing([library().symbol_at(address)])
    stage, kind = _by_address[address]
    stage.resolve(kind)


_resolver = word_of('torsor_resolve', _resolve)


def stage_at(slot: int) -> 'Stage':
    """The stage whose slot is at this address."""
    return _by_address[slot][0]


def register_kind(*kind: StructKind) -> tuple:
    """Let stages be compiled for this pair of kinds of structs."""
    if kind not in KINDS:
        KINDS.append(kind)
    return kind


def named(symbol: str) -> 'Stage':
    """The stage of ours that is called so, such as 'physics.pipeline.steps'; its module is not imported for that."""
    if symbol.endswith(_APART):
        return apart_of(named(symbol.removesuffix(_APART)))
    module, _, name = symbol.rpartition('.')
    return STAGES.get(symbol) or STAGES.setdefault(symbol, Stage(symbol, f'{_PACKAGE}.{module}', name))


class Stages:
    """The stages of a module of ours as attributes; the module is not imported for that."""

    def __init__(self, module: str):
        self._module = module

    def __getattr__(self, name: str) -> 'Stage':
        if name.startswith('_'):
            raise AttributeError(name)
        found = vars(self)[name] = named(f'{self._module}.{name}')
        return found


class Declared(NamedTuple):
    """What a stage says about itself. It is kept with native code, so that who calls this needs no module."""

    signature: Signature
    result: type | None
    one_world: bool
    refuses: bool
    doc: str | None

    @classmethod
    def by(cls, kernel: Callable, one_world: bool, refuses: bool) -> 'Declared':
        """What a kernel says."""
        result = kernel.__annotations__.get('return')
        if result not in RESULTS:
            raise TypeError(f'{kernel.__name__}: a stage returns None, an int, a float or a bool, not {result}')
        return cls(Signature(kernel), result, one_world, refuses, kernel.__doc__)


class Stage:
    """A kernel with a slot for each kind of (Model, Data). Its module is imported when somebody needs the kernel."""

    __wrapped__: Callable
    declared: Declared
    lanes: Callable | None = None  # the kernel of several worlds, where that is another one
    apart: 'Apart | None' = None  # for several worlds that run it one after the other, where somebody asks for that
    wrapper: Callable | None = None  # in native code, once Python has called it
    count = 0  # of arguments, which the wrapper takes for granted

    def __init__(self, symbol: str, module: str, name: str):
        self.symbol, self.__module__, self.__name__ = symbol, module, name
        self._slots: dict[tuple, np.ndarray] = {}

    def define(self, kernel: Callable, declared: Declared) -> None:
        """Say what the kernel is, and what it says about itself."""
        self.__wrapped__, self.declared, self.__doc__ = kernel, declared, kernel.__doc__
        vocabulary.add(self)

    def __getattr__(self, name: str):
        """The kernel, for which the module is imported, and what it declares, for which that may not be necessary."""
        if name not in ('__wrapped__', 'declared'):
            raise AttributeError(f'{self!r} has no attribute {name!r}')
        kept = b''
        if name == 'declared' and KINDS and jit_enabled():
            kept = load.remark(self.code_name(KINDS[0]))
        if kept:
            self.declared = pickle.loads(kept)
        else:
            import_module(self.__module__)  # which defines it
        if name not in vars(self):
            raise LookupError(f'{self.__module__} has no stage {self.__name__}')
        return vars(self)[name]

    @property
    def signature(self) -> Signature:
        """Names and kinds of its parameters."""
        return self.declared.signature

    @property
    def result(self) -> type | None:
        """The class of what it returns."""
        return self.declared.result

    @property
    def is_ours(self) -> bool:
        """Whether this is one of our own stages; those of users are not cached, as their sources are not stamped."""
        return _is_ours(self)

    # ---- slots ----
    def slot_symbol(self, kind) -> str:
        return f'{_SLOT}{self.symbol}_{_kind_name(kind)}'

    def slot(self, kind) -> np.ndarray:
        """The word that holds the address of this stage, zero until it is first called; native code has its symbol."""
        word = self._slots.get(kind)
        if word is None:
            word = words(self.slot_symbol(kind))
            _by_address[word.ctypes.data] = self, kind
            self._slots[kind] = word  # last, as an interrupt may come before
        return word

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

    def kernel_for(self, kind):
        """What Numba compiles for this kind of (Model, Data)."""
        if kind[-1].worlds == 1:
            return self.kernel
        from .per_world import kernel_of  # which builds on stages

        kernel = kernel_of(self, kind[-1].width, kind[-1].per_world)
        return self.kernel if kernel is self.__wrapped__ else load.compiler().stage_dispatcher(kernel)

    def compile(self, kind) -> int:
        """Find the native code for this kind of (Model, Data), or make it; its address."""
        load.prepare()
        name = self.code_name(kind)
        address = load.found(name) if self.is_ours else 0
        if address:
            return address
        with progress.compiling(self.__name__):
            native = load.compiler().compiled_stage(self, kind)
        if self.is_ours and native.code:
            load.keep(name, native.code._replace(remark=self.remark()))
        return native.address

    def remark(self) -> bytes:
        """What is kept with native code: what the stage declares, if Python may call it."""
        is_callable = all(isinstance(kind, Declaration) for kind in self.signature.kinds.values())
        return pickle.dumps(self.declared) if is_callable else b''

    def __call__(self, *arguments) -> Any:
        """Run the stage on a Model and a Data; kernels that run in plain Python call it too."""
        if self.wrapper and len(arguments) == self.count:
            return self.wrapper(*arguments)
        return _run()(self, *arguments)

    def __repr__(self):
        return f'<stage {self.__name__}>'


class Apart(Stage):
    """A stage as several worlds run it one after the other; for one world it is that stage."""

    def __init__(self, stage: Stage):
        super().__init__(stage.symbol + _APART, stage.__module__, stage.__name__)
        self.stage = stage

    def __getattr__(self, name: str):
        return getattr(self.stage, name)


def apart_of(stage: Stage) -> Apart:
    """What runs a stage on several worlds one after the other, whatever else they do in its place (lanes_of)."""
    if stage.apart is None:
        stage.apart = Apart(stage)
        vocabulary.add(stage.apart)
    return stage.apart


def lanes_of(stage: Stage) -> Callable:
    """Decorator: the kernel that several worlds run which share registers, in place of that of a stage.

    It is chosen when native code is made, so that one world pays nothing for it. Where it cannot take all worlds
    together, it calls `apart_of(stage)`.
    """

    def attach(kernel: Callable) -> Callable:
        if stage.lanes is not None:
            raise ValueError(f'there is already a form of {stage.symbol} for several worlds')
        stage.lanes = kernel
        return kernel

    return attach


@cache
def _run() -> Callable:
    """What runs stages, which is asked for often: importing it takes its time even when it is there."""
    from .call import run_stage  # calls build on stages

    return run_stage


@cache
def _kind_name(kind) -> str:
    return digest([struct.name for struct in kind])


@make_with(_SLOT)
def _make_slot(symbol: str) -> None:
    """Make a slot that native code refers to."""
    name, _, kind_name = symbol.removeprefix(_SLOT).rpartition('_')
    for kind in KINDS:
        if _kind_name(kind) == kind_name:
            named(name).slot(kind)


def _is_ours(thing) -> bool:
    return thing.__module__.split('.')[0] == _PACKAGE


def stage(kernel=None, *, one_world: bool = False, refuses: bool = False) -> Any:
    """Decorator: a kernel with its own slot.

    one_world: of several worlds it takes one after the other (apart.py), unless it returns something about one.
    refuses: it cannot be compiled for several worlds.
    """
    if kernel is None:
        return lambda function: stage(function, one_world=one_world, refuses=refuses)
    declared = Declared.by(kernel, one_world, refuses)
    symbol = '.'.join((*kernel.__module__.split('.')[1:], kernel.__name__))
    if _is_ours(kernel):
        made = named(symbol)
    else:  # users may give many functions the same name
        made = Stage(f'{symbol}.{next(_numbers)}', kernel.__module__, kernel.__name__)
        STAGES[made.symbol] = made
    if '__wrapped__' in vars(made):
        raise ValueError(f'there is already a stage {symbol}')
    made.define(kernel, declared)
    return made


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
        if not trace_stages.is_running():
            raise TypeError(f'{self.__name__} is a part of kernels: Python cannot call it')
        return self.function(*arguments)


def helper(function):
    """Decorator: a small function, inlined into the stages that use it."""
    return Helper(function) if jit_enabled() else function


def routine(function):
    """Decorator: a large helper, which is called and not inlined, so that kernels do not get too long to compile."""
    return Helper(function, inline=False) if jit_enabled() else function
