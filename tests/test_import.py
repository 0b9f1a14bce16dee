"""What `import torsor` does, and does not do. Each test is a new process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import torsor

SOURCE = Path(torsor.__file__).parent.parent


def run(code: str, **environment) -> str:
    """Output of a program in a new process."""
    variables = {k: v for k, v in os.environ.items() if k not in ('TORSOR_CACHE_DIR', 'XDG_CACHE_HOME')}
    variables |= {'PYTHONPATH': str(SOURCE), **environment}
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, env=variables, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_nothing_is_compiled():
    counts = run("""
import numba
from numba.core import event
with event.install_recorder('numba:compile') as compiled:
    import torsor
    torsor.__all__  # imports every module that there is
    at_import = len(compiled.buffer)
    numba.njit(lambda x: x + 1)(1)
    afterwards = len(compiled.buffer)
from torsor.jit.inside.library import library
from torsor.jit.stage import KINDS, STAGES
filled = [s for s in STAGES.values() for k in KINDS if s.slot(k)[0] not in (0, library().function(s.code_name(k)))]
print(at_import, afterwards > 0, len(STAGES) > 20, len(filled))
""")
    assert counts == '0 True True 0'


def test_only_numpy_is_imported():
    """Numba, llvmlite and SciPy take longer than everything else; they are imported by who needs them."""
    packages = run("""
import sys
import numpy
before = set(sys.modules)
import torsor
packages = {name.split('.')[0] for name in set(sys.modules) - before}
print(*sorted(packages - sys.stdlib_module_names - {'numpy'}))
""")
    assert packages == 'torsor'


@pytest.mark.parametrize('missing', ['numba', 'llvmlite'])
def test_without_numba_one_sentence_says_what_is_missing(tmp_path, missing):
    message = run(f"""
import sys
sys.modules['{missing}'] = None  # an import fails
import torsor
try:
    torsor.MjModel.from_xml_string('<mujoco/>')
except ModuleNotFoundError as error:
    print(error)
""", TORSOR_CACHE_DIR=str(tmp_path), TORSOR_LONG_WAY='1')  # which no library serves
    assert message == (f'torsor has no native code here for what was called, and making it needs {missing}, which is '
                       'not installed: pip install numba')


def test_the_reference_engine_is_never_imported():
    """Neither by loading a model nor by simulating it."""
    assert run("""
import sys
sys.modules['mujoco'] = None  # an import would fail
import torsor
m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>')
d = torsor.MjData(m)
torsor.mj_step(m, d)
print(d.time)
""", NUMBA_DISABLE_JIT='1') == '0.002'


def test_home_need_not_be_writable():
    assert run('import torsor; print(torsor.mj_versionString())', HOME='/proc/nobody') == torsor.mj_versionString()


def test_there_need_not_be_a_cache():
    assert run("""
import torsor
from torsor.jit import cache
print(cache.folder('test') is not None)
""", TORSOR_CACHE_DIR='/proc/nobody') == 'False'


def test_threads_of_other_libraries_are_not_started():
    assert run('import threading, torsor; print(threading.active_count())') == '1'


@pytest.mark.parametrize('module', ['torsor.cli', 'torsor.models', 'torsor.batch'])
def test_submodules_can_be_imported_first(module):
    assert run(f'import {module}; print({module}.__name__)') == module


def test_public_names_are_those_of_their_modules():
    """Whatever is asked for first, and under both names of the package."""
    assert run("""
import torsor
from torsor.api import colliders, data, engine
assert 'numpy' in __import__('sys').modules
import torsor.api as api
for name, module in (('found', colliders), ('MjData', data), ('mj_step', engine)):
    assert getattr(torsor, name) is getattr(api, name) is getattr(module, name)
assert set(torsor.__all__) <= set(dir(torsor))
assert torsor.__all__ == sorted(set(torsor.__all__)) == api.__all__
from torsor import *
assert mj_step is torsor.mj_step and mjtObj is torsor.mjtObj
for package in (torsor, api):
    try:
        package.mj_stepp
    except AttributeError as error:
        print(error)
""") == """module 'torsor' has no attribute 'mj_stepp'
module 'torsor.api' has no attribute 'mj_stepp'"""


def test_modules_are_imported_as_modules():
    """A public name and a module of the package are not confused, and looking for one imports nothing else."""
    assert run("""
import sys
from torsor import models
assert 'numpy' not in sys.modules
from torsor import model
print(model.__name__, models.__name__)
""") == 'torsor.model torsor.models'
