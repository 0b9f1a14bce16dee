"""Which way imports go between the rooms of `model`."""

import ast
from pathlib import Path

import pytest

from torsor import model

ROOT = Path(model.__file__).parent
MAY_IMPORT = {
    'spec': {'spec', 'limits'},
    'mjcf': {'mjcf', 'spec', 'files', 'limits'},
    'urdf': {'urdf', 'mjcf', 'spec', 'files', 'limits'},
    'native': {'native', 'jit', 'physics'},
    'compile': {'compile', 'native', 'spec', 'files', 'limits', 'jit'},
    'flexcomp': {'flexcomp', 'compile', 'spec', 'files', 'limits'},
}


def imported_rooms(path: Path):
    """The rooms of `model` that a module imports, and the other packages of Torsor that it imports."""
    package = ('model', *path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            target = (*package[: len(package) - node.level + 1], *(node.module or '').split('.'))
            yield target[1] if target[0] == 'model' else target[0]


@pytest.mark.parametrize('room', MAY_IMPORT)
def test_imports_go_one_way(room):
    modules = sorted((ROOT / room).rglob('*.py'))
    found = {str(path): set(imported_rooms(path)) for path in modules}
    assert any(rooms for rooms in found.values())
    for name, rooms in found.items():
        assert rooms <= MAY_IMPORT[room] | {'schema', ''}, name
