"""Calling stages from Python: cheap (about 0.1 us), and checked.

A wrapper in native code looks at the arguments in passing, each with a load and a compare, and calls the kernel
without holding up other threads (inside/wrapper.py). Whatever is out of the ordinary comes back here: arguments to
convert or to complain about, exceptions, warnings. Where objects do not lie in memory as the wrapper expects, the same
calls go through `Call.long_way`.
"""

import functools
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

import numpy as np

from . import ahead, load, trace_stages, world
from .arguments import DATA, MODEL, Array
from .clock import calibrate
from .inside import convention, objects
from .inside.apart import apart
from .inside.convention import RAISED, REFUSED, WARNED
from .inside.naming import digest
from .layout import PythonView, Struct
from .stage import Stage, jit_enabled, named, register_kind, stage

__all__ = ['checked', 'functions', 'native', 'public', 'run_stage']

warning_handler = None  # set by the API: tells the user about the warnings in (m, d) of these kinds, a bit for each
SHORTCUTS: set[tuple[tuple, int]] = set()  # kinds of arguments, and how many of them a plain call has


class Call:
    """How Python calls a stage; `name` is what error messages call it.

    Other threads run meanwhile, unless the model has up to `few` dofs: letting go of the interpreter's lock and taking
    it back takes as long as a part of a call that lasts a microsecond. Calls that may last are to have none of this.
    For the same reason a function in Python around it can have a `shortcut`, for calls with `plain` arguments.
    """

    def __init__(self, stage: Stage, name: str, few: int = -1, plain: int = 0):
        self.stage, self.name, self.signature, self._few, self._plain = stage, name, stage.signature, few, plain
        self.run = self._first
        self._is_missing = True  # as far as is known
        self._shortcut: np.ndarray | None = None  # its record
        if plain:
            SHORTCUTS.add((tuple(self.signature.kinds.values()), plain))

    def _first(self, *arguments):
        """Choose, at the first call, how calls are made."""
        if jit_enabled():
            apart(lambda: self._choose(arguments))
        else:
            self.run = self._in_python
        return self.run(*arguments)

    def _choose(self, arguments) -> None:
        if self.run != self._first:  # another thread was faster
            return
        calibrate()
        with suppress(TypeError, ValueError, IndexError):  # which are told when the call is made
            ahead.prepare(self.stage, self.signature.accepted(self.name, arguments), self._views)
        address = self.stage.resolve(world.SCALAR)
        if not objects.layout_holds():
            self.run = self._the_long_way
            return
        code = _wrapper_address(tuple(self.signature.kinds.values()), self.stage.result)
        # what a wrapper knows about the kernel and about whom to ask, see inside/wrapper.py; records keep nothing alive
        self._recovers = self._recover, self._recover_again
        self._records = np.array([[address, id(recover), self._few] for recover in self._recovers], np.int64)
        run, self._again = (objects.builtin(self.name, code, record) for record in self._records)
        self.run = run
        self._open_shortcut()

    def shortcut(self, function: Callable, module: str) -> Callable:
        """What stands in a module for a Python function around this call, which gets all but plain calls.

        A plain call returns the arrays, all that come after model and data, if the kernel returns zero; else the
        function is asked. So it is before the function has made its first call, and where there is no native code.
        """
        if not jit_enabled() or not objects.layout_holds():
            return function
        code = apart(lambda: _shortcut_address(tuple(self.signature.kinds.values()), self._plain))
        self._shortened = function, self._recover  # which records keep alive no more than others
        self._shortcut = np.array([0, id(self._shortened[1]), self._few, id(function)], np.int64)
        self._open_shortcut()
        return objects.builtin_like(function, module, code, self._shortcut)

    def _open_shortcut(self) -> None:
        """Let plain calls find the kernel, once the first call was made."""
        if self._shortcut is not None and self.run != self._first:
            self._shortcut[0] = self.stage.resolve(world.SCALAR)

    def expect(self, *arguments) -> None:
        """A call with such arguments is going to come: other processes may compile what it reaches meanwhile."""
        if self.run == self._first and self._is_missing and jit_enabled():
            self._is_missing = apart(
                lambda: ahead.expect(self.stage, self.signature.accepted(self.name, arguments), self._views))

    # ---- what wrappers leave to Python ----
    def _recover(self, reason, detail, error, *arguments):
        if reason == RAISED:
            raise convention.raised(error)
        if reason == WARNED:
            return self._speak(arguments)
        return self._again(*self.signature.accepted(self.name, arguments))

    def _recover_again(self, reason, detail, error, *arguments):
        if reason in (RAISED, WARNED):
            return self._recover(reason, detail, error, *arguments)
        return self.long_way(world.SCALAR, arguments)  # accepted, but not in the eyes of the wrapper

    def _speak(self, arguments) -> None:
        """Tell the user about the warnings that native code has left in the data."""
        m, d = self._structs(arguments)
        word = world.DATA.word['warned']
        kinds, d._block[word] = int(d._block[word]), 0
        if kinds and warning_handler is not None:
            warning_handler(m, d, kinds)

    def _structs(self, arguments) -> list:
        return [a for a, kind in zip(arguments, self.signature.kinds.values()) if kind is MODEL or kind is DATA]

    # ---- without wrapper ----
    def _the_long_way(self, *arguments):
        return self.long_way(world.SCALAR, self.signature.accepted(self.name, arguments))

    def long_way(self, kind, arguments):
        """Call with arguments that were accepted, by their addresses."""
        calibrate()
        numbers = [number for value, parameter in zip(arguments, self.signature.kinds.values())
                   for number in _numbers(value, parameter)]
        d = next((a for a, k in zip(arguments, self.signature.kinds.values()) if k is DATA), None)
        mark = None if d is None else int(d._arrays['pstack'])
        try:
            result = convention.invoke(self.stage.resolve(kind), self.stage.result, numbers)
        except BaseException:
            if d is not None:
                d._arrays['pstack'][...] = mark  # scratch that nobody will release
            raise
        if d is not None and kind == world.SCALAR:
            self._speak(arguments)
        return result

    def _views(self, accepted) -> list:
        """What kernels that Python runs get for accepted arguments."""
        return [_view(a, kind) for a, kind in zip(accepted, self.signature.kinds.values())]

    def _in_python(self, *arguments):
        """Run the kernel with JIT disabled."""
        from .python_mode import native_floats

        accepted = self.signature.accepted(self.name, arguments)
        d = next((a for a, k in zip(accepted, self.signature.kinds.values()) if k is DATA), None)
        mark = None if d is None else int(d._arrays['pstack'])
        try:
            with native_floats():
                result = self.stage.__wrapped__(*self._views(accepted))
        except BaseException:
            if d is not None:
                d._arrays['pstack'][...] = mark
            raise
        if d is not None:
            self._speak(accepted)
        return result.item() if isinstance(result, np.generic) else result


