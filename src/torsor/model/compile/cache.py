"""What was computed from the content of files, kept for the next time: in memory, and on disk if it took long.

Entries are found by a digest of the content, of the settings and of the code that computed them, so that none is ever
out of date. Those that were used least recently make room. Whatever is wrong with a file, the answer is to compute.
"""

import hashlib
import json
import os
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import cache
from math import prod
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

from ...jit.cache import folder
from .. import native
from ..files import Source

SLOW = 0.02  # [s] of the processor from which on a result is worth a file
MEMORY = 512 * 2**20  # [bytes] of all entries of one kind
DISK = 2**30  # [bytes] of all files; TORSOR_ASSET_CACHE sets another limit, and 0 switches files off
MOST_NAMES = 100_000  # of files whose digests are known
SPARED = 0.8  # how much of the limit is left after a clean-up
OVERDRAWN = 0.02  # by how much of the limit a process may exceed it before it looks

T = TypeVar('T')


class Cache(Generic[T]):
    """Results of one kind: a dataclass or named tuple of arrays, numbers, texts, tuples and more of that kind."""

    def __init__(self, kind: str, result: Callable[..., T], memory: int = MEMORY, on_disk: bool = True):
        self.kind, self.result, self.limit, self.on_disk = kind, result, memory, on_disk
        self.entries: OrderedDict[str, tuple[T, int]] = OrderedDict()
        self.used = 0
        self.names: dict[Hashable, str] = {}
        self._changing = threading.Lock()
        self._begun: dict[str, threading.Lock] = {}  # results that some thread is about to have

    def get(self, settings: Hashable, source: Source, compute: Callable[[bytes], T]) -> T:
        """The result of compute(content of the source), which depends on `settings` besides."""
        short = (settings, source.stamp) if source.stamp else None
        name = self.names.get(short, '')
        if name not in self.entries:
            name = self._name(settings, source.content)
            if short and len(self.names) < MOST_NAMES:
                self.names[short] = name
        known = self._known(name)
        if known is not None:
            return known
        with self._begun.setdefault(name, threading.Lock()):  # who comes second waits for the result of the first
            try:
                return self._known(name) or self._found(name) or self._computed(name, lambda: compute(source.content))
            finally:
                self._begun.pop(name, None)

    def _name(self, settings: Hashable, content: bytes) -> str:
        digest = hashlib.blake2b(repr((self.kind, settings, _code())).encode(), digest_size=16)
        digest.update(content)
        return digest.hexdigest()

    def _known(self, name: str) -> T | None:
        with self._changing:
            if name not in self.entries:
                return None
            self.entries.move_to_end(name)
            return self.entries[name][0]

    def _found(self, name: str) -> T | None:
        found = _load(name) if self.on_disk else None
        if found is None:
            return None
        result = rebuilt(self.result, found)
        self._remember(name, result)
        return result

    def _computed(self, name: str, compute: Callable[[], T]) -> T:
        start = time.thread_time()  # of the processor: what others do, or compile, is no reason to keep a result
        result = compute()
        if self.on_disk and time.thread_time() - start > SLOW:
            _store(name, flattened(result))
        self._remember(name, result)
        return result

    def _remember(self, name: str, result: T) -> None:
        size = nbytes(result)
        with self._changing:
            self.entries[name] = result, size
            self.used += size
            while self.used > self.limit:
                _, (_, freed) = self.entries.popitem(last=False)
                self.used -= freed


def parts_of(value: Any) -> dict[str, Any] | None:
    """What a result consists of, by name; None for what has no parts."""
    return value._asdict() if hasattr(value, '_asdict') else getattr(value, '__dict__', None)


