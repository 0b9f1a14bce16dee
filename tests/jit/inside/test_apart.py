"""Compiling in a thread of its own: an interrupt is raised at once, and nothing is left half done."""

import _thread
import signal
import sys
import threading
import time

import numpy as np
import pytest

from jit.interrupts import Interrupt, interrupted
from jit.small import WITHOUT_LIBRARY, run_python
from torsor.jit.inside.apart import apart, is_interruptible


def test_results_and_errors_arrive():
    assert apart(lambda: 42) == 42
    with pytest.raises(ZeroDivisionError):
        apart(lambda: 1 / 0)


def test_the_main_thread_has_it_done_by_another():
    assert is_interruptible()
    assert apart(threading.get_ident) != threading.get_ident()
    assert apart(is_interruptible) is False
    assert apart(lambda: apart(threading.get_ident) == threading.get_ident())  # and that one does it itself


def test_one_at_a_time():
    active, most = [], []

    def work():
        active.append(1)
        most.append(len(active))
        time.sleep(0.01)
        active.pop()

    threads = [threading.Thread(target=apart, args=(work,)) for _ in range(5)]
    for thread in threads:
        thread.start()
    apart(work)
    for thread in threads:
        thread.join()
    assert most == [1] * 6


def test_an_interrupt_is_raised_at_once_and_the_work_goes_on():
    done, start = [], time.perf_counter()
    error = interrupted(lambda: apart(lambda: done.append(time.sleep(0.5))), after=0.05)
    assert type(error) is Interrupt
    assert time.perf_counter() - start < 0.4
    assert not done
    assert apart(lambda: len(done)) == 1  # who asks next waits for what was begun


def test_interrupts_at_any_moment():
    """However many: work that was begun is finished, and whoever needs a result gets it in the end."""
    begun, finished, random = [], [], np.random.default_rng(0)

    def work():
        begun.append(1)
        time.sleep(1e-4)
        finished.append(1)

    ends = [interrupted(lambda: apart(work), random.uniform(0, 1e-3), every=3e-5) for _ in range(200)]
    assert {type(end) for end in ends} <= {Interrupt, type(None)}
    assert ends.count(None) < len(ends)
    assert apart(lambda: 42) == 42
    start = time.perf_counter()
    while len(begun) < len(ends) - ends.count(None) and time.perf_counter() < start + 0.5:
        time.sleep(0.01)  # some may still wait for others
    assert apart(lambda: len(begun) == len(finished))


def test_without_more_threads_the_main_one_has_to_do(monkeypatch):
    def refuse(*_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, 'start_new_thread', refuse)
    assert apart(threading.get_ident) == threading.get_ident()


def test_at_the_end_of_a_process_no_thread_is_needed(monkeypatch):
    monkeypatch.setattr(sys.modules[apart.__module__], '_ending', True)
    assert not is_interruptible()
    assert apart(threading.get_ident) == threading.get_ident()


@pytest.mark.parametrize('interrupts', [1, 2])
def test_a_process_that_is_interrupted_while_it_compiles_ends_cleanly(interrupts, tmp_path):
    """The compiler is not left alone with an interpreter that is being taken down; or hides it well."""
    code = """
import os, signal, sys, threading, time
import torsor
from torsor.jit import ahead
ahead.processors = lambda: 1  # others would compile the step while the model is loaded
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have asked to ignore it
m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>')
for i in range(int(sys.argv[1])):
    threading.Timer(0.7 + 0.3 * i, os.kill, (os.getpid(), signal.SIGINT)).start()
torsor.mj_step(m, torsor.MjData(m))
"""
    result = run_python(code, str(interrupts), TORSOR_CACHE_DIR=str(tmp_path), **WITHOUT_LIBRARY)
    assert result.returncode in (1, -signal.SIGINT, 128 + signal.SIGINT), result.stderr
    assert 'KeyboardInterrupt' in result.stderr
    assert 'Fatal' not in result.stderr


def test_the_last_words_of_a_process_may_step():
    """Functions that run at exit, when the interpreter accepts no more threads."""
    code = """
import atexit, torsor
m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>')
d = torsor.MjData(m)

class Last:
    def __del__(self):
        torsor.mj_step(m, d)
        print('steps', d.time)

@atexit.register
def end():
    torsor.mj_step(m, d)
    print('steps', d.time)

last = Last()
"""
    result = run_python(code)
    assert (result.returncode, result.stdout) == (0, 'steps 0.002\nsteps 0.004\n'), result.stderr
