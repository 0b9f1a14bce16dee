"""The public names: MuJoCo's classes, functions, enumerations and constants, and ours.

A part is imported when one of its names is first used: who steps a model does not wait for derivatives and printing.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

# modules with public names, those that every program needs first
_PARTS = ('..schema.enums', '..schema.constants', 'errors', 'model', 'data', 'engine', 'reset', 'names', 'state',
          'record', 'contacts', 'constraint', 'controls', 'log', 'rays', 'sensors', 'set_const', 'support', 'callbacks',
          'colliders', 'defaults', 'derivatives', 'printing', 'extensions', 'vfs', 'binary', 'memory', 'maths', 'spec',
          'schema_text', 'textures', 'scene', 'visualize', 'render', 'renderer')


def public_name(name: str, package: str = __name__) -> Any:
    """A public name, on behalf of this package or of the one that has the same names."""
    if name == '__all__':
        return sorted(name for part in map(_part, _PARTS) for name in part.__all__)
    is_public = not name.startswith('_') and find_spec(f'{package}.{name}') is None  # who wants a module imports it
    for part in map(_part, _PARTS if is_public else ()):
        if name in part.__all__:
            return getattr(part, name)
    raise AttributeError(f'module {package!r} has no attribute {name!r}')


def _part(name: str) -> Any:
    return import_module(name if name.startswith('.') else f'.{name}', __name__)


def __getattr__(name: str) -> Any:
    return public_name(name)
