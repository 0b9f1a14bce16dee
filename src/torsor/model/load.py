"""From a file to a compiled model: what is read, and then compiled."""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike, fspath
from os.path import dirname

from .compile.compile import Compiled, compile_spec
from .files import Files
from .mjcf.include import read_document, read_text
from .mjcf.read import read


def compile_file(path: str | PathLike, assets: Mapping[str, bytes] | None = None) -> Compiled:
    """Compile the MJCF file `path`; `assets` are files by name that take precedence over those on disk."""
    path = fspath(path)
    files = Files(dirname(path), assets)
    with _garbage_kept():
        return compile_spec(read(read_document(path, files), files.directory), files)


def compile_string(xml: str | bytes, assets: Mapping[str, bytes] | None = None) -> Compiled:
    """Compile an MJCF model given as text."""
    files = Files(assets=assets)
    with _garbage_kept():
        return compile_spec(read(read_text(xml, files)), files)


@contextmanager
def _garbage_kept() -> Iterator[None]:
    """Many objects appear at once and all are needed until the end: looking for garbage among them is a waste."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
