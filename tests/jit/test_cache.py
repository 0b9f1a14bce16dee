"""The cache on disk: whatever happens to it costs a compilation at most."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import torsor
from jit.small import run_python
from torsor.jit import cache

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
    folder = tmp_path_factory.mktemp('cache')
    result = run_python(STEP, TORSOR_CACHE_DIR=str(folder))
    assert result.returncode == 0, result.stderr
    return folder, result.stdout


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob('*.stage'))


def test_a_second_process_compiles_nothing(filled):
    folder, expected = filled
    assert len(files(folder)) > 10
    times = {path: path.stat().st_mtime_ns for path in files(folder)}
    code = STEP + 'from torsor.jit.progress import progress\nassert progress.count == 0, progress.count'
    result = run_python(code, TORSOR_CACHE_DIR=str(folder))
    assert (result.returncode, result.stdout) == (0, expected), result.stderr
    assert times == {path: path.stat().st_mtime_ns for path in files(folder)}


@pytest.mark.parametrize('damage', ['truncated', 'empty', 'flipped', 'text'])
def test_damaged_files_are_compiled_anew(filled, tmp_path, damage):
    folder, expected = filled
    copy = shutil.copytree(folder, tmp_path / 'cache')
    for path in files(copy)[::4]:
        content = path.read_bytes()
        middle = len(content) // 2
        path.write_bytes({
            'truncated': content[:middle], 'empty': b'', 'text': b'not a stage',
            'flipped': content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1:],
        }[damage])
    result = run_python(STEP, TORSOR_CACHE_DIR=str(copy))
    assert (result.returncode, result.stdout) == (0, expected), result.stderr


def test_a_cache_that_cannot_be_written_is_done_without(filled, tmp_path):
    _, expected = filled
    blocked = tmp_path / 'file'
    blocked.write_text('in the way')
    result = run_python(STEP, TORSOR_CACHE_DIR=str(blocked / 'cache'))
    assert (result.returncode, result.stdout) == (0, expected), result.stderr


def test_a_read_only_cache_is_used(filled, tmp_path):
    folder, expected = filled
    copy = shutil.copytree(folder, tmp_path / 'cache')
    for path in (copy, *copy.rglob('*')):
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    result = run_python(STEP, TORSOR_CACHE_DIR=str(copy))
    assert (result.returncode, result.stdout) == (0, expected), result.stderr
    for path in (copy, *copy.rglob('*')):
        path.chmod(path.stat().st_mode | stat.S_IWUSR)


def test_processes_starting_together_agree(filled, tmp_path):
    folder, expected = filled
    copy = shutil.copytree(folder, tmp_path / 'cache')
    for path in files(copy)[::3]:
        path.unlink()
    environment = {**os.environ, 'TORSOR_CACHE_DIR': str(copy)}
    running = [subprocess.Popen([sys.executable, '-c', STEP], env=environment, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE) for _ in range(3)]
    for process in running:
        output, errors = process.communicate(timeout=300)
        assert (process.returncode, output) == (0, expected), errors
    assert not list(copy.rglob('*.part'))


def test_the_stamp_covers_all_sources_of_native_code(tmp_path, monkeypatch):
    package = shutil.copytree(Path(torsor.__file__).parent, tmp_path / 'torsor')
    monkeypatch.setattr(cache, '_PACKAGE', package)
    before = cache._source_digest()
    for name in ('physics/inertia.py', 'jit/values.py', 'schema/data.py'):
        path = package / name
        path.write_text(path.read_text() + '# changed\n')
        assert cache._source_digest() != before
        before = cache._source_digest()
    path = package / 'api/engine.py'
    path.write_text(path.read_text() + '# changed\n')
    assert cache._source_digest() == before
