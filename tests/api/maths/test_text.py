"""Names and printing."""

import mujoco
import numpy as np
import pytest

from torsor.api import maths

SIZES = [0, 1, 1000, 1023, 1024, 1500, 1536, 10240, 2**20, 3 * 2**20, 5 * 2**30, 2**40, 1500 * 2**10, 2**60, 2**63]


def test_names_of_types(same):
    for kind in range(-1, 110):
        same('mju_type2Str', kind)
    for name in ('body', 'xbody', 'geom', 'frame', 'default', 'model', 'unknown', '', 'Body', 'plugin'):
        same('mju_str2Type', name)


@pytest.mark.parametrize('size', [*SIZES, 2**64 - 1])
def test_sizes(same, size):
    same('mju_writeNumBytes', size)


@pytest.mark.parametrize('size', [-1, 2**64, 1.5, '1'])
def test_what_is_no_size(size):
    for module in (maths, mujoco):
        with pytest.raises(TypeError):
            module.mju_writeNumBytes(size)


def printed(capfd, function, *arguments):
    function(*arguments)
    return capfd.readouterr().out


@pytest.mark.parametrize('mat', [np.array([[1.0, -2.5, 1e-9], [123456.789, 0.0, np.nan]]), np.zeros((0, 3))])
def test_printing(capfd, mat):
    assert printed(capfd, maths.mju_printMat, mat) == printed(capfd, mujoco.mju_printMat, mat)


def test_printing_a_sparse_matrix(capfd):
    arguments = (np.array([1.0, -2.0, 300.5]), np.array([1, 0, 2], np.int32), np.array([0, 1, 1], np.int32),
                 np.array([1, 0, 2], np.int32))
    ours, theirs = (printed(capfd, module.mju_printMatSparse, *arguments) for module in (maths, mujoco))
    assert ours == theirs
    with pytest.raises(TypeError, match='size of rownnz should equal size of rowadr'):
        maths.mju_printMatSparse(arguments[0], arguments[1], arguments[2][:1], arguments[3])