def _numbers(value, parameter) -> list:
    """What native code gets for an accepted argument: addresses and numbers."""
    if isinstance(parameter, Array):
        address = 0 if value is None else value.ctypes.data
        if not parameter.free:
            return [address]
        shape = (0, 0) if value is None else (*value.shape, 1)
        return [address, shape[0], shape[1]]
    return [value._address] if isinstance(value, Struct) else [value]


def _view(value, parameter):
    """What a kernel that Python runs gets for an accepted argument."""
    from .python_mode import PythonField, PythonSpan, python_struct  # which few programs need

    if isinstance(value, Struct):
        return python_struct(value)
    if isinstance(parameter, Array) and not parameter.free:
        return value if value is None else PythonField(value.reshape(-1), False)
    if isinstance(parameter, Array):
        empty = np.empty((0,) * parameter.ndim, parameter.dtype)
        return PythonSpan(empty if value is None else value, given=value is not None)
    return value


def wrapper_name(kinds: tuple, result) -> str:
    """What the wrapper for these kinds of arguments and this class of results is called."""
    return f'wrapper_{digest((kinds, getattr(result, "__name__", None)))}'


@functools.cache
def _wrapper_address(kinds: tuple, result) -> int:
    """The wrapper for these kinds of arguments, found or made now."""
    name = wrapper_name(kinds, result)
    return load.function(name, lambda: load.compiler().wrapper_module(name, kinds, result))


def shortcut_name(kinds: tuple, plain: int) -> str:
    """What the shortcut for these kinds of arguments is called, of which so many are given in plain calls."""
    return f'shortcut_{digest((kinds, plain))}'


def _shortcut_address(kinds: tuple, plain: int) -> int:
    """The shortcut for these kinds of arguments, found or made now."""
    name = shortcut_name(kinds, plain)
    return load.function(name, lambda: load.compiler().shortcut_module(name, kinds, plain))


# ---- functions for users ----
def public(stage: Stage, name: str | None = None, doc: str | None = None) -> Callable:
    """A Python function that calls a stage, with its parameters, under a name of its own."""
    call = Call(stage, name or stage.__name__)

    def first(*arguments):
        result = call.run(*arguments)
        scope['run'] = call.run
        return result

    scope: dict = dict(run=first, __name__=stage.__module__)
    exec(stage.signature.source(call.name, 'run'), scope)
    function = scope[call.name]
    function.__doc__ = doc or stage.declared.doc
    function.__annotations__ = {**stage.signature.annotations, 'return': stage.result}
    function.stage, function.call = stage, call  # whose records native code reads
    return function


