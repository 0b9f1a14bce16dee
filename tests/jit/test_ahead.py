"""Compiling ahead: which stages a call reaches, and who compiles them."""

import os
import signal
import time

import numpy as np
import pytest

import torsor
from jit.small import WITHOUT_LIBRARY, run_python, tree
from torsor import models
from torsor.jit import ahead, helper, stage, trace_stages
from torsor.jit.stage import STAGES

COLD = """
import sys
import torsor
from torsor.jit import ahead
from torsor.jit.progress import progress
from torsor.jit.stage import Stage
{prepare}
here = []
compile_stage = Stage.compile
Stage.compile = lambda self, kind: here.append(self.symbol) or compile_stage(self, kind)
m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body>'
                                   '</worldbody></mujoco>')
d = torsor.MjData(m)
torsor.mj_step(m, d, 100)
print(d.qpos[0].hex(), len(set(here)), progress.count, len(ahead._team.helpers))
"""


def views(arguments):
    return torsor.mj_step.call._views(arguments)


@helper
def doubled(x):
    return 2.0 * x


@stage
def doubles_time(m, d):
    d.time = doubled(d.time)


@stage
def doubles_twice(m, d):
    doubles_time(m, d)
    doubles_time(m, d)


@pytest.fixture
def world():
    m = tree()
    d = torsor.MjData(m)
    d.time = 1.0
    return m, d


# ---- dry runs ----
def test_a_dry_run_finds_the_stages_and_changes_nothing(world):
    m, d = world
    assert trace_stages.stages_of(doubles_twice, world, views) == [doubles_twice, doubles_time]
    assert d.time == 1.0
    doubles_twice(m, d)
    assert d.time == 4.0


@pytest.mark.parametrize('name', ['pendulum', 'humanoid'])
def test_a_dry_step_finds_exactly_what_native_code_reaches(name):
    """Slots are filled when native code asks for a stage; here by a step of the same model."""
    model = models.path(name)
    code = f"""
import torsor
from torsor.jit import ahead
from torsor.jit import trace_stages
from torsor.jit.stage import STAGES
ahead.prepare = ahead.expect = lambda *rest: None
m = torsor.MjModel.from_xml_path({str(model)!r})
d = torsor.MjData(m)
found = {{s.symbol for s in trace_stages.stages_of(torsor.mj_step.stage, [m, d, 1], torsor.mj_step.call._views)}}
before = {{name for name, s in STAGES.items() if s.slot(ahead.world.SCALAR)[0]}}
torsor.mj_step(m, d)
after = {{name for name, s in STAGES.items() if s.slot(ahead.world.SCALAR)[0]}}
if len(after) < len(STAGES):  # without the library, in which all are filled
    assert after - before <= found <= after, (after - before - found, found - after)
print(len(found))
"""
    result = run_python(code)
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) > 20


def test_a_cold_function_of_numbers_alone_leads_to_one_run(tmp_path):
    code = """
from torsor.api.maths import mju_clip
from torsor.jit import trace_stages
runs, stages_of = [], trace_stages.stages_of
trace_stages.stages_of = lambda *arguments: runs.append(1) or stages_of(*arguments)
print(mju_clip(3, 0, 2), len(runs))
"""
    result = run_python(code, TORSOR_CACHE_DIR=str(tmp_path), **WITHOUT_LIBRARY)
    assert (result.stdout, result.stderr) == ('2.0 1\n', '')


def test_what_may_take_hours_is_left(world, monkeypatch):
    monkeypatch.setattr(trace_stages, '_PATIENCE', 0.05)
    m, d = world
    start = time.perf_counter()
    assert len(trace_stages.stages_of(torsor.mj_step.stage, [m, d, 10**9], views)) > 3
    assert time.perf_counter() - start < 5.0
    assert d.time == 1.0


def test_callbacks_of_users_are_left_alone(world):
    calls = []
    torsor.set_mjcb_control(lambda m, d: calls.append(1))
    try:
        assert trace_stages.stages_of(torsor.mj_forward.stage, list(world), views)
    finally:
        torsor.set_mjcb_control(None)
    assert calls == []


