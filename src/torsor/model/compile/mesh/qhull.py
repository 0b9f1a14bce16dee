"""Qhull, as SciPy brings it, without the rest of SciPy.

`import scipy.spatial` takes half a second, most of it for what has nothing to do with hulls: longer than the hulls of
most robots take. Qhull is one compiled module, which needs a few others. They are loaded under their own names without
the packages around them; whoever imports those later gets the same modules. Whatever is in the way, SciPy is imported.
"""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

# the last needs those before it, as far as a version of SciPy has them
MODULES = ('scipy._cyutility', 'scipy._lib.messagestream', 'scipy.linalg.cython_lapack', 'scipy.spatial._qhull')

# [log2 of cycles] An idle thread of OpenBLAS, which SciPy brings along, looks for work that long before it sleeps. As
# it comes, one that was just started does so for a tenth of a second, on a core that may be needed; half a millisecond
# will do.
PATIENCE = 'OPENBLAS_THREAD_TIMEOUT', '20'

_loading = threading.Lock()


def qhull() -> ModuleType:
    """The module with ConvexHull and QhullError."""
    with _loading:
        return _loaded()


@cache
def _loaded() -> ModuleType:
    try:
        files = {name: _file(name) for name in MODULES}
        with _stand_in(MODULES[-1].partition('.')[0]), _default(*PATIENCE):
            return [_alone(name, file) for name, file in files.items() if file or name == MODULES[-1]][-1]
    except Exception:  # of whatever kind: the way round is the one that SciPy promises
        import scipy.spatial

        return scipy.spatial


class StandIn(ModuleType):
    """A package in whose name modules are loaded; whoever gets hold of it meanwhile is handed on to the real one."""

    def __init__(self, name: str, folders: list[str]):
        super().__init__(name)
        self.__path__ = folders

    def __getattr__(self, name: str) -> Any:
        self.leave()
        return getattr(import_module(self.__name__), name)

    def leave(self) -> None:
        """Make room for the real one."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]


@contextmanager
def _stand_in(package: str) -> Iterator[None]:
    """Meanwhile compiled modules that name their package do not import it."""
    if package in sys.modules:
        yield
        return
    found = find_spec(package)
    sys.modules[package] = module = StandIn(package, list((found and found.submodule_search_locations) or ()))
    try:
        yield
    finally:
        module.leave()


@contextmanager
def _default(variable: str, value: str) -> Iterator[None]:
    """Meanwhile a variable of the environment has this value, unless it has another one."""
    if variable in os.environ:
        yield
        return
    os.environ[variable] = value
    try:
        yield
    finally:
        os.environ.pop(variable, None)


def _alone(name: str, file: str | None) -> ModuleType:
    """A compiled module, loaded without the packages that it is in."""
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, file) if file else None
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _file(name: str) -> str | None:
    """Where a compiled module is, if it is somewhere."""
    package, *parts = name.split('.')
    found = find_spec(package)
    for folder in (found and found.submodule_search_locations) or ():
        for suffix in EXTENSION_SUFFIXES:
            path = os.path.join(folder, *parts) + suffix
            if os.path.exists(path):
                return path
    return None
