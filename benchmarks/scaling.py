"""How does the cost of a step grow from 1 to 100 humanoids? In both engines, from the same states.

    python benchmarks/scaling.py [--counts 1 3 10 30 100] [--settle 300]

Needs the `mujoco` package. The humanoids fall next to each other for some steps; then the engines take turns from the
state they are in, and the best window of each counts, in CPU time. The exponent is that of a power law fitted to all
counts.
"""

import argparse
import sys
import time

import numpy as np
import scenes
from arguments import parsed

import torsor
from torsor.cli.bench import reference_engine

WINDOW_SECONDS = 0.02


def cpu_time(engine, model, data, state, spec, steps: int) -> float:
    """CPU seconds per step from a state."""
    engine.mj_setState(model, data, state, spec)
    start = time.thread_time()
    engine.mj_step(model, data, nstep=steps)
    return (time.thread_time() - start) / steps


def compare(xml: str, settle: int, windows: int) -> list[float]:
    """CPU seconds per step of Torsor and of the reference."""
    worlds = []
    for engine in (torsor, *reference_engine()):
        model = engine.MjModel.from_xml_string(xml)
        worlds.append((engine, model, engine.MjData(model)))
    reference, model, data = worlds[-1]
    spec = int(reference.mjtState.mjSTATE_INTEGRATION)
    reference.mj_step(model, data, nstep=settle)
    state = np.empty(reference.mj_stateSize(model, spec))
    reference.mj_getState(model, data, state, spec)
    steps = max(1, int(WINDOW_SECONDS / cpu_time(*worlds[-1], state, spec, 2)))
    best = [np.inf] * len(worlds)
    for _ in range(windows + 1):  # the first window of Torsor may compile
        best = [min(b, cpu_time(*world, state, spec, steps)) for b, world in zip(best, worlds, strict=True)]
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--counts', type=int, nargs='+', default=[1, 3, 10, 30, 100], help='how many humanoids')
    parser.add_argument('--settle', type=int, default=300, help='steps before timing (default: 300)')
    parser.add_argument('--windows', type=int, default=8, help='windows per engine (default: 8)')
    args = parsed(parser)
    print(f'{"humanoids":>9} {"torsor us":>10} {"mujoco us":>10} {"ratio":>6}')
    rows = []
    for count in args.counts:
        ours, theirs = compare(scenes.humanoids(count, gap=1.0), args.settle, args.windows)
        rows.append((ours, theirs))
        print(f'{count:9d} {1e6 * ours:10.1f} {1e6 * theirs:10.1f} {theirs / ours:6.2f}', flush=True)
    exponents = [np.polyfit(np.log(args.counts), np.log(times), 1)[0] for times in zip(*rows, strict=True)]
    print(f'exponent: torsor {exponents[0]:.2f}, mujoco {exponents[1]:.2f}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