def test_what_python_has_to_answer_ends_the_run(world):
    """Such as a reset after divergence, with a warning that nobody should see twice."""
    m, d = world
    d.qpos[:] = np.nan
    torsor.mj_resetData  # noqa: B018, imports who answers
    assert trace_stages.stages_of(torsor.mj_step.stage, [m, d, 1], views)
    assert d.warning[int(torsor.mjtWarning.mjWARN_BADQPOS)].number == 0
    assert np.isnan(d.qpos).all()


def test_afterwards_python_cannot_call_helpers(world):
    trace_stages.stages_of(doubles_twice, world, views)
    with pytest.raises(TypeError, match='part of kernels'):
        doubled(1.0)


# ---- several processes ----
@pytest.mark.slow
@pytest.mark.skipif(os.name != 'posix', reason='one process only')
def test_a_cold_step_is_compiled_by_several_processes_with_the_same_bits(tmp_path):
    outputs = {}
    for cores in (1, 2):
        place = tmp_path / str(cores)
        result = run_python(COLD.format(prepare=f'ahead.processors = lambda: {cores}'), TORSOR_CACHE_DIR=str(place))
        assert result.returncode == 0, result.stderr
        outputs[cores] = result.stdout.split()
        files = {path.name for path in place.rglob('*.stage')}
        assert outputs[cores][0] == outputs[1][0]
        assert outputs[cores][3] == str(cores - 1)
    assert {name for name in files if name.startswith('physics')}


@pytest.mark.slow
@pytest.mark.parametrize('prepare', [
    "ahead._PROGRAM = 'raise SystemExit(1)'",
    "ahead._PROGRAM = 'print(1 / 0)'",
    "sys.executable = '/nowhere/python'",
    'sys.frozen = True',
    'sys.executable = None',
])
def test_helpers_that_fail_are_not_needed(tmp_path, prepare):
    result = run_python(COLD.format(prepare='ahead.processors = lambda: 2\n' + prepare), TORSOR_CACHE_DIR=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert result.stdout.split()[0].startswith('0x')


@pytest.mark.slow
def test_without_a_cache_this_process_compiles_all(tmp_path):
    (tmp_path / 'file').touch()
    result = run_python(COLD.format(prepare='ahead.processors = lambda: 2'), TORSOR_CACHE_DIR=str(tmp_path / 'file'))
    assert result.returncode == 0, result.stderr
    assert result.stdout.split()[3] == '0'


def test_stages_are_handed_out_once():
    team = ahead._Team()
    team.waiting[:] = ['a', 'b', 'c', 'd']
    assert team.taken() == 'a'  # another process
    shares = team.shared_out(['a', 'c', 'd'])
    assert [next(shares), next(shares)] == ['d', 'c']
    assert team.taken() == 'b'
    assert team.taken() is None
    team.done('b')
    team.done('a')
    assert list(shares) == []
    assert not team.doing


def test_who_needs_a_stage_waits_for_who_compiles_it():
    team = ahead._Team()
    team.waiting[:] = ['a']
    assert team.taken() == 'a'
    timer = ahead.threading.Timer(0.2, team.done, ['a'])
    start = time.perf_counter()
    timer.start()
    assert list(team.shared_out(['a'])) == []
    assert time.perf_counter() - start > 0.15


def test_only_our_own_stages_are_handed_out():
    assert not ahead._is_missing(doubles_time)
    assert all(s.is_ours for s in STAGES.values() if ahead._is_missing(s))


@pytest.mark.skipif(os.name != 'posix', reason='no signals between processes')
def test_a_helper_ends_with_the_process_that_started_it():
    code = """
import sys
from torsor.jit import ahead
helper = ahead._Helper()
helper._process = helper._started()
print(helper._process.pid, flush=True)
"""
    result = run_python(code)
    pid = int(result.stdout)
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    pytest.fail('it goes on')
