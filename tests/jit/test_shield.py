"""Work that an interrupt must not leave half done."""

import threading
import time

import numpy as np
import pytest

from jit.interrupts import Interrupt, each_line, interrupted
from torsor.jit import shield
from torsor.jit.shield import shielded


def test_the_work_is_done_by_another_thread():
    seen = []
    shielded(lambda: seen.append(threading.get_ident()))
    assert seen[0] != threading.get_ident()
    shielded(lambda: shielded(lambda: seen.append(threading.get_ident())))  # which needs no shield
    assert len(seen) == 2


def test_errors_arrive_with_where_they_come_from():
    def fail():
        raise KeyError('in the work')

    with pytest.raises(KeyError, match='in the work') as caught:
        shielded(fail)
    assert caught.traceback[-1].name == 'fail'


def test_other_threads_need_no_shield():
    seen = []

    def work():
        shielded(lambda: seen.append(threading.get_ident()))
        seen.append(threading.get_ident())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen[0] == seen[1]


def test_other_threads_go_on_meanwhile():
    stop, ticks = threading.Event(), []

    def tick():
        while not stop.is_set():
            ticks.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    shielded(lambda: time.sleep(0.2))
    stop.set()
    thread.join()
    assert len(ticks) > 10


def test_an_interrupt_waits_until_the_work_is_finished():
    done, start = [], time.perf_counter()
    shielded(lambda: None)
    error = interrupted(lambda: shielded(lambda: done.append(time.sleep(0.3))), after=0.05, every=0.01)
    assert type(error) is Interrupt
    assert done
    assert time.perf_counter() - start > 0.3


def test_interrupts_at_any_moment():
    """However many: the work is not begun, or it is finished by the time that the interrupt is raised."""
    busy, random = [], np.random.default_rng(0)

    def work():
        busy.append(1)
        time.sleep(1e-4)
        sum(range(1000))
        busy.pop()

    ends = []
    for _ in range(500):
        ends.append(interrupted(lambda: shielded(work), random.uniform(0, 5e-4), every=3e-5))
        assert not busy
    assert {type(end) for end in ends} <= {Interrupt, type(None)}
    assert ends.count(None) < len(ends)


def test_an_interrupt_at_each_line():
    def scenario(run):
        done = []
        shield._runner.cache_clear()
        error = run(lambda: shielded(lambda: done.append(1)))
        assert type(error) in (Interrupt, type(None))
        assert bool(done) == (error is None)

    assert each_line(scenario) > 5
    shielded(lambda: None)


def test_many_one_after_the_other():
    total = []
    for _ in range(2000):
        shielded(lambda: total.append(1))
    assert len(total) == 2000
