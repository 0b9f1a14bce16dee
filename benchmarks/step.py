"""How fast is a step? The bundled models (or the given files) against the reference engine, as ratios from one run.

    python benchmarks/step.py [MODEL...] [--windows 60] [--disable constraint]

Needs the `mujoco` package. The engines start from the same state and take turns in short windows; the best window of
each counts, in CPU time. A ratio above one means that Torsor is faster.
"""

import argparse
import math
import sys

from arguments import parsed

import torsor
from torsor import models
from torsor.cli.bench import WORKLOADS, Racer, race, reference_engine


def ratios(args: argparse.Namespace) -> tuple[int, list[float], list[float]]:
    """Degrees of freedom of a model, CPU time [us] per workload here, and the ratios to the reference."""
    racers = [Racer(engine, args) for engine in (torsor, *reference_engine())]
    state = racers[0].settled_state(args.settle)
    steps = racers[0].steps_per_window(state)
    times = [race(racers, work, state, steps, args.windows) for work in WORKLOADS.values()]
    return racers[0].model.nv, [1e6 * ours for ours, _ in times], [theirs / ours for ours, theirs in times]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', nargs='*', default=models.names(), metavar='MODEL')
    parser.add_argument('--windows', type=int, default=60, help='windows per engine and workload (default: 60)')
    parser.add_argument('--settle', type=int, default=200, help='steps before timing (default: 200)')
    parser.add_argument('--disable', action='append', default=[], help='physics to switch off in both, e.g. constraint')
    args = parsed(parser)

    print(f'{"model":24} {"nv":>4} {"us/step":>9} {"nstep=N":>9} {"calls":>9} {"forward":>9}')
    logs = [0.0] * len(WORKLOADS)
    for model in args.models:
        case = argparse.Namespace(**vars(args), model=model, key=None, timestep=None, untrusted=False)
        nv, times, ratio = ratios(case)
        print(f'{model[-24:]:24} {nv:4d} {times[0]:9.2f} ' + ' '.join(f'{r:9.2f}' for r in ratio), flush=True)
        logs = [total + math.log(r) for total, r in zip(logs, ratio, strict=True)]
    means = ' '.join(f'{math.exp(total / len(args.models)):9.2f}' for total in logs)
    print(f'{"geometric mean":24} {"":4} {"":9} {means}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
