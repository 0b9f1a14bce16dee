"""`torsor bench`: how fast a model steps here, next to the reference engine if it is installed."""

import argparse
import importlib
import math
import time
from collections.abc import Callable
from types import ModuleType

import numpy as np

import torsor

from ..progress import Progress
from .errors import OK, CommandError
from .loading import add_model_options, initial_data, prepare
from .terminal import grid

WINDOW_SECONDS = 2e-3
MAX_STEPS_PER_WINDOW = 1000


def add_parser(commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser(
        'bench', help='time a model, against the mujoco package if it is installed',
        description='Time the steps of a model, next to the mujoco package if it is installed. Both engines start '
                    'every window from the same state and take turns; the best window of each counts, in CPU time.')
    parser.add_argument('model', nargs='?', default='humanoid', help='a model file or bundled name (default: humanoid)')
    add_model_options(parser)
    parser.add_argument('--windows', type=int, default=60, metavar='N', help='windows per engine (default: 60)')
    parser.add_argument('--settle', type=int, default=200, metavar='N', help='steps before timing (default: 200)')
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carry out the command."""
    if args.windows < 1 or args.settle < 0:
        raise CommandError('--windows must be at least 1 and --settle at least 0')
    engines = [torsor, *reference_engine()]
    racers = [Racer(engine, args) for engine in engines]
    state = racers[0].settled_state(args.settle)
    steps = racers[0].steps_per_window(state)

    progress = Progress('timing')
    rows = []
    for i, (label, work) in enumerate(WORKLOADS.items()):
        progress.update(i / len(WORKLOADS), label)
        rows.append((label.format(n=steps), *_cells(race(racers, work, state, steps, args.windows))))
    progress.close()
    header = ('us per step', 'torsor', 'mujoco', 'ratio') if len(racers) == 2 else ('us per step', 'torsor')
    print(f'{args.model}, {racers[0].model.nv} degrees of freedom')
    print(grid(header, rows))
    if len(racers) == 2:
        print('ratio > 1: torsor is faster')
    return OK


def reference_engine() -> list[ModuleType]:
    """The `mujoco` package as a list of one, or an empty list if it is not installed."""
    try:
        return [importlib.import_module('mujoco')]
    except ImportError:
        return []


class Racer:
    """An engine with its own copy of the model and of the state."""

    def __init__(self, engine: ModuleType, args: argparse.Namespace):
        self.engine = engine
        self.model = prepare(args, engine)
        self.data, _ = initial_data(self.model, args.key, engine)
        self.spec = int(engine.mjtState.mjSTATE_INTEGRATION)

    def settled_state(self, steps: int) -> np.ndarray:
        """The state after `steps` steps."""
        self.engine.mj_step(self.model, self.data, nstep=max(1, steps))
        state = np.empty(self.engine.mj_stateSize(self.model, self.spec))
        self.engine.mj_getState(self.model, self.data, state, self.spec)
        return state

    def steps_per_window(self, state: np.ndarray) -> int:
        """How many steps fill a window."""
        seconds = max(self.window(_inside, state, 20), 1e-7)
        return max(1, min(MAX_STEPS_PER_WINDOW, int(WINDOW_SECONDS / seconds)))

    def window(self, work: Callable, state: np.ndarray, steps: int) -> float:
        """CPU seconds per step of one window that starts from `state`."""
        self.engine.mj_setState(self.model, self.data, state, self.spec)
        before = time.thread_time()
        work(self.engine, self.model, self.data, steps)
        return (time.thread_time() - before) / steps


def race(racers: list[Racer], work: Callable, state: np.ndarray, steps: int, windows: int) -> list[float]:
    """Best CPU seconds per step of each racer, which take turns so that a noisy machine disturbs all alike."""
    best = [math.inf] * len(racers)
    for racer in racers:
        racer.window(work, state, steps)  # compile
    for _ in range(windows):
        for r, racer in enumerate(racers):
            best[r] = min(best[r], racer.window(work, state, steps))
    return best


def _inside(engine, model, data, steps):
    engine.mj_step(model, data, nstep=steps)


def _calls(engine, model, data, steps):
    for _ in range(steps):
        engine.mj_step(model, data)


def _forward(engine, model, data, steps):
    for _ in range(steps):
        engine.mj_forward(model, data)


WORKLOADS = {'mj_step(nstep={n})': _inside, 'mj_step, one call per step': _calls, 'mj_forward': _forward}


def _cells(seconds: list[float]) -> list[str]:
    cells = [f'{1e6 * s:.2f}' for s in seconds]
    return [*cells, f'{seconds[1] / seconds[0]:.2f}'] if len(seconds) == 2 else cells
