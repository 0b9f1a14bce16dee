"""Compiling ahead, in several processes.

A cold first step compiles some fifty stages, one after the other, as native code asks for them. A dry run in plain
Python lists them in 0.1 s (trace_stages.py). Then this process compiles them together with others, which it starts and
which hand over what they made in the cache. They are plain processes with a pipe: nothing of the user's program is
imported or forked in them, and they end by themselves when they have nothing to do.
"""

import importlib
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from . import load, trace_stages, world
from .parallel_map import processors
from .progress import progress
from .stage import STAGES, Stage, named

if TYPE_CHECKING:
    import subprocess  # who finds all code in the cache never starts a process, and need not import this

_MOST = 4  # processes; each takes some memory, and more would wait for each other's last stage
_WORTH = 4  # stages: to start a process takes as long as compiling two
_IDLE_SECONDS = 20.0
_TRUST_SECONDS = 120.0  # a process that takes longer for a stage may be in trouble; then this one compiles it too
_PROGRAM = 'import sys; sys.path[:] = {path!r}; from torsor.jit.ahead import serve; serve()'


def prepare(stage: Stage, arguments, views) -> None:
    """Compile what a call is going to reach, together with others if it is much."""
    missing = _missing(stage, arguments, views)
    if len(missing) >= _WORTH:
        _team.hand_out(missing)
    for symbol in _team.shared_out(missing):
        STAGES[symbol].resolve(world.SCALAR)


def expect(stage: Stage, arguments, views) -> bool:
    """Have others compile what a later call is going to reach, while this process goes on; false: there is nothing."""
    missing = _missing(stage, arguments, views)
    if len(missing) >= _WORTH:
        _team.hand_out(missing)
    return bool(missing)


def begin(symbols: Sequence[str]) -> None:
    """Have others compile stages that a program is going to reach, the first ones first, while this process goes on.

    It reaches the last ones first, and compiles what nobody has begun with by then.
    """
    try:
        missing = [symbol for symbol in symbols if _is_missing(named(symbol))] if _may_start() else []
    except ModuleNotFoundError:  # llvmlite; who has to compile says so
        return
    if len(missing) >= _WORTH:
        _team.hand_out(missing)


def _missing(stage: Stage, arguments, views) -> list[str]:
    """The stages that a call is going to reach and that are not compiled, if others could compile them.

    The stage that is called comes last: as long as it is missing, others may be.
    """
    try:
        if not _is_missing(stage) or not _may_start():
            return []
    except ModuleNotFoundError:  # llvmlite; who has to compile says so
        return []
    stages = reversed(trace_stages.stages_of(stage, arguments, views))
    return [reached.symbol for reached in stages if _is_missing(reached)]


def _is_missing(stage: Stage) -> bool:
    return stage.is_ours and not stage.slot(world.SCALAR)[0] and not load.is_kept(stage.code_name(world.SCALAR))


def _may_start() -> bool:
    """Whether there are cores for other processes, a cache through which they can hand over, and a Python to run."""
    is_python = Path(sys.executable or '').name.startswith('python') and not getattr(sys, 'frozen', False)
    return os.name == 'posix' and is_python and processors() > 1 and load.is_cache_writable()


class _Team:
    """The other processes, the stages that wait for somebody to compile them, and those that somebody compiles."""

    def __init__(self):
        self.waiting: list[str] = []
        self.doing: set[str] = set()
        self.changed = threading.Condition()
        self.helpers: list[_Helper] = []

    def hand_out(self, symbols: list[str]) -> None:
        """Let others begin with these stages."""
        with self.changed:
            self.waiting += [s for s in symbols if s not in self.waiting and s not in self.doing]
            while len(self.helpers) < min(_MOST, processors()) - 1:
                self.helpers.append(_Helper())
            for helper in self.helpers:
                helper.wake(self)

    def taken(self, symbols=None) -> str | None:
        """A stage that nobody compiles yet: the last of these, or the first of all."""
        with self.changed:
            open_ = [s for s in self.waiting if symbols is None or s in symbols]
            if not open_:
                return None
            symbol = open_[0] if symbols is None else open_[-1]
            self.waiting.remove(symbol)
            if symbols is None:
                self.doing.add(symbol)
            return symbol

    def done(self, symbol: str) -> None:
        """Another process is done with a stage, for good or ill."""
        with self.changed:
            self.doing.discard(symbol)
            self.changed.notify_all()

    def shared_out(self, symbols: list[str]):
        """Those of these stages that are left to this process; it ends when the others are done with theirs."""
        while (symbol := self.taken(symbols)) is not None:
            yield symbol
        with self.changed:
            self.changed.wait_for(lambda: self.doing.isdisjoint(symbols), timeout=_TRUST_SECONDS)


class _Helper:
    """Another process that compiles the stages it is told."""

    def __init__(self):
        self._process, self._thread = None, None

    def wake(self, team: _Team) -> None:
        """Let it work for the team until nothing is left."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._work, args=(team,), daemon=True)
            self._thread.start()

    def _work(self, team: _Team) -> None:
        while (symbol := team.taken()) is not None:
            try:
                progress.count += self._does(symbol) or self._does(symbol)  # it may just have ended, for lack of work
            finally:
                team.done(symbol)  # what failed is compiled by who needs it

    def _does(self, symbol: str) -> bool:
        try:
            if self._process is None:
                self._process = self._started()
            self._process.stdin.write(f'{symbol}\n'.encode())
            self._process.stdin.flush()
            if self._process.stdout.readline():
                return True
        except OSError:
            pass
        self._process = None
        return False

    @staticmethod
    def _started() -> 'subprocess.Popen':
        import subprocess

        program = _PROGRAM.format(path=[str(Path(__file__).parents[2]), *sys.path])
        return subprocess.Popen(
            [sys.executable, '-c', program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True)  # an interrupt at the terminal is none of its business


_team = _Team()
if hasattr(os, 'register_at_fork'):  # a child of this process has no part in its pipes
    os.register_at_fork(after_in_child=_team.__init__)


def serve() -> None:
    """Compile the stages whose names come in, until there are none for a while."""
    import select

    importlib.import_module('torsor.physics.world')
    while select.select([sys.stdin], [], [], _IDLE_SECONDS)[0]:
        symbol = sys.stdin.readline().strip()
        if not symbol:  # the other end is gone
            return
        named(symbol).resolve(world.SCALAR)
        print('done', flush=True)
