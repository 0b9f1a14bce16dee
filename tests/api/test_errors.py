"""Exceptions, and how functions complain about their arguments."""

import numpy as np
import pytest

import torsor
from reference.twins import SMALL


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
    with pytest.raises(TypeError, match=r'mj_resetData\(\): incompatible .*: d should be an MjData, got 3'):
        torsor.mj_resetData(m, 3)
    with pytest.raises(TypeError, match=r'state should be a writable .*, got a float32 array of shape \(2,\)'):
        torsor.mj_getState(m, d, np.zeros(2, np.float32), 1)
