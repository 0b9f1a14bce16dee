"""Tasks in a plane, or without contacts that count: to run, hop, walk or swim as fast as possible."""

from typing import Any, ClassVar

import numpy as np

from .task import Info, Outcome, Task, distance, energy


class Runner(Task):
    """Forward is along x; the reward is for velocity, and actions cost."""

    skipped: ClassVar[int] = 1  # coordinates of the position that are not observed
    options: ClassVar[dict[str, Any]] = dict(
        forward_reward_weight=1.0, ctrl_cost_weight=0.1, reset_noise_scale=0.1,
        exclude_current_positions_from_observation=True)
    forward_reward_weight: float
    ctrl_cost_weight: float
    exclude_current_positions_from_observation: bool

    def before(self) -> None:
        self.place_before = self.qpos[:, :2].copy()

    def observation(self) -> np.ndarray:
        start = self.skipped if self.exclude_current_positions_from_observation else 0
        return np.concatenate([self.qpos[:, start:], self.seen_velocity()], axis=1)

    def seen_velocity(self) -> np.ndarray:
        return self.qvel

    def velocity(self) -> np.ndarray:
        return (self.qpos[:, :2] - self.place_before) / self.dt

    def outcome(self, action: np.ndarray) -> Outcome:
        velocity = self.velocity()
        forward = self.forward_reward_weight * velocity[:, 0]
        cost = self.ctrl_cost_weight * energy(action)
        rewards, terminated, info = self.health(forward)
        return (rewards - cost, terminated,
                self.reset_info() | self.velocity_info(velocity) | info |
                dict(reward_forward=forward, reward_ctrl=-cost))

    def health(self, forward: np.ndarray) -> Outcome:
        """Rewards so far with those for being healthy, and who is not."""
        return forward, np.zeros(len(forward), bool), {}

    def velocity_info(self, velocity: np.ndarray) -> Info:
        return dict(x_velocity=velocity[:, 0])

    def reset_info(self) -> Info:
        return dict(x_position=self.qpos[:, 0].copy())


class HalfCheetah(Runner):
    model_file = 'half_cheetah.xml'

    def velocity_noise(self, random: np.random.Generator, scale: float) -> np.ndarray:
        return scale * random.standard_normal(self.model.nv)


class Swimmer(Runner):
    model_file, frame_skip, skipped = 'swimmer.xml', 4, 2
    options: ClassVar[dict[str, Any]] = Runner.options | dict(ctrl_cost_weight=1e-4)

    def velocity_info(self, velocity: np.ndarray) -> Info:
        return dict(x_velocity=velocity[:, 0], y_velocity=velocity[:, 1])

    def reset_info(self) -> Info:
        x, y = self.qpos[:, 0].copy(), self.qpos[:, 1].copy()
        return dict(x_position=x, y_position=y, distance_from_origin=distance(self.qpos[:, :2]))


class Walker(Runner):
    """A runner in a plane that must not fall."""

    options: ClassVar[dict[str, Any]] = Runner.options | dict(
        ctrl_cost_weight=1e-3, healthy_reward=1.0, terminate_when_unhealthy=True, reset_noise_scale=5e-3)
    frame_skip = 4
    healthy_reward: float
    terminate_when_unhealthy: bool
    healthy_z_range: tuple[float, float]
    healthy_angle_range: tuple[float, float]

    def seen_velocity(self) -> np.ndarray:
        return np.clip(self.qvel, -10, 10)

    def is_healthy(self) -> np.ndarray:
        return (inside(self.qpos[:, 1], self.healthy_z_range) & inside(self.qpos[:, 2], self.healthy_angle_range))

    def health(self, forward: np.ndarray) -> Outcome:
        is_healthy = self.is_healthy()
        survive = is_healthy * self.healthy_reward
        return forward + survive, ~is_healthy & self.terminate_when_unhealthy, dict(reward_survive=survive)

    def reset_info(self) -> Info:
        return dict(x_position=self.qpos[:, 0].copy(), z_distance_from_origin=self.qpos[:, 1] - self.init_qpos[1])


class Walker2d(Walker):
    model_file = 'walker2d_v5.xml'
    options: ClassVar[dict[str, Any]] = Walker.options | dict(
        healthy_z_range=(0.8, 2.0), healthy_angle_range=(-1.0, 1.0))


class Hopper(Walker):
    model_file = 'hopper.xml'
    options: ClassVar[dict[str, Any]] = Walker.options | dict(
        healthy_state_range=(-100.0, 100.0), healthy_z_range=(0.7, float('inf')), healthy_angle_range=(-0.2, 0.2))
    healthy_state_range: tuple[float, float]

    def is_healthy(self) -> np.ndarray:
        state = np.concatenate([self.qpos[:, 2:], self.qvel], axis=1)
        return super().is_healthy() & inside(state, self.healthy_state_range).all(axis=1)


def inside(numbers: np.ndarray, limits: tuple[float, float]) -> np.ndarray:
    """Which numbers are between limits; one that is not a number is not."""
    return (limits[0] < numbers) & (numbers < limits[1])
