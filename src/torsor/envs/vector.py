"""A vector environment whose simulations are those of a batch."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .. import MjModel
from ..batch import Batch
from ..schema.enums import mjtStage
from .task import Info
from .tasks import TASKS

_ASSETS = Path(gymnasium.__file__).parent / 'envs' / 'mujoco' / 'assets'
_NO_STAGE = int(mjtStage.mjSTAGE_NONE)


class TaskVectorEnv(VectorEnv):
    """`num_envs` environments of a task such as 'HalfCheetah-v5'; `options` are those of gymnasium's environment.

    Each environment has a generator of random numbers of its own, as in gymnasium's vector environments.
    """

    def __init__(self, task: str, num_envs: int = 1, max_episode_steps: int | None = None,
                 autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, nthread: int = 0,
                 xml_file: str | None = None, frame_skip: int | None = None, render_mode: str | None = None,
                 **options: Any):
        if render_mode is not None:
            raise ValueError('Torsor only simulates: make the environment without render_mode')
        kind = TASKS[task]
        model = MjModel.from_xml_path(model_path(xml_file or kind.model_file))
        self.num_envs, self.batch = num_envs, Batch(model, num_envs, nthread)
        self.task = kind(model, self.batch, frame_skip, options)
        self.max_episode_steps, self.autoreset_mode = max_episode_steps, AutoresetMode(autoreset_mode)
        self.metadata = {'autoreset_mode': self.autoreset_mode, 'render_modes': [],
                         'render_fps': int(np.round(1.0 / self.task.dt))}
        low, high = model.actuator_ctrlrange.astype(np.float32).T
        self.single_action_space = Box(low, high, dtype=np.float32)
        width = self.task.observation().shape[1]
        self.single_observation_space = Box(-np.inf, np.inf, (width,), np.float64)
        self.action_space, self.observation_space = (batch_space(space, num_envs) for space in (
            self.single_action_space, self.single_observation_space))
        self._randoms: list[np.random.Generator | None] = [None] * num_envs
        self._elapsed, self._done = np.zeros(num_envs, int), np.zeros(num_envs, bool)

    # ---- resets ----
    def reset(self, *, seed: int | list[int | None] | None = None,
              options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Start all environments anew, or those of the mask options['reset_mask']."""
        seeds = seed if isinstance(seed, list) else [
            None if seed is None else seed + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ValueError(f'there must be a seed for each of the {self.num_envs} environments, got {len(seeds)}')
        for i, number in enumerate(seeds):
            if number is not None:
                self._randoms[i], _ = seeding.np_random(number)
        mask = self._reset_mask(options)
        self._restart(np.flatnonzero(mask).astype(np.int32))
        return self.task.observation(), self._masked(self.task.reset_info(), mask)

    def _reset_mask(self, options: dict[str, Any] | None) -> np.ndarray:
        mask = (options or {}).get('reset_mask')
        if mask is None:
            return np.ones(self.num_envs, bool)
        if not isinstance(mask, np.ndarray) or mask.dtype != bool:
            raise TypeError(f"options['reset_mask'] must be a NumPy array of bools, got {mask!r}")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"options['reset_mask'] must have shape ({self.num_envs},) and a True in it, got {mask}")
        return mask

    def _restart(self, ids: np.ndarray) -> None:
        """Start environments anew."""
        if not len(ids):
            return
        self.batch.reset(ids, stage=_NO_STAGE)
        for i in ids:
            random = self._randoms[i]
            if random is None:
                random, _ = seeding.np_random()
                self._randoms[i] = random
            self.task.qpos[i], self.task.qvel[i] = self.task.start(random)
        self.batch.forward(ids)
        self.task.started(ids)
        self._elapsed[ids], self._done[ids] = 0, False

    # ---- steps ----
    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Advance all environments; those that have ended start anew, as the autoreset mode says."""
        actions = np.asarray(actions)
        if actions.shape != self.action_space.shape:
            raise ValueError(f'actions must have shape {self.action_space.shape}, got {actions.shape}')
        ended = self._done.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and ended.any():
            raise RuntimeError(f'environments {np.flatnonzero(ended)} have ended: reset them, with '
                               "reset(options={'reset_mask': mask})")
        moves = ~ended
        rewards, terminated, info = self._move(actions, moves)
        truncated = moves & (self._elapsed >= (self.max_episode_steps or np.inf))
        infos: dict[str, Any] = self._masked(info, moves)
        self._done = terminated | truncated
        if ended.any():  # in the step before, of the mode NextStep
            self._restart(np.flatnonzero(ended).astype(np.int32))
            infos = self._merged(infos, self._masked(self.task.reset_info(), ended), ended)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._done.any():
            infos = self._restart_at_once(info, self._done.copy(), moves)
        return self.task.observation(), rewards, terminated, truncated, infos

    def _move(self, actions: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray, Info]:
        """Let environments make a step: rewards, terminations and infos, of those that do not nothing."""
        ids = np.flatnonzero(moves).astype(np.int32)
        self.task.before()
        self.batch.ctrl[ids] = actions[ids]
        self.batch.step(ids, self.task.frame_skip, forces=self.task.forces)
        self.task.stepped(ids)
        self._elapsed[ids] += 1
        rewards, terminated, info = self.task.outcome(actions)
        return np.where(moves, rewards, 0.0).astype(np.float64), terminated & moves, info

    def _restart_at_once(self, info: Info, done: np.ndarray, moves: np.ndarray) -> dict[str, Any]:
        """Start environments anew that have just ended; infos, with their last observations and infos."""
        last = np.full(self.num_envs, None, object)
        seen = self.task.observation()
        for i in np.flatnonzero(done):
            last[i] = seen[i]
        final = self._masked(info, done)
        self._restart(np.flatnonzero(done).astype(np.int32))
        self._done[:] = False
        infos = self._merged(self._masked(info, moves & ~done), self._masked(self.task.reset_info(), done), done)
        return infos | {'final_obs': last, '_final_obs': done.copy(), 'final_info': final, '_final_info': done.copy()}

    # ---- infos ----
    def _masked(self, info: Info, mask: np.ndarray) -> dict[str, Any]:
        """Infos of those environments that the mask tells, zero for others, as gymnasium has them."""
        if not mask.any():
            return {}
        masked = {}
        for key, values in info.items():
            masked[key] = np.where(mask.reshape(-1, *[1] * (values.ndim - 1)), values, np.zeros((), values.dtype))
            masked[f'_{key}'] = mask.copy()
        return masked

    @staticmethod
    def _merged(infos: dict[str, Any], others: dict[str, Any], mask: np.ndarray) -> dict[str, Any]:
        """Infos with those of other environments, which the mask tells."""
        merged = dict(infos)
        for key, values in others.items():
            if key in merged:
                merged[key] = np.where(mask.reshape(-1, *[1] * (values.ndim - 1)), values, merged[key])
            else:
                merged[key] = values
        return merged


def model_path(name: str) -> str:
    """Where a model is: one of gymnasium's by its name, another by its path."""
    path = Path(name).expanduser()
    full = path if name.startswith(('.', '/', '~')) else _ASSETS / name
    if not full.exists():
        raise OSError(f'File {full} does not exist')
    return str(full)
