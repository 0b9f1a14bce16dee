"""The cache on disk: whatever happens to it costs a compilation at most."""

import errno
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from numba import types
from numba.core import config

import torsor
from jit.small import WITHOUT_LIBRARY, run_python
from torsor.jit import cache
from torsor.jit.inside import machine, sources
from torsor.jit.inside.compiler import compiled
from torsor.jit.inside.convention import invoke

BUILD = '0123456789abcdef0123'


def triple(x):
    return 3 * x


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache."""
    monkeypatch.setenv('TORSOR_CACHE_DIR', str(tmp_path / 'a' / 'cache'))
    monkeypatch.setattr(cache, 'stamp', lambda: BUILD)
    cache.folder.cache_clear()
    yield tmp_path / 'a' / 'cache'
    cache.folder.cache_clear()


@pytest.fixture(scope='module')
def code():
    return compiled(triple, (types.int64,)).code


# ---- what is kept ----
def test_code_comes_back_as_it_was(folder, code):
    assert cache.load('triple') is None
    cache.save('triple', code)
    loaded = cache.load('triple')
    assert loaded == code
    assert invoke(machine.load(loaded), int, [14]) == 42


def test_files_are_written_whole(folder, code):
    cache.save('triple', code)
    assert [path.name for path in (folder / BUILD).iterdir()] == ['triple.stage']


def test_code_whose_symbols_are_missing_is_not_linked(folder, code):
    """LLVM ends the process over a symbol without an address."""
    cache.save('triple', code._replace(symbols=('torsor_nothing_of_this_name',)))
    assert machine.load(cache.load('triple')) is None


# ---- damage ----
def damaged(content: bytes, damage: str) -> bytes:
    middle = len(content) // 2
    if damage == 'flipped':
        return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1:]
    return {'truncated': content[:middle], 'empty': b'', 'text': b'not a stage', 'longer': content + b'\0'}[damage]


@pytest.mark.parametrize('damage', ['truncated', 'empty', 'flipped', 'text', 'longer'])
def test_damaged_files_are_not_used(folder, code, damage):
    cache.save('triple', code)
    path, = (folder / BUILD).iterdir()
    path.write_bytes(damaged(path.read_bytes(), damage))
    assert cache.load('triple') is None


@pytest.mark.parametrize('payload', [pickle.dumps(None), pickle.dumps(([], 1)), b'not a pickle', b''])
def test_intact_files_with_other_contents_are_not_used(folder, payload):
    cache._write(cache._path('triple'), payload)
    assert cache._read(cache._path('triple')) == payload
    assert cache.load('triple') is None


# ---- folders ----
def test_missing_folders_are_made(folder):
    assert cache.folder(BUILD) == folder / BUILD
    assert (folder / BUILD).is_dir()


def test_the_chosen_folder_is_the_only_one(tmp_path, monkeypatch, code):
    (tmp_path / 'file').write_text('in the way')
    monkeypatch.setenv('TORSOR_CACHE_DIR', str(tmp_path / 'file' / 'cache'))
    monkeypatch.setattr(cache, 'stamp', lambda: BUILD)
    cache.folder.cache_clear()
    assert cache.folder(BUILD) is None
    cache.save('triple', code)
    assert cache.load('triple') is None
    cache.folder.cache_clear()


def test_without_a_usable_home_the_package_holds_the_cache(tmp_path, monkeypatch):
    (tmp_path / 'file').write_text('in the way')
    monkeypatch.delenv('TORSOR_CACHE_DIR', raising=False)
    monkeypatch.setattr(cache, 'PACKAGE', tmp_path / 'package')
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


def test_a_read_only_folder_is_read(folder, code, monkeypatch):
    cache.save('triple', code)

    def refuse(*args, **kwargs):
        raise OSError(errno.EROFS, 'Read-only file system')

    for name in ('mkstemp', 'mkdtemp'):
        monkeypatch.setattr(tempfile, name, refuse)
    for name in ('mkdir', 'utime', 'replace', 'unlink'):
        monkeypatch.setattr(cache.os, name, refuse)
    cache.folder.cache_clear()
    assert cache.load('triple') == code
    cache.save('other', code)
    assert cache.load('other') is None


def test_a_full_disk_leaves_nothing_behind(folder, code, monkeypatch):
    def full(*args):
        raise OSError(errno.ENOSPC, 'No space left on device')

    monkeypatch.setattr(cache.os, 'replace', full)
    cache.save('triple', code)
    assert list((folder / BUILD).iterdir()) == []


@pytest.mark.skipif(not hasattr(os, 'getuid'), reason='folders have no owner and mode here')
@pytest.mark.parametrize('which', ['root', 'build'])
@pytest.mark.parametrize('mode', [0o770, 0o707, 0o777])
def test_a_folder_that_others_can_write_is_not_used(folder, code, which, mode):
    cache.save('triple', code)
    (folder if which == 'root' else folder / BUILD).chmod(mode)
    cache.folder.cache_clear()
    with pytest.warns(UserWarning, match=r'can be written by others: chmod go-w'):
        assert cache.load('triple') is None
    cache.save('other', code)
    assert [path.name for path in (folder / BUILD).iterdir()] == ['triple.stage']


@pytest.mark.skipif(not hasattr(os, 'getuid'), reason='folders have no owner and mode here')
def test_a_folder_of_somebody_else_is_not_used(folder, code, monkeypatch):
    cache.save('triple', code)
    monkeypatch.setattr(cache.os, 'getuid', lambda: os.stat(folder).st_uid + 1)
    cache.folder.cache_clear()
    with pytest.warns(UserWarning, match=r'belongs to somebody else'):
        assert cache.load('triple') is None


@pytest.mark.skipif(not hasattr(os, 'getuid'), reason='folders have no owner and mode here')
def test_new_folders_are_private(folder, code):
    old = os.umask(0)
    try:
        cache.save('triple', code)
    finally:
        os.umask(old)
    assert folder.stat().st_mode & 0o777 == (folder / BUILD).stat().st_mode & 0o777 == 0o700
    assert cache.load('triple') == code


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
    monkeypatch.setattr(sources, 'PACKAGE', package)
    digest = sources.source_digest.__wrapped__
    before = digest()
    for name in ('physics/dynamics/inertia.py', 'jit/values.py', 'jit/inside/wrapper.py', 'schema/data.py',
                 'physics/collision/sphere.py', 'api/maths/vectors.py'):
        path = package / name
        path.write_text(path.read_text() + '# changed\n')
        assert digest() != before
        before = digest()
    (package / 'physics/new.py').touch()
    assert digest() != before
    before = digest()
    path = package / 'api/engine.py'
    path.write_text(path.read_text() + '# changed\n')
    assert digest() == before


@pytest.mark.parametrize(('name', 'value'), [('OPT', 1), ('LOOP_VECTORIZE', False), ('BOUNDSCHECK', 1),
                                             ('CPU_NAME', 'generic'), ('CPU_FEATURES', '+sse2')])
def test_the_stamp_covers_code_generation(monkeypatch, name, value):
    before = cache.stamp.__wrapped__()
    monkeypatch.setattr(config, name, value)
    assert cache.stamp.__wrapped__() != before


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
    result = run_python(STEP + 'from torsor.jit import cache; print(cache.folder(cache.stamp()))',
                        **WITHOUT_LIBRARY)
    assert result.returncode == 0, result.stderr
    place = tmp_path_factory.mktemp('cache')
    output, folder = result.stdout.splitlines()
    shutil.copytree(folder, place / Path(folder).name, ignore=shutil.ignore_patterns('*.part'))
    return place, output + '\n'


def test_a_second_process_compiles_nothing(filled):
    """Symbols are resolved in a process that compiled nothing: of slots, flags, classes and of Numba's runtime."""
    folder, expected = filled
    code = STEP + 'from torsor.jit.progress import progress\nassert progress.count == 0, progress.count'
    result = run_python(code, TORSOR_CACHE_DIR=str(folder), **WITHOUT_LIBRARY)
    assert (result.returncode, result.stdout) == (0, expected), result.stderr


def test_a_second_process_does_not_wait_for_numba(filled):
    """Importing it takes as long as everything else together."""
    folder, expected = filled
    code = STEP + 'import sys\nassert "numba" not in sys.modules'
    result = run_python(code, TORSOR_CACHE_DIR=str(folder), **WITHOUT_LIBRARY)
    assert (result.returncode, result.stdout) == (0, expected), result.stderr


def test_processes_starting_together_agree(filled, tmp_path):
    folder, expected = filled
    copy = shutil.copytree(folder, tmp_path / 'cache')
    missing = ['*.kinematics-*.stage', '*.check_pos-*.stage', 'wrapper_*.stage']
    for pattern in missing:
        for path in copy.rglob(pattern):
            path.unlink()
    environment = {**os.environ, **WITHOUT_LIBRARY, 'TORSOR_CACHE_DIR': str(copy)}
    running = [subprocess.Popen([sys.executable, '-c', STEP], env=environment, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE) for _ in range(3)]
    for process in running:
        output, errors = process.communicate(timeout=300)
        assert (process.returncode, output) == (0, expected), errors
    assert all(list(copy.rglob(pattern)) for pattern in missing)
    assert not list(copy.rglob('*.part'))
