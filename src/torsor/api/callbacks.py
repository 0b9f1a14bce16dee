"""The user's functions inside the pipeline.

Two ways, for two purposes:

- `set_mjcb_control(f)` and its like take any Python callable, for all models of the process, as MuJoCo does. Each call
  goes back into Python: convenient, slow (a few microseconds), one thread at a time.
- `model.callbacks.control = f` takes a jitted function (or a plain one that can be compiled), for one model. Its native
  code is called directly by the step: no Python, no GIL, and swapping it recompiles nothing but the function itself.

    @torsor.kernel
    def balance(m, d):
        d.ctrl[0] = -10.0 * d.qpos[1] - d.qvel[1]

    model.callbacks.control = balance

Actuators of the kinds `user` can have a function each, by their ids; the others are as without a callback:

    model.callbacks.act_bias = {model.actuator('hip').id: spring, model.actuator('knee').id: bumper}

Contacts of two types of geoms are found by `model.callbacks.collision[type1, type2]`, see colliders.py.
"""

import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ..jit import callback as native
from ..jit.inside.objects import is_foreign
from ..jit.inside.settings import jit_enabled
from ..jit.layout import StructKind, by_address
from ..jit.user import compiled_callback, is_compilable, user_kernel
from ..jit.world import TOGETHER
from ..physics.world import MODEL
from .colliders import Colliders
from .functions import check_arguments

# kind: names of the arguments beyond those of the native signature that the user's function takes, and its result
_ARGUMENTS = {
    'control': ('m', 'd'), 'passive': ('m', 'd'), 'act_dyn': ('m', 'd', 'i'), 'act_gain': ('m', 'd', 'i'),
    'act_bias': ('m', 'd', 'i'), 'sensor': ('m', 'd', 'i'), 'contactfilter': ('m', 'd', 'i', 'j'), 'time': (),
}
_OF_ACTUATORS = {'act_dyn': 0.0, 'act_gain': 1.0, 'act_bias': 0.0}  # what there is without a callback
_RETURNS_NUMBER = frozenset({'act_dyn', 'act_gain', 'act_bias', 'contactfilter', 'time'})
_python_callbacks: dict[str, Callable] = {}


def _handle(kind: str, m: int, d: int, i: int, j: int) -> float:
    """Call the Python callback of this kind on behalf of native code."""
    function = _python_callbacks[kind]
    structs = (m, d) if is_foreign(function) else (by_address.get(m), by_address.get(d))
    values = {'m': structs[0], 'd': structs[1], 'i': i, 'j': j}
    result = function(*[values[name] for name in _ARGUMENTS[kind]])
    if kind not in _RETURNS_NUMBER:
        return 0.0
    if not isinstance(result, (int, float)) and not hasattr(result, '__float__'):
        raise TypeError(f'mjcb_{kind} callback did not return a number')
    return float(result)


native.python_handler = _handle


def has_python_callbacks() -> bool:
    """Whether any function of the user is part of the pipeline of all models."""
    return bool(_python_callbacks)


def refuse_python_callbacks() -> None:
    """Raise a ValueError if there is one: worlds that run side by side would wait for each other to call it."""
    for kind, function in _python_callbacks.items():
        if not is_foreign(function):
            raise ValueError(f'mjcb_{kind} is a Python function, which simulations that run side by side cannot call: '
                             f'remove it, and give the model a compiled one with model.callbacks.{kind}')


def _setter(kind: str):
    def set_callback(callback: Callable | None) -> None:
        if callback is not None and not callable(callback):
            raise TypeError('callback is not an Optional[Callable]')
        if callback is None:
            _python_callbacks.pop(kind, None)
        else:
            _python_callbacks[kind] = callback
        native.BY_NAME[kind].flag[0] = callback is not None

    set_callback.__name__ = set_callback.__qualname__ = f'set_mjcb_{kind}'
    set_callback.__doc__ = f'Set the Python callback `{kind}` of all models; None removes it.'
    return set_callback


def _getter(kind: str):
    def get_callback() -> Callable | None:
        return _python_callbacks.get(kind)

    get_callback.__name__ = get_callback.__qualname__ = f'get_mjcb_{kind}'
    get_callback.__doc__ = f'The Python callback `{kind}` of all models, or None.'
    return get_callback


FUNCTIONS: dict[str, Callable] = {
    f'{verb}_mjcb_{kind}': make(kind)
    for kind in _ARGUMENTS for verb, make in (('set', _setter), ('get', _getter))}
