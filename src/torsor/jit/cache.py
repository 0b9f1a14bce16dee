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
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import llvmlite
import numba

from .inside.machine import Code, processor
from .inside.numba import config

_PACKAGE = Path(__file__).resolve().parent.parent
_NATIVE_SOURCES = ('schema', 'jit', 'physics', 'api/maths')
_KEEP_SECONDS = 30 * 86400  # builds of other versions are removed when untouched for this long
_DIGEST_SIZE = 32
_BUILD_NAME = re.compile('[0-9a-f]{20}')


def _source_digest() -> str:
    """Hash of every source that takes part in compilation."""
    digest = hashlib.sha256()
    for folder in _NATIVE_SOURCES:
        for path in sorted((_PACKAGE / folder).rglob('*.py')):
            digest.update(str(path.relative_to(_PACKAGE)).encode() + b'\0' + path.read_bytes() + b'\0')
    return digest.hexdigest()


@cache
def stamp(options: str) -> str:
    """Identity of everything that native code depends on besides the stage itself."""
    versions = (sys.version, numba.__version__, llvmlite.__version__)
    flags = (config.OPT, config.LOOP_VECTORIZE, config.SLP_VECTORIZE, config.BOUNDSCHECK, options)
    return hashlib.sha256(repr((_source_digest(), processor(), versions, flags)).encode()).hexdigest()[:20]


def _candidate_roots():
    if chosen := os.environ.get('TORSOR_CACHE_DIR'):
        yield Path(chosen)
        return
    with suppress(RuntimeError):  # a user without a home
        yield Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache') / 'torsor'
    yield _PACKAGE / '__pycache__' / 'native'


@cache
def folder(build: str) -> Path | None:
    """Where this build keeps its files: the first candidate that exists or can be made; None if there is none."""
    for root in _candidate_roots():
        place = root / build
        try:
            if not place.is_dir():
                place.mkdir(parents=True, exist_ok=True)
                _remove_old_builds(root)
        except OSError:
            continue
        with suppress(OSError):
            os.utime(place)  # in use: not to be removed
        return place
    return None


def _remove_old_builds(root: Path) -> None:
    """Remove what other versions left behind; somebody may have chosen a folder that also holds other things."""
    for build in root.iterdir():
        with suppress(OSError):
            if _BUILD_NAME.fullmatch(build.name) and time.time() - build.stat().st_mtime > _KEEP_SECONDS:
                for path in (*build.glob('*.stage'), *build.glob('*.part')):
                    path.unlink(missing_ok=True)
                build.rmdir()


def _path(build: str, name: str) -> Path | None:
    place = folder(build)
    return place and place / f'{name}.stage'


def _read(build: str, name: str) -> bytes | None:
    """What was written under this name, if it is intact."""
    path = _path(build, name)
    try:
        content = path.read_bytes() if path else b''
    except OSError:
        return None
    digest, payload = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
    return payload if hashlib.sha256(payload).digest() == digest else None


def _write(build: str, name: str, payload: bytes) -> None:
    """Keep a payload; quietly does nothing where the folder cannot be written."""
    path = _path(build, name)
    if path is None:
        return
    with suppress(OSError):
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix='.part')
        try:
            with os.fdopen(handle, 'wb') as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            os.replace(aside, path)
        except OSError:
            os.unlink(aside)


def load(build: str, name: str) -> Code | None:
    """The code of this name, or None if it has to be made."""
    payload = _read(build, name)
    try:
        return None if payload is None else Code(*pickle.loads(payload))
    except Exception:  # whatever is wrong with the file, compiling is the answer
        return None


def save(build: str, name: str, code: Code) -> None:
    """Keep code for later processes."""
    _write(build, name, pickle.dumps(tuple(code)))
