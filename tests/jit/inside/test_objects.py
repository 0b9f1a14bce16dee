"""Where CPython and NumPy keep things: if these fail, they have changed; calls are still right, but slower."""

import ctypes
import sys

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.jit.inside import objects
from torsor.jit.inside.objects import builtin, layout_holds, place, registered, words
from torsor.jit.layout import Block


class Forgetful(torsor.MjData):
    """Never makes the memory of a data."""

    def __init__(self, model):
        pass


class Derived(torsor.MjData):
    """Somebody's own data class, with room for attributes."""


def slot(struct) -> int:
    return ctypes.c_size_t.from_address(id(struct) + objects.SLOT).value


def test_the_layout_of_objects_is_as_assumed():
    assert layout_holds() == (sys.implementation.name == 'cpython')


def test_the_block_of_a_struct_has_a_fixed_place():
    """The first slot of the first class comes right after the header, in derived classes too."""
    m = tree()
    for struct in (m, torsor.MjData(m), Derived(m)):
        assert isinstance(struct, Block)
        assert slot(struct) == id(struct._block)


def test_the_place_is_empty_before_the_struct_is_made():
    assert slot(Forgetful(tree())) == 0


@pytest.mark.parametrize(('name', 'value'), [('SLOT', 24), ('TYPE', 16), ('DATA', 24), ('DESCR', 48), ('FLAGS', 72),
                                             ('SHAPE', 40), ('NDIM', 28)])
def test_another_layout_is_noticed(monkeypatch, name, value):
    monkeypatch.setattr(objects, name, value)
    assert not layout_holds.__wrapped__()


def test_objects_that_native_code_knows():
    for name, thing in (('None', None), ('True', True), ('ndarray', np.ndarray), ('Exception', Exception),
                        ('float64', np.dtype(np.float64)), ('MjModel', torsor.MjModel), ('MjData', torsor.MjData)):
        assert registered(name) is thing
        assert words[place(name)] == id(thing)


def test_a_builtin_from_an_address():
    """Of a C function (self, arguments, count): it gets an array of objects."""
    prototype = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.POINTER(ctypes.py_object),
                                  ctypes.c_ssize_t)

    def echo(self, arguments, count):
        return self, arguments[:count]

    native = prototype(echo)
    function = builtin('echo', ctypes.cast(native, ctypes.c_void_p).value, 'me')
    assert type(function) is type(len)
    assert function.__name__ == 'echo'
    assert function(1, 'two') == ('me', [1, 'two'])
    assert function() == ('me', [])
