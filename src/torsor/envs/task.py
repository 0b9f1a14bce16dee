"""What tasks have in common: a model, options, where simulations start, and what is seen of them.

A task looks at all simulations at once: its arrays have a row for each.
"""

from typing import Any, ClassVar

import numpy as np

from .. import MjModel
from ..batch import Batch

Info = dict[str, np.ndarray]
Outcome = tuple[np.ndarray, np.ndarray, Info]


class Task:
    """Base of tasks. Options are attributes of these names; `forces` asks for those on bodies after each step."""

    model_file: ClassVar[str]
    max_episode_steps: ClassVar[int] = 1000
    forces: ClassVar[bool] = False
    options: ClassVar[dict[str, Any]] = {}
    frame_skip: int = 5
    reset_noise_scale: float

    def __init__(self, model: MjModel, batch: Batch, frame_skip: int | None, options: dict[str, Any]):
        unknown = set(options) - set(self.options)
        if unknown:
            raise TypeError(f'{type(self).__name__} has no option {", ".join(sorted(unknown))}; it has '
                            f'{", ".join(sorted(self.options)) or "none"}')
        self.model, self.batch = model, batch
        self.frame_skip = self.frame_skip if frame_skip is None else frame_skip
        self.dt = model.opt.timestep * self.frame_skip
        self.__dict__.update(self.options | options)
        self.init_qpos, self.init_qvel = batch.qpos[0].copy(), batch.qvel[0].copy()
        self.qpos, self.qvel = batch.qpos, batch.qvel
        self.contact_force = np.zeros((batch.nsim, model.nbody, 6))  # cfrc_ext; none after a reset
        if self.forces:
            batch.bind('cfrc_ext')
        self.prepare()

    def prepare(self) -> None:
        """Bind the fields that are looked at."""

    # ---- starts ----
    def start(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """qpos and qvel of a simulation at its start: noise about the initial ones."""
        scale = self.reset_noise_scale
        qpos = self.init_qpos + random.uniform(-scale, scale, self.model.nq)
        return qpos, self.init_qvel + self.velocity_noise(random, scale)

    def velocity_noise(self, random: np.random.Generator, scale: float) -> np.ndarray:
        """Noise of the velocities at the start."""
        return random.uniform(-scale, scale, self.model.nv)

    def started(self, ids: np.ndarray) -> None:
        """Simulations have just been reset."""
        self.contact_force[ids] = 0

    # ---- steps ----
    def before(self) -> None:
        """Remember what the next step is compared with."""

    def stepped(self, ids: np.ndarray) -> None:
        """Simulations have just made their steps."""
        if self.forces:
            self.contact_force[ids] = self.batch.cfrc_ext[ids]

    def observation(self) -> np.ndarray:
        """What is seen of all simulations."""
        raise NotImplementedError

    def outcome(self, action: np.ndarray) -> Outcome:
        """Rewards, terminations and infos of the last step."""
        raise NotImplementedError

    def reset_info(self) -> Info:
        """Infos after a reset."""
        return {}


def energy(action: np.ndarray) -> np.ndarray:
    """Sum of the squares of each row."""
    return np.sum(np.square(action), axis=1)


def distance(vector: np.ndarray) -> np.ndarray:
    """Length of each row."""
    return np.linalg.norm(vector, axis=1)
