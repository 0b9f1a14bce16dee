"""The library that comes with a wheel: opened if it fits, and never if it does not."""

import json
import shutil
import subprocess
import sys
import zlib

import pytest
from numba.core import config

from torsor.jit.inside import library
from torsor.jit.inside.library import LEVELS
from torsor.jit.inside.objects import counter
from torsor.jit.inside.sources import source_digest

SOURCE = """
long words[3];
long one(void) { return 41 + words[0]; }
void *torsor_table[] = {one, words};
"""
BROKEN = {
    'a symbol that is nowhere': 'long nowhere(void); void *torsor_table[] = {nowhere, nowhere};',
    'no table': 'long one(void) { return 41; }',
}
needs_compiler = pytest.mark.skipif(shutil.which('cc') is None or sys.platform != 'linux', reason='there is no linker')


def opened() -> library.Library:
    return library.library.__wrapped__()


def is_empty(found: library.Library) -> bool:
    return found.function('one') == 0 and found.words('torsor_test', 3) is None


def made(folder, source=SOURCE, changes=None) -> None:
    """Libraries in a folder, and their manifests; `changes` to what these say, ... for what they leave out."""
    for level in LEVELS:
        path = folder / f'{level}.so'
        subprocess.run(['cc', '-shared', '-fPIC', '-Wl,-z,now', '-x', 'c', '-', '-o', path], input=source, text=True,
                       check=True)
        said = dict(sources=source_digest(), crc32=zlib.crc32(path.read_bytes()), functions=['one'],
                    words={'torsor_test': 3}, remarks={'one': 'adds \xff'}) | (changes or {})
        manifest = {name: value for name, value in said.items() if value is not ...}
        (folder / f'{level}.json').write_text(json.dumps(manifest))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with libraries that fit, on a processor that has all they need."""
    monkeypatch.setattr(library, 'FOLDER', tmp_path)
    monkeypatch.setattr(library, '_features', lambda: LEVELS['x86-64-v3'].needs)
    made(tmp_path)
    return tmp_path


@pytest.fixture
def loaded(monkeypatch):
    """What is given to the system to be loaded."""
    paths, load = [], library.ctypes.CDLL
    monkeypatch.setattr(library.ctypes, 'CDLL', lambda path: paths.append(path.name) or load(path))
    return paths


@needs_compiler
def test_functions_and_words(folder):
    found = opened()
    words = found.words('torsor_test', 3)
    assert words.tolist() == [0, 0, 0]
    words[0] = 1
    assert counter(found.function('one'))() == 42
    assert found.function('two') == 0
    assert found.words('torsor_other', 1) is None
    assert (found.remark('one'), found.remark('two')) == (b'adds \xff', b'')


@needs_compiler
@pytest.mark.parametrize('level', LEVELS)
def test_the_best_level_that_the_processor_has(folder, loaded, monkeypatch, level):
    monkeypatch.setattr(library, '_features', lambda: LEVELS[level].needs | {'another'})
    found = opened()
    assert not is_empty(found)
    assert found.widths == LEVELS[level].widths
    assert loaded == [f'{level}.so']


@needs_compiler
@pytest.mark.parametrize('features', [set(), LEVELS['x86-64-v2'].needs - {'popcnt'}, {'neon'}])
def test_other_processors(folder, loaded, monkeypatch, features):
    monkeypatch.setattr(library, '_features', lambda: features)
    assert is_empty(opened())
    assert loaded == []


def test_what_this_processor_has():
    features = library._features()
    assert not features or 'x86' not in library.sys.platform or LEVELS['x86-64-v2'].needs <= features
    assert LEVELS['x86-64-v2'].needs < LEVELS['x86-64-v3'].needs < LEVELS['x86-64-v4'].needs


@needs_compiler
def test_other_sources(folder, loaded, monkeypatch):
    monkeypatch.setattr(library, 'source_digest', lambda: 'of an edited file')
    assert is_empty(opened())
    assert loaded == []


def damaged(content: bytes, damage: str) -> bytes:
    middle = len(content) // 2
    if damage == 'flipped':
        return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1:]
    return {'truncated': content[:middle], 'empty': b'', 'garbage': b'\x7fELF' + b'x' * (len(content) - 4)}[damage]


@needs_compiler
@pytest.mark.parametrize('damage', ['truncated', 'empty', 'flipped', 'garbage', 'missing'])
def test_damaged_files(folder, loaded, damage):
    path = folder / 'x86-64-v3.so'
    if damage == 'missing':
        path.unlink()
    else:
        path.write_bytes(damaged(path.read_bytes(), damage))
    assert is_empty(opened())
    assert loaded == []


@needs_compiler
@pytest.mark.parametrize('text', ['', 'not a manifest', '[]', '{}', '{"sources": 1}', 'null'])
def test_damaged_manifests(folder, loaded, text):
    (folder / 'x86-64-v3.json').write_text(text)
    assert is_empty(opened())
    assert loaded == []


@needs_compiler
@pytest.mark.parametrize('said', [{'crc32': 1}, {'crc32': None}, {'crc32': {}}, {'functions': None},
                                  {'words': ['torsor_test']}, {'remarks': 3}])
def test_manifests_that_say_something_else(folder, loaded, said):
    made(folder, changes=said)
    assert is_empty(opened())
    assert loaded == []


@needs_compiler
@pytest.mark.parametrize('missing', ['sources', 'crc32', 'functions', 'words', 'remarks'])
def test_manifests_that_say_too_little(folder, loaded, missing):
    made(folder, changes={missing: ...})
    assert is_empty(opened())
    assert loaded == []


@needs_compiler
@pytest.mark.parametrize('what', BROKEN)
def test_libraries_that_cannot_be_linked(folder, what):
    made(folder, BROKEN[what])
    assert is_empty(opened())


@needs_compiler
@pytest.mark.parametrize(('where', 'name', 'value'), [
    (sys, 'abiflags', 't'), (sys.implementation, 'name', 'pypy'), (config, 'DISABLE_JIT', 1), (config, 'OPT', 1),
    (config, 'CPU_NAME', 'generic'), (config, 'BOUNDSCHECK', 1)])
def test_other_interpreters_and_settings(folder, loaded, monkeypatch, where, name, value):
    monkeypatch.setattr(where, name, value)
    assert is_empty(opened())
    assert loaded == []


@needs_compiler
def test_who_wants_the_long_way_gets_it(folder, loaded, monkeypatch):
    monkeypatch.setenv('TORSOR_LONG_WAY', '1')
    assert is_empty(opened())
    assert loaded == []


def test_without_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(library, 'FOLDER', tmp_path / 'nothing')
    assert is_empty(opened())
