"""Qhull without the rest of SciPy: the same module, whichever way it is imported first."""

import subprocess
import sys

import pytest

from torsor.model.compile.mesh import qhull

ALONE = """
import sys
from torsor.model.compile.mesh.qhull import qhull
found = qhull()
assert 'scipy.spatial' not in sys.modules and 'scipy.linalg' not in sys.modules
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
