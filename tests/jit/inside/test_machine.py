"""Machine code: made, kept, linked."""

import ctypes

import numpy as np
import pytest
from llvmlite import binding, ir

from torsor.jit.inside import machine
from torsor.jit.inside.machine import Code, counter, define, load, publish, translated

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
    read = counter(code)
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
    assert counter(translated(module_that_loads('torsor_test_again', 'torsor_test_f'), 'torsor_test_f'))() == 2


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
    machine.define_api('PyLong_AsLongLong')
    publish()
    address = ctypes.cast(ctypes.pythonapi.PyLong_AsLongLong, ctypes.c_void_p).value
    assert binding.address_of_symbol('PyLong_AsLongLong') == address
