"""The cache on disk: whatever happens to it costs a compilation at most."""

import ctypes
import errno
import os
import pickle
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from numba import njit, types
from numba.core import config
from numba.core.registry import cpu_target
from torsor.jit.compiler import kernel_dispatcher

import torsor
from jit.small import run_python
from torsor.jit import cache
from torsor.jit.stage import KERNEL_OPTIONS

CONTEXT = cpu_target.target_context
BUILD = '0123456789abcdef0123'


def triple(x):
    return 3 * x


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache."""
    monkeypatch.setenv('TORSOR_CACHE_DIR', str(tmp_path / 'a' / 'cache'))
    cache.folder.cache_clear()
    yield tmp_path / 'a' / 'cache'
    cache.folder.cache_clear()


@pytest.fixture(scope='module')
def for_python():
    dispatcher = njit(triple)
    dispatcher.compile((types.int64,))
    return dispatcher.overloads[types.int64,]


@pytest.fixture(scope='module')
def for_native_code():
    dispatcher = kernel_dispatcher(triple, KERNEL_OPTIONS)
    dispatcher.compile((types.int64,))
    return dispatcher.overloads[types.int64,]


def call_address(address: int, x: int) -> int:
    """Call a function of Numba's convention: pointers to the result and to an exception, then the arguments."""
    result, exception = ctypes.c_int64(), ctypes.c_void_p()
    function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(address)
    assert function(ctypes.byref(result), ctypes.byref(exception), x) == 0
    return result.value


# ---- what is kept ----
def test_a_function_for_python(folder, for_python):
    assert cache.load(CONTEXT, BUILD, 'triple') is None
    cache.save(BUILD, 'triple', for_python)
    loaded = cache.load(CONTEXT, BUILD, 'triple')
    assert loaded.entry_point(14) == 42
    assert loaded.signature == for_python.signature


def test_a_function_for_native_code(folder, for_native_code):
    assert cache.load_address(CONTEXT, BUILD, 'triple') is None
    cache.save_address(BUILD, 'triple', for_native_code)
    address = cache.load_address(CONTEXT, BUILD, 'triple')
    assert call_address(address, 14) == 42


def test_files_are_written_whole(folder, for_native_code):
    cache.save_address(BUILD, 'triple', for_native_code)
    assert [path.name for path in (folder / BUILD).iterdir()] == ['triple.stage']


def test_code_whose_symbols_are_missing_is_not_linked(folder, for_native_code, monkeypatch):
    """LLVM ends the process over a symbol without an address."""
    monkeypatch.setattr(cache, '_undefined_symbols', lambda library: ['torsor_nothing_of_this_name'])
    cache.save_address(BUILD, 'triple', for_native_code)
    assert cache.load_address(CONTEXT, BUILD, 'triple') is None


def test_undefined_symbols_are_those_of_other_libraries():
    def calls_c(x):
        return ctypes_sine(x)

    ctypes_sine = ctypes.CDLL(None).sin
    ctypes_sine.argtypes, ctypes_sine.restype = [ctypes.c_double], ctypes.c_double
    dispatcher = njit(calls_c)
    dispatcher.compile((types.float64,))
    symbols = cache._undefined_symbols(dispatcher.overloads[types.float64,].library)
    assert 'PyErr_SetString' in symbols
    assert not [name for name in symbols if name.startswith('llvm.')]
    assert cache._can_link(CONTEXT, symbols)


# ---- damage ----
def damaged(content: bytes, damage: str) -> bytes:
    middle = len(content) // 2
    if damage == 'flipped':
        return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1:]
    return {'truncated': content[:middle], 'empty': b'', 'text': b'not a stage', 'longer': content + b'\0'}[damage]


