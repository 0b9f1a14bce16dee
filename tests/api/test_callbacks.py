"""The user's functions inside the pipeline: of the process as in MuJoCo, and of a model, jitted."""

import copy
import threading

import mujoco
import numpy as np
import pytest
from numba import njit

import torsor
from jit.small import run_python
from torsor.jit.stage import Stage

KINDS = ('control', 'passive', 'act_dyn', 'act_gain', 'act_bias', 'sensor', 'contactfilter', 'time')
USER = """<mujoco><option><flag constraint="disable"/></option><worldbody><body><joint name="a" axis="0 1 0"/>
  <geom size=".1" pos=".3 0 0"/><body pos=".5 0 0"><joint name="b" axis="0 1 0" damping=".1"/>
  <geom size=".1" pos=".2 0 0"/></body></body></worldbody><actuator>
  <general joint="a" dyntype="user" actdim="1" gaintype="user" biastype="user"/>
  <motor joint="b"/></actuator></mujoco>"""


def damps(m, d):
    d.qfrc_passive[1] -= 0.7 * d.qvel[1]


def swings(m, d):
    d.ctrl[0] = 0.5 - d.qpos[0]
    d.ctrl[1] = 0.25 * d.time


def relaxes(m, d, i):
    return d.ctrl[i] - 3.0 * d.act[0]


def gains(m, d, i):
    return 2.0 + i


def pulls(m, d, i):
    return -0.3 * d.qpos[i]


DYNAMICS = dict(passive=damps, control=swings, act_dyn=relaxes, act_gain=gains, act_bias=pulls)


@pytest.fixture(autouse=True)
def _no_callbacks_left():
    yield
    for kind in KINDS:
        getattr(torsor, f'set_mjcb_{kind}')(None)
        getattr(mujoco, f'set_mjcb_{kind}')(None)


@pytest.fixture
def m():
    return torsor.MjModel.from_xml_string(USER)


@pytest.fixture
def d(m):
    return torsor.MjData(m)


def steps(m, count=30):
    d = torsor.MjData(m)
    torsor.mj_step(m, d, count)
    return d


# ---- of the process ----
@pytest.mark.parametrize('kind', KINDS)
def test_set_and_get(kind):
    setter, getter = getattr(torsor, f'set_mjcb_{kind}'), getattr(torsor, f'get_mjcb_{kind}')

    def callback(*arguments):
        return 0.0

    assert getter() is None
    setter(callback)
    assert getter() is callback
    setter(None)
    assert getter() is None
    for module in (mujoco, torsor):
        with pytest.raises(TypeError, match='Optional'):
            getattr(module, f'set_mjcb_{kind}')(3)
    assert getter() is None


@pytest.mark.parametrize('kinds', [[kind] for kind in DYNAMICS] + [list(DYNAMICS)])
def test_they_act_as_in_mujoco(m, kinds):
    rm = mujoco.MjModel.from_xml_string(USER)
    rd, d = mujoco.MjData(rm), torsor.MjData(m)
    for module in (mujoco, torsor):
        for kind in kinds:
            getattr(module, f'set_mjcb_{kind}')(DYNAMICS[kind])
    d.ctrl[:] = rd.ctrl[:] = [0.4, 0.1]
    d.qpos[:] = rd.qpos[:] = [0.1, -0.2]
    for _ in range(20):
        torsor.mj_step(m, d)
        mujoco.mj_step(rm, rd)
    np.testing.assert_allclose(d.qpos, rd.qpos, rtol=1e-12)
    np.testing.assert_allclose(d.act, rd.act, rtol=1e-12)


def test_they_get_the_very_objects(m, d):
    seen = []
    torsor.set_mjcb_control(lambda *arguments: seen.append(arguments))
    torsor.mj_forward(m, d)
    (model, data), = seen
    assert model is m
    assert data is d


def test_any_callable_will_do(m, d):
    class Controller:
        calls = 0

        def __call__(self, m, d):
            self.calls += 1

        def method(self, m, d):
            self.calls += 10

    controller = Controller()
    torsor.set_mjcb_control(controller)
    torsor.mj_forward(m, d)
    torsor.set_mjcb_control(controller.method)
    torsor.mj_forward(m, d)
    assert controller.calls == 11


