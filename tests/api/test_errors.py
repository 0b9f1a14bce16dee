"""Exceptions, and how functions complain about their arguments."""

import numpy as np
import pytest

import torsor
from reference.twins import SMALL
from torsor.api import errors


@pytest.fixture(scope='module')
def pair():
    m = torsor.MjModel.from_xml_string(SMALL)
    return m, torsor.MjData(m)


def test_exceptions_are_plain_exceptions():
    assert torsor.FatalError.__mro__[1] is torsor.UnexpectedError.__mro__[1] is Exception


@pytest.mark.parametrize('function', ['mj_resetData', 'mj_resetCtrl', 'mj_step', 'mj_forward'])
def test_functions_of_model_and_data(pair, function):
    m, d = pair
    call = getattr(torsor, function)
    for wrong in ((d, m), (m,), (m, None), (None, d), (m, d, 1, 2)):
        with pytest.raises(TypeError):
            call(*wrong)


def test_messages_name_function_and_argument(pair):
    m, d = pair
    with pytest.raises(TypeError, match=r'mj_resetData\(\): incompatible .*: d must be an MjData, not 3'):
        torsor.mj_resetData(m, 3)
    with pytest.raises(TypeError, match=r'state must be a writable .*, not an array of float32 of shape \(2,\)'):
        torsor.mj_getState(m, d, np.zeros(2, np.float32), 1)


@pytest.mark.parametrize(('value', 'expected'), [(3, 3), (True, 1), (np.int8(4), 4), (torsor.mjtObj.mjOBJ_GEOM, 5)])
def test_integers(value, expected):
    assert errors.integer('f', 'x', value) == expected


@pytest.mark.parametrize('value', [1.0, '1', None, 2**31, -2**31 - 1, np.zeros(2, int)], ids=str)
def test_what_is_not_an_integer(value):
    with pytest.raises(TypeError, match=r'f\(\): incompatible function arguments: x must be an integer'):
        errors.integer('f', 'x', value)


def test_a_column_is_a_vector():
    column = np.zeros((3, 1))
    errors.target('f', 'x', column)[:] = 5
    assert column.tolist() == [[5], [5], [5]]
    assert errors.vector('f', 'x', [[1], [2]]).tolist() == [1, 2]
