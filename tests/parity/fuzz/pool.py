"""Workers that may die: the wheel aborts on some models and hangs on others, and the run goes on."""

import multiprocessing
import os
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import wait

PATIENCE = 300.0  # seconds for one task; native code is compiled in the first ones
LIFE = 400  # tasks until a worker is replaced, so that what leaks is given back


class Worker:
    """A process that answers one task at a time."""

    def __init__(self, function: Callable):
        here, there = multiprocessing.Pipe()
        self.connection, self.left, self.task, self.since = here, LIFE, None, 0.0
        self.process = multiprocessing.get_context('fork').Process(target=serve, args=(function, there), daemon=True)
        self.process.start()
        there.close()

    def give(self, task) -> None:
        self.task, self.since, self.left = task, time.monotonic(), self.left - 1
        self.connection.send(task)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


def serve(function: Callable, connection) -> None:
    """Answer tasks until there are no more. What the engines print is not for the eyes of the one who waits."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        try:
            answer = function(task)
        except Exception:  # a mistake of the fuzzer, or an error that only one engine raises
            answer = traceback.format_exc()
        connection.send(answer)


def answers(function: Callable, tasks: Iterable, workers: int) -> Iterator[tuple]:
    """(task, answer) in the order in which they arrive; the answer is text if the task raised, or its worker died."""
    tasks = iter(tasks)
    idle: list[Worker] = [Worker(function) for _ in range(workers)]
    busy: list[Worker] = []
    while True:
        while idle and (task := next(tasks, None)) is not None:
            worker = idle.pop()
            if not worker.left:
                worker.stop()
                worker = Worker(function)
            worker.give(task)
            busy.append(worker)
        if not busy:
            break
        ready = wait([worker.connection for worker in busy], timeout=1.0)
        for worker in list(busy):
            if worker.connection in ready:
                try:
                    answer, alive = worker.connection.recv(), True
                except EOFError:
                    answer, alive = 'crash', False
            elif time.monotonic() - worker.since > PATIENCE:
                answer, alive = 'hang', False
            else:
                continue
            yield worker.task, answer
            busy.remove(worker)
            if not alive:
                worker.stop()
            idle.append(worker if alive else Worker(function))
    for worker in idle:
        worker.stop()
