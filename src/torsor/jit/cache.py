"""Compiled functions on disk, one file each.

A file is named after everything that could change its contents: the sources of the package that end up in native
code, the versions of Python, Numba and LLVM, the processor and the code generation flags. Numba's own cache only
watches the file a function is defined in, and would go on using a stage after a helper in another file changed.
Files are written aside and renamed, so that processes starting together never see half a file; a file that is
unreadable, damaged or cannot be written costs a compilation, nothing else.
"""

import hashlib
import os
import pickle
import re
import stat
import sys
import time
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path

from .inside import machine
from .inside.code import Code
from .inside.llvm import version
from .inside.settings import avoids_short_way, changed_settings
from .inside.sources import PACKAGE, source_digest

_KEEP_SECONDS = 30 * 86400  # builds of other versions are removed when untouched for this long
_DIGEST_SIZE = 32
_BUILD_NAME = re.compile('[0-9a-f]{20}')


@cache
def stamp() -> str:
    """Identity of everything that native code depends on besides its name."""
    versions = (sys.version, version('numba'), version('llvmlite'))
    flags = sorted(changed_settings().items()), avoids_short_way()
    return hashlib.sha256(repr((source_digest(), machine.processor(), versions, flags)).encode()).hexdigest()[:20]


def _candidate_roots():
    if chosen := os.environ.get('TORSOR_CACHE_DIR'):
        yield Path(chosen)
        return
    with suppress(RuntimeError):  # a user without a home
        yield Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache') / 'torsor'
    yield PACKAGE / '__pycache__' / 'native'


@cache
def folder(build: str) -> Path | None:
    """Where this build keeps its files: the first candidate that exists or can be made; None if there is none."""
    for root in _candidate_roots():
        place = root / build
        try:
            if not place.is_dir():
                root.mkdir(0o700, parents=True, exist_ok=True)
                place.mkdir(0o700, exist_ok=True)
                _remove_old_builds(root)
            if not root.is_relative_to(PACKAGE) and not (_is_private(root) and _is_private(place)):
                continue
        except OSError:
            continue
        with suppress(OSError):
            os.utime(place)  # in use: not to be removed
        return place
    return None


def _is_private(place: Path) -> bool:
    """Whether a folder is the user's and nobody else can write to it: native code from elsewhere is not run."""
    if not hasattr(os, 'getuid'):  # Windows gives users folders of their own
        return True
    status = place.stat()
    if status.st_uid != os.getuid():
        reason, remedy = 'belongs to somebody else', 'choose another with TORSOR_CACHE_DIR'
    elif status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        reason, remedy = 'can be written by others', f'chmod go-w {place}'
    else:
        return True
    warnings.warn(f'torsor keeps no native code in {place}, which {reason}: {remedy}', stacklevel=2)
    return False


def _remove_old_builds(root: Path) -> None:
    """Remove what other versions left behind; somebody may have chosen a folder that also holds other things."""
    for build in root.iterdir():
        with suppress(OSError):
            if _BUILD_NAME.fullmatch(build.name) and time.time() - build.stat().st_mtime > _KEEP_SECONDS:
                for path in (*build.glob('*.stage'), *build.glob('*.part')):
                    path.unlink(missing_ok=True)
                build.rmdir()


def _read(path: Path) -> bytes | None:
    """What was written to a file, if it is intact."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, payload = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
    return payload if hashlib.sha256(payload).digest() == digest else None


def _write(path: Path, payload: bytes) -> None:
    """Keep a payload; quietly does nothing where the folder cannot be written."""
    import tempfile  # which imports a good deal, for those who write only

    with suppress(OSError):
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix='.part')
        try:
            with os.fdopen(handle, 'wb') as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            os.replace(aside, path)
        except OSError:
            os.unlink(aside)


def _path(name: str) -> Path | None:
    place = folder(stamp())
    return place and place / f'{name}.stage'


def load(name: str) -> Code | None:
    """The code of this name, or None if it has to be made."""
    path = _path(name)
    payload = path and _read(path)
    try:
        return Code(*pickle.loads(payload)) if payload else None
    except Exception:  # whatever is wrong with the file, compiling is the answer
        return None


def has(name: str) -> bool:
    """Whether there is code of this name."""
    path = _path(name)
    return path is not None and path.exists()


def is_writable() -> bool:
    """Whether later processes will find what this one makes."""
    place = folder(stamp())
    return place is not None and os.access(place, os.W_OK)


def linked(name: str) -> int:
    """The address of the function of this name; zero if it has to be made."""
    code = load(name)
    return (code and machine.load(code)) or 0


def save(name: str, code: Code) -> None:
    """Keep code for later processes."""
    path = _path(name)
    if path:
        _write(path, pickle.dumps(tuple(code)))
