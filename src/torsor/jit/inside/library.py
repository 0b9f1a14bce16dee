"""Native code that came with the package: a shared library with every stage for one world, those that several worlds
run together, and every wrapper.

A wheel may bring it, for some levels of processors (see tools/build_library.py). It has one symbol, a table of
addresses: of its functions, and of the words that it shares with Python. What does not fit is never loaded: another
processor or interpreter, other sources, settings that change native code, a damaged file. Everything is then compiled
at first use.
"""

import ctypes
import sys
import zlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .settings import avoids_short_way, changed_settings, jit_enabled
from .sources import PACKAGE, source_digest

FOLDER = PACKAGE / 'native'
TABLE = 'torsor_table'


class Level(NamedTuple):
    """A level of x86-64 (psABI, table 3.1)."""

    needs: frozenset[str]  # what a processor must have, in Linux's words
    widths: tuple[int, ...]  # how many worlds run together; see batch/lanes.py


_LEVEL_2 = frozenset(('cx16', 'lahf_lm', 'popcnt', 'sse4_1', 'sse4_2', 'ssse3'))
_LEVEL_3 = _LEVEL_2 | {'abm', 'avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'movbe', 'xsave'}
_LEVEL_4 = _LEVEL_3 | {'avx512bw', 'avx512cd', 'avx512dq', 'avx512f', 'avx512vl'}
# the best first
LEVELS = {'x86-64-v4': Level(_LEVEL_4, (8,)), 'x86-64-v3': Level(_LEVEL_3, (4, 8)), 'x86-64-v2': Level(_LEVEL_2, (4,))}


class Library:
    """Functions and words by their names; an empty one has none."""

    def __init__(self, functions: dict[str, int] | None = None, words: dict[str, tuple[int, int]] | None = None,
                 remarks: dict[str, str] | None = None, widths: tuple[int, ...] = ()):
        self._functions, self._words, self._remarks = functions or {}, words or {}, remarks or {}
        self.widths = widths  # of the stages that several worlds run together

    def __bool__(self) -> bool:
        return bool(self._functions)

    def function(self, name: str) -> int:
        """The address of a function; zero if it is not here."""
        return self._functions.get(name, 0)

    def remark(self, name: str) -> bytes:
        """What was said of a function when it was compiled."""
        return self._remarks.get(name, '').encode('latin-1')

    def symbol_at(self, address: int) -> str:
        """The name of the words at an address."""
        return next(name for name, (place, _) in self._words.items() if place == address)

    def words(self, symbol: str, count: int) -> np.ndarray | None:
        """The words under a name, if there are as many."""
        address, available = self._words.get(symbol, (0, 0))
        if available != count:
            return None
        return np.frombuffer((ctypes.c_int64 * count).from_address(address), np.int64)


@cache
def library() -> Library:
    """The library of this process."""
    if not _is_wanted() or not FOLDER.exists():
        return Library()
    features = _features()
    level = next((name for name, level in LEVELS.items() if level.needs <= features), None)
    try:
        return _opened(level) if level else Library()
    except (KeyError, OSError, TypeError, ValueError):  # whatever is wrong with it, compiling is the answer
        return Library()


def _is_wanted() -> bool:
    """Whether this interpreter may use native code that was compiled elsewhere, and nobody asked for other code."""
    known = sys.implementation.name == 'cpython' and 't' not in getattr(sys, 'abiflags', 't')  # t: without the GIL
    return known and jit_enabled() and not avoids_short_way() and not changed_settings()


def _opened(level: str) -> Library:
    """The library of a level of processors, if it was made from the sources that are here, and is whole."""
    import json  # of no use to who has no library

    manifest = json.loads((FOLDER / f'{level}.json').read_bytes())
    path = FOLDER / f'{level}.so'
    if manifest['sources'] != source_digest() or zlib.crc32(path.read_bytes()) != manifest['crc32']:
        raise ValueError('made from other sources, or damaged: to load half a file would end the process')
    names, sizes, remarks = list(manifest['functions']), dict(manifest['words']), dict(manifest['remarks'])
    table = (ctypes.c_int64 * (len(names) + len(sizes))).in_dll(ctypes.CDLL(path), TABLE)
    words = {name: (place, count) for (name, count), place in zip(sizes.items(), table[len(names):])}
    return Library(dict(zip(names, table)), words, remarks, LEVELS[level].widths)


def _features() -> set[str]:
    """What this processor can do, in Linux's words; nothing where these are not to be had."""
    try:
        with Path('/proc/cpuinfo').open() as file:
            return set(next(line for line in file if line.startswith('flags')).split())
    except (OSError, StopIteration):
        return set()