@pytest.mark.parametrize('error', [ValueError('mine'), TypeError('mine'), KeyboardInterrupt(), SystemExit(3)])
def test_exceptions_come_out_of_the_step(m, d, error):
    def fail(m, d):
        raise error

    torsor.set_mjcb_control(fail)
    with pytest.raises(type(error)) as caught:
        torsor.mj_step(m, d)
    assert caught.value is error
    assert d.time == 0.0
    torsor.set_mjcb_control(None)
    torsor.mj_step(m, d)
    assert d.time == m.opt.timestep


@pytest.mark.parametrize('kind', ['act_dyn', 'act_gain', 'act_bias'])
def test_a_callback_that_gives_no_number_is_told(m, d, kind):
    getattr(torsor, f'set_mjcb_{kind}')(lambda m, d, i: 'one')
    with pytest.raises(TypeError, match=f'mjcb_{kind} callback did not return a number'):
        torsor.mj_step(m, d)


def test_a_callback_may_use_the_engine(m, d):
    inner = torsor.MjData(m)

    def plan(m, d):
        torsor.set_mjcb_control(None)
        torsor.mj_step(m, inner, 3)
        torsor.set_mjcb_control(plan)

    torsor.set_mjcb_control(plan)
    torsor.mj_step(m, d, 2)
    assert inner.time == pytest.approx(6 * m.opt.timestep)


def test_the_clock(m, d):
    ticks = iter(range(10_000))
    torsor.set_mjcb_time(lambda: next(ticks))
    torsor.mj_step(m, d)
    timer = d.timer[torsor.mjtTimer.mjTIMER_STEP]
    assert timer.number == 1
    assert timer.duration >= 1.0
    assert timer.duration == int(timer.duration)


# ---- of a model ----
@pytest.mark.parametrize('kinds', [[kind] for kind in DYNAMICS] + [list(DYNAMICS)])
def test_jitted_callbacks_do_what_python_ones_do(m, kinds):
    for kind in kinds:
        getattr(torsor, f'set_mjcb_{kind}')(DYNAMICS[kind])
    expected = steps(m)
    for kind in kinds:
        getattr(torsor, f'set_mjcb_{kind}')(None)
        setattr(m.callbacks, kind, DYNAMICS[kind])
    d = steps(m)
    np.testing.assert_array_equal(d.qpos, expected.qpos)
    np.testing.assert_array_equal(d.act, expected.act)


def test_plain_jitted_and_kernel_functions_are_taken(m):
    results = []
    for function in (swings, njit(swings), torsor.kernel(swings)):
        m.callbacks.control = function
        assert m.callbacks.control is function
        results.append(steps(m).qpos)
    assert steps(m).ctrl[0] != 0.0
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])


def test_callbacks_call_kernels(m):
    @torsor.kernel
    def error(d, i):
        return 0.5 - d.qpos[i]

    def proportional(m, d):
        d.ctrl[1] = 4.0 * error(d, 1)

    m.callbacks.control = proportional
    assert steps(m, 1).ctrl[1] == 2.0


def test_arrays_may_be_made_in_a_callback(m):
    def filters(m, d):
        window = np.zeros(3)
        window[1] = 0.5
        d.ctrl[0] = window.sum()

    m.callbacks.control = filters
    assert steps(m, 1).ctrl[0] == 0.5


def test_the_model_goes_before_the_process(m):
    torsor.set_mjcb_control(lambda m, d: pytest.fail('the model has its own'))
    m.callbacks.control = swings
    assert steps(m, 2).ctrl[1] == 0.25 * m.opt.timestep


def test_a_callback_belongs_to_its_model(m):
    other = torsor.MjModel.from_xml_string(USER)
    m.callbacks.control = swings
    assert not steps(other).ctrl.any()
    assert steps(m).ctrl.any()


def test_swapping_and_removing(m):
    m.callbacks.control = swings
    first = steps(m).qpos

    def rests(m, d):
        d.ctrl[0] = 0.0

    m.callbacks.control = rests
    assert not steps(m).ctrl.any()
    m.callbacks.control = swings
    np.testing.assert_array_equal(steps(m).qpos, first)
    m.callbacks.control = None
    assert m.callbacks.control is None
    assert not steps(m).ctrl.any()
    m.callbacks.control = swings
    del m.callbacks.control
    assert m.callbacks.control is None
    assert repr(m.callbacks) == '<callbacks none>'


