"""How well do rollouts scale with threads? Torsor's and the reference engine's, from one run.

    python benchmarks/threads.py [MODEL ...] [--threads 2] [--worlds 256] [--steps 100] [--windows 7]

Needs the `mujoco` package, and gymnasium for its models (default: half_cheetah and the bundled humanoid). `scaling` is
the time on the wall with one thread over that with several, best windows of each: on a machine where others compute it
says little. `work` is the CPU time with several threads over that with one: what more threads lose on memory and locks.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from arguments import parsed
from rollout import Engine, default_models, reference_engine, settled_start

import torsor
from torsor import rollout as ours


def window(engine: Engine, initial: np.ndarray, control: np.ndarray) -> tuple[float, float]:
    """Seconds on the wall, and of CPU time of all threads."""
    wall, cpu = time.perf_counter(), time.process_time()
    engine.states(initial, control)
    return time.perf_counter() - wall, time.process_time() - cpu


def scaling(engine, rollout, path: str, args) -> tuple[float, float]:
    """Time with one thread over that with several, and CPU time with several over that with one."""
    crews = [Engine(engine, rollout, path, threads) for threads in (1, args.threads)]
    initial, control = settled_start(crews[0], args)
    for crew in crews:
        window(crew, initial, control)  # compile
    times = np.min([[window(crew, initial, control) for crew in crews] for _ in range(args.windows)], axis=0)
    (wall, cpu), (wall_of_all, cpu_of_all) = times.tolist()
    return wall / wall_of_all, cpu_of_all / cpu


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', nargs='*', metavar='MODEL')
    args = parsed(parser, threads=2, worlds=256, steps=100, windows=7)

    import mujoco.rollout as theirs

    (reference,) = reference_engine()
    print(f'{args.worlds} worlds, {args.threads} threads\n{"model":20} {"scaling":>8} {"work":>6}   reference\'s')
    for path in args.models or [name for name in default_models() if 'cheetah' in name or 'models/humanoid' in name]:
        found = [*scaling(torsor, ours, path, args), *scaling(reference, theirs, path, args)]
        print(f'{Path(path).stem:20} {found[0]:8.2f} {found[1]:6.2f} {found[2]:8.2f} {found[3]:6.2f}', flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