def nbytes(value: Any) -> int:
    """How much memory the arrays of a result take; the rest is little."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    return sum(map(nbytes, (parts_of(value) or {}).values()))


def flattened(value: Any, name: str = '') -> dict[str, np.ndarray]:
    """A result as arrays by name."""
    parts = parts_of(value)
    if parts is None:
        return {name: np.asarray(value)}
    return {path: array for key, part in parts.items() for path, array in flattened(part, f'{name}.{key}').items()}


def rebuilt(kind: Callable[..., Any], arrays: dict[str, np.ndarray], name: str = '') -> Any:
    """The result that flattened() took apart; its class says of what it consists."""
    parts = {}
    for key, annotation in kind.__annotations__.items():
        path = f'{name}.{key}'
        if path not in arrays:
            parts[key] = rebuilt(annotation, arrays, path)
        elif annotation is np.ndarray:
            parts[key] = arrays[path]
        else:
            numbers = arrays[path].tolist()
            parts[key] = tuple(numbers) if isinstance(numbers, list) else numbers
    return kind(**parts)


@cache
def _code() -> str:
    """A digest of the sources of the compiler and of its native code."""
    digest = hashlib.blake2b(digest_size=16)
    for folder_of_sources in (Path(__file__).parent, Path(native.__file__).parent):
        for path in sorted(folder_of_sources.rglob('*.py')):
            digest.update(path.read_bytes())
    return digest.hexdigest() + np.__version__


# ---- files


def _limit() -> int:
    try:
        return int(os.environ.get('TORSOR_ASSET_CACHE', DISK))
    except ValueError:
        return DISK


def _path(name: str) -> str | None:
    place = folder('assets') if _limit() > 0 else None
    return f'{place}{os.sep}{name}.arrays' if place else None


def packed(arrays: dict[str, np.ndarray]) -> bytes:
    """Arrays as bytes: a line of JSON with their names, types and shapes, then their contents and a checksum of all.

    A result has dozens of small arrays, for which NumPy's own format takes longer than computing some of them.
    """
    head = json.dumps([(name, array.dtype.str, array.shape) for name, array in arrays.items()]).encode()
    parts = [head, b'\n', *(np.ascontiguousarray(array) for array in arrays.values())]
    checksum = 0
    for part in parts:
        checksum = zlib.crc32(part, checksum)
    return b''.join([*parts, checksum.to_bytes(4, 'little')])


def unpacked(content: bytes) -> dict[str, np.ndarray]:
    """The arrays that packed() wrote; some exception when anything is wrong with them."""
    if zlib.crc32(memoryview(content)[:-4]) != int.from_bytes(content[-4:], 'little'):
        raise ValueError('the checksum is wrong')
    start = content.index(b'\n') + 1
    arrays = {}
    for name, dtype, shape in json.loads(content[:start]):
        count = prod(shape)
        arrays[name] = np.frombuffer(content, dtype, count, start).reshape(shape)
        start += arrays[name].nbytes
    return arrays


def _load(name: str) -> dict[str, np.ndarray] | None:
    path = _path(name)
    if path is None:
        return None
    try:
        with open(path, 'rb', buffering=0) as file:
            arrays = unpacked(file.read())
        os.utime(path)  # in use: not the next to be removed
        return arrays
    except Exception:  # missing, half written, of another version: whatever it is, the result can be computed
        return None


def _store(name: str, arrays: dict[str, np.ndarray]) -> None:
    found = _path(name)
    if found is None:
        return
    path = Path(found)
    aside = path.with_suffix(f'.{os.getpid()}.{threading.get_ident()}.tmp')
    try:
        content = packed(arrays)
        aside.write_bytes(content)
        aside.replace(path)
        _clean_up_at_times(path.parent, len(content))
    except OSError:
        with suppress(OSError):
            aside.unlink()


_unseen = {'bytes': 0.0}  # written since this process last looked at the folder


def _clean_up_at_times(place: Path, written: int) -> None:
    """Clean up after some part of the limit was written: looking at all files takes longer than writing one."""
    _unseen['bytes'] += written
    if _unseen['bytes'] > OVERDRAWN * _limit():
        _unseen['bytes'] = 0.0
        clean_up(place, _limit())


def clean_up(place: Path, limit: int) -> None:
    """Remove what was used least recently, once the files of a folder are more than `limit` bytes."""
    files = []
    for path in place.iterdir():
        with suppress(OSError):
            status = path.stat()
            files.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in files)
    if total <= limit:
        return
    for _, size, path in sorted(files):
        if total <= SPARED * limit:
            break
        with suppress(OSError):
            path.unlink()
            total -= size
