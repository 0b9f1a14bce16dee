"""Random states: poses, velocities, controls, applied forces, and what a simulation makes of them."""

import mujoco
import numpy as np

STEPS = (0, 0, 0, 1, 5, 30)
STEPS_TO_SLEEP = (0, 5, 30, 100, 200)
SLEEP = int(mujoco.mjtEnableBit.mjENBL_SLEEP)


def random_state(m: mujoco.MjModel, rng: np.random.Generator) -> mujoco.MjData:
    """Data of the wheel in some state of some trajectory, at most until it warns of something."""
    d = mujoco.MjData(m)
    if m.nkey and rng.random() < 0.5:
        mujoco.mj_resetDataKeyframe(m, d, int(rng.integers(m.nkey)))
    calm = m.opt.enableflags & SLEEP and rng.random() < 0.7
    displace(m, d, rng, 0.0 if calm else rng.choice((0, 0, 1e-3, 0.1, 1)))
    d.qvel[:] = (0.0 if calm else rng.choice((0, 0.1, 1, 10))) * rng.normal(size=m.nv)
    drive(m, d, rng)
    for _ in range(rng.choice(STEPS_TO_SLEEP if calm else STEPS)):
        try:
            mujoco.mj_step(m, d)
        except mujoco.FatalError:  # which leaves the data unusable
            return mujoco.MjData(m)
        if any(warning.number for warning in d.warning):
            break
    if rng.random() < 0.3:
        drive(m, d, rng)
    return d


def displace(m, d, rng, size: float) -> None:
    """Move joints, by a motion that is valid, and bodies that the user moves."""
    mujoco.mj_integratePos(m, d.qpos, size * rng.normal(size=m.nv), 1.0)
    if size and rng.random() < 0.2:
        d.qpos[:] *= rng.uniform(0.5, 2)  # quaternions need not be unit
    d.mocap_pos[:] += size * rng.normal(size=d.mocap_pos.shape)
    d.mocap_quat[:] += size * rng.normal(size=d.mocap_quat.shape)
    d.plastic[:] += size * rng.normal(size=d.plastic.shape)


def drive(m, d, rng) -> None:
    """What the user sets: controls, activations, forces, constraints that are on, where the solver starts."""
    d.ctrl[:] = rng.choice((0, 0.3, 3)) * rng.normal(size=m.nu)
    d.act[:] = rng.choice((0, 0.3, 3)) * rng.normal(size=m.na)
    d.qfrc_applied[:] = rng.choice((0, 0, 1)) * rng.normal(size=m.nv)
    d.xfrc_applied[1:] = rng.choice((0, 0, 1)) * rng.normal(size=(m.nbody - 1, 6))
    d.qacc_warmstart[:] = rng.choice((0, 1)) * rng.normal(size=m.nv)
    if rng.random() < 0.2:
        d.eq_active[:] = rng.integers(2, size=m.neq)
