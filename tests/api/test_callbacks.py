"""The user's functions in the pipeline: Python functions of the process and compiled functions of a model."""

import copy
import gc
import threading
import weakref

import mujoco
import numpy as np
import pytest

import torsor

CART = """<mujoco><option><flag constraint="disable"/></option><worldbody><body><joint name="x" type="slide" axis="1 0 0"/>
    <geom size=".1"/><body><joint name="a" axis="0 1 0"/><geom size=".1" pos="0 0 -.5"/></body></body></worldbody>
    <actuator><motor joint="x"/><general joint="a" dyntype="user" gaintype="user" biastype="user"/></actuator></mujoco>"""
KINDS = ('control', 'passive', 'act_dyn', 'act_gain', 'act_bias', 'sensor', 'contactfilter', 'time')


@torsor.kernel
def pull_back(m, d):
    d.ctrl[0] = -5.0 * d.qpos[0] - d.qvel[0]


@torsor.kernel
def resist(m, d):
    for i in range(m.nv):
        d.qfrc_passive[i] -= 0.3 * d.qvel[i]


@torsor.kernel
def wrong_field(m, d):
    d.nonsense[0] = 1.0


@torsor.kernel
def returns_nothing(m, d, actuator):
    d.qpos[0] = 0.0


@pytest.fixture
def m():
    return torsor.MjModel.from_xml_string(CART)


@pytest.fixture(autouse=True)
def remove_callbacks():
    yield
    for engine in (torsor, mujoco):
        for kind in KINDS:
            getattr(engine, f'set_mjcb_{kind}')(None)


def run(m, steps=50):
    d = torsor.MjData(m)
    d.qpos[:], d.qvel[:] = (0.5, 0.3), (0.1, -0.2)
    torsor.mj_step(m, d, steps)
    return d


def python_version(kernel):
    return kernel.py_func


class TestOfTheProcess:
    @pytest.mark.parametrize('kind', KINDS)
    def test_setting_getting_removing(self, kind):
        setter, getter = getattr(torsor, f'set_mjcb_{kind}'), getattr(torsor, f'get_mjcb_{kind}')
        assert getter() is None
        setter(print)
        assert getter() is print
        with pytest.raises(TypeError, match='Optional'):
            setter(3)
        setter(None)
        assert getter() is None

    def test_they_see_the_objects(self, m):
        seen = []
        torsor.set_mjcb_control(lambda model, data: seen.append((model, data)))
        d = torsor.MjData(m)
        torsor.mj_step(m, d, 3)
        assert len(seen) == 3
        assert all(model is m and data is d for model, data in seen)

    def test_all_of_them_do_what_they_do_in_the_wheel(self):
        results = []
        for engine in (torsor, mujoco):
            calls = []
            m = engine.MjModel.from_xml_string(CART)  # before: the wheel calls back while it compiles
            engine.set_mjcb_control(lambda m, d: d.ctrl.__setitem__(0, -5.0 * d.qpos[0]))
            engine.set_mjcb_passive(lambda m, d: d.qfrc_passive.__setitem__(0, d.qfrc_passive[0] - 0.3 * d.qvel[0]))
            engine.set_mjcb_act_dyn(lambda m, d, i, calls=calls: (calls.append(('dyn', i)), 0.25)[1])
            engine.set_mjcb_act_gain(lambda m, d, i, calls=calls: (calls.append(('gain', i)), 2.0)[1])
            engine.set_mjcb_act_bias(lambda m, d, i, calls=calls: (calls.append(('bias', i)), 0.5)[1])
            d = engine.MjData(m)
            d.qpos[:], d.qvel[:] = (0.5, 0.3), (0.1, -0.2)
            engine.mj_step(m, d, 20)
            results.append((calls, d.qpos.copy(), d.act.copy(), d.actuator_force.copy()))
        assert results[0][0] == results[1][0]
        for ours, theirs in zip(results[0][1:], results[1][1:]):
            np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-14)

    def test_errors_reach_the_caller(self, m):
        def fail(model, data):
            raise KeyError('boom')

        torsor.set_mjcb_control(fail)
        with pytest.raises(KeyError, match='boom'):
            torsor.mj_step(m, torsor.MjData(m))

    def test_results_must_be_numbers(self, m):
        torsor.set_mjcb_act_gain(lambda model, data, i: 'text')
        with pytest.raises(TypeError, match='mjcb_act_gain callback did not return a number'):
            torsor.mj_forward(m, torsor.MjData(m))

    def test_the_clock_of_the_user(self, m):
        ticks = iter(range(10_000))
        torsor.set_mjcb_time(lambda: float(next(ticks)))
        d = torsor.MjData(m)
        torsor.mj_step(m, d)
        assert d.timer[torsor.mjtTimer.mjTIMER_STEP].duration == next(ticks) - 1.0


class TestOfAModel:
    @pytest.mark.parametrize(('kind', 'kernel'), [('control', pull_back), ('passive', resist)])
    def test_they_do_what_python_functions_do(self, m, kind, kernel):
        setattr(m.callbacks, kind, kernel)
        native = run(m)
        setattr(m.callbacks, kind, None)
        getattr(torsor, f'set_mjcb_{kind}')(python_version(kernel))
        python = run(m)
        np.testing.assert_array_equal(native.qpos, python.qpos)
        assert (native.qpos != run(torsor.MjModel.from_xml_string(CART), 0).qpos).any()

    def test_they_belong_to_their_model(self, m):
        other = torsor.MjModel.from_xml_string(CART)
        plain = run(other).qpos.copy()
        m.callbacks.control = pull_back
        assert (run(m).qpos != plain).any()
        np.testing.assert_array_equal(run(other).qpos, plain)
        assert other.callbacks.control is None

    def test_swapping_and_removing(self, m):
        plain = run(m).qpos.copy()
        m.callbacks.control = pull_back
        pulled = run(m).qpos.copy()
        m.callbacks.control = lambda m, d: None
        np.testing.assert_array_equal(run(m).qpos, plain)
        m.callbacks.control = pull_back
        np.testing.assert_array_equal(run(m).qpos, pulled)
        del m.callbacks.control
        np.testing.assert_array_equal(run(m).qpos, plain)

    def test_copies_keep_them(self, m):
        m.callbacks.control = pull_back
        np.testing.assert_array_equal(run(copy.copy(m)).qpos, run(m).qpos)

    def test_models_with_callbacks_are_freed(self, m):
        m.callbacks.control = pull_back
        reference = weakref.ref(m)
        twin = copy.copy(m)
        gc.collect()
        gone = weakref.ref(twin)
        del twin
        assert gone() is None
        assert reference() is m

    def test_a_function_that_cannot_be_compiled_leaves_the_old_one(self, m):
        m.callbacks.control = pull_back
        with pytest.raises(Exception, match='nonsense'):
            m.callbacks.control = wrong_field
        assert m.callbacks.control is pull_back
        with pytest.raises(TypeError, match='must be a function'):
            m.callbacks.control = 3
        with pytest.raises(AttributeError, match='there is no callback'):
            m.callbacks.controll = pull_back

    def test_threads_run_them_side_by_side(self, m):
        m.callbacks.control = pull_back
        expected = run(m, 2000).qpos
        results = []
        threads = [threading.Thread(target=lambda: results.append(run(m, 2000).qpos)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for qpos in results:
            np.testing.assert_array_equal(qpos, expected)
