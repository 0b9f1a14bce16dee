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
from llvmlite import binding
from numba.core import config
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime import rtsys

_PACKAGE = Path(__file__).resolve().parent.parent
_NATIVE_SOURCES = ('schema', 'jit', 'physics')
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
    machine = (binding.get_default_triple(), config.CPU_NAME or binding.get_host_cpu_name(),
               config.CPU_FEATURES or binding.get_host_cpu_features().flatten())
    versions = (sys.version, numba.__version__, llvmlite.__version__)
    flags = (config.OPT, config.LOOP_VECTORIZE, config.SLP_VECTORIZE, config.BOUNDSCHECK, options)
    return hashlib.sha256(repr((_source_digest(), machine, versions, flags)).encode()).hexdigest()[:20]


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


# ---- functions for Python: with the wrapper that takes Python objects ----
def load(context, build: str, name: str) -> CompileResult | None:
    """The compiled function of this name, or None if it has to be compiled."""
    payload = _read(build, name)
    try:
        if payload is None:
            return None
        symbols, parts = pickle.loads(payload)
        with global_compiler_lock:
            return CompileResult._rebuild(context, *parts) if _can_link(context, symbols) else None
    except Exception:  # whatever is wrong with the file, compiling is the answer
        return None


def save(build: str, name: str, result: CompileResult) -> None:
    """Keep a compiled function for later processes."""
    _write(build, name, pickle.dumps((_undefined_symbols(result.library), result._reduce())))


# ---- functions that only native code calls: an address is all that is needed ----
def load_address(context, build: str, name: str) -> int | None:
    """The address of the compiled function of this name, or None if it has to be compiled."""
    payload = _read(build, name)
    try:
        if payload is None:
            return None
        symbols, function, code = pickle.loads(payload)
        with global_compiler_lock:
            if not _can_link(context, symbols):
                return None
            engine = context.codegen()._engine
            engine._ee.add_object_file(binding.ObjectFileRef.from_data(code))
            engine.finalize_object()
            return engine.get_function_address(function)
    except Exception:  # whatever is wrong with the file, compiling is the answer
        return None


def save_address(build: str, name: str, result: CompileResult) -> None:
    """Keep the code of a compiled function for later processes."""
    code = result.library._get_compiled_object()
    _write(build, name, pickle.dumps((_undefined_symbols(result.library), result.fndesc.llvm_func_name, code)))


def _undefined_symbols(library) -> list[str]:
    """Names of what code of this library is linked with."""
    module = library._final_module
    return [thing.name for things in (module.functions, module.global_variables) for thing in things
            if thing.is_declaration and not thing.name.startswith('llvm.')]


def _can_link(context, symbols: list[str]) -> bool:
    """Make sure that all symbols have addresses: LLVM would end the process over one that is missing.

    Most of Numba comes to life with the first compilation, which takes half a second; that is avoided if it can be.
    """

    def missing():
        return any(binding.address_of_symbol(name) is None for name in symbols)

    for awaken in (lambda: None, lambda: rtsys.initialize(context), context.refresh):
        awaken()
        if not missing():
            return True
    return False
