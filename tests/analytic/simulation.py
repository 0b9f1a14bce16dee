"""A world made of a few bodies, run for a while."""

import numpy as np

import torsor as mujoco

GRAVITY = 9.81


def world(bodies: str, integrator: str = 'RK4', timestep: float = 1e-3,
          option: str = '', flag: str = '', rest: str = ''):
    """Model and data of these bodies; angles are in radians, energies are computed."""
    m = mujoco.MjModel.from_xml_string(f"""<mujoco>
      <compiler angle="radian"/>
      <option integrator="{integrator}" timestep="{timestep:.17g}" {option}><flag energy="enable" {flag}/></option>
      <worldbody>{bodies}</worldbody>
      {rest}
    </mujoco>""")
    return m, mujoco.MjData(m)


def run(m, d, duration: float) -> None:
    """Simulate for a duration that is a whole number of steps."""
    steps = round(duration / m.opt.timestep)
    assert abs(steps * m.opt.timestep - duration) < 1e-9 * duration
    mujoco.mj_step(m, d, steps)


def record(m, d, steps: int, read) -> np.ndarray:
    """What `read()` gives before the first step and after each."""
    rows = [read()]
    for _ in range(steps):
        mujoco.mj_step(m, d)
        rows.append(read())
    return np.array(rows)


def energy(m, d) -> float:
    """Potential and kinetic energy at the current state."""
    mujoco.mj_forward(m, d)
    return d.energy.sum()


def period(m, d, joint: int = 0, cycles: int = 3) -> float:
    """Time between upward passages of a joint through zero, found between steps by cubic interpolation."""
    passages, h = [], m.opt.timestep
    while len(passages) <= cycles:
        time, x0, v0 = d.time, d.qpos[joint], d.qvel[joint]
        mujoco.mj_step(m, d)
        if x0 < 0 <= d.qpos[joint]:
            passages.append(time + h * _root_of_cubic(x0, h * v0, d.qpos[joint], h * d.qvel[joint]))
        assert d.time < 1000, 'no oscillation'
    return (passages[-1] - passages[0]) / cycles


def _root_of_cubic(x0, v0, x1, v1) -> float:
    """Where the cubic on [0, 1] with these values and slopes at its ends is zero."""
    coefficients = [2 * (x0 - x1) + v0 + v1, 3 * (x1 - x0) - 2 * v0 - v1, v0, x0]
    s = x0 / (x0 - x1)
    for _ in range(5):
        s -= np.polyval(coefficients, s) / np.polyval(np.polyder(coefficients), s)
    return s


def observed_order(error_at, coarse: float) -> float:
    """The p in error ~ h^p, from the errors at `coarse` and half of it."""
    return float(np.log2(error_at(coarse) / error_at(coarse / 2)))


def axis_angle(axis, angle: float) -> np.ndarray:
    """Unit quaternion of a rotation."""
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    return np.append(np.cos(angle / 2), np.sin(angle / 2) * axis)
