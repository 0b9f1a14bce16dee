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

Contacts of two types of geoms are found by `model.callbacks.collision[type1, type2]`, see colliders.py.
"""

from collections.abc import Callable

from ..jit import callback as native
from ..jit.inside.compiler import compiled_for_user, is_compilable, user_kernel
from ..jit.layout import by_address
from ..jit.stage import jit_enabled
from ..physics.world import MODEL, SCALAR
from .colliders import Colliders
from .functions import check_arguments

# kind: names of the arguments beyond those of the native signature that the user's function takes, and its result
_ARGUMENTS = {
    'control': ('m', 'd'), 'passive': ('m', 'd'), 'act_dyn': ('m', 'd', 'i'), 'act_gain': ('m', 'd', 'i'),
    'act_bias': ('m', 'd', 'i'), 'sensor': ('m', 'd', 'i'), 'contactfilter': ('m', 'd', 'i', 'j'), 'time': (),
}
_RETURNS_NUMBER = frozenset({'act_dyn', 'act_gain', 'act_bias', 'contactfilter', 'time'})
_python_callbacks: dict[str, Callable] = {}


def _handle(kind: str, m: int, d: int, i: int, j: int) -> float:
    """Call the Python callback of this kind on behalf of native code."""
    function = _python_callbacks[kind]
    values = {'m': by_address.get(m), 'd': by_address.get(d), 'i': i, 'j': j}
    result = function(*[values[name] for name in _ARGUMENTS[kind]])
    if kind not in _RETURNS_NUMBER:
        return 0.0
    if not isinstance(result, (int, float)) and not hasattr(result, '__float__'):
        raise TypeError(f'mjcb_{kind} callback did not return a number')
    return float(result)


native.python_handler = _handle


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


FUNCTIONS = {f'{verb}_mjcb_{kind}': make(kind)
             for kind in _ARGUMENTS for verb, make in (('set', _setter), ('get', _getter))}


# ---- callbacks of one model ----
def kernel(function: Callable) -> Callable:
    """Decorator: a function that may be a callback of a model, or be called from one; compiled when first used."""
    return user_kernel(function)


class Callbacks:
    """The jitted callbacks of one model: assign a function to `control`, `passive`, `act_dyn`, ... or None.

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
        pair = self._functions.get(kind)
        return pair and pair[0]

    def __setattr__(self, kind, function):
        if kind not in _ARGUMENTS:
            raise AttributeError(_unknown(kind))
        word = MODEL.word[f'callback.{kind}']
        if function is None:
            self._block[word] = 0
            self._functions.pop(kind, None)
            return
        adapter, address = _link(kind, function)
        self._functions[kind] = function, adapter  # the adapter owns the native code
        self._block[word] = address

    def __delattr__(self, kind):
        setattr(self, kind, None)

    def _copy_to(self, model) -> None:
        """Give another model the same callbacks."""
        for kind, pair in self._functions.items():
            model.callbacks._functions[kind] = pair
            word = MODEL.word[f'callback.{kind}']
            model._block[word] = self._block[word]
        self._colliders.copy_to(model.callbacks.collision)

    def __repr__(self):
        names = ', '.join(f'{kind}={pair[0].__name__}' for kind, pair in self._functions.items())
        return f'<callbacks {names or "none"}>'


def _unknown(kind: str) -> str:
    return f'there is no callback {kind!r}; the kinds are {", ".join(_ARGUMENTS)}'


def _link(kind: str, function: Callable):
    """An adapter with the native signature around the user's function, and its address."""
    check_arguments(f'callback {kind}', function, _ARGUMENTS[kind])
    if not jit_enabled():
        adapter = _ADAPTERS[kind](function)
        native.python_functions[id(adapter)] = adapter
        return adapter, id(adapter)
    own = function if is_compilable(function) else kernel(function)
    try:
        native_code = compiled_for_user(_ADAPTERS[kind](own), (*SCALAR, *native.INDICES))
    except TypeError as error:
        raise TypeError(f'the callback {kind} cannot use {function.__name__}, which does not compile; a callable that '
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


_ADAPTERS = {'control': _adapt_action, 'passive': _adapt_action, 'act_dyn': _adapt_number, 'act_gain': _adapt_number,
             'act_bias': _adapt_number, 'sensor': _adapt_staged, 'contactfilter': _adapt_pair, 'time': _adapt_clock}
