"""Formulas: straight-line Python over elements, executed while a kernel is compiled.

One definition runs in three ways:
  - on Symbols without a builder while Numba infers types (only the type of the result is wanted),
  - on Symbols with a builder while Numba lowers: every operation emits one LLVM instruction into the kernel,
  - on floats (or PythonPack lanes) when JIT is disabled.
A formula costs no sub-compilation, and kernels for one world and for many execute the same operations in the
same order, so (no fastmath, no FMA contraction) they round identically.
"""

from . import vocabulary


class Symbolic:
    """An element of a kernel under compilation, to tell it from numbers; see emit/symbol.py."""

    __slots__ = ()
    is_dual = False  # whether it has derivatives, see dual.py


def formula(function):
    """Decorator: make a straight-line Python function on elements and values callable from kernels."""
    vocabulary.add(function)
    return function
