"""How fast are derivatives, exact and by finite differences? Against the reference engine, as ratios from one run.

    python benchmarks/derivatives.py [MODEL...] [--windows 30] [--disable constraint]

Needs the `mujoco` package. The engines start from the same state and take turns; the best window of each counts, in
CPU time. A ratio above one means that Torsor is faster. `exact` compares torsor.derivative.transition, forward dynamics
included, with centred differences of the reference engine, and `batch` those of 64 simulations in one call, on one
thread, counted for each simulation. Without arguments: the bundled models, and the humanoid of gymnasium if that is
installed.
"""

import argparse
import importlib.util
import math
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import numpy as np
from arguments import parsed

import torsor
from torsor import derivative, models
from torsor.batch import Batch
from torsor.cli.bench import WINDOW_SECONDS, Racer, race, reference_engine

SIMULATIONS = 64
WARM = 20  # calls after which the first one, which finds nothing in the caches, hardly counts


def transition_matrices(m, *wanted: str) -> list[np.ndarray | None]:
    """Room for those of A, B, C, D that are wanted."""
    nx, ns = 2 * m.nv + m.na, m.nsensordata
    shapes = {'A': (nx, nx), 'B': (nx, m.nu), 'C': (ns, nx), 'D': (ns, m.nu)}
    return [np.empty(shape) if name in wanted else None for name, shape in shapes.items()]


def transition(engine, m, d, count: int, centered: bool, wanted: str) -> None:
    """Derivatives of the step."""
    matrices = transition_matrices(m, *wanted)
    for _ in range(count):
        engine.mjd_transitionFD(m, d, 1e-6, centered, *matrices)


def exact(engine, m, d, count: int) -> None:
    """Exact derivatives of the step, by an engine that has them; else centred differences."""
    if engine is not torsor:
        transition(engine, m, d, count, True, 'AB')
        return
    A, B = transition_matrices(m, 'A', 'B')[:2]
    for _ in range(count):
        derivative.transition(m, d, A, B)


@cache
def simulations(m) -> tuple[Batch, np.ndarray, np.ndarray]:
    """A batch of a model, and room for A and B of its simulations."""
    nx = 2 * m.nv + m.na
    return Batch(m, SIMULATIONS, nthread=1), np.empty((SIMULATIONS, nx, nx)), np.empty((SIMULATIONS, nx, m.nu))


def batch(engine, m, d, count: int) -> None:
    """Exact derivatives of the steps of many simulations in one call; else as above."""
    if engine is not torsor:
        transition(engine, m, d, count, True, 'AB')
        return
    worlds, A, B = simulations(m)
    torsor.mj_getState(m, d, worlds.state[0], int(torsor.mjtState.mjSTATE_INTEGRATION))
    worlds.state[1:] = worlds.state[0]
    for _ in range(0, count, SIMULATIONS):
        derivative.transitions(worlds, A=A, B=B)


def inverse(engine, m, d, count: int) -> None:
    """Derivatives of inverse dynamics by position, velocity and acceleration."""
    matrices = [np.empty((m.nv, m.nv)) for _ in range(3)]
    for _ in range(count):
        engine.mjd_inverseFD(m, d, 1e-6, False, *matrices, None, None, None, None)


WORKLOADS: dict[str, Callable] = {
    'A and B': partial(transition, centered=False, wanted='AB'),
    'centered': partial(transition, centered=True, wanted='AB'),
    'B only': partial(transition, centered=False, wanted='B'),
    'inverse': inverse,
    'exact': exact,
    'batch': batch,
}


def default_models() -> list[str]:
    """Names of the bundled models, and the path of gymnasium's humanoid where there is one."""
    spec = importlib.util.find_spec('gymnasium')
    humanoid = Path(spec.origin).parent / 'envs/mujoco/assets/humanoid.xml' if spec and spec.origin else Path()
    return [*models.names(), *([str(humanoid)] if humanoid.is_file() else [])]


def racer(engine, args: argparse.Namespace) -> Racer:
    """An engine with a model that can be differentiated: not with the Runge-Kutta method."""
    result = Racer(engine, args)
    if result.model.opt.integrator == torsor.mjtIntegrator.mjINT_RK4:
        result.model.opt.integrator = torsor.mjtIntegrator.mjINT_EULER
    return result


def calls_per_window(first: Racer, work: Callable, state: np.ndarray) -> int:
    """How many calls fill a window: whole batches where calls are counted for each simulation."""
    least = SIMULATIONS if work is batch else 1
    first.window(work, state, least)  # compile
    calls = round(WINDOW_SECONDS / first.window(work, state, WARM * least))
    return max(least, calls // least * least)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', nargs='*', default=default_models(), metavar='MODEL')
    parser.add_argument('--windows', type=int, default=30, help='windows per engine and workload (default: 30)')
    parser.add_argument('--settle', type=int, default=200, help='steps before timing (default: 200)')
    parser.add_argument('--disable', action='append', default=[], help='physics to switch off in both, e.g. constraint')
    args = parsed(parser)

    print(f'{"model":24} {"nv":>4} {"us":>9} ' + ' '.join(f'{label:>9}' for label in WORKLOADS))
    logs = [0.0] * len(WORKLOADS)
    for model in args.models:
        case = argparse.Namespace(**vars(args), model=model, key=None, timestep=None, untrusted=False)
        racers = [racer(engine, case) for engine in (torsor, *reference_engine())]
        state = racers[0].settled_state(args.settle)
        times = [race(racers, work, state, calls_per_window(racers[0], work, state), args.windows)
                 for work in WORKLOADS.values()]
        ratios = [theirs / ours for ours, theirs in times]
        print(f'{model[-24:]:24} {racers[0].model.nv:4d} {1e6 * times[0][0]:9.1f} '
              + ' '.join(f'{r:9.2f}' for r in ratios), flush=True)
        logs = [total + math.log(ratio) for total, ratio in zip(logs, ratios, strict=True)]
    means = ' '.join(f'{math.exp(total / len(args.models)):9.2f}' for total in logs)
    print(f'{"geometric mean":24} {"":4} {"":9} {means}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
