"""Find a gait for gymnasium's HalfCheetah, unmodified, on Torsor.

Every joint is driven by a sine of its own amplitude and phase. Random changes of these are kept if they lead farther.
"""

from typing import Any

import numpy as np

import torsor.compat

torsor.compat.install()  # from here on, `import mujoco` gives Torsor

import gymnasium  # noqa: E402  (it imports mujoco when an environment is made)

STEPS, FREQUENCY, EPISODES = 100, 2.0, 120


def distance(env: Any, gait: np.ndarray) -> float:
    """How far [m] a gait of complex amplitudes, one per joint, leads in an episode."""
    env.reset(seed=0)
    start = env.unwrapped.data.qpos[0]
    for step in range(STEPS):
        phase = 2 * np.pi * FREQUENCY * step * env.unwrapped.dt
        env.step(np.clip((gait * np.exp(1j * phase)).imag, -1, 1).astype(np.float32))
    return env.unwrapped.data.qpos[0] - start


def main() -> None:
    env: Any = gymnasium.make('HalfCheetah-v5')
    print(f'an episode lasts {STEPS * env.unwrapped.dt:g} s')
    rng, joints = np.random.default_rng(0), env.action_space.shape[0]
    best, farthest = np.zeros(joints, complex), 0.0
    for episode in range(EPISODES):
        gait = best + 0.3 * rng.normal(size=(joints, 2)) @ [1, 1j]
        reached = distance(env, gait)
        if reached > farthest:
            best, farthest = gait, reached
            print(f'episode {episode:3d}: {farthest:5.2f} m')
    print('it walks' if farthest > 1 else 'it does not walk')


if __name__ == '__main__':
    main()
