"""What does a model cost to compile, and which stages? CPU time with an empty cache, colliders apart.

    python benchmarks/compile.py [MODEL.xml] [--steps 1000] [--top 20] [--worlds 1] [--meshes]

Runs the model under random controls, so that it falls and gets to touch in many ways; the default is the bundled
humanoid, whose colliders have a budget of 4 s. With --meshes it is a gripper that holds a mesh above a floor: what such
a robot adds to one of spheres and capsules, the convex shapes and meshes, has a budget of 6 s. With several worlds
these run in a batch: stages that they run together have a budget of 15 s. Exits with 1 if it is exceeded.
"""

import argparse
import os
import sys
import tempfile
import time

import numpy as np

BUDGET = 4.0  # [s] for all colliders that the humanoid reaches
BUDGET_MESHES = 6.0  # [s] for what the gripper adds
BUDGET_TOGETHER = 15.0  # [s] for all stages that worlds of the humanoid run together
TOGETHER = ' (together)'


def compile_times(path: str | None, steps: int, worlds: int, meshes: bool) -> dict[str, float]:
    """CPU seconds that compiling took, by full name of the stage."""
    import torsor  # not before the cache is chosen
    from torsor import models
    from torsor.jit import ahead
    from torsor.jit.stage import Stage

    ahead.prepare = ahead.expect = ahead.begin = lambda *_: None  # all in this process, where it is measured
    times: dict[str, float] = {}
    original = Stage.compile

    def timed(stage, kind):
        start = time.process_time()
        address = original(stage, kind)
        name = f'{stage.__module__}.{stage.__name__}'.removeprefix('torsor.physics.')
        times[name + (TOGETHER if kind[-1].worlds > 1 else '')] = time.process_time() - start
        return address

    Stage.compile = timed
    if meshes:
        from scenes import gripper

        model = torsor.MjModel.from_xml_string(gripper())
    else:
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


def is_for_meshes(name: str) -> bool:
    """Whether a stage is among those that meshes need, and spheres and capsules on a floor do not."""
    return name.startswith(('collision.convex.', 'collision.plane_mesh.'))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('model', nargs='?', help='an MJCF file (default: the bundled humanoid)')
    parser.add_argument('--steps', type=int, default=1000)
    parser.add_argument('--top', type=int, default=20, help='how many stages to list (default: 20)')
    parser.add_argument('--worlds', type=int, default=1, help='how many run side by side (default: 1)')
    parser.add_argument('--meshes', action='store_true', help='a gripper with meshes')
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as empty:
        os.environ['TORSOR_CACHE_DIR'] = empty
        times = compile_times(args.model, args.steps, args.worlds, args.meshes)
    for name in sorted(times, key=lambda name: -times[name])[:args.top]:
        print(f'{times[name]:7.2f} s  {name}')
    if args.worlds > 1:
        together = [name for name in times if name.endswith(TOGETHER)]
        spent = sum(times[name] for name in together)
        print(f'{sum(times.values()):7.2f} s  all {len(times)} stages\n{spent:7.2f} s  the {len(together)} that worlds '
              f'run together (budget {BUDGET_TOGETHER:g} s)')
        return 0 if spent <= BUDGET_TOGETHER or args.model else 1
    chosen, kind, budget = is_collider, 'colliders', BUDGET
    if args.meshes:
        chosen, kind, budget = is_for_meshes, 'for meshes', BUDGET_MESHES
    names = [name for name in times if chosen(name)]
    spent = sum(times[name] for name in names)
    print(f'{sum(times.values()):7.2f} s  all {len(times)} stages')
    print(f'{spent:7.2f} s  the {len(names)} {kind} among them (budget {budget:g} s)')
    return 0 if spent <= budget or args.model else 1


if __name__ == '__main__':
    sys.exit(main())
