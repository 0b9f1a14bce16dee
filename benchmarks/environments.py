"""How many steps per second do gymnasium's MuJoCo environments make, on Torsor and on the reference engine?

    python benchmarks/environments.py [NAME ...] [--windows 20] [--steps 100]

Needs `gymnasium[mujoco]`. Both engines are under the same gymnasium in one process and take turns: a window is an
episode of random actions from the same seed, begun again after a fall. The best window of each counts, in CPU time. A
ratio above one means that Torsor is faster; gymnasium's own work per step, the same for both, is part of it.
"""

import argparse
import contextlib
import math
import sys
import time

import gymnasium
import numpy as np

from torsor import compat

NAMES = ['Ant', 'HalfCheetah', 'Hopper', 'Humanoid', 'HumanoidStandup', 'InvertedDoublePendulum', 'InvertedPendulum',
         'Pusher', 'Reacher', 'Swimmer', 'Walker2d']


def make(name: str, ours: bool):
    """An environment on Torsor or on the reference; gymnasium's modules are imported anew, as they keep `mujoco`."""
    for module in [module for module in sys.modules if module.startswith('gymnasium.envs.mujoco')]:
        del sys.modules[module]
    with compat.installed(replace=True) if ours else contextlib.nullcontext():
        return gymnasium.make(f'{name}-v5')


def window(env, actions: np.ndarray) -> float:
    """CPU seconds per step."""
    env.reset(seed=0)
    before = time.thread_time()
    for action in actions:
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()
    return (time.thread_time() - before) / len(actions)


def race(name: str, steps: int, windows: int) -> list[float]:
    """Best CPU seconds per step: ours, theirs."""
    envs = [make(name, ours) for ours in (True, False)]
    space = envs[0].action_space
    space.seed(0)
    actions = np.array([space.sample() for _ in range(steps)])
    for env in envs:
        window(env, actions)  # compile
    times = [[window(env, actions) for env in envs] for _ in range(windows)]
    return np.min(times, axis=0).tolist()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('names', nargs='*', default=NAMES, metavar='NAME', help='environments (default: all)')
    parser.add_argument('--windows', type=int, default=20, help='windows per engine and environment (default: 20)')
    parser.add_argument('--steps', type=int, default=100, help='steps of a window (default: 100)')
    args = parser.parse_args()

    print(f'{"environment":24} {"steps/s":>9} {"mujoco":>9} {"ratio":>7}')
    logs = []
    for name in args.names:
        ours, theirs = race(name, args.steps, args.windows)
        logs.append(math.log(theirs / ours))
        print(f'{name:24} {1 / ours:9.0f} {1 / theirs:9.0f} {theirs / ours:7.2f}', flush=True)
    print(f'{"geometric mean":24} {"":9} {"":9} {math.exp(sum(logs) / len(logs)):7.2f}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
