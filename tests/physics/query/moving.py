"""A tree with every kind of joint in a random state, and how to move it a little."""

import numpy as np

import torsor
from parity.scenes import JOINTS
from reference.models import random_state

STEP = 1e-6  # of central differences, which then err by about 1e-9


def moving(seed: int = 0, xml: str = JOINTS) -> tuple[torsor.MjModel, torsor.MjData]:
    """Model and data with velocities, inertias and accelerations of a random state."""
    m = torsor.MjModel.from_xml_string(xml)
    d = torsor.MjData(m)
    random_state(m, d, seed)
    rng = np.random.default_rng(seed)
    d.mocap_pos[:] = rng.normal(size=d.mocap_pos.shape)
    torsor.mj_fwdPosition(m, d)
    torsor.mj_fwdVelocity(m, d)
    d.qacc[:] = rng.normal(size=m.nv)
    torsor.mj_rnePostConstraint(m, d)
    return m, d


def displaced(m, d, velocity, time) -> torsor.MjData:
    """A copy of d that has moved with a velocity for a time; qvel changes by qacc."""
    copy = torsor.MjData(m)
    copy.qpos[:], copy.qvel[:] = d.qpos, d.qvel + d.qacc * time
    copy.mocap_pos[:], copy.mocap_quat[:] = d.mocap_pos, d.mocap_quat
    torsor.mj_integratePos(m, copy.qpos, velocity, time)
    torsor.mj_fwdPosition(m, copy)
    torsor.mj_fwdVelocity(m, copy)
    return copy


def rate(m, d, measure, velocity=None) -> np.ndarray:
    """Time derivative of measure(data) while the joints move with a velocity (qvel if not given)."""
    velocity = d.qvel if velocity is None else velocity
    ahead, behind = (measure(displaced(m, d, velocity, time)) for time in (STEP, -STEP))
    return (ahead - behind) / (2 * STEP)


def slope(m, d, measure) -> np.ndarray:
    """Derivative of measure(data) by each dof, as columns."""
    return np.stack([rate(m, d, measure, unit) for unit in np.eye(m.nv)], axis=-1)


def angular_velocity(rotation, rotation_rate) -> np.ndarray:
    """The vector w with dR/dt = [w] R."""
    spin = rotation_rate @ rotation.T
    return np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
