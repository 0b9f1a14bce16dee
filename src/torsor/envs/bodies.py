"""Tasks in space in which contacts count: the ant and the humanoid."""

from typing import Any, ClassVar

import numpy as np

from .runners import Runner, inside
from .task import Info, Outcome, Task, distance, energy


class Ant(Runner):
    model_file, skipped, forces = 'ant.xml', 2, True
    options: ClassVar[dict[str, Any]] = Runner.options | dict(
        forward_reward_weight=1, ctrl_cost_weight=0.5, contact_cost_weight=5e-4, healthy_reward=1.0, main_body=1,
        terminate_when_unhealthy=True, healthy_z_range=(0.2, 1.0), contact_force_range=(-1.0, 1.0),
        include_cfrc_ext_in_observation=True)
    contact_cost_weight: float
    healthy_reward: float
    main_body: int | str
    terminate_when_unhealthy: bool
    healthy_z_range: tuple[float, float]
    contact_force_range: tuple[float, float]
    include_cfrc_ext_in_observation: bool

    def prepare(self) -> None:
        self.place = self.batch.xpos[:, self.model.body(self.main_body).id]

    def velocity_noise(self, random: np.random.Generator, scale: float) -> np.ndarray:
        return scale * random.standard_normal(self.model.nv)

    def before(self) -> None:
        self.place_before = self.place[:, :2].copy()

    def velocity(self) -> np.ndarray:
        return (self.place[:, :2] - self.place_before) / self.dt

    def clipped_force(self) -> np.ndarray:
        return np.clip(self.contact_force, *self.contact_force_range)

    def observation(self) -> np.ndarray:
        seen = super().observation()
        if not self.include_cfrc_ext_in_observation:
            return seen
        return np.concatenate([seen, self.clipped_force()[:, 1:].reshape(len(seen), -1)], axis=1)

    def outcome(self, action: np.ndarray) -> Outcome:
        velocity = self.velocity()
        forward = velocity[:, 0] * self.forward_reward_weight
        state, height = np.concatenate([self.qpos, self.qvel], axis=1), self.qpos[:, 2]
        low, high = self.healthy_z_range
        is_healthy = np.isfinite(state).all(axis=1) & (low <= height) & (height <= high)
        survive = is_healthy * self.healthy_reward
        control = self.ctrl_cost_weight * energy(action)
        contact = self.contact_cost_weight * np.sum(np.square(self.clipped_force()), axis=(1, 2))
        info = dict(x_velocity=velocity[:, 0], y_velocity=velocity[:, 1], reward_forward=forward,
                    reward_ctrl=-control, reward_contact=-contact, reward_survive=survive)
        return (forward + survive - (control + contact), ~is_healthy & self.terminate_when_unhealthy,
                self.reset_info() | info)

    def reset_info(self) -> Info:
        return dict(x_position=self.qpos[:, 0].copy(), y_position=self.qpos[:, 1].copy(),
                    distance_from_origin=distance(self.qpos[:, :2]))


class Upright(Task):
    """What both humanoids observe."""

    forces = True
    options: ClassVar[dict[str, Any]] = dict(
        ctrl_cost_weight=0.1, reset_noise_scale=1e-2, exclude_current_positions_from_observation=True,
        include_cinert_in_observation=True, include_cvel_in_observation=True,
        include_qfrc_actuator_in_observation=True, include_cfrc_ext_in_observation=True)
    ctrl_cost_weight: float
    exclude_current_positions_from_observation: bool
    include_cinert_in_observation: bool
    include_cvel_in_observation: bool
    include_qfrc_actuator_in_observation: bool
    include_cfrc_ext_in_observation: bool

    def prepare(self) -> None:
        batch = self.batch
        self.cinert, self.cvel, self.xipos = batch.cinert, batch.cvel, batch.xipos
        self.ten_length, self.ten_velocity = batch.ten_length, batch.ten_velocity
        self.qfrc_actuator, self.ctrl = batch.qfrc_actuator, batch.ctrl

    def observation(self) -> np.ndarray:
        parts = [self.qpos[:, 2 if self.exclude_current_positions_from_observation else 0:], self.qvel]
        for wanted, part in ((self.include_cinert_in_observation, self.cinert[:, 1:]),
                             (self.include_cvel_in_observation, self.cvel[:, 1:]),
                             (self.include_qfrc_actuator_in_observation, self.qfrc_actuator[:, 6:]),
                             (self.include_cfrc_ext_in_observation, self.contact_force[:, 1:])):
            if wanted:
                parts.append(part.reshape(len(part), -1))
        return np.concatenate(parts, axis=1)

    def costs(self, weight: float, limits: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
        """Of controls and of contacts."""
        force = np.sum(np.square(self.contact_force), axis=(1, 2))
        return self.ctrl_cost_weight * energy(self.ctrl), np.clip(weight * force, *limits)

    def reset_info(self) -> Info:
        return dict(x_position=self.qpos[:, 0].copy(), y_position=self.qpos[:, 1].copy(),
                    tendon_length=self.ten_length.copy(), tendon_velocity=self.ten_velocity.copy())


class Humanoid(Upright):
    model_file = 'humanoid.xml'
    options: ClassVar[dict[str, Any]] = Upright.options | dict(
        forward_reward_weight=1.25, contact_cost_weight=5e-7, contact_cost_range=(-np.inf, 10.0), healthy_reward=5.0,
        terminate_when_unhealthy=True, healthy_z_range=(1.0, 2.0))
    forward_reward_weight: float
    contact_cost_weight: float
    contact_cost_range: tuple[float, float]
    healthy_reward: float
    terminate_when_unhealthy: bool
    healthy_z_range: tuple[float, float]

    def centre(self) -> np.ndarray:
        """Centre of mass."""
        mass = self.model.body_mass
        return (np.einsum('b,nbj->nj', mass, self.xipos) / mass.sum())[:, :2]

    def before(self) -> None:
        self.centre_before = self.centre()

    def outcome(self, action: np.ndarray) -> Outcome:
        velocity = (self.centre() - self.centre_before) / self.dt
        forward = self.forward_reward_weight * velocity[:, 0]
        is_healthy = inside(self.qpos[:, 2], self.healthy_z_range)
        survive = is_healthy * self.healthy_reward
        control, contact = self.costs(self.contact_cost_weight, self.contact_cost_range)
        info = dict(x_velocity=velocity[:, 0], y_velocity=velocity[:, 1], reward_survive=survive,
                    reward_forward=forward, reward_ctrl=-control, reward_contact=-contact)
        return (forward + survive - (control + contact), ~is_healthy & self.terminate_when_unhealthy,
                self.reset_info() | info)

    def reset_info(self) -> Info:
        return super().reset_info() | dict(distance_from_origin=distance(self.qpos[:, :2]))


class HumanoidStandup(Upright):
    model_file = 'humanoidstandup.xml'
    options: ClassVar[dict[str, Any]] = Upright.options | dict(
        uph_cost_weight=1, impact_cost_weight=5e-7, impact_cost_range=(-np.inf, 10.0))
    impact_cost_weight: float
    impact_cost_range: tuple[float, float]

    def outcome(self, action: np.ndarray) -> Outcome:
        up = self.qpos[:, 2] / self.model.opt.timestep
        control, impact = self.costs(self.impact_cost_weight, self.impact_cost_range)
        info = dict(reward_linup=up, reward_quadctrl=-control, reward_impact=-impact)
        return up - control - impact + 1, np.zeros(len(up), bool), self.reset_info() | info

    def reset_info(self) -> Info:
        return super().reset_info() | dict(z_distance_from_origin=self.qpos[:, 2] - self.init_qpos[2])
