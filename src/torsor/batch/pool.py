"""Threads that work side by side with the one that asks them to."""

import contextlib
import os
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import NamedTuple

PATIENCE = 0.8  # [s] that an interrupt waits for threads to leave their work: one may be compiling


class _Job(NamedTuple):
    work: Callable[[int], None]
    stop: Callable[[], None]
    done: 'SimpleQueue[BaseException | None]'

    def run(self, thread: int) -> None:
        error = None
        try:
            self.work(thread)
        except BaseException as raised:  # raised again by the thread that asked
            error = raised
            self.stop()
        self.done.put(error)


class Pool:
    """`count` threads, the one that calls `run` among them. They start when they are first needed.

    In a process that was forked from this one they start anew.
    """

    def __init__(self, count: int):
        self.count = count
        self._begin()

    def _begin(self) -> None:
        self._process = os.getpid()
        self._jobs: SimpleQueue[tuple[_Job, int] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._busy = threading.Lock()
        self._unfinished: list[_Job] = []  # once for each thread

    def run(self, work: Callable[[int], None], stop: Callable[[], None]) -> None:
        """Call work(thread) on each thread, and wait. If one raises, `stop` makes the others leave their work."""
        if self._process != os.getpid():
            self._begin()
        with self._busy:
            self._finish_old_jobs()
            self._start_threads()
            job = _Job(work, stop, SimpleQueue())
            try:
                for thread in range(1, self.count):
                    self._unfinished.append(job)
                    self._jobs.put((job, thread))
                work(0)
                errors = self._finish_old_jobs()
            except BaseException:
                stop()
                with contextlib.suppress(KeyboardInterrupt):  # one is being raised already
                    self._finish_old_jobs(time.monotonic() + PATIENCE)
                raise
        for error in errors:
            raise error

    def _finish_old_jobs(self, end: float | None = None) -> list[BaseException]:
        """Wait until threads have left the jobs they were given, not beyond the time `end`; what they raised."""
        errors = []
        while self._unfinished:
            try:
                error = self._unfinished[-1].done.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
            except Empty:
                break
            self._unfinished.pop()
            if error is not None:
                errors.append(error)
        return errors

    def _start_threads(self) -> None:
        while len(self._threads) < self.count - 1:
            thread = threading.Thread(target=_serve, args=(self._jobs,), name='torsor-worlds', daemon=True)
            thread.start()
            self._threads.append(thread)

    def close(self) -> None:
        """End the threads, once they have done what they were asked for."""
        if self._process == os.getpid():
            for _ in self._threads:
                self._jobs.put(None)
        self._threads = []

    def __del__(self):
        self.close()


def _serve(jobs: 'SimpleQueue[tuple[_Job, int] | None]') -> None:
    """What a thread does: one job after the other."""
    while (item := jobs.get()) is not None:
        job, thread = item
        job.run(thread)
        del item, job  # nothing of a job is kept while waiting for the next
