"""Qhull, as SciPy brings it, without the rest of SciPy.

`import scipy.spatial` takes half a second, most of it for what has nothing to do with hulls: longer than the hulls of
most robots take. Qhull is one compiled module, which needs one other. Both are loaded under their own names without the
packages around them; whoever imports those later gets the same modules. Whatever is in the way, SciPy is imported.
"""

import os
import sys
import threading
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from types import ModuleType

MODULES = ('scipy.linalg.cython_lapack', 'scipy.spatial._qhull')  # the second needs the first

_loading = threading.Lock()


def qhull() -> ModuleType:
    """The module with ConvexHull and QhullError."""
    with _loading:
        return _loaded()


@cache
def _loaded() -> ModuleType:
    try:
        return [_alone(name) for name in MODULES][-1]
    except Exception:  # of whatever kind: the way round is the one that SciPy promises
        import scipy.spatial

        return scipy.spatial


def _alone(name: str) -> ModuleType:
    """A compiled module, loaded without the packages that it is in."""
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, _file(name))
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _file(name: str) -> str:
    """Where a compiled module is."""
    package, *parts = name.split('.')
    found = find_spec(package)
    for folder in (found and found.submodule_search_locations) or ():
        for suffix in EXTENSION_SUFFIXES:
            path = os.path.join(folder, *parts) + suffix
            if os.path.exists(path):
                return path
    raise ImportError(name)
