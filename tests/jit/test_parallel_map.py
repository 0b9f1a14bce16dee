"""Several things at the same time."""

import threading
import time

import pytest

from torsor.jit import parallel_map as module
from torsor.jit.parallel_map import processors, together


@pytest.fixture(autouse=True)
def cores(monkeypatch):
    """As on a machine with three cores, of which others are asked at once."""
    monkeypatch.setattr(module, 'processors', lambda: 3)
    monkeypatch.setattr(module, 'SOON', 0.0)


def test_results_are_in_order():
    def slow(i):
        time.sleep(0.002 * (5 - i % 5))
        return i * i

    assert together(slow, range(20)) == [i * i for i in range(20)]


def test_no_items():
    assert together(str, []) == []


def test_several_threads_work_at_the_same_time():
    meeting = threading.Barrier(3, timeout=10)
    assert together(lambda i: i and meeting.wait() >= 0, range(4)) == [0, True, True, True]  # the first one comes alone


@pytest.mark.parametrize(('count', 'threads'), [(1, True), (5, False)])
def test_one_thread_is_enough(count, threads):
    assert set(together(lambda _: threading.get_ident(), range(count), threads)) == {threading.get_ident()}


def test_what_is_soon_done_needs_no_threads(monkeypatch):
    monkeypatch.setattr(module, 'SOON', 60.0)
    assert set(together(lambda _: threading.get_ident(), range(5))) == {threading.get_ident()}


def test_the_first_error_is_raised_and_nothing_more_is_begun():
    begun, both = [], threading.Barrier(2, timeout=10)

    def fail(i):
        begun.append(i)
        if i in (2, 3):
            both.wait()  # both have begun before either ends
            time.sleep(0.02 * (3 - i))  # the later one fails first
            raise ValueError(i)
        time.sleep(0.1 * (i == 1))

    with pytest.raises(ValueError, match='2'):
        together(fail, range(100))
    assert len(begun) < 10


def test_an_error_of_the_first_item_starts_no_threads():
    before = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        together(lambda i: 1 / i, range(3))
    assert threading.active_count() == before


def test_an_interrupt_ends_all_threads():
    main, begun, before = threading.get_ident(), [], set(threading.enumerate())

    def interrupted(i):
        begun.append(i)
        if threading.get_ident() == main and i:
            raise KeyboardInterrupt
        time.sleep(0.01)

    with pytest.raises(KeyboardInterrupt):
        together(interrupted, range(1000))
    assert len(begun) < 20
    assert set(threading.enumerate()) == before


def test_this_machine_has_processors():
    assert processors() >= 1
