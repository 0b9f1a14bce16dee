"""Several things at the same time, in threads: for work that mostly runs without Python's lock."""

import math
import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

SOON = 1e-3  # [s] what is done by then is done sooner by one thread than by several

T = TypeVar('T')


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1


def together(make: Callable[[Any], T], items: Sequence[Any], threads: int | bool = True) -> list[T]:
    """[make(item) for item in items], of which several are made at the same time unless that is soon done.

    An error is that of the first item that has one.
    """
    most = processors() if threads else 1
    if most < 2 or len(items) < 2:
        return [make(item) for item in items]
    team = _Team(make, items)
    team.work(time.perf_counter() + SOON)
    others = [threading.Thread(target=team.work) for _ in range(min(most - 1, team.left))]
    for other in others:
        other.start()
    try:
        team.work()
        for other in others:
            other.join()
    finally:
        team.dismiss()
    return team.results()


class _Team(Generic[T]):
    """Who makes things together, each the next that nobody has begun. The first error ends it: what is not begun by
    then comes after it.
    """

    def __init__(self, make: Callable[[Any], T], items: Sequence[Any]):
        self.make, self.items = make, items
        self.made: dict[int, T] = {}
        self.errors: dict[int, BaseException] = {}
        self.waiting = iter(range(len(items)))  # gives each number to one thread

    @property
    def left(self) -> int:
        """How many are not made, and need to be."""
        return 0 if self.errors else len(self.items) - len(self.made)

    def work(self, end: float = math.inf) -> None:
        """Make things until none is left, or until that time."""
        for i in self.waiting:
            try:
                self.made[i] = self.make(self.items[i])
            except BaseException as error:  # an interrupt too: the others end, and it is raised where all wait
                self.errors[i] = error
                self.dismiss()
            if time.perf_counter() > end:
                return

    def dismiss(self) -> None:
        """Let nobody begin anything more."""
        for _ in self.waiting:
            pass

    def results(self) -> list[T]:
        if self.errors:
            raise self.errors[min(self.errors)]
        return [self.made[i] for i in range(len(self.items))]