@pytest.mark.parametrize('damage', ['truncated', 'empty', 'flipped', 'text', 'longer'])
def test_damaged_files_are_not_used(folder, for_python, for_native_code, damage):
    cache.save(BUILD, 'python', for_python)
    cache.save_address(BUILD, 'native', for_native_code)
    for path in (folder / BUILD).iterdir():
        path.write_bytes(damaged(path.read_bytes(), damage))
    assert cache.load(CONTEXT, BUILD, 'python') is None
    assert cache.load_address(CONTEXT, BUILD, 'native') is None


@pytest.mark.parametrize('payload', [pickle.dumps(None), pickle.dumps(([], 1)), b'not a pickle', b''])
def test_intact_files_with_other_contents_are_not_used(folder, payload):
    cache._write(BUILD, 'triple', payload)
    assert cache._read(BUILD, 'triple') == payload
    assert cache.load(CONTEXT, BUILD, 'triple') is None
    assert cache.load_address(CONTEXT, BUILD, 'triple') is None


# ---- folders ----
def test_missing_folders_are_made(folder):
    assert cache.folder(BUILD) == folder / BUILD
    assert (folder / BUILD).is_dir()


def test_the_chosen_folder_is_the_only_one(tmp_path, monkeypatch, for_python):
    (tmp_path / 'file').write_text('in the way')
    monkeypatch.setenv('TORSOR_CACHE_DIR', str(tmp_path / 'file' / 'cache'))
    cache.folder.cache_clear()
    assert cache.folder(BUILD) is None
    cache.save(BUILD, 'triple', for_python)
    assert cache.load(CONTEXT, BUILD, 'triple') is None
    cache.folder.cache_clear()


def test_without_a_usable_home_the_package_holds_the_cache(tmp_path, monkeypatch):
    (tmp_path / 'file').write_text('in the way')
    monkeypatch.delenv('TORSOR_CACHE_DIR', raising=False)
    monkeypatch.setattr(cache, '_PACKAGE', tmp_path / 'package')
    monkeypatch.setenv('XDG_CACHE_HOME', str(tmp_path / 'file'))
    cache.folder.cache_clear()
    assert cache.folder(BUILD).is_relative_to(tmp_path / 'package')

    def no_home():
        raise RuntimeError('Could not determine home directory.')

    monkeypatch.delenv('XDG_CACHE_HOME')
    monkeypatch.setattr(Path, 'home', no_home)
    cache.folder.cache_clear()
    assert cache.folder(BUILD).is_relative_to(tmp_path / 'package')
    cache.folder.cache_clear()


def test_a_read_only_folder_is_read(folder, for_python, monkeypatch):
    cache.save(BUILD, 'triple', for_python)

    def refuse(*args, **kwargs):
        raise OSError(errno.EROFS, 'Read-only file system')

    for name in ('mkstemp', 'mkdtemp'):
        monkeypatch.setattr(cache.tempfile, name, refuse)
    for name in ('mkdir', 'utime', 'replace', 'unlink'):
        monkeypatch.setattr(cache.os, name, refuse)
    cache.folder.cache_clear()
    assert cache.load(CONTEXT, BUILD, 'triple').entry_point(2) == 6
    cache.save(BUILD, 'other', for_python)
    assert cache.load(CONTEXT, BUILD, 'other') is None


def test_a_full_disk_leaves_nothing_behind(folder, for_python, monkeypatch):
    def full(*args):
        raise OSError(errno.ENOSPC, 'No space left on device')

    monkeypatch.setattr(cache.os, 'replace', full)
    cache.save(BUILD, 'triple', for_python)
    assert list((folder / BUILD).iterdir()) == []


def test_old_builds_are_removed_and_other_things_are_not(folder, monkeypatch):
    ago = time.time() - 100 * 86400
    for name in ('f' * 20, 'e' * 20, 'pictures', 'a' * 19):
        place = folder / name
        place.mkdir(parents=True)
        (place / 'x.stage').touch()
        os.utime(place, (ago, ago))
    os.utime(folder / ('e' * 20))  # was used lately
    cache.folder(BUILD)
    assert sorted(path.name for path in folder.iterdir()) == sorted([BUILD, 'e' * 20, 'pictures', 'a' * 19])


