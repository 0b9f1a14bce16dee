"""Native code that came with the package: one shared library with every stage for one world and every wrapper.

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

import numpy as np

from .settings import avoids_short_way, changed_settings, jit_enabled
from .sources import PACKAGE, source_digest

FOLDER = PACKAGE / 'native'
MANIFEST, TABLE = 'manifest.json', 'torsor_table'
# levels of x86-64, the best first, and the names Linux has for what a processor must have (psABI, table 3.1)
_LEVEL_2 = {'cx16', 'lahf_lm', 'popcnt', 'sse4_1', 'sse4_2', 'ssse3'}
LEVELS = {'x86-64-v3': _LEVEL_2 | {'abm', 'avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'movbe', 'xsave'},
          'x86-64-v2': _LEVEL_2}


class Library:
    """Functions and words by their names; an empty one has none."""

    def __init__(self, functions: dict[str, int] | None = None, words: dict[str, tuple[int, int]] | None = None,
                 remarks: dict[str, str] | None = None):
        self._functions, self._words, self._remarks = functions or {}, words or {}, remarks or {}

    def __bool__(self) -> bool:
        return bool(self._functions)

    def function(self, name: str) -> int:
        """The address of a function; zero if it is not here."""
        return self._functions.get(name, 0)

    def remark(self, name: str) -> bytes:
        """What was said of a function when it was compiled."""
        return self._remarks.get(name, '').encode('latin-1')

    def words(self, symbol: str, count: int) -> np.ndarray | None:
        """The words under a name, if there are as many."""
        address, available = self._words.get(symbol, (0, 0))
        if available != count:
            return None
        return np.frombuffer((ctypes.c_int64 * count).from_address(address), np.int64)


@cache
def library() -> Library:
    """The library of this process."""
    if not _is_wanted() or not (manifest := _manifest()):
        return Library()
    try:
        return _opened(manifest)
    except (KeyError, OSError, TypeError, ValueError):  # whatever is wrong with it, compiling is the answer
        return Library()


def _is_wanted() -> bool:
    """Whether this interpreter may use native code that was compiled elsewhere, and nobody asked for other code."""
    known = sys.implementation.name == 'cpython' and 't' not in getattr(sys, 'abiflags', 't')  # t: without the GIL
    return known and jit_enabled() and not avoids_short_way() and not changed_settings()


def _manifest() -> dict | None:
    """What the builder says about its libraries, if it has seen the sources that are here."""
    if not FOLDER.exists():
        return None
    import json  # of no use to who has no library

    try:
        manifest = json.loads((FOLDER / MANIFEST).read_bytes())
        return manifest if manifest['sources'] == source_digest() else None
    except (KeyError, OSError, TypeError, ValueError):
        return None


def _opened(manifest: dict) -> Library:
    features = _features()
    level = next((level for level in LEVELS if level in manifest['levels'] and LEVELS[level] <= features), None)
    crc32, path = manifest['levels'][level], FOLDER / f'{level}.so'
    if zlib.crc32(path.read_bytes()) != crc32:  # to load half a file would end the process
        raise ValueError('damaged')
    names, sizes, remarks = list(manifest['functions']), dict(manifest['words']), dict(manifest['remarks'])
    table = (ctypes.c_int64 * (len(names) + len(sizes))).in_dll(ctypes.CDLL(path), TABLE)
    words = {name: (place, count) for (name, count), place in zip(sizes.items(), table[len(names):])}
    return Library(dict(zip(names, table)), words, remarks)


def _features() -> set[str]:
    """What this processor can do, in Linux's words; nothing where these are not to be had."""
    try:
        with Path('/proc/cpuinfo').open() as file:
            return set(next(line for line in file if line.startswith('flags')).split())
    except (OSError, StopIteration):
        return set()