def functions(module: str, stages: Mapping[str, str]) -> Callable[[str], Callable]:
    """The `__getattr__` of a module with functions for users: name of each -> its stage. They are made when needed."""

    def find(name: str) -> Callable:
        if name not in stages:
            raise AttributeError(f'module {module!r} has no attribute {name!r}')
        return vars(sys.modules[module]).setdefault(name, public(named(stages[name]), name))

    return find


def native(kernel: Callable) -> Callable:
    """Decorator: a function for users from a kernel that declares its arguments, compiled at its first call."""
    return public(stage(kernel))


def checked(function: Callable) -> Callable:
    """Decorator: a function that runs in Python, with the declarations and the checks that stages have."""
    from .arguments import Signature

    signature, name = Signature(function), function.__name__

    @functools.wraps(function)
    def call(*arguments, **named):
        if named or len(arguments) != len(signature.kinds):
            arguments = _bound(name, signature, arguments, named)
        return function(*signature.accepted(name, arguments))

    return call


def _bound(name, signature, arguments, named):
    """All arguments in order, those given by keyword and the defaults included."""
    rest = list(signature.kinds)[len(arguments):]
    values = {**{k: v for k, v in signature.defaults.items() if k in rest}, **named}
    if set(values) != set(rest):
        raise TypeError(f'{name}(): incompatible function arguments: expected ({", ".join(signature.kinds)})')
    return [*arguments, *(values[key] for key in rest)]


# ---- stages as functions ----
class StageCall(Call):
    """How a stage is called that is no function for users: what its wrapper refuses may hold several worlds."""

    def _choose(self, arguments) -> None:
        super()._choose(arguments)
        if self.run != self._the_long_way:
            self.stage.wrapper, self.stage.count = self.run, len(self.signature.kinds)

    def _recover(self, reason, detail, error, *arguments):
        if reason == REFUSED and any(_is_unusual(type(a)) for a in arguments):
            return run_stage(self.stage, *arguments)
        return super()._recover(reason, detail, error, *arguments)


def run_stage(stage: Stage, *arguments):
    """Run a stage: on MjModel and MjData, on the structs of several worlds, or on what kernels see in Python mode."""
    unusual = [a for a in arguments if _is_unusual(type(a))]
    if any(isinstance(a, PythonView) for a in unusual):
        trace_stages.note(stage)
        return python_kernel(stage, arguments)(*arguments)
    if unusual and jit_enabled():
        return _run_on_structs(stage, [a for a in arguments if isinstance(a, Struct)], arguments)
    if len(arguments) != len(stage.signature.kinds):
        stage.signature.accepted(stage.__name__, arguments)
    return _call_of(stage).run(*arguments)


_WORLDS = PythonView, Struct


@functools.cache
def _is_unusual(kind: type) -> bool:
    """Whether objects of a class hold worlds, but are no MjModel or MjData, whose classes are registered by then."""
    usual = tuple(filter(None, map(objects.registered, ('MjModel', 'MjData'))))
    return issubclass(kind, _WORLDS) and not issubclass(kind, usual)


def _run_on_structs(stage: Stage, structs: list[Struct], arguments):
    """Run a stage on structs that are no MjModel and MjData."""
    kind = register_kind(*(struct._struct_kind for struct in structs))
    width = max(struct._layout.width for struct in structs)
    for struct in structs:
        if struct._struct_kind.worlds > 1 and not struct._block[struct._layout.schema.word['worlds']]:
            raise ValueError(f'{stage.__name__}() needs the struct of each world by itself next to that of all '
                             'worlds: list them with torsor.batch.lanes.list_worlds')
    return _call_of(stage).long_way(kind, stage.signature.accepted(stage.__name__, arguments, width))


def python_kernel(stage: Stage, arguments):
    """What Python runs for a stage: its kernel, or that of several worlds."""
    places = [a.struct._layout for a in arguments if hasattr(a, 'struct')]
    wide = next((place for place in places if place.width > 1 and not place.schema.const), None)
    if wide is None:
        return stage.__wrapped__
    from .per_world import kernel_of  # which only several worlds need

    return kernel_of(stage, wide.width, wide.per_world)


@functools.cache
def _call_of(stage: Stage) -> StageCall:
    return StageCall(stage, stage.__name__)