globals().update(FUNCTIONS)
__all__ = [*FUNCTIONS, 'kernel']


# ---- callbacks of one model ----
def kernel(function: Callable) -> Callable:
    """Decorator: a function that may be a callback of a model, or be called from one; compiled when first used."""
    return user_kernel(function)


class _Linked:
    """A callback of a model: the user's function, and its native code for one world and for several."""

    def __init__(self, kind: str, function: Callable | Mapping):
        self.kind, self.function = kind, function
        self.owner, self.address = _link(kind, function)
        self._together: dict[tuple[StructKind, ...], tuple[Any, int]] = {}  # or (why it does not compile, 0)

    def address_together(self, kinds: tuple[StructKind, ...]) -> int:
        """The address of native code for several worlds; zero if the function takes one at a time."""
        if kinds not in self._together:
            try:
                self._together[kinds] = _link(self.kind, self.function, kinds)
            except TypeError as error:
                self._together[kinds] = str(error), 0
        return self._together[kinds][1]

    def why_not(self, kinds: tuple[StructKind, ...]) -> str:
        """Why there is no native code for such structs; empty if there is."""
        return '' if self.address_together(kinds) else self._together[kinds][0]


class Callbacks:
    """The jitted callbacks of one model: assign a function to `control`, `passive`, `act_dyn`, ... or None.

    `act_dyn`, `act_gain` and `act_bias` also take a dictionary of functions: one for each actuator, by its id.
    `collision` holds one function for each pair of types of geoms.
    """

    # not the model, which would then wait for the garbage collector
    __slots__ = ('_block', '_colliders', '_functions')

    def __init__(self, model):
        object.__setattr__(self, '_block', model._block)
        object.__setattr__(self, '_functions', {})
        object.__setattr__(self, '_colliders', Colliders(model._arrays['table.collider']))

    @property
    def collision(self) -> Colliders:
        """The user's colliders: (type of the first geom, type of the second) -> function."""
        return self._colliders

    def __getattr__(self, kind):
        if kind not in _ARGUMENTS:
            raise AttributeError(_unknown(kind))
        linked = self._functions.get(kind)
        return linked and linked.function

    def __setattr__(self, kind, function):
        if kind not in _ARGUMENTS:
            raise AttributeError(_unknown(kind))
        word = MODEL.word[f'callback.{kind}']
        if function is None:
            self._block[word] = 0
            self._functions.pop(kind, None)
            return
        if isinstance(function, Mapping):
            function = _checked_table(kind, function, int(self._block[MODEL.word['nactuator']]))
        self._functions[kind] = _Linked(kind, function)  # which owns the native code
        self._block[word] = self._functions[kind].address

    def __delattr__(self, kind):
        setattr(self, kind, None)

    def _copy_to(self, model) -> None:
        """Give another model the same callbacks."""
        for kind, linked in self._functions.items():
            model.callbacks._functions[kind] = linked
            word = MODEL.word[f'callback.{kind}']
            model._block[word] = self._block[word]
        self._colliders.copy_to(model.callbacks.collision)

    def _together(self, kinds: tuple[StructKind, ...]) -> dict[str, int]:
        """Addresses of the callbacks for these structs of several worlds; zero for one that takes one at a time."""
        return {kind: linked.address_together(kinds) if kind in TOGETHER else 0
                for kind, linked in self._functions.items()}

    def _why_not(self, kinds: tuple[StructKind, ...]) -> str:
        """Why callbacks do not run on such structs."""
        return '\n'.join(filter(None, (linked.why_not(kinds) for kind, linked in self._functions.items()
                                       if kind in TOGETHER)))

    def __bool__(self):
        return bool(self._functions) or bool(self._colliders)

    def __repr__(self):
        names = ', '.join(f'{kind}={_text(linked.function)}' for kind, linked in self._functions.items())
        return f'<callbacks {names or "none"}>'


def _unknown(kind: str) -> str:
    return f'there is no callback {kind!r}; the kinds are {", ".join(_ARGUMENTS)}'


def _text(function: Callable | Mapping) -> str:
    if isinstance(function, Mapping):
        return '{' + ', '.join(f'{i}: {row.__name__}' for i, row in function.items()) + '}'
    return function.__name__