def test_swapping_compiles_nothing_but_the_function(m, monkeypatch):
    m.callbacks.control = swings
    steps(m)
    monkeypatch.setattr(Stage, 'compile', lambda self, kind: pytest.fail(f'{self.__name__} compiled'))
    m.callbacks.control = lambda m, d: swings_back(d)
    assert steps(m).ctrl[0] == -1.0


@torsor.kernel
def swings_back(d):
    d.ctrl[0] = -1.0


@pytest.mark.parametrize('duplicate', [copy.copy, copy.deepcopy])
def test_copies_of_a_model_keep_their_callbacks(m, duplicate):
    m.callbacks.control = swings
    twin = duplicate(m)
    m.callbacks.control = None
    assert twin.callbacks.control is swings
    assert steps(twin).ctrl.any()
    assert not steps(m).ctrl.any()


def test_errors_of_jitted_callbacks_come_out_of_the_step(m, d):
    def fails(m, d):
        if d.time > 0.003:
            raise ArithmeticError('enough')

    m.callbacks.control = fails
    with pytest.raises(ArithmeticError, match='enough'):
        torsor.mj_step(m, d, 10)
    assert d.time == pytest.approx(0.004)


def test_time_may_be_jitted(m):
    m.callbacks.time = lambda: 5.0
    assert steps(m).timer[torsor.mjtTimer.mjTIMER_STEP].duration == 0.0


def test_threads_run_jitted_callbacks_side_by_side(m):
    """While one thread is in native code and never comes back to Python, another one does its steps."""
    m.callbacks.control = swings
    expected = steps(m, 2000).qpos
    datas = [torsor.MjData(m) for _ in range(3)]
    threads = [threading.Thread(target=torsor.mj_step, args=(m, d, 2000)) for d in datas]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for d in datas:
        np.testing.assert_array_equal(d.qpos, expected)


def test_jitted_callbacks_run_without_the_gil(m):
    """Python goes on while a callback computes for a while; with the GIL it would stand still."""

    def computes(m, d):
        x = 0.0
        for _ in range(int(d.time)):
            x = 0.999 * x + 1.0
        d.ctrl[0] = x

    m.callbacks.control = computes
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)  # everything is compiled
    d.time = 1e8
    thread = threading.Thread(target=torsor.mj_forward, args=(m, d))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
    assert turns > 1000
    assert d.ctrl[0] == pytest.approx(1000.0)


def test_rates_of_all_activations_are_asked_for_before_any_force():
    xml = USER.replace('<motor joint="b"/>', '<general joint="b" dyntype="user" actdim="1" gaintype="user"/>')
    calls = {}
    for engine in (mujoco, torsor):
        m = engine.MjModel.from_xml_string(xml)
        d, called = engine.MjData(m), calls.setdefault(engine, [])
        for kind in ('act_dyn', 'act_gain', 'act_bias'):
            def note(m, d, i, called=called, kind=kind):
                called.append((kind, i))
                return 1.0
            getattr(engine, f'set_mjcb_{kind}')(note)
        engine.mj_fwdActuation(m, d)
    assert calls[torsor] == calls[mujoco]
    assert calls[mujoco][:2] == [('act_dyn', 0), ('act_dyn', 1)]


# ---- a function for each actuator ----
SEVERAL = """<mujoco><worldbody><body><joint name="a" type="slide"/><geom size=".1"/></body></worldbody><actuator>
  <general name="first" joint="a" gaintype="user" biastype="user"/><general joint="a" gaintype="user" biastype="user"/>
  <general joint="a" gaintype="user" biastype="user"/><general joint="a" gainprm="7"/></actuator></mujoco>"""


def several_forces(m):
    d = torsor.MjData(m)
    d.qpos[:], d.ctrl[:] = 0.5, 1.0
    torsor.mj_forward(m, d)
    return d.actuator_force.tolist()


