"""Running worlds on the threads of a pool, each with a data of its own, in native code and without the GIL.

A world depends on nothing but its rows of the tables, so that it does not matter which thread runs it, nor after which.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from warnings import warn

import numpy as np

from ..api.data import MjData
from ..api.model import MjModel
from ..jit import call
from ..jit.call import public
from ..physics.batch.lanes import run_packs, run_worlds_together
from ..physics.batch.scalar import END, NEXT, NWARNING, STOP, run_worlds
from ..physics.common.upcalls import tell_user
from .packs import Pack, may_share, moves_of_packs, must_run_alone, pack_for, runs_alone, take_callbacks
from .pool import Pool
from .tables import Moves

_SHARES = 3  # into which a thread's part of what is left is divided
_PLACE = 16  # numbers of a thread's place, so that threads do not share a cache line
_run_worlds, _run_packs = public(run_worlds), public(run_packs)
Call = Callable[[int, np.ndarray], None]  # of native code that runs the worlds of a thread's place


@tell_user.handle
def _tell_user(m, d, kinds: int) -> None:
    """Speak about the warnings of a world."""
    if call.warning_handler is not None:
        call.warning_handler(m, d, kinds)


class Task(NamedTuple):
    """What is to be done with which worlds."""

    worlds: np.ndarray  # numbers of the worlds, the rows of their tables
    structs: np.ndarray  # addresses of models and data that are a world's own
    moves: Moves
    warnings: np.ndarray  # for each world: last info and number of each kind
    nstep: int = 0
    mode: int = 0
    last: int = 0  # stage of forward dynamics up to which to go after the steps
    varying: frozenset[str] = frozenset()  # fields of the model that differ between worlds
    kept: object = None  # whose memory the addresses of moves and structs are of


def no_warnings(worlds: int) -> np.ndarray:
    """A table of warnings before there are any."""
    return np.zeros((worlds, 2 * NWARNING), np.int32)


def shares(worlds: int, threads: int, width: int = 1, chunk: int = 0) -> Iterator[tuple[int, int]]:
    """First and last of the worlds that a thread takes at a time, in whole packs: `chunk` of them, if that is given.

    Else what is taken is a part of what is left, so that there are few shares, and the last ones are small: all threads
    have work to the end. A single thread takes all.
    """
    start = 0
    while start < worlds:
        left = worlds - start
        count = chunk or (left // (_SHARES * threads) if threads > 1 else left)
        end = min(start + max(1, -(-count // width)) * width, worlds)
        yield start, end
        start = end


def run(pool: Pool, task: Task, models: Sequence[MjModel], datas: Sequence[MjData],
        failed: Callable[[int, Exception], None], chunk: int = 0) -> None:
    """Do a task, on a model and a data for each thread; several worlds at a time where that is possible.

    A thread takes `chunk` worlds at a time, or as many as seems good.
    """
    packs = packs_for(task.worlds, task.structs, task.varying, models, datas)
    shared = moves_of_packs(task.moves) if packs else task.moves

    def alone(thread: int, place: np.ndarray) -> None:
        _run_worlds(models[thread], datas[thread], task.worlds, place, task.structs, *task.moves, task.warnings,
                    task.nstep, task.mode, task.last)

    def together(thread: int, place: np.ndarray) -> None:
        _run_packs(models[thread], datas[thread], packs[thread].words(run_worlds_together), task.worlds, place,
                   *shared, task.warnings, task.nstep, task.mode, task.last)

    spread(pool, task.worlds, by_packs(packs, models, together, alone), failed, width_of(packs), chunk)


def by_packs(packs: Sequence[Pack], models: Sequence[MjModel], together: Call, alone: Call) -> Call:
    """How worlds run: several at a time if there are packs, and one by one where something refuses that."""

    def call(thread: int, place: np.ndarray) -> None:
        if runs_alone(models[thread]):  # found out by an earlier pack
            alone(thread, place)
            return
        try:
            together(thread, place)
        except NotImplementedError:
            must_run_alone(models[thread])
            packs[thread].release()
            alone(thread, place)
        except Exception as error:  # the world that it is about raises it again; if there is none, it is about packs
            packs[thread].release()
            end, place[END] = place[END], min(place[NEXT] + packs[thread].width, place[END])
            try:
                alone(thread, place)
            finally:
                place[END] = end
            must_run_alone(models[thread])
            warn(f'simulations run one by one, as several at a time failed: {error}', RuntimeWarning, stacklevel=2)

    return call if packs else alone


def width_of(packs: Sequence[Pack]) -> int:
    """How many worlds run at a time, with or without packs."""
    return packs[0].width if packs else 1


def packs_for(worlds: np.ndarray, structs: np.ndarray, varying: frozenset[str], models: Sequence[MjModel],
              datas: Sequence[MjData]) -> list[Pack]:
    """A pack for each thread, if worlds may share registers."""
    if len(worlds) < 2 or structs.any() or not may_share(models[0], varying):
        return []
    packs = [pack_for(m, d, len(worlds) // len(datas), varying) for m, d in zip(models, datas)]
    return packs if all(map(take_callbacks, packs, models)) else []


def spread(pool: Pool, worlds: np.ndarray, call: Call, failed: Callable[[int, Exception], None], width: int,
           chunk: int = 0) -> None:
    """Spread worlds over threads; call(thread, place) runs native code from place[NEXT] to place[END].

    `failed` is told which world raised which error. The others go on, unless `failed` raises.
    """
    places = np.zeros((pool.count, _PLACE), np.int32)
    waiting = iter(list(shares(len(worlds), pool.count, width, chunk)))  # of which each is given to one thread

    def work(thread: int) -> None:
        place = places[thread]
        for share in waiting:
            place[NEXT], place[END] = share
            while place[NEXT] < place[END] and not place[STOP]:
                try:
                    call(thread, place)
                except Exception as error:
                    failed(int(worlds[place[NEXT]]), error)
                    place[NEXT] += 1
            if place[STOP]:
                return

    def stop() -> None:
        places[:, STOP] = 1

    pool.run(work, stop)
