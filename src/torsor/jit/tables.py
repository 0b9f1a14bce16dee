"""What a kernel needs that takes worlds from tables: a struct by its address, fields copied from and to memory.

Tables are arrays of Python's with a row for each world. A field of a struct is named by the place of its address in the
struct's block (`schema.word[name]`), so that one kernel serves whichever fields a user wants. Dry runs end here: what
an address leads to is no copy.
"""

import numpy as np

from . import trace_stages
from .inside.memory import copy_bytes, reals_at
from .layout import by_address
from .python_mode import PythonField, python_struct


def struct_at(struct, address):
    """The struct whose block has this address; for 0 the one given, of whose kind it must be."""
    trace_stages.end()
    return python_struct(by_address[address]) if address else struct


def fetch(struct, word, source, count) -> None:
    """Copy bytes from an address to a field."""
    trace_stages.end()
    copy_bytes(int(struct.struct._block[word]), source, count)


def store(struct, word, target, count) -> None:
    """Copy bytes from a field to an address."""
    trace_stages.end()
    copy_bytes(target, int(struct.struct._block[word]), count)


def numbers_at(address, count):
    """A field of so many real numbers in memory."""
    trace_stages.end()
    return PythonField(np.frombuffer(reals_at(address, count)), False)
