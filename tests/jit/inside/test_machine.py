"""Machine code: made, kept, linked."""

import ctypes

import numpy as np
import pytest
from llvmlite import binding, ir

from torsor.jit.inside.code import Code
from torsor.jit.inside.machine import load, publish, translated
from torsor.jit.inside.objects import counter
from torsor.jit.inside.symbols import define, word_of, words

WORD = ir.IntType(64)


def module_that_loads(symbol: str, name: str) -> ir.Module:
    """A function without arguments that returns the word of this symbol."""
    module = ir.Module()
    word = ir.GlobalVariable(module, WORD, symbol)
    builder = ir.IRBuilder(ir.Function(module, ir.FunctionType(WORD, []), name).append_basic_block())
    builder.ret(builder.load(word))
    return module


def test_code_is_linked_with_what_was_defined():
    word = np.array([42], np.int64)
    define('torsor_test_word', word.ctypes.data)
    code = translated(module_that_loads('torsor_test_word', 'torsor_test_load'), 'torsor_test_load')
    assert code.symbols == ('torsor_test_word',)
    read = counter(load(code))
    assert read() == 42
    word[0] = 43
    assert read() == 43


def test_code_whose_symbols_are_missing_is_not_linked():
    """LLVM ends the process over a symbol without an address."""
    code = translated(module_that_loads('torsor_nothing_of_this_name', 'torsor_test_missing'), 'torsor_test_missing')
    assert load(code) is None


def test_llvm_is_told_about_symbols_only_when_code_is_linked():
    """By who compiles: the main thread, which may be interrupted, has no business with LLVM's locks."""
    define('torsor_test_late', 1)
    assert binding.address_of_symbol('torsor_test_late') is None
    publish()
    assert binding.address_of_symbol('torsor_test_late') == 1


def test_a_later_definition_counts():
    first, second = np.array([1], np.int64), np.array([2], np.int64)
    for word in (first, second):
        define('torsor_test_again', word.ctypes.data)
    code = translated(module_that_loads('torsor_test_again', 'torsor_test_f'), 'torsor_test_f')
    assert counter(load(code))() == 2


def test_code_is_bytes():
    code = translated(module_that_loads('torsor_test_word', 'torsor_test_bytes'), 'torsor_test_bytes')
    assert isinstance(code.bytes, bytes)
    assert Code(*tuple(code)) == code


def test_wrong_code_is_found_before_it_is_translated():
    module = ir.Module()
    builder = ir.IRBuilder(ir.Function(module, ir.FunctionType(WORD, []), 'f').append_basic_block())
    builder.ret(ir.Constant(ir.DoubleType(), 1.0))
    with pytest.raises(RuntimeError, match='function result type'):
        translated(module, 'f')


def test_functions_of_cpython():
    """They are found wherever Python is: in the program, or in a library of it."""
    module = ir.Module()
    function = ir.Function(module, ir.FunctionType(WORD, []), 'torsor_test_api')
    builder = ir.IRBuilder(function.append_basic_block())
    builder.call(ir.Function(module, ir.FunctionType(ir.VoidType(), []), 'PyErr_Clear'), [])
    builder.ret(WORD(7))
    code = translated(module, 'torsor_test_api')
    assert code.symbols == ('PyErr_Clear',)
    assert counter(load(code))() == 7
    address = ctypes.cast(ctypes.pythonapi.PyErr_Clear, ctypes.c_void_p).value
    assert binding.address_of_symbol('PyErr_Clear') == address


def test_words_are_zero_and_lie_apart():
    first, second = words('torsor_test_first', 3), words('torsor_test_second')
    first[:] = 1, 2, 3
    assert second.tolist() == [0]
    second[0] = 4
    assert first.tolist() == [1, 2, 3]
    thing = object()
    assert word_of('torsor_test_thing', thing)[0] == id(thing)


def test_there_is_always_room_for_words():
    pieces = [words(f'torsor_test_many_{i}', 100) for i in range(20)]
    for i, piece in enumerate(pieces):
        piece[:] = i
    assert all((piece == i).all() for i, piece in enumerate(pieces))
