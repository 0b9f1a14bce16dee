"""What does a model cost to compile, and which stages? CPU time with an empty cache, colliders apart.

    python benchmarks/compile.py [MODEL.xml] [--steps 1000] [--top 20]

Runs the model under random controls, so that it falls and gets to touch in many ways; the default is the bundled
humanoid, whose colliders have a budget of 4 s. Exits with 1 if they exceed it.
"""

import argparse
import os
import sys
import tempfile
import time

import numpy as np

BUDGET = 4.0  # [s] for all colliders that the humanoid reaches


def compile_times(path: str | None, steps: int) -> dict[str, float]:
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
        times[f'{stage.__module__}.{stage.__name__}'.removeprefix('torsor.physics.')] = time.process_time() - start
        return address

    Stage.compile = timed
    model = torsor.MjModel.from_xml_path(path or str(models.path('humanoid')))
    data, random = torsor.MjData(model), np.random.default_rng(0)
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
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as empty:
        os.environ['TORSOR_CACHE_DIR'] = empty
        times = compile_times(args.model, args.steps)
    for name in sorted(times, key=lambda name: -times[name])[:args.top]:
        print(f'{times[name]:7.2f} s  {name}')
    colliders = [name for name in times if is_collider(name)]
    spent = sum(times[name] for name in colliders)
    print(f'{sum(times.values()):7.2f} s  all {len(times)} stages')
    print(f'{spent:7.2f} s  the {len(colliders)} colliders among them (budget {BUDGET:g} s)')
    return 0 if spent <= BUDGET or args.model else 1


if __name__ == '__main__':
    sys.exit(main())
