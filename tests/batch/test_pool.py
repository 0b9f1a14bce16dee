"""Threads of a pool: all do their part, an error of one ends the others, and the pool can be used again."""

import threading
import time

import pytest

from torsor.batch.pool import Pool


def test_every_thread_does_its_part_side_by_side():
    pool, barrier, seen = Pool(4), threading.Barrier(4, timeout=20), []

    def work(thread):
        barrier.wait()  # all four are here at the same time
        seen.append((thread, threading.get_ident()))

    for _ in range(3):
        seen.clear()
        pool.run(work, lambda: None)
        assert sorted(thread for thread, _ in seen) == [0, 1, 2, 3]
        assert len({ident for _, ident in seen}) == 4
        assert (0, threading.get_ident()) in seen
    pool.close()


@pytest.mark.parametrize('culprit', [0, 2])
def test_an_error_makes_the_others_leave_and_is_raised_once(culprit):
    pool, stopped = Pool(3), threading.Event()

    def work(thread):
        if thread == culprit:
            raise LookupError(f'thread {thread}')
        assert stopped.wait(20)

    with pytest.raises(LookupError, match=f'thread {culprit}'):
        pool.run(work, stopped.set)
    done = []
    pool.run(done.append, lambda: None)
    assert sorted(done) == [0, 1, 2]
    pool.close()


def test_threads_end_when_the_pool_is_closed_or_forgotten():
    before = set(threading.enumerate())
    pool = Pool(3)
    pool.run(lambda thread: None, lambda: None)
    theirs = set(threading.enumerate()) - before  # other threads may end meanwhile
    assert len(theirs) == 2
    del pool
    end = time.monotonic() + 20
    while any(thread.is_alive() for thread in theirs) and time.monotonic() < end:
        time.sleep(0.01)
    assert not any(thread.is_alive() for thread in theirs)