# ---- stamps ----
def test_the_stamp_covers_all_sources_of_native_code(tmp_path, monkeypatch):
    package = shutil.copytree(Path(torsor.__file__).parent, tmp_path / 'torsor')
    monkeypatch.setattr(cache, '_PACKAGE', package)
    before = cache._source_digest()
    for name in ('physics/inertia.py', 'jit/values.py', 'schema/data.py', 'physics/collision/sphere.py'):
        path = package / name
        path.write_text(path.read_text() + '# changed\n')
        assert cache._source_digest() != before
        before = cache._source_digest()
    (package / 'physics/new.py').touch()
    assert cache._source_digest() != before
    before = cache._source_digest()
    path = package / 'api/engine.py'
    path.write_text(path.read_text() + '# changed\n')
    assert cache._source_digest() == before


@pytest.mark.parametrize(('name', 'value'), [('OPT', 1), ('LOOP_VECTORIZE', False), ('BOUNDSCHECK', 1),
                                             ('CPU_NAME', 'generic'), ('CPU_FEATURES', '+sse2')])
def test_the_stamp_covers_code_generation(monkeypatch, name, value):
    before = cache.stamp.__wrapped__('options')
    assert cache.stamp.__wrapped__('other options') != before
    monkeypatch.setattr(config, name, value)
    assert cache.stamp.__wrapped__('options') != before


# ---- processes ----
STEP = """
import torsor
m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body>'
                                   '</worldbody></mujoco>')
d = torsor.MjData(m)
torsor.mj_step(m, d, 100)
print(d.qpos[0].hex())
"""


@pytest.fixture(scope='module')
def filled(tmp_path_factory):
    """A cache with what one small model needs, and what the model did."""
    result = run_python(STEP + """
from torsor.jit import cache
from torsor.jit.stage import KERNEL_OPTIONS
for options in ('entry', repr(KERNEL_OPTIONS)):
    print(cache.folder(cache.stamp(options)))
""")
    assert result.returncode == 0, result.stderr
    place = tmp_path_factory.mktemp('cache')
    output, *folders = result.stdout.splitlines()
    for folder in map(Path, folders):
        shutil.copytree(folder, place / folder.name, ignore=shutil.ignore_patterns('*.part'))
    return place, output + '\n'


def test_a_second_process_compiles_nothing(filled):
    """Symbols are resolved in a process that compiled nothing: of slots, flags, classes and of Numba's runtime."""
    folder, expected = filled
    code = STEP + 'from torsor.jit.progress import progress\nassert progress.count == 0, progress.count'
    result = run_python(code, TORSOR_CACHE_DIR=str(folder))
    assert (result.returncode, result.stdout) == (0, expected), result.stderr


def test_a_second_process_does_not_wait_for_all_of_numba(filled):
    """Loading Numba's knowledge about arrays takes as long as everything else together."""
    folder, expected = filled
    code = STEP + 'import sys\nassert "numba.np.arrayobj" not in sys.modules'
    result = run_python(code, TORSOR_CACHE_DIR=str(folder))
    assert (result.returncode, result.stdout) == (0, expected), result.stderr


def test_processes_starting_together_agree(filled, tmp_path):
    folder, expected = filled
    copy = shutil.copytree(folder, tmp_path / 'cache')
    missing = [f'{name}-*.stage' for name in ('kinematics', 'check_pos', 'check_vel')]
    for pattern in missing:
        for path in copy.rglob(pattern):
            path.unlink()
    environment = {**os.environ, 'TORSOR_CACHE_DIR': str(copy)}
    running = [subprocess.Popen([sys.executable, '-c', STEP], env=environment, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE) for _ in range(3)]
    for process in running:
        output, errors = process.communicate(timeout=300)
        assert (process.returncode, output) == (0, expected), errors
    assert all(list(copy.rglob(pattern)) for pattern in missing)
    assert not list(copy.rglob('*.part'))
