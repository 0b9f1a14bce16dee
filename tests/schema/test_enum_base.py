"""Enumerations behave as the wheel's do, and as ints where the wheel refuses."""

import copy
import pickle

import mujoco
import numpy as np
import pytest

from torsor.schema import enums

# expressions of a member x and its enumeration E with the same outcome here and in the wheel
SAME = [
    'int(x)', 'x.value', 'x.name', 'str(x)', 'repr(x)', 'f"{x}"', '"%s %d" % (x, x)', 'hash(x)', 'bool(x)',
    'x == 5', '5 == x', 'x != 5', 'x == 4', 'x == "a"', 'x == None', 'x == other', 'x != other',
    'x + 1', '1 + x', 'x - 1', '1 - x', 'x * 2', 'x / 2', 'x // 2', 'x % 3', '7 % x', '-x', 'x + 0.5',
    'x | 2', '2 | x', 'x & 4', 'x ^ 1', 'x << 1', 'x >> 1',
    '{5: "a"}[x]', '{x: "a"}[5]', '"abcdefgh"[x]', 'list(range(x))', 'float(x)',
    'E(5).name', 'E(value=5).name', 'E(x).name', 'E(np.int32(5)).name', 'list(E.__members__)', 'x.mjOBJ_BODY.name',
    'bool(np.int32(5) == x)', '(np.array([4, 5]) == x).tolist()', 'int(np.int32(x))', 'int(np.arange(9)[x])',
    'pickle.loads(pickle.dumps(x)) == x', 'copy.deepcopy(x) == x',
]


def evaluate(expression, module):
    names = {'E': module.mjtObj, 'x': module.mjtObj.mjOBJ_GEOM, 'other': module.mjtGeom.mjGEOM_CYLINDER,
             'np': np, 'pickle': pickle, 'copy': copy}
    return eval(expression, names)


@pytest.mark.parametrize('expression', SAME)
def test_same_as_wheel(expression):
    ours, theirs = evaluate(expression, enums), evaluate(expression, mujoco)
    assert ours == theirs
    assert isinstance(ours, type(theirs))


@pytest.mark.parametrize('value', [999, -1, '5', None, 1.5])
def test_same_errors_as_wheel(value):
    with pytest.raises((TypeError, ValueError)) as theirs:
        mujoco.mjtObj(value)
    with pytest.raises(theirs.type, match='mjtObj'):
        enums.mjtObj(value)


def test_zero_is_true():
    assert bool(mujoco.mjtObj.mjOBJ_UNKNOWN) is True
    assert bool(enums.mjtObj.mjOBJ_UNKNOWN) is True


def test_equal_numbers_of_two_enumerations_are_two_keys():
    ours = {enums.mjtObj.mjOBJ_BODY: 'body', enums.mjtGeom.mjGEOM_HFIELD: 'hfield'}
    theirs = {mujoco.mjtObj.mjOBJ_BODY: 'body', mujoco.mjtGeom.mjGEOM_HFIELD: 'hfield'}
    assert len(ours) == len(theirs) == 2


def test_an_equal_value_is_an_alias():
    assert str(mujoco.mjtEnableBit.mjNENABLE) == str(enums.mjtEnableBit.mjNENABLE) == 'mjtEnableBit.mjENBL_INVDISCRETE'
    assert str(mujoco.mjtLogTopic.mjNTOPIC) == str(enums.mjtLogTopic.mjNTOPIC) == 'mjtLogTopic.mjTOPIC_SLEEP'


def test_more_than_the_wheel():
    x = enums.mjtObj.mjOBJ_GEOM
    assert x == np.int32(5)
    assert x < 6
    assert ~x == -6
    assert f'{x:03d}' == '005'
    assert sorted([x, enums.mjtObj.mjOBJ_BODY]) == [1, 5]