def test_actuators_may_have_a_function_each():
    m = torsor.MjModel.from_xml_string(SEVERAL)
    m.callbacks.act_gain = {m.actuator('first').id: gains, 2: njit(lambda model, data, k: 10.0 * k)}
    m.callbacks.act_bias = {np.int32(1): lambda m, d, i: 100 * d.qpos[0]}
    assert several_forces(m) == [2, 51, 20, 7]  # without a function the gain is 1 and the bias 0
    assert several_forces(copy.copy(m)) == [2, 51, 20, 7]
    assert m.callbacks.act_gain[0] is gains
    assert repr(m.callbacks).startswith('<callbacks act_gain={0: gains, 2: <lambda>}, act_bias={1: <lambda>}')
    m.callbacks.act_gain = None
    m.callbacks.act_bias = {}
    assert several_forces(m) == [1, 1, 1, 7]


def test_a_table_of_functions_is_taken_as_it_is(m):
    table = {0: gains}
    m.callbacks.act_gain = table
    table[0] = pulls
    assert m.callbacks.act_gain == {0: gains}
    with pytest.raises(TypeError, match='does not support item assignment'):
        m.callbacks.act_gain[0] = pulls


@pytest.mark.parametrize(('table', 'error', 'message'), [
    ({'first': gains}, TypeError, r"by their ids, not by 'first'; model.actuator\(name\).id tells"),
    ({2: gains}, ValueError, 'no actuator 2: the model has 2'),
    ({-1: gains}, ValueError, 'no actuator -1'),
    ({0: 3.0}, TypeError, 'the callback act_gain must be a function or None, not float'),
    ({0: {0: gains}}, TypeError, 'the callback act_gain must be a function or None, not dict'),
    ({0: gains, 1: swings}, TypeError, r'is called with \(m, d, i\), but swings takes \(m, d\)'),
])
def test_wrong_tables_are_refused(m, table, error, message):
    with pytest.raises(error, match=message):
        m.callbacks.act_gain = table
    assert m.callbacks.act_gain is None


def test_only_callbacks_of_actuators_take_tables(m):
    with pytest.raises(TypeError, match='only act_dyn, act_gain, act_bias take a dictionary'):
        m.callbacks.control = {0: swings}


# ---- mistakes ----
@pytest.mark.parametrize('wrong', [3, 'swings', print, [], object()])
def test_what_is_no_function_is_refused(m, wrong):
    with pytest.raises(TypeError, match='the callback control must be a function or None'):
        m.callbacks.control = wrong


@pytest.mark.parametrize(('kind', 'function', 'called'), [
    ('control', lambda m: None, r'\(m, d\)'), ('act_gain', swings, r'\(m, d, i\)'), ('time', swings, r'\(\)'),
    ('contactfilter', gains, r'\(m, d, i, j\)')])
def test_a_function_of_other_arguments_is_refused(m, kind, function, called):
    with pytest.raises(TypeError, match=f'the callback {kind} is called with {called}'):
        setattr(m.callbacks, kind, function)


def test_a_function_that_does_not_compile_leaves_the_old_one_in_place(m):
    def misspells(m, d):
        d.cntrl[0] = 1.0

    m.callbacks.control = swings
    expected = steps(m).qpos
    with pytest.raises(TypeError, match=r'the callback control cannot use misspells(.|\n)*cntrl'):
        m.callbacks.control = misspells
    assert m.callbacks.control is swings
    np.testing.assert_array_equal(steps(m).qpos, expected)


def test_a_callback_that_gives_no_number_does_not_compile(m):
    with pytest.raises(TypeError, match='the callback act_gain cannot use'):
        m.callbacks.act_gain = lambda m, d, i: None


def test_unknown_kinds_are_named(m):
    with pytest.raises(AttributeError, match="no callback 'controll'; the kinds are control"):
        m.callbacks.controll = swings
    with pytest.raises(AttributeError, match='controll'):
        _ = m.callbacks.controll


# ---- without JIT ----
def test_both_ways_in_python_mode():
    code = f"""
import torsor
m = torsor.MjModel.from_xml_string({USER!r})
def swings(m, d):
    d.ctrl[1] = 0.25 * d.time
results = []
for place in ('process', 'model', 'none'):
    torsor.set_mjcb_control(swings if place == 'process' else None)
    m.callbacks.control = swings if place == 'model' else None
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 3)
    results.append(d.ctrl[1])
assert results[0] == results[1] > 0.0 == results[2], results
"""
    result = run_python(code, NUMBA_DISABLE_JIT='1')
    assert result.returncode == 0, result.stderr
