"""Compiling: the short way through Numba where it fits, else the long one, with the same bits."""

import sys

import pytest
from numba import types

import torsor
from jit.small import WITHOUT_LIBRARY, run_python
from torsor.jit.inside import compiler
from torsor.jit.inside.compiler import compiled, compiled_for_user, is_compilable, user_kernel
from torsor.jit.inside.convention import invoke

STEP = f"""
import sys
sys.path[:0] = {sys.path!r}
import torsor
from jit.inside.test_compiler import MODELS, bits
from torsor.jit.inside import compiler
from torsor.jit.progress import progress
print(*bits(MODELS[sys.argv[1]]))
assert compiler.pipeline() is None
assert not hasattr(sys.modules.get('torsor.jit.inside.pipeline'), 'KernelCompiler')
print(progress.count)
"""
MODELS = {
    'pendulum': """<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body></worldbody>
      </mujoco>""",
    'ball': """<mujoco><option solver="PGS" jacobian="dense"/><worldbody><geom type="plane" size="2 2 1"/>
      <body pos="0 0 .099"><joint type="slide" axis="1 0 1"/><geom size=".1"/></body></worldbody></mujoco>""",
    'heap': """<mujoco><option cone="elliptic"/><worldbody><geom type="plane" size="2 2 1"/>
      <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body pos=".05 0 .28"><freejoint/><geom size=".1"/></body>
      <body pos=".5 0 .1"><joint name="hinge" axis="0 1 0" range="-10 10" frictionloss=".1"/>
        <geom type="capsule" size=".08" fromto="0 0 0 .3 0 0"/></body></worldbody>
      <tendon><fixed range="-.1 .1"><joint joint="hinge" coef="2"/></fixed></tendon>
      <actuator><motor joint="hinge" gear="2"/></actuator></mujoco>""",
}


def bits(xml: str) -> list[str]:
    """What a model does in a few steps, to the last bit."""
    m = torsor.MjModel.from_xml_string(xml)
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 30)
    assert bool(d.ncon) == bool(m.ngeom > 1)
    return [array.tobytes().hex() for array in (d.qpos, d.qvel, d.qacc, d.qfrc_constraint)]


def add(a, b):
    return a + b


def first_and_last(n):
    squares = [i * i for i in range(n)]
    return squares[0] + squares[-1]


def test_from_a_function_to_an_address():
    native = compiled(add, (types.int64, types.float64))
    assert native.result == types.float64
    assert invoke(native.address, float, [2, 0.5]) == 2.5
    assert native.code.function
    assert native.code.bytes


def test_functions_of_users_may_allocate():
    native = compiled_for_user(first_and_last, (types.int64,))
    assert invoke(native.address, int, [5]) == 16


def test_what_is_wrong_with_functions_of_users_is_a_type_error():
    with pytest.raises(TypeError, match='unicode_type'):
        compiled_for_user(lambda x: x + 'text', (types.int64,))


def test_what_was_made_for_numba():
    assert is_compilable(user_kernel(add))
    assert not is_compilable(add)


# ---- the long way ----
@pytest.mark.parametrize('change', [('KNOWN_NUMBA', (0, 1)), ('avoids_short_way', lambda: True)])
def test_the_long_way_is_taken(monkeypatch, change):
    monkeypatch.setattr(compiler, *change)
    compiler.pipeline.cache_clear()
    try:
        assert compiler.pipeline() is None
        native = compiled(add, (types.int64, types.int64))
        assert invoke(native.address, int, [2, 3]) == 5
        helper = compiler.helper_dispatcher(add, inline=True)
        assert type(helper).__module__.startswith('numba.')
    finally:
        compiler.pipeline.cache_clear()


LONG_WAYS = {
    'the user wants it': ('', {'TORSOR_LONG_WAY': '1'}),
    'a version of Numba that nobody knows': ("""
import numba
numba.version_info = numba.version_info._replace(major=9, minor=99, short=(9, 99), full=(9, 99, 0))
numba.__version__ = '9.99.0'
""", {}),
    'a Numba whose inside has moved': ("""
import sys
import numba
sys.modules['numba.core.ssa'] = None
""", {}),
}


@pytest.mark.parametrize(('way', 'model'), [
    ('the user wants it', 'ball'),
    *(pytest.param(way, model, marks=pytest.mark.slow) for way, model in (
        ('the user wants it', 'heap'), ('a version of Numba that nobody knows', 'pendulum'),
        ('a Numba whose inside has moved', 'pendulum')))])
def test_the_long_way_gives_the_same_bits(way, model, tmp_path):
    """All of it, from a process that has nothing compiled; what it compiles is cached as well."""
    prepare, environment = LONG_WAYS[way]
    for is_cached in (False, True):
        result = run_python(prepare + STEP, model, TORSOR_CACHE_DIR=str(tmp_path), **environment)
        assert result.returncode == 0, result.stderr
        *found, count = result.stdout.split()
        assert found == bits(MODELS[model])
        assert (int(count) == 0) == is_cached


def test_who_avoids_the_short_way_is_not_given_what_it_made(tmp_path):
    """The cache keeps them apart."""
    code = """
import sys
import torsor
from torsor.jit import cache
cache.load = lambda name: sys.exit(print(cache.stamp()))
m = torsor.MjModel.from_xml_string('<mujoco/>')
torsor.mj_kinematics(m, torsor.MjData(m))
"""
    builds = {run_python(code, TORSOR_CACHE_DIR=str(tmp_path), TORSOR_LONG_WAY=way, **WITHOUT_LIBRARY).stdout
              for way in ('', '1')}
    assert len(builds) == 2
    assert '' not in builds


def test_a_pipeline_that_cannot_be_imported_is_not_needed(monkeypatch):
    monkeypatch.setitem(sys.modules, 'torsor.jit.inside.pipeline', None)
    monkeypatch.delattr(sys.modules['torsor.jit.inside'], 'pipeline', raising=False)
    compiler.pipeline.cache_clear()
    try:
        assert compiler.pipeline() is None
    finally:
        compiler.pipeline.cache_clear()
