"""The ways in which Python calls a stage: all of them take, refuse and compute the same."""

import pytest

from torsor.jit import call as module
from torsor.jit.call import public
from torsor.jit.inside import objects
from torsor.jit.stage import jit_enabled

WAYS = ['wrapper', 'addresses', 'python'] if jit_enabled() else ['python']


def called(stage, way: str, *arguments):
    """The function for users of a stage, called once with these arguments, so that all calls go this way."""
    function = public(stage)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(objects, 'layout_holds', lambda: way == 'wrapper')
        patch.setattr(module, 'jit_enabled', lambda: way != 'python')
        function(*arguments)
    expected = {'addresses': function.call._the_long_way, 'python': function.call._in_python}
    assert function.call.run == expected.get(way, function.call.run)
    assert (way == 'wrapper') == isinstance(function.call.run, type(len))
    return function
