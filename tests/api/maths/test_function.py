"""How a mju_* function comes to be: compiled at the first call, or taken from the cache."""

import numpy as np
import pytest
from numba.core import config

from torsor.api.maths import function
from torsor.api.maths.arguments import Vector, VectorOut, kind_of

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason='nothing is compiled')


def twice(res: VectorOut, vec: Vector) -> float:
    """Set res = 2 * vec and return the last element."""
    last = 0.0
    for i in range(res.size):
        res[i] = last = 2.0 * vec[i]
    return last


SIGNATURE = (kind_of(VectorOut).numba_type, kind_of(Vector).numba_type)


@pytest.fixture
def shelf(monkeypatch):
    """A cache in a dict."""
    things = {}
    monkeypatch.setattr(function.cache, 'load', lambda context, build, name: things.get(name))
    monkeypatch.setattr(function.cache, 'save', lambda build, name, result: things.update({name: result}))
    return things


def test_compiled_at_the_first_call_and_once(monkeypatch, shelf):
    compiled, count = function.compiled, []
    monkeypatch.setattr(function, 'compiled', lambda *a: count.append(a) or compiled(*a))
    doubled = function.maths(twice)
    assert not count
    for _ in range(3):
        res = np.zeros(2)
        assert doubled(res, np.array([1.0, 2.0])) == 4.0
        np.testing.assert_array_equal(res, [2.0, 4.0])
    assert len(count) == 1
    assert list(shelf) == ['maths-twice']


def test_from_the_cache(monkeypatch, shelf):
    function.compiled(twice, SIGNATURE)
    monkeypatch.setattr(function.progress, 'compiling', lambda name: pytest.fail('compiled again'))
    res = np.zeros(2)
    assert function.compiled(twice, SIGNATURE)(res, np.array([1.0, 2.0])) == 4.0


def test_other_types_are_refused_not_compiled(shelf):
    native = function.compiled(twice, SIGNATURE)
    for wrong in (np.zeros(2, np.float32), np.zeros(2, int), np.zeros(4)[::2], np.zeros((2, 1)), [1.0, 2.0], None):
        with pytest.raises(TypeError):
            native(np.zeros(2), wrong)
    assert len(native.overloads) == 1


def test_looks_like_the_function_it_was():
    doubled = function.maths(twice)
    assert (doubled.__name__, doubled.__doc__) == (twice.__name__, twice.__doc__)
