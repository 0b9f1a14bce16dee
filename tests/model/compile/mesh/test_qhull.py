"""Qhull without the rest of SciPy: the same module, whichever way it is imported first."""

import os
import subprocess
import sys

import pytest

from torsor.model.compile.mesh import qhull

ALONE = """
import sys
from torsor.model.compile.mesh.qhull import qhull
found = qhull()
assert not {'scipy', 'scipy._lib', 'scipy.spatial', 'scipy.linalg'} & sys.modules.keys()
import numpy, scipy.linalg, scipy.spatial
assert scipy.spatial.ConvexHull is found.ConvexHull and scipy.spatial.QhullError is found.QhullError
assert scipy.linalg.inv(2 * numpy.eye(2))[0, 0] == 0.5
assert len(found.ConvexHull(numpy.eye(4)[:, :3]).simplices) == 4
"""


def test_scipy_can_be_imported_afterwards():
    subprocess.run([sys.executable, '-c', ALONE], check=True)


@pytest.mark.parametrize('modules', [('scipy.spatial.nowhere',), ('nopackage.at.all',)])
def test_scipy_is_imported_where_there_is_no_short_way(modules, monkeypatch):
    import scipy.spatial

    monkeypatch.setattr(qhull, 'MODULES', modules)
    assert qhull._loaded.__wrapped__() is scipy.spatial
    assert not set(modules) & sys.modules.keys()


MEANWHILE = """
import sys
from torsor.model.compile.mesh import qhull
load, seen = qhull._alone, []
def alone(*arguments):  # another thread could import SciPy at any time
    import scipy
    seen.append((scipy, type(scipy)))
    if len(seen) == 2:
        import scipy.optimize
        assert scipy.optimize.brentq(lambda x: x - 0.5, 0, 1) == 0.5
        assert scipy.version.version == scipy.__version__
    return load(*arguments)
qhull._alone = alone
found = qhull.qhull()
import scipy, scipy.spatial
assert seen[0][1] is qhull.StandIn and type(scipy) is not qhull.StandIn
assert seen[0][0].__version__ == scipy.__version__ and seen[0][0].spatial is scipy.spatial
assert scipy.spatial.ConvexHull is found.ConvexHull
"""


def test_whoever_imports_scipy_meanwhile_gets_all_of_it():
    subprocess.run([sys.executable, '-c', MEANWHILE], check=True)


def test_nothing_is_left_behind_where_loading_fails():
    code = """
import sys
from torsor.model.compile.mesh import qhull
def fail(*arguments):
    raise ImportError
qhull._alone = fail
import numpy
assert len(qhull.qhull().ConvexHull(numpy.eye(4)[:, :3]).simplices) == 4
assert type(sys.modules['scipy']) is not qhull.StandIn
"""
    subprocess.run([sys.executable, '-c', code], check=True)


@pytest.mark.parametrize(('given', 'meanwhile'), [(None, '20'), ('12', '12')])
def test_the_environment_is_as_before(given, meanwhile, monkeypatch):
    name, _ = qhull.PATIENCE
    if given is None:
        monkeypatch.delenv(name, raising=False)
    else:
        monkeypatch.setenv(name, given)
    with qhull._default(*qhull.PATIENCE):
        assert os.environ[name] == meanwhile
    assert os.environ.get(name) == given


IDLE = """
import os, time
import numpy
from pathlib import Path
def ticks():
    rests = [stat.read_text().rsplit(')', 1)[1].split() for stat in Path('/proc/self/task').glob('*/stat')]
    return sum(int(rest[11]) + int(rest[12]) for rest in rests)
time.sleep(0.3)  # of NumPy's threads
from torsor.model.compile.mesh.qhull import qhull
qhull()
before = ticks()
time.sleep(0.3)
assert ticks() - before <= 2, ticks() - before
"""


@pytest.mark.skipif(not sys.platform.startswith('linux'), reason='reads /proc')
def test_nobody_waits_busily_once_it_is_loaded():
    """Hundredths of a second that threads have worked."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(('OPENBLAS', 'OMP'))}
    subprocess.run([sys.executable, '-c', IDLE], check=True, env=environment)