def _checked_table(kind: str, functions: Mapping, count: int) -> Mapping[int, Callable]:
    """A copy of the user's table from actuators to functions, which cannot be changed unnoticed."""
    if kind not in _OF_ACTUATORS:
        raise TypeError(f'the callback {kind} must be a function or None: only {", ".join(_OF_ACTUATORS)} take a '
                        f'dictionary of functions for actuators')
    table = {}
    for key, function in functions.items():
        try:
            actuator = operator.index(key)
        except TypeError:
            raise TypeError(f'actuators are given by their ids, not by {key!r}; model.actuator(name).id tells the '
                            f'id of a name') from None
        if not 0 <= actuator < count:
            raise ValueError(f'there is no actuator {actuator}: the model has {count}')
        table[actuator] = function
    return MappingProxyType(table)


def _adapter(kind: str, function: Callable, adapters: Mapping[str, Callable]) -> Callable:
    """A function with the native signature that calls the user's."""
    check_arguments(f'callback {kind}', function, _ARGUMENTS[kind])
    return adapters[kind](function if is_compilable(function) else kernel(function))


def _choosing_adapter(kind: str, functions: Mapping[int, Callable], adapters: Mapping[str, Callable]) -> Callable:
    """A function with the native signature that calls the user's function for the actuator."""
    from ..jit.choice import choosing_function  # with all that kernels are written with

    rows = {i: kernel(_adapter(kind, function, adapters)) for i, function in functions.items()}
    otherwise = kernel(adapters['constant'](_OF_ACTUATORS[kind]))
    return _adapt_choice(kernel(choosing_function(kind, rows, otherwise)))


def _link(kind: str, function: Callable | Mapping, kinds: tuple[StructKind, ...] = ()) -> tuple[Any, int]:
    """What owns native code of the user's function, for one world or for structs of several, and its address."""
    adapters = _FOR_WORLDS if kinds else _ADAPTERS
    make = _choosing_adapter if isinstance(function, Mapping) else _adapter
    adapter = make(kind, function, adapters)  # type: ignore[arg-type]
    if not jit_enabled():
        native.python_functions[id(adapter)] = adapter
        return adapter, id(adapter)
    try:
        native_code = compiled_callback(kind, adapter, kinds)
        if kinds and native_code.draws_random_numbers:
            raise TypeError('worlds that share registers would share random numbers')
    except TypeError as error:
        raise TypeError(f'the callback {kind} cannot use {_text(function)}, which does not compile; a callable that '
                        f'is not made for Numba can be given to set_mjcb_{kind}.\n{error}') from error
    return native_code.owner, native_code.address


def _adapt_action(function):
    def adapter(m, d, i, j):
        function(m, d)
        return 0.0
    return adapter


def _adapt_staged(function):
    def adapter(m, d, i, j):
        function(m, d, i)
        return 0.0
    return adapter


def _adapt_number(function):
    def adapter(m, d, i, j):
        return float(function(m, d, i))
    return adapter


def _adapt_pair(function):
    def adapter(m, d, i, j):
        return float(function(m, d, i, j))
    return adapter


def _adapt_clock(function):
    def adapter(m, d, i, j):
        return float(function())
    return adapter


def _adapt_constant(value):
    def adapter(m, d, i, j):
        return value
    return adapter


def _adapt_choice(chosen):
    def adapter(m, d, i, j):
        return chosen(i, m, d, i, j)
    return adapter


def _adapt_number_of_worlds(function):
    from ..jit.lanes import each  # which nobody needs who has all native code

    def adapter(m, d, i, j):
        return each(function(m, d, i), d.time)
    return adapter


def _adapt_action_of_worlds(function):
    def act(m, d, i):
        function(m, d)
        return 0.0
    return _adapt_number_of_worlds(kernel(act))


def _adapt_constant_of_worlds(value):
    def same(m, d, i):
        return value
    return _adapt_number_of_worlds(kernel(same))


_ADAPTERS = {'control': _adapt_action, 'passive': _adapt_action, 'act_dyn': _adapt_number, 'act_gain': _adapt_number,
             'act_bias': _adapt_number, 'sensor': _adapt_staged, 'contactfilter': _adapt_pair, 'time': _adapt_clock,
             'constant': _adapt_constant}
# the same for worlds that share registers
_FOR_WORLDS = {'control': _adapt_action_of_worlds, 'passive': _adapt_action_of_worlds,
               'act_dyn': _adapt_number_of_worlds, 'act_gain': _adapt_number_of_worlds,
               'act_bias': _adapt_number_of_worlds, 'constant': _adapt_constant_of_worlds}
