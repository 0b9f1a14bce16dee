"""Balance the humanoid on its feet: a linear-quadratic regulator from the exact derivatives of one step.

1. A pose at rest: the forces that inverse dynamics asks for at the root, where there is no motor, are brought to zero
   by Newton's method (exact derivatives of inverse dynamics); the motors hold the rest.
2. There the step is x' = A x + B u. Iterating Riccati's equation gives the feedback that costs least.
3. Somebody pushes: with feedback the humanoid stays up, without it falls.
"""

import sys

import numpy as np

import torsor
from torsor import derivative, models

STEPS, PUSH, SHOVE = 1500, 100.0, 50  # of 2 ms; [N] for as many steps
ROUNDS = 1500  # of Riccati's equation: as many steps it looks ahead


def pose_at_rest(m, d):
    """qpos and ctrl in equilibrium, near the pose in which it stands."""
    torsor.mj_resetDataKeyframe(m, d, m.key('stand').id)
    start, left = d.qpos.copy(), []
    heights = start[2] + np.linspace(-0.01, 0.01, 401)
    for d.qpos[2] in heights:  # on both feet: the floor carries the weight
        d.qacc[:] = 0.0
        torsor.mj_inverse(m, d)
        left.append(abs(d.qfrc_inverse[2]))
    d.qpos[2] = heights[np.argmin(left)]
    for _ in range(50):
        d.qvel[:], d.qacc[:] = 0.0, 0.0
        by_position = derivative.inverse(m, d)[0]
        torsor.mj_inverse(m, d)
        root = d.qfrc_inverse[:6].copy()
        if np.abs(root).max() < 1e-9:
            break
        # the smallest move that the linear model calls for, and not too far
        move = -np.linalg.lstsq(by_position[:6], root, rcond=1e-6)[0]
        torsor.mj_integratePos(m, d.qpos, move, min(1.0, 0.01 / np.abs(move).max()))
    moment = np.zeros((m.nu, m.nv))
    torsor.mju_sparse2dense(moment, d.actuator_moment, d.moment_rownnz, d.moment_rowadr, d.moment_colind)
    control = np.linalg.lstsq(moment.T, d.qfrc_inverse, rcond=None)[0]
    moved = np.zeros(m.nv)
    torsor.mj_differentiatePos(m, moved, 1.0, start, d.qpos)
    print(f'at rest after a move of {np.abs(moved).max():.3f}; at the root {np.abs(root).max():.1e} N are left over, '
          f'motors give up to {100 * np.abs(control).max():.0f} %')
    return d.qpos.copy(), control


def regulator(m, d, position, control):
    """The feedback K of u = control - K x, for deviations x."""
    d.qpos[:], d.qvel[:], d.ctrl[:] = position, 0.0, control
    A, B, _, _ = derivative.transition(m, d)
    centre, feet = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    torsor.mj_jacSubtreeCom(m, d, centre, m.body('pelvis').id)
    for side in ('left', 'right'):
        jacobian = np.zeros((3, m.nv))
        torsor.mj_jacBodyCom(m, d, jacobian, None, m.body(f'{side}_foot').id)
        feet += 0.5 * jacobian
    n = m.nv
    cost, effort = np.zeros((2 * n, 2 * n)), np.eye(m.nu)
    balance = (centre - feet)[:2]
    cost[:n, :n] = 1000.0 * balance.T @ balance + np.diag([0.0] * 6 + [3.0] * (n - 6))
    cost[3:6, 3:6] += 10.0 * np.eye(3)
    cost[n:, n:] = 0.01 * np.eye(n)
    form, gain = cost.copy(), np.zeros((m.nu, 2 * n))
    for _ in range(ROUNDS):
        gain = np.linalg.solve(effort + B.T @ form @ B, B.T @ form @ A)
        form = cost + A.T @ form @ (A - B @ gain)
        form = 0.5 * (form + form.T)
    print(f'largest eigenvalue of a step: {np.abs(np.linalg.eigvals(A)).max():.4f} alone, '
          f'{np.abs(np.linalg.eigvals(A - B @ gain)).max():.4f} with feedback')
    return gain


def simulate(m, position, control, gain):
    """Heights of the head while somebody pushes the trunk for a moment."""
    d = torsor.MjData(m)
    d.qpos[:] = position
    heights, off = np.empty(STEPS), np.zeros(m.nv)
    for k in range(STEPS):
        torsor.mj_differentiatePos(m, off, 1.0, position, d.qpos)
        d.ctrl[:] = control - gain @ np.concatenate((off, d.qvel))
        d.xfrc_applied[m.body('thorax').id, 0] = PUSH if 100 <= k < 100 + SHOVE else 0.0
        torsor.mj_step(m, d)
        heights[k] = d.xipos[m.body('head').id, 2]
    return heights


def main() -> None:
    m = torsor.MjModel.from_xml_path(str(models.path('humanoid')))
    d = torsor.MjData(m)
    position, control = pose_at_rest(m, d)
    gain = regulator(m, d, position, control)
    ends = {}
    for name, feedback in (('with feedback', gain), ('without', 0.0 * gain)):
        ends[name] = simulate(m, position, control, feedback)
        height = ends[name]
        print(f'{name:13}: head at {height[0]:.2f} m, after {STEPS * m.opt.timestep:.0f} s at {height[-1]:.2f} m')
    stays = ends['with feedback'].min() > 0.95 * ends['with feedback'][0]
    falls = ends['without'][-1] < 0.6 * ends['without'][0]
    print('it balances, and would fall without feedback' if stays and falls else 'that was not enough')
    if '--plot' in sys.argv:
        import matplotlib.pyplot as plt

        for name, heights in ends.items():
            plt.plot(m.opt.timestep * np.arange(STEPS), heights, label=name)
        plt.xlabel('time [s]')
        plt.ylabel('height of the head [m]')
        plt.legend()
        plt.show()


if __name__ == '__main__':
    main()
