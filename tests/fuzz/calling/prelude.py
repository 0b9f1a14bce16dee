"""What every sequence of calls begins with; the scripts that the fuzzer leaves behind begin with this file's text."""

import copy  # noqa: F401
import pickle  # noqa: F401

import numpy as np

given = []


def normal(seed, *shape):
    """Numbers that are the same in both engines."""
    return np.random.default_rng(seed).normal(size=shape)


def locked(array):
    """The same array, read-only."""
    array.flags.writeable = False
    return array


def call(function, *arguments, **options):
    """The result of a call, and what has become of its arguments that are arrays."""
    given[:] = [argument for argument in arguments if isinstance(argument, np.ndarray)]
    result = function(*arguments, **options)
    return [copied(result), *(array.copy() for array in given)]


def copied(result):
    """A result that does not change with the data that it may be a view of."""
    return result.copy() if isinstance(result, np.ndarray) else result
