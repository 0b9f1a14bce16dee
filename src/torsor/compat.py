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
there is none. Other parts of MuJoCo that Torsor does not have are absent, so that `hasattr` and `try: import` tell the
truth.
"""

import contextlib
import importlib
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

from . import api
from .api import room
from .api.errors import FatalError
from .viewer import gymnasium

__all__ = ['install', 'installed', 'uninstall']

NAME = 'mujoco'
_DRAWING_PREFIXES = ('Mjr', 'Mjv', 'mjr_', 'mjv_')
_OWN_MODULES = ['batch', 'minimize', 'msh2obj', 'rollout', 'viewer']  # what Torsor has under the same names
_CONTEXT_MODULES = ['cgl', 'egl', 'gl_context', 'glfw', 'osmesa']  # each has a GLContext

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
    _displaced = original
    gymnasium.install()


def uninstall() -> None:
    """Give `mujoco` back to the original; modules that imported Torsor under this name keep it."""
    global _displaced
    if _displaced is None:
        return
    gymnasium.uninstall()
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
        'renderer': {'Renderer': api.Renderer},
        '_functions': {  # where packages of the same makers look for two that are not public
            **{name: value for name, value in vars(package).items() if name.startswith(('mj_', 'mju_'))},
            '_realloc_con_efc': room.realloc_con_efc, '_realloc_island': room.realloc_island,
        },
    }
    for child, names in contents.items():
        module = ModuleType(f'{NAME}.{child}', f'What Torsor has of {NAME}.{child}.')
        _describe(module, is_package=False)
        vars(module).update(names)
        modules[module.__name__] = module
        setattr(package, child, module)
    for child in _OWN_MODULES:
        module = importlib.import_module(f'{__package__}.{child}')
        modules[f'{NAME}.{child}'] = module
        setattr(package, child, module)
    return modules


def _describe(module: ModuleType, is_package: bool) -> None:
    """What the import machinery reads."""
    module.__file__ = __file__
    module.__spec__ = ModuleSpec(module.__name__, None, origin=__file__, is_package=is_package)


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
