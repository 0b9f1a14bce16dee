"""Imports go one way, as ARCHITECTURE.md says, and the insides of other packages are touched in one room only."""

import ast
import re
from pathlib import Path

import pytest

import torsor

ROOT = Path(torsor.__file__).parent
ROOMS = re.findall(r'^\| `([\w/]+)` \| ', (ROOT.parents[1] / 'ARCHITECTURE.md').read_text(), re.M)
ROOMS = ROOMS[ROOMS.index('schema'):ROOMS.index('cli') + 1]
MODULES = sorted(ROOT.rglob('*.py'))
# what is imported only to look at its version, or to ask which files are there
INSIDES = ('numba.core', 'numba.np', 'numba.typed', 'llvmlite.binding', 'ctypes')


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix('').parts
    return '/'.join(parts[:-1] if parts[-1] == '__init__' else parts)


def room_of(module: str) -> str | None:
    """The room of a module: the longest one whose name it starts with."""
    found = [room for room in ROOMS if module == room or module.startswith(room + '/')]
    return max(found, key=len, default=None)


def imports(path: Path):
    """(module of ours, or '' and the name of another package) for each import of a module."""
    package = [p for p in module_name(path).split('/') if p]
    if path.name != '__init__.py':
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (('', alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (('', f'{node.module}.{alias.name}') for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = '/'.join([*package[:len(package) - node.level + 1], *(node.module or '').split('.')]).strip('/')
            for alias in node.names:
                name = f'{base}/{alias.name}'.strip('/')
                is_module = (ROOT / f'{name}.py').exists() or (ROOT / name).is_dir()
                yield name if is_module else base, ''


def test_every_module_has_a_room():
    homeless = [module_name(path) for path in MODULES if room_of(module_name(path)) is None]
    # packages that are nothing but their rooms, and the names of the package itself
    assert set(homeless) == {'', '__main__', 'physics', 'physics/batch', 'physics/derivatives', 'model'}
    assert {room_of(module_name(path)) for path in MODULES} == {*ROOMS, None}


@pytest.mark.parametrize('room', ROOMS)
def test_a_room_imports_rooms_above_it_only(room):
    allowed, seen = set(ROOMS[:ROOMS.index(room) + 1]), 0
    for path in MODULES:
        if room_of(module_name(path)) == room:
            for module, _ in imports(path):
                if module:
                    seen += 1
                    assert room_of(module) in allowed, f'{module_name(path)} imports {module}'
    assert seen or room in ('schema', 'physics/effects', 'model/limits', 'models', 'progress', 'spelling', 'compat',
                            'cli')


def test_the_insides_of_other_packages_are_touched_in_one_room():
    touched = set()
    for path in MODULES:
        for _, other in imports(path):
            if other.startswith(INSIDES):
                assert room_of(module_name(path)) == 'jit/inside', f'{module_name(path)} imports {other}'
                touched.add(other.split('.')[0])
    assert touched == {'numba', 'llvmlite', 'ctypes'}


def test_only_two_rooms_know_numba():
    """What is not compiled is found and called without it."""
    for path in MODULES:
        if room_of(module_name(path)) not in ('jit/inside', 'jit/emit'):
            assert not [other for _, other in imports(path) if other.split('.')[0] in ('numba', 'llvmlite')], path
