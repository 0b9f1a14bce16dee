"""Write src/torsor/__init__.pyi: the public names with their types, for editors and type checkers.

    python tools/make_stub.py

The attributes of MjModel, MjData and their records are made from the schema when Torsor is imported, which a type
checker cannot follow. The stub spells them out. A test compares it with the package: run this after changing the API.
"""

import inspect
import keyword
import re
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

import torsor
from torsor.jit.arguments import Array, Index, Instance, Range
from torsor.schema import constants, enum_base, enums

STUB = Path(torsor.__file__).with_name('__init__.pyi')
HEADER = """\
# Written by tools/make_stub.py; do not edit.
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .schema.codes import *
from .schema.constants import *

__version__: str
"""
STRUCT_ARGUMENTS = {'m': 'MjModel', 'd': 'MjData'}
PLAIN = {'int', 'float', 'bool', 'str', 'bytes', 'tuple', 'list', 'dict', 'None', 'Any', 'Callable', 'Mapping',
         'Sequence', 'PathLike', 'np.ndarray', 'ArrayLike'}


def stub() -> str:
    """The text of the stub."""
    tables = {*constants.__all__, *enums.__all__}
    own = {name: getattr(torsor, name) for name in torsor.__all__ if name not in tables}
    classes = [value for value in own.values() if inspect.isclass(value) and value.__module__.startswith('torsor')]
    functions = {name: value for name, value in own.items() if inspect.isfunction(value)}
    others = {name: value for name, value in own.items() if value not in classes and name not in functions}
    examples = _examples()
    return '\n'.join([
        HEADER,
        ''.join(f'{name}: {_type(value)}\n' for name, value in others.items()),
        *(_class(cls, examples.get(cls)) for cls in classes),
        ''.join(_function(name, function) for name, function in functions.items()),
    ])


def _examples() -> dict[type, Any]:
    """An object of each class that shows the types of its attributes."""
    model = torsor.MjModel.from_xml_string('<mujoco/>')
    data = torsor.MjData(model)
    objects = [model, data, model.opt, model.stat, model.vis, model.vis.headlight, model.vis.rgba,
               data.warning[0], data.timer[0], data.solver[0], torsor.MjContact()]
    return {type(item): item for item in (*objects, *_elements())}


def _elements() -> list[Any]:
    """An element of each kind of a spec."""
    spec = torsor.MjSpec()
    body = spec.worldbody.add_body()
    inside = [getattr(body, f'add_{kind}')() for kind in ('geom', 'joint', 'site', 'camera', 'light', 'frame')]
    beside = [getattr(spec, name)() for name in dir(spec) if name.startswith('add_') and name != 'add_default']
    return [body, body.alt, spec.compiler, spec.authored, *inside, *beside]


def _class(cls: type, example) -> str:
    if issubclass(cls, Exception):
        return f'class {cls.__name__}(Exception): ...\n'
    lines = [f'class {cls.__name__}:', '    def __init__(self, *args: Any, **kwargs: Any) -> None: ...']
    for name in sorted(name for name in dir(cls) if not name.startswith('_') and not keyword.iskeyword(name)):
        member = inspect.getattr_static(cls, name)
        if isinstance(member, classmethod):
            lines += ['    @classmethod', '    ' + _function(name, member.__func__, first='cls').rstrip()]
        elif inspect.isfunction(member):
            lines.append('    ' + _function(name, member, first='self').rstrip())
        else:
            lines.append(f'    {name}: {_type(getattr(example, name, None))}')
    return '\n'.join(lines) + '\n'


def _function(name: str, function, first: str = '') -> str:
    """A definition; `first` renames the first argument of a method."""
    signature = inspect.signature(function)
    shown = []
    for argument in list(signature.parameters.values())[1 if first else 0:]:
        spelt = STRUCT_ARGUMENTS.get(argument.name) or _spell(argument.annotation)
        optional = argument.default is not argument.empty
        if optional and argument.default is None and spelt != 'Any' and 'None' not in spelt:
            spelt += ' | None'
        stars = {argument.VAR_POSITIONAL: '*', argument.VAR_KEYWORD: '**'}.get(argument.kind, '')
        shown.append(f'{stars}{argument.name}: {spelt}{" = ..." if optional else ""}')
    arguments = ', '.join([first, *shown] if first else shown)
    return f'def {name}({arguments}) -> {_spell(signature.return_annotation)}: ...\n'


def _spell(annotation) -> str:
    """An annotation in the words of the stub; 'Any' for what it has no word for."""
    if isinstance(annotation, Array):
        read = 'np.ndarray' if annotation.writable else 'ArrayLike'
        return f'{read} | None' if annotation.optional else read
    if isinstance(annotation, (Index, Range)):
        return 'int'
    if isinstance(annotation, Instance):
        return f'Mj{annotation.name}'
    if annotation is None:
        return 'None'
    if annotation == ArrayLike:  # whose name some versions of NumPy do not know
        return 'ArrayLike'
    if annotation == ArrayLike | None:
        return 'ArrayLike | None'
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = text.replace('numpy.', 'np.')
    text = re.sub(r'\b(?!np\.)(?:\w+\.)+(\w+)', r'\1', text)  # names of modules
    words = re.findall(r'[\w.]+', text)
    return text if all(word in PLAIN or word in torsor.__all__ for word in words) else 'Any'


def _type(value) -> str:
    """The type of an example value."""
    if isinstance(value, enum_base.CEnum):
        return 'int'
    return 'Any' if value is None else _spell(type(value))


if __name__ == '__main__':
    STUB.write_text(stub())
    print(f'wrote {STUB.name}: {len(torsor.__all__)} names')
