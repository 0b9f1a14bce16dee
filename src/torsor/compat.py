"""Torsor in the place of the `mujoco` package, for packages that import MuJoCo by its name.

    import torsor.compat
    torsor.compat.install()

    import gymnasium                        # its environments now run on Torsor
    env = gymnasium.make('Humanoid-v5')

`install` acts on imports that follow it, in this process only: call it before anything imports `mujoco`, and again in
processes that are started afresh (`multiprocessing` with the method `spawn`). `with installed():` does it for a block;
what is imported after the block, by a function called later for instance, is the original again.

Pictures are drawn by the processor (`mujoco.Renderer`, `mujoco.mjr_render`), without OpenGL. `mujoco.viewer` is that of
Torsor, in the browser; gymnasium's `render_mode='human'` opens a window where there is a screen, and that viewer where
there is none. Packages in Python that are written for MuJoCo and live in its folder (`mujoco.mjx`, `mujoco.sysid`, ...)
are imported from there if they are installed, and run on Torsor; nothing of the original that is in native code is ever
loaded. Other parts of MuJoCo that Torsor does not have are absent, so that `hasattr` and `try: import` tell the truth.
"""

import contextlib
import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, NoReturn

from . import api
from .api import preallocate
from .api.errors import FatalError
from .api.record import ContactList, SolverList, TimerList, WarningList
from .viewer import gymnasium

__all__ = ['install', 'installed', 'uninstall']

NAME = 'mujoco'
_DRAWING_PREFIXES = ('Mjr', 'Mjv', 'mjr_', 'mjv_')
_OWN_MODULES = ['batch', 'minimize', 'msh2obj', 'rollout', 'viewer']  # what Torsor has under the same names
_CONTEXT_MODULES = ['cgl', 'egl', 'gl_context', 'glfw', 'osmesa']  # each has a GLContext
_RENDERER_MODULES = ['renderer', 'rendering.classic.renderer']  # each has a Renderer
_GUESTS = {'introspect', 'mjx', 'sysid', 'testdata', 'usd'}  # packages in Python that run on Torsor's API
# modules of the original in native code, by which packages of the same makers import: patterns of names in each
_PRIVATE = {
    '_callbacks': r'[gs]et_mj',
    '_constants': r'mj[A-Z]|MJTNUM',
    '_enums': r'mjt|mjr[A-Z]',
    '_errors': r'FatalError|UnexpectedError',
    '_functions': r'mj[duv]?_',
    '_render': r'mjr_|MjrContext|MjrRendererInfo',
    '_specs': r'Mjs|MjSpec|MjVfs|Mj\w+Vec|MjOption|MjStatistic|MjVisual',
    '_structs': r'Mj(?!s|Spec|Vfs|\w+Vec|rContext|rRendererInfo|Visual\w)|mjv_averageCamera|mjv_camera2GLCamera',
}

_displaced: dict[str, ModuleType] | None = None  # modules of the original, while Torsor is in its place


def install(replace: bool = False) -> None:
    """Make `import mujoco` give Torsor; nothing happens if it does already.

    If the original has been imported, modules that imported it keep it, and two engines in one process are easily
    confused: this is refused with an ImportError unless `replace` is true. Then only later imports get Torsor.
    """
    global _displaced
    if _displaced is not None:
        return
    original = {name: sys.modules[name] for name in _present()}
    if any(original.values()) and not replace:
        raise ImportError(f'`{NAME}` is already imported from {getattr(original.get(NAME), "__file__", "elsewhere")}: '
                          'call torsor.compat.install() before anything imports it (gymnasium.make does), or '
                          'install(replace=True) if only imports from now on should give Torsor', name=NAME)
    _remove()
    sys.modules.update(_modules())
    sys.meta_path.insert(0, _GuestFinder)
    _displaced = original
    gymnasium.install()


def uninstall() -> None:
    """Give `mujoco` back to the original; modules that imported Torsor under this name keep it."""
    global _displaced
    if _displaced is None:
        return
    gymnasium.uninstall()
    sys.meta_path.remove(_GuestFinder)
    _remove()
    sys.modules.update(_displaced)
    _displaced = None


