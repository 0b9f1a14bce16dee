"""What does a model cost to compile, and which stages? CPU time with an empty cache, colliders apart.

    python benchmarks/compile.py [MODEL.xml] [--steps 1000] [--top 20] [--worlds 1]

Runs the model under random controls, so that it falls and gets to touch in many ways; the default is the bundled
humanoid, whose colliders have a budget of 4 s. With several worlds these run in a batch: stages that they run together
have a budget of 15 s. Exits with 1 if it is exceeded.
"""

import argparse
import os
import sys
import tempfile
import time

import numpy as np

BUDGET = 4.0  # [s] for all colliders that the humanoid reaches
BUDGET_TOGETHER = 15.0  # [s] for all stages that worlds of the humanoid run together
TOGETHER = ' (together)'


def compile_times(path: str | None, steps: int, worlds: int) -> dict[str, float]:
    """CPU seconds that compiling took, by full name of the stage."""
    import torsor  # not before the cache is chosen
    from torsor import models
    from torsor.jit import ahead
    from torsor.jit.stage import Stage

    ahead.prepare = ahead.expect = lambda *_: None  # all in this process, where it is measured
    times: dict[str, float] = {}
    original = Stage.compile

    def timed(stage, kind):
        start = time.process_time()
        address = original(stage, kind)
        name = f'{stage.__module__}.{stage.__name__}'.removeprefix('torsor.physics.')
        times[name + (TOGETHER if kind[-1].worlds > 1 else '')] = time.process_time() - start
        return address

    Stage.compile = timed
    model = torsor.MjModel.from_xml_path(path or str(models.path('humanoid')))
    random = np.random.default_rng(0)
    if worlds > 1:
        from torsor.batch import Batch

        batch = Batch(model, worlds, nthread=1)
        batch.rollout(steps, random.uniform(-1.0, 1.0, (worlds, steps, model.nu)))
        return times
    data = torsor.MjData(model)
    for _ in range(0, steps, 10):
        data.ctrl[:] = random.uniform(-1.0, 1.0, model.nu)
        torsor.mj_step(model, data, nstep=10)
    return times


def is_collider(name: str) -> bool:
    """Whether a stage finds contacts of two shapes, or is in the same file or folder as one that does."""
    from torsor.physics.collision.table import COLLIDERS

    homes = {stage.__module__.removeprefix('torsor.physics.').split('.')[1] for stage, _ in COLLIDERS.values()}
    return name.startswith('collision.') and name.split('.')[1] in homes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('model', nargs='?', help='an MJCF file (default: the bundled humanoid)')
    parser.add_argument('--steps', type=int, default=1000)
    parser.add_argument('--top', type=int, default=20, help='how many stages to list (default: 20)')
    parser.add_argument('--worlds', type=int, default=1, help='how many run side by side (default: 1)')
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as empty:
        os.environ['TORSOR_CACHE_DIR'] = empty
        times = compile_times(args.model, args.steps, args.worlds)
    for name in sorted(times, key=lambda name: -times[name])[:args.top]:
        print(f'{times[name]:7.2f} s  {name}')
    if args.worlds > 1:
        together = [name for name in times if name.endswith(TOGETHER)]
        spent = sum(times[name] for name in together)
        print(f'{sum(times.values()):7.2f} s  all {len(times)} stages\n{spent:7.2f} s  the {len(together)} that worlds '
              f'run together (budget {BUDGET_TOGETHER:g} s)')
        return 0 if spent <= BUDGET_TOGETHER or args.model else 1
    colliders = [name for name in times if is_collider(name)]
    spent = sum(times[name] for name in colliders)
    print(f'{sum(times.values()):7.2f} s  all {len(times)} stages')
    print(f'{spent:7.2f} s  the {len(colliders)} colliders among them (budget {BUDGET:g} s)')
    return 0 if spent <= BUDGET or args.model else 1


if __name__ == '__main__':
    sys.exit(main())
