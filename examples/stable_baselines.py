"""Train a policy with stable-baselines3 on Torsor's vector environments.

stable-baselines3 has an interface of its own for environments that run side by side; `Worlds` fits one of
`torsor.envs` to it. Environments that end start anew within the same step, as it expects, and the last observation of
an episode goes into the infos.

Needs the extras `envs` and `sb3`.
"""

import sys
from typing import Any

import gymnasium
import numpy as np
import torch  # pyright: ignore[reportMissingImports]
from stable_baselines3 import PPO  # pyright: ignore[reportMissingImports]
from stable_baselines3.common.vec_env import VecEnv, VecMonitor  # pyright: ignore[reportMissingImports]

import torsor.envs  # noqa: F401, which registers the environments


class Worlds(VecEnv):
    """A vector environment of gymnasium's, as stable-baselines3 wants it."""

    def __init__(self, name: str, num_envs: int):
        self.envs: Any = gymnasium.make_vec(name, num_envs, autoreset_mode='SameStep')
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)

    def reset(self) -> np.ndarray:
        seeds, self._seeds = self._seeds, [None] * self.num_envs
        observations, _ = self.envs.reset(seed=list(seeds))
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        observations, rewards, terminated, truncated, found = self.envs.step(self.actions)
        done, infos = terminated | truncated, [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done):
            infos[i] = {'terminal_observation': found['final_obs'][i], 'TimeLimit.truncated': not terminated[i]}
        return observations, rewards, done, infos

    def close(self) -> None:
        self.envs.close()

    # what it may ask of single environments, which these are not
    def get_attr(self, attr_name: str, indices=None) -> list[Any]:
        return [getattr(self.envs, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices=None) -> None:
        raise AttributeError(f'{attr_name} cannot be set for some of the worlds')

    def env_method(self, method_name: str, *method_args, indices=None, **method_kwargs) -> list[Any]:
        raise AttributeError(f'worlds have no methods of their own: {method_name}')

    def env_is_wrapped(self, wrapper_class, indices=None) -> list[bool]:
        return [False] * len(list(self._get_indices(indices)))


def train(name: str, steps: int, num_envs: int = 64, seed: int = 0) -> tuple[PPO, VecMonitor]:
    """A policy after this many steps of all environments, and the environments."""
    worlds = VecMonitor(Worlds(name, num_envs))
    model = PPO('MlpPolicy', worlds, n_steps=32, batch_size=512, n_epochs=10, learning_rate=2e-3, gamma=0.98,
                seed=seed, device='cpu')
    return model.learn(steps), worlds


def returns_of(model: PPO, worlds: VecMonitor, steps: int = 500) -> float:
    """The mean return of episodes that end within some steps, without exploration."""
    observations, found = worlds.reset(), []
    for _ in range(steps):
        observations, _, _, infos = worlds.step(model.predict(observations, deterministic=True)[0])
        found += [info['episode']['r'] for info in infos if 'episode' in info]
    return float(np.mean(found))


def main() -> None:
    torch.set_num_threads(1)  # the network is small: threads would wait for each other
    steps = int(sys.argv[1]) if len(sys.argv) == 2 and sys.argv[1].isdigit() else 40_000
    untrained, worlds = train('torsor/InvertedPendulum-v5', 0)
    before = returns_of(untrained, worlds, 200)
    after = returns_of(*train('torsor/InvertedPendulum-v5', steps), 1010)
    print(f'return before: {before:.0f}, after {steps} steps: {after:.0f}')
    print('it balances' if after > 500 > before else 'it falls')


if __name__ == '__main__':
    main()
