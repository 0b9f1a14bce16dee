"""Balance the cart-pole with a linear-quadratic regulator, between the two halves of the step."""

import numpy as np
from scipy.linalg import solve_discrete_are

import torsor
from torsor import models


def transition(model, state: np.ndarray, ctrl: float) -> np.ndarray:
    """The state (positions, velocities) one step after `state`."""
    data = torsor.MjData(model)
    data.qpos[:], data.qvel[:] = np.split(state, 2)
    data.ctrl[0] = ctrl
    torsor.mj_step(model, data)
    return np.concatenate([data.qpos, data.qvel])


def feedback_gain(model, eps: float = 1e-6) -> np.ndarray:
    """The gain K of ctrl = -K state that minimises the sum of state^2 + ctrl^2, for small deviations from upright."""
    upright = np.zeros(4)
    columns = [(transition(model, eps * e, 0.0) - transition(model, -eps * e, 0.0)) / (2 * eps) for e in np.eye(4)]
    a = np.column_stack(columns)
    b = ((transition(model, upright, eps) - transition(model, upright, -eps)) / (2 * eps)).reshape(4, 1)
    p = solve_discrete_are(a, b, np.eye(4), np.eye(1))
    return np.linalg.solve(np.eye(1) + b.T @ p @ b, b.T @ p @ a)[0]


def main() -> None:
    model = torsor.MjModel.from_xml_path(str(models.path('cart_pole')))
    gain = feedback_gain(model)
    data = torsor.MjData(model)
    data.qpos[:] = -0.5, np.radians(10)

    print('time     cart      pole     push')
    for step in range(1001):
        torsor.mj_step1(model, data)             # positions and velocities are known...
        data.ctrl[0] = -gain @ np.concatenate([data.qpos, data.qvel])
        if step % 100 == 0:
            print(f'{data.time:4.1f} s {data.qpos[0]:+.3f} m {np.degrees(data.qpos[1]):+6.2f} deg {data.ctrl[0]:+.3f}')
        torsor.mj_step2(model, data)             # ...and the control acts within the same step
    print('balanced' if abs(data.qpos[1]) < 1e-3 else 'fallen')


if __name__ == '__main__':
    main()