@contextlib.contextmanager
def installed(replace: bool = False) -> Iterator[ModuleType]:
    """Install for the duration of a `with` block, which gets the module; inside another such block, do nothing."""
    outermost = _displaced is None
    install(replace)
    try:
        yield sys.modules[NAME]
    finally:
        if outermost:
            uninstall()


def _present() -> list[str]:
    """Names of the package and its submodules, whosever they are, that are imported."""
    return [name for name in sys.modules if name == NAME or name.startswith(f'{NAME}.')]


def _remove() -> None:
    for name in _present():
        del sys.modules[name]


def _modules() -> dict[str, ModuleType]:
    """The package and its submodules, by full name."""
    package = _Package(NAME, 'Torsor under the name of the package that it stands in for.')
    _describe(package, is_package=True)
    vars(package).update({name: getattr(api, name) for name in api.__all__}, __all__=api.__all__,
                         __path__=[],  # no submodule comes from the folder of the original
                         __version__=api.mj_versionString())
    modules: dict[str, ModuleType] = {NAME: package}
    contents: dict[str, dict[str, Any]] = {
        **{child: {'GLContext': api.GLContext} for child in _CONTEXT_MODULES},
        **{child: {'Renderer': api.Renderer} for child in _RENDERER_MODULES},
        'rendering': {}, 'rendering.classic': {},
        **{child: {name: getattr(package, name) for name in api.__all__ if re.match(pattern, name)}
           for child, pattern in _PRIVATE.items()},
    }
    contents['_functions'].update(_realloc_con_efc=preallocate.realloc_con_efc,
                                  _realloc_island=preallocate.realloc_island)
    contents['_structs'].update({cls.__name__: cls for cls in (ContactList, SolverList, TimerList, WarningList)})
    for child in sorted(contents):  # packages before what is in them
        module = ModuleType(f'{NAME}.{child}', f'What Torsor has of {NAME}.{child}.')
        is_package = any(other.startswith(f'{child}.') for other in contents)
        _describe(module, is_package)
        vars(module).update(contents[child], **({'__path__': []} if is_package else {}))
        modules[module.__name__] = module
        parent, _, name = module.__name__.rpartition('.')
        setattr(modules[parent], name, module)
    for child, own in {**{name: name for name in _OWN_MODULES}, '_rollout': 'rollout'}.items():
        module = importlib.import_module(f'{__package__}.{own}')
        modules[f'{NAME}.{child}'] = module
        setattr(package, child, module)
    return modules


def _describe(module: ModuleType, is_package: bool) -> None:
    """What the import machinery reads."""
    module.__file__ = __file__
    module.__spec__ = ModuleSpec(module.__name__, None, origin=__file__, is_package=is_package)


class _GuestFinder:
    """Finds packages in Python in the folder of the original, without importing that, and nothing in native code."""

    @classmethod
    def find_spec(cls, fullname: str, path: Sequence[str] | None = None, target=None) -> ModuleSpec | None:
        package, _, rest = fullname.partition('.')
        if package != NAME or rest.partition('.')[0] not in _GUESTS:
            return None
        if '.' not in rest:
            original = PathFinder.find_spec(NAME)
            path = original.submodule_search_locations if original else []
        found = PathFinder.find_spec(fullname, path, target)
        if found is not None and isinstance(found.loader, ExtensionFileLoader):
            raise ModuleNotFoundError(f'{fullname} is native code of the original, which Torsor does not load',
                                      name=fullname)
        return found


class _Package(ModuleType):
    """The package `mujoco`, which makes names of drawing functions and classes when they are asked for."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith(_DRAWING_PREFIXES):
            value = _drawing(name, NAME)
            setattr(self, name, value)
            return value
        raise AttributeError(f'Torsor has no {NAME}.{name}', name=name, obj=self)


class _Drawing:
    """Base of names that can be imported, annotated with and derived from, but not called."""

    _what: str

    def __new__(cls, *args: Any, **kwargs: Any) -> NoReturn:
        raise FatalError(f'{cls._what} draws what Torsor cannot draw yet: use pictures without it (torsor.Renderer), '
                         'or give qpos to the original package, in another process, and draw there')


def _drawing(name: str, module: str) -> type[_Drawing]:
    return type(name, (_Drawing,), {'__module__': module, '_what': f'{module}.{name}'})
