"""Where CPython and NumPy keep what a call from Python needs: the class of an object, a slot, the numbers of an array.

These places are not part of any promise. They are verified at first use; where they do not hold, calls go through
ctypes and checks in Python.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from importlib import import_module
from inspect import Signature, signature

import numpy as np

from .symbols import words as shared_words

TYPE, SLOT = 8, 16  # PyObject: reference count, type, then what the object holds
DATA, NDIM, SHAPE, DESCR, FLAGS = 16, 24, 32, 56, 64  # PyArrayObject, with strides and base in between
C_CONTIGUOUS, ALIGNED, WRITEABLE = 0x1, 0x100, 0x400
ELEMENTS = {name: np.dtype(name) for name in ('float64', 'int32', 'int64', 'float32', 'uint8')}

# objects that native code compares with, by their addresses: words that it loads
_WORDS = ('None', 'False', 'True', 'Exception', 'ndarray', *ELEMENTS, 'MjModel', 'MjData')
words = shared_words('torsor_objects', len(_WORDS))
_known: dict[str, object] = {}


def place(name: str) -> int:
    """Index of the word that holds the address of an object."""
    return _WORDS.index(name)


def register(name: str, thing) -> None:
    """Say which object has this name."""
    _known[name] = thing  # its address stays valid
    words[place(name)] = id(thing)


def registered(name: str):
    """The object of this name, None if there is none yet."""
    return _known.get(name)


def is_foreign(function) -> bool:
    """Whether this is a function of ctypes, which takes addresses."""
    return isinstance(function, ctypes._CFuncPtr)


def as_text_function(function) -> Callable[[bytes], None]:
    """A function of ctypes as one that takes a `const char*`, whatever arguments it is declared with."""
    return ctypes.CFUNCTYPE(None, ctypes.c_char_p)(ctypes.cast(function, ctypes.c_void_p).value)


for _name, _thing in (('None', None), ('False', False), ('True', True), ('Exception', Exception),
                      ('ndarray', np.ndarray), *ELEMENTS.items()):
    register(_name, _thing)


class _Probe:
    """An object with a slot, as structs are."""

    __slots__ = ('_block',)


@cache
def layout_holds() -> bool:
    """Whether objects lie in memory as the wrappers assume."""

    def word(address, kind=ctypes.c_size_t):
        return kind.from_address(address).value

    probe, array = _Probe(), np.zeros((3, 5))
    probe._block = array
    if object.__basicsize__ != SLOT or np.dtype(np.intp).itemsize != 8:
        return False
    if word(id(probe) + TYPE) != id(_Probe) or word(id(probe) + SLOT) != id(array):
        return False
    shape = word(id(array) + SHAPE)
    return (word(id(array) + DATA) == array.ctypes.data and word(id(array) + DESCR) == id(ELEMENTS['float64'])
            and word(id(array) + FLAGS) & 0xffff == array.flags.num & 0xffff
            and word(id(array) + NDIM, ctypes.c_int) == 2 and [word(shape + 8 * i) for i in range(2)] == [3, 5])


class _Definition(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = (('name', ctypes.c_char_p), ('function', ctypes.c_void_p), ('flags', ctypes.c_int),
                ('doc', ctypes.c_char_p))


_METH_KEYWORDS, _METH_FASTCALL = 0x2, 0x80
_definitions: list[_Definition] = []  # as functions may outlive everything else


def builtin(name: str, address: int, self):
    """A Python function from the address of a C function (self, arguments, count)."""
    return _made(_Definition(name.encode(), address, _METH_FASTCALL, None), self, None)


class _Place(np.ndarray):
    """An array that a function in native code is given as `self`. Who pickles the function pickles getattr(self, its
    name): what is kept is the module that has it."""

    module: str

    def __reduce_ex__(self, protocol):
        return import_module, (self.module,)


def builtin_like(function: Callable, module: str, address: int, record: np.ndarray):
    """One that takes keywords too, from (self, arguments, count, names); it looks like a function in Python, and is
    found in a module."""
    parameters = [p.replace(annotation=p.empty) for p in signature(function).parameters.values()]
    doc = f'{function.__name__}{Signature(parameters)}\n--\n\n{function.__doc__}'
    place = record.view(_Place)
    place.module = module
    flags = _METH_FASTCALL | _METH_KEYWORDS
    return _made(_Definition(function.__name__.encode(), address, flags, doc.encode()), place, id(module))


def _made(definition: _Definition, self, module: int | None):
    _definitions.append(definition)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    return make(ctypes.addressof(definition), self, module)


def counter(address: int):
    """A Python function from a native one that takes nothing and returns a word."""
    return ctypes.PYFUNCTYPE(ctypes.c_int64)(address)
