"""Swing the cart-pole up: trajectory optimisation (iLQR) with exact derivatives of every step.

Backwards in time the cost-to-go is a quadratic form of the deviation from the trajectory (Li and Todorov 2004); its
minimum gives a change of controls and a feedback, with which the trajectory is simulated anew.
"""

import sys

import numpy as np

import torsor
from torsor import derivative, models

STEPS, EFFORT = 320, 1e-3  # of 5 ms; cost of a control of one
FINAL = np.diag([10.0, 100.0, 1.0, 10.0])  # cost of deviations from upright and at rest, at the end


def simulate(m, before, change, gains, part=1.0):
    """States and controls of a trajectory: the one before, with a part of a change of controls, and with feedback."""
    d = torsor.MjData(m)
    d.qpos[1] = np.pi
    states, controls = np.empty((STEPS + 1, 4)), np.zeros((STEPS, 1))
    for k in range(STEPS):
        states[k] = *d.qpos, *d.qvel
        controls[k] = np.clip(before[1][k] + part * change[k] + gains[k] @ (states[k] - before[0][k]), -1.0, 1.0)
        d.ctrl[:] = controls[k]
        torsor.mj_step(m, d)
    states[-1] = *d.qpos, *d.qvel
    return states, controls


def cost(states, controls) -> float:
    """Effort, and how far from upright and from rest the end is."""
    return 0.5 * EFFORT * float((controls ** 2).sum()) + 0.5 * float(states[-1] @ FINAL @ states[-1])


def improvement(m, states, controls, caution: float):
    """Changes of the controls, and feedback, that the quadratic form calls for."""
    d = torsor.MjData(m)
    gradient, form = FINAL @ states[-1], FINAL.copy()
    change, gains = np.zeros((STEPS, 1)), np.zeros((STEPS, 1, 4))
    for k in range(STEPS - 1, -1, -1):
        d.qpos[:], d.qvel[:], d.ctrl[:] = states[k, :2], states[k, 2:], controls[k]
        A, B, _, _ = derivative.transition(m, d)
        by_control = EFFORT * controls[k] + B.T @ gradient
        curvature = EFFORT * np.eye(1) + B.T @ form @ B + caution * np.eye(1)
        change[k] = -np.linalg.solve(curvature, by_control)
        gains[k] = -np.linalg.solve(curvature, B.T @ form @ A)
        closed = A + B @ gains[k]
        gradient = closed.T @ gradient + gains[k].T @ (EFFORT * controls[k]) + closed.T @ form @ B @ change[k] + gains[
            k].T @ (EFFORT * change[k])
        form = closed.T @ form @ closed + EFFORT * gains[k].T @ gains[k]
    return change, gains


def optimise(m, rounds: int = 60):
    """The best trajectory found, and its cost after each round."""
    push = 0.05 * np.sin(np.linspace(0.0, 12.0, STEPS))[:, None]  # which way to go first
    best = simulate(m, (np.zeros((STEPS, 4)), push), np.zeros((STEPS, 1)), np.zeros((STEPS, 1, 4)))
    costs, caution = [cost(*best)], 1e-3
    for _ in range(rounds):
        change, gains = improvement(m, *best, caution)
        for part in 0.5 ** np.arange(8):
            attempt = simulate(m, best, change, gains, part)
            if cost(*attempt) < costs[-1]:
                best, caution = attempt, max(1e-8, 0.3 * caution)
                break
        else:
            caution *= 10.0
        costs.append(cost(*best))
        if costs[-1] < 1.0 and costs[-2] - costs[-1] < 1e-4:
            break
    return best, costs


def main() -> None:
    m = torsor.MjModel.from_xml_path(str(models.path('cart_pole')))
    (states, controls), costs = optimise(m)
    print(f'{len(costs) - 1} rounds, cost {costs[0]:.1f} -> {costs[-1]:.3f}')
    print(f'end: pole {np.degrees(states[-1, 1]):+.2f} deg, {states[-1, 3]:+.3f} rad/s; cart {states[-1, 0]:+.3f} m')
    print('swung up' if np.abs(states[-1]).max() < 0.1 else 'not there yet')
    if '--plot' in sys.argv:
        import matplotlib.pyplot as plt

        _, (above, below) = plt.subplots(2, sharex=True)
        above.plot(states, label=['cart [m]', 'pole [rad]', 'cart [m/s]', 'pole [rad/s]'])
        above.legend()
        below.plot(20.0 * controls)
        below.set(xlabel='step', ylabel='push [N]')
        plt.show()


if __name__ == '__main__':
    main()
