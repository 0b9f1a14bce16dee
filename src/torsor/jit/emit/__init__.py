"""What kernels mean to Numba: types of structs and values, what may be called, and the instructions for it.

Everything that imports Numba is here and in jit/inside. It is imported when something has to be compiled, by
`load.compiler()` alone, so that who finds all native code in the library or in the cache never waits for it.
"""

from llvmlite import ir

from .. import vocabulary, world
from ..arguments import DATA, MODEL, Array, Flag, Index, Number
from ..callback import Callback
from ..inside.compiler import compiled_for_user, helper_dispatcher, is_compilable, user_kernel
from ..inside.shield import module as shield_module
from ..inside.upcall import module as upcall_module
from ..inside.wrapper import shortcut, wrapper
from ..scratch import Scratch
from ..stage import Apart, Stage
from ..upcall import Upcall
from . import (  # noqa: F401, each teaches Numba the names of its module
    arena,
    bits,
    dual_numbers,
    inner,
    integers,
    per_world,
    rows,
    simd,
    tables,
    values,
)
from .callback import INDICES, teach_callback
from .clock import clock_module
from .formula import teach_formula
from .scratch import teach_scratch
from .stage import compiled_stage, stage_dispatcher, teach_stage
from .structs import struct_type, user_struct_type
from .table import NUMBERS
from .upcall import teach_upcall

__all__ = ['clock_module', 'compiled_callback', 'compiled_collider', 'compiled_stage', 'helper_dispatcher',
           'is_compilable', 'shield_module', 'shortcut_module', 'stage_dispatcher', 'upcall_module', 'user_kernel',
           'wrapper_module']

_TEACHERS = {Apart: teach_stage, Callback: teach_callback, Scratch: teach_scratch, Stage: teach_stage,
             Upcall: teach_upcall}
_ADDERS = {Array: 'add_array', Index: 'add_integer', Number: 'add_number', Flag: 'add_flag'}


def wrapper_module(name: str, kinds: tuple, result: type | None) -> ir.Module:
    """The wrapper for these kinds of arguments and this class of results."""
    return wrapper(name, _adders(kinds), result, world.MODEL.word.get, world.DATA.word.get)


def shortcut_module(name: str, kinds: tuple, plain: int) -> ir.Module:
    """The shortcut for calls of these kinds of arguments, of which so many are given."""
    return shortcut(name, _adders(kinds), plain, world.MODEL.word.get, world.DATA.word.get)


def _adders(kinds: tuple) -> list[tuple]:
    """Which methods of wrappers add arguments of these kinds."""
    return [('add_model', None) if k is MODEL else ('add_data', None) if k is DATA else (_ADDERS[type(k)], k)
            for k in kinds]


def compiled_callback(name, function, kinds):
    """Compile a callback of this name, a function of (m, d, i, j), for one world, for structs of several or for duals.
    """
    model, data = kinds or world.SCALAR
    types = struct_type(model), user_struct_type(data, name) if kinds else struct_type(data)
    return compiled_for_user(function, (*types, *INDICES))


def compiled_collider(function):
    """Compile a collider of the user's, a function of (m, d, geom1, geom2, reach)."""
    return compiled_for_user(function, (*map(struct_type, world.SCALAR), *NUMBERS))


vocabulary.read(lambda thing: _TEACHERS.get(type(thing), teach_formula)(thing))
