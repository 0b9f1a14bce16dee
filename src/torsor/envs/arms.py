"""Tasks of arms, which reach or push, and of poles, which balance."""

from typing import Any, ClassVar

import numpy as np

from .task import Outcome, Task, distance, energy


class Arm(Task):
    """The reward is for bodies that are near each other, and actions cost."""

    def prepare(self) -> None:
        self.xpos = self.batch.xpos

    def body(self, name: str) -> np.ndarray:
        return self.xpos[:, self.model.body(name).id]


class Reacher(Arm):
    model_file, frame_skip, max_episode_steps = 'reacher.xml', 2, 50
    options: ClassVar[dict[str, Any]] = dict(reward_dist_weight=1, reward_control_weight=1)
    reward_dist_weight: float
    reward_control_weight: float

    def start(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        qpos = random.uniform(-0.1, 0.1, self.model.nq) + self.init_qpos
        goal = random.uniform(-0.2, 0.2, 2)
        while np.linalg.norm(goal) >= 0.2:
            goal = random.uniform(-0.2, 0.2, 2)
        qpos[-2:] = goal
        qvel = self.init_qvel + random.uniform(-0.005, 0.005, self.model.nv)
        qvel[-2:] = 0
        return qpos, qvel

    def gap(self) -> np.ndarray:
        return self.body('fingertip') - self.body('target')

    def observation(self) -> np.ndarray:
        angle = self.qpos[:, :2]
        return np.concatenate([np.cos(angle), np.sin(angle), self.qpos[:, 2:], self.qvel[:, :2], self.gap()[:, :2]],
                              axis=1)

    def outcome(self, action: np.ndarray) -> Outcome:
        near = -distance(self.gap()) * self.reward_dist_weight
        control = -energy(action) * self.reward_control_weight
        return near + control, np.zeros(len(near), bool), dict(reward_dist=near, reward_ctrl=control)


class Pusher(Arm):
    model_file, max_episode_steps = 'pusher_v5.xml', 100
    options: ClassVar[dict[str, Any]] = dict(reward_near_weight=0.5, reward_dist_weight=1, reward_control_weight=0.1)
    reward_near_weight: float
    reward_dist_weight: float
    reward_control_weight: float

    def start(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        def place():
            return np.concatenate([random.uniform(-0.3, 0, 1), random.uniform(-0.2, 0.2, 1)])

        qpos, cylinder = self.init_qpos.copy(), place()
        while np.linalg.norm(cylinder) <= 0.17:
            cylinder = place()
        qpos[-4:-2], qpos[-2:] = cylinder, 0
        qvel = self.init_qvel + random.uniform(-0.005, 0.005, self.model.nv)
        qvel[-4:] = 0
        return qpos, qvel

    def observation(self) -> np.ndarray:
        return np.concatenate([self.qpos[:, :7], self.qvel[:, :7], self.body('tips_arm'), self.body('object'),
                               self.body('goal')], axis=1)

    def outcome(self, action: np.ndarray) -> Outcome:
        near = -distance(self.body('object') - self.body('tips_arm')) * self.reward_near_weight
        far = -distance(self.body('object') - self.body('goal')) * self.reward_dist_weight
        control = -energy(action) * self.reward_control_weight
        return (far + control + near, np.zeros(len(near), bool),
                dict(reward_dist=far, reward_ctrl=control, reward_near=near))


class InvertedPendulum(Task):
    model_file, frame_skip = 'inverted_pendulum.xml', 2
    options: ClassVar[dict[str, Any]] = dict(reset_noise_scale=0.01)

    def observation(self) -> np.ndarray:
        return np.concatenate([self.qpos, self.qvel], axis=1)

    def outcome(self, action: np.ndarray) -> Outcome:
        seen = self.observation()
        fallen = ~np.isfinite(seen).all(axis=1) | (np.abs(seen[:, 1]) > 0.2)
        reward = (~fallen).astype(int)
        return reward, fallen, dict(reward_survive=reward)


class InvertedDoublePendulum(Task):
    model_file = 'inverted_double_pendulum.xml'
    options: ClassVar[dict[str, Any]] = dict(reset_noise_scale=0.1, healthy_reward=10.0)
    healthy_reward: float

    def prepare(self) -> None:
        self.tip, self.qfrc_constraint = self.batch.site_xpos[:, 0], self.batch.qfrc_constraint

    def velocity_noise(self, random: np.random.Generator, scale: float) -> np.ndarray:
        return random.standard_normal(self.model.nv) * scale

    def observation(self) -> np.ndarray:
        angles = self.qpos[:, 1:]
        return np.concatenate([self.qpos[:, :1], np.sin(angles), np.cos(angles), np.clip(self.qvel, -10, 10),
                               np.clip(self.qfrc_constraint, -10, 10)[:, :1]], axis=1)

    def outcome(self, action: np.ndarray) -> Outcome:
        x, y = self.tip[:, 0], self.tip[:, 2]
        fallen = y <= 1
        away = 0.01 * x ** 2 + (y - 2) ** 2
        fast = 0.001 * self.qvel[:, 1] ** 2 + 0.005 * self.qvel[:, 2] ** 2
        survive = self.healthy_reward * (~fallen).astype(int)
        return (survive - away - fast, fallen,
                dict(reward_survive=survive, distance_penalty=-away, velocity_penalty=-fast))
