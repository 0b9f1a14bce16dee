"""How many steps per second do vector environments make, against gymnasium's own on the reference engine?

    python benchmarks/vector_environments.py [NAME ...] [--envs 64] [--steps 100] [--windows 3]

Needs `gymnasium[mujoco]`. Random actions. Ours is `torsor/NAME-v5`; theirs are gymnasium's AsyncVectorEnv, which has a
process for each environment, and SyncVectorEnv. They take turns; the best window of each counts, in time on the wall,
as processes are at work. A ratio above one means that Torsor is faster.
"""

import argparse
import sys
import time

import gymnasium
import numpy as np

import torsor.envs

NAMES = ['HalfCheetah', 'Hopper', 'Ant', 'Humanoid']


def window(envs, actions: np.ndarray) -> float:
    """Steps of all environments per second."""
    begin = time.perf_counter()
    for action in actions:
        envs.step(action)
    return len(actions) * envs.num_envs / (time.perf_counter() - begin)


def race(name: str, count: int, steps: int, windows: int) -> list[float]:
    """Best numbers of steps per second: ours, in processes, one after the other."""
    rivals = [gymnasium.make_vec(f'torsor/{name}-v5', num_envs=count)]
    rivals += [gymnasium.make_vec(f'{name}-v5', num_envs=count, vectorization_mode=mode) for mode in ('async', 'sync')]
    space = rivals[0].action_space
    space.seed(0)
    actions = np.array([space.sample() for _ in range(steps)])
    for envs in rivals:
        envs.reset(seed=0)
        window(envs, actions[:5])  # compile
    rates = [[window(envs, actions) for envs in rivals] for _ in range(windows)]
    for envs in rivals:
        envs.close()
    return np.max(rates, axis=0).tolist()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('names', nargs='*', default=NAMES, metavar='NAME')
    for option, number in (('envs', 64), ('steps', 100), ('windows', 3)):
        parser.add_argument(f'--{option}', type=int, default=number, help=f'(default: {number})')
    args = parser.parse_args()
    torsor.envs.register()
    print(f'{args.envs} environments, steps per second\n{"name":22} {"torsor":>9} {"async":>9} {"sync":>9}   ratios')
    for name in args.names:
        ours, processes, single = race(name, args.envs, args.steps, args.windows)
        print(f'{name:22} {ours:9.0f} {processes:9.0f} {single:9.0f}   {ours / processes:.2f} {ours / single:.2f}',
              flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
