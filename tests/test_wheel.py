"""A wheel built with TORSOR_PRECOMPILE=1 compiles nothing, starts as quickly as MuJoCo's, and has the JIT's bits.

Building takes minutes: `pytest -m wheel`. The environment it is installed in has NumPy and nothing else.
"""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from torsor import models

ROOT = Path(__file__).parent.parent
BITS = """
import json, sys
import numpy as np
import torsor
from torsor.rollout import rollout

def state(m, d):
    kind = torsor.mjtState.mjSTATE_FULLPHYSICS
    found = np.empty(torsor.mj_stateSize(m, kind))
    torsor.mj_getState(m, d, found, kind)
    return found

result = {}
for path in sys.argv[1:]:
    m = torsor.MjModel.from_xml_path(path)
    d = torsor.MjData(m)
    d.ctrl[:] = 0.1
    torsor.mj_step(m, d, 200)
    torsor.mj_inverse(m, d)
    states = np.tile(state(m, d), (6, 1))
    control = np.random.default_rng(0).uniform(-1, 1, (6, 20, m.nu))
    together = rollout(m, [d], states, control)[0]
    assert 'pack' in d._cache  # worlds have shared registers
    arrays = d.qpos, d.qvel, d.qacc, d.qfrc_inverse, d.sensordata, d.efc_force, together
    result[path] = [array.tobytes().hex() for array in arrays]
print(json.dumps([result, sorted({'numba', 'llvmlite', 'scipy'} & set(sys.modules))]))
"""
pytestmark = [pytest.mark.wheel, pytest.mark.skipif((sys.platform, platform.machine()) != ('linux', 'x86_64'),
                                                    reason='wheels with native code are for Linux on x86-64')]


def run(*command, **variables) -> str:
    dropped = ('PYTHONPATH', 'PYTHONDONTWRITEBYTECODE', 'TORSOR_CACHE_DIR')
    environment = {k: v for k, v in os.environ.items() if k not in dropped} | variables
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, env=environment, cwd='/')
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope='module')
def python(tmp_path_factory) -> Path:
    """The interpreter of a fresh environment with the wheel and NumPy."""
    place = tmp_path_factory.mktemp('wheel')
    run(sys.executable, '-m', 'pip', 'wheel', ROOT, '--no-deps', '-w', place, TORSOR_PRECOMPILE='1')
    wheel, = place.glob('*.whl')
    assert '-py3-none-manylinux_' in wheel.name
    run(sys.executable, '-m', 'venv', place / 'environment')
    made = place / 'environment' / 'bin' / 'python'
    run(made, '-m', 'pip', 'install', '-q', f'numpy=={np.__version__}')
    run(made, '-m', 'pip', 'install', '-q', '--no-deps', wheel)
    return made


def test_bits_are_those_of_the_jit(python, tmp_path):
    """Without Numba, which is not installed there, and without writing anything."""
    paths = [models.path(name) for name in models.names()]
    (tmp_path / 'cache').mkdir()
    found, imported = json.loads(run(python, '-c', BITS, *paths, TORSOR_CACHE_DIR=str(tmp_path / 'cache')))
    assert imported == []
    assert list((tmp_path / 'cache').iterdir()) == []
    expected, imported = json.loads(run(sys.executable, '-c', BITS, *paths, PYTHONPATH=str(ROOT / 'src')))
    assert found == expected


def test_start_up(python):
    """Import at most 1.05 times MuJoCo's, import to first step of the humanoid at most 1.35 times; best of five."""
    table = run(sys.executable, ROOT / 'benchmarks' / 'startup.py', '--python', python, PYTHONPATH=str(ROOT / 'src'))
    assert 'humanoid, in the wheel' in table, table  # else these were the budgets of a plain install


def test_what_is_not_in_the_library_needs_numba(python, tmp_path):
    """Other sources: the library is not used, and one sentence says what is missing to compile."""
    code = """
import torsor
from pathlib import Path
source = Path(torsor.__file__).parent / 'physics' / 'pipeline.py'
text = source.read_text()
source.write_text(text + '# edited\\n')
try:
    torsor.MjModel.from_xml_string('<mujoco/>')
except ModuleNotFoundError as error:
    print(error)
finally:
    source.write_text(text)
"""
    assert 'making it needs' in run(python, '-c', code, TORSOR_CACHE_DIR=str(tmp_path))
