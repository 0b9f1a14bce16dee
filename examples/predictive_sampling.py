"""Swing up the cart-pole by thinking ahead: of many random plans, tried out in rollouts, the best one is followed.

Predictive sampling: every tenth of a second the present plan is varied at random, all variations are rolled out on
threads, and the one with the least cost is the plan from then on. A plan is a few pushes, with straight lines between.
"""

import numpy as np

import torsor
from torsor import models
from torsor.rollout import Rollout

PLANS, KNOTS, HORIZON, REPLAN = 128, 8, 100, 10  # plans, pushes of a plan, steps ahead, steps before the next plan
FULL = torsor.mjtState.mjSTATE_FULLPHYSICS


def cost(state: np.ndarray) -> np.ndarray:
    """Of states (time, cart, pole, their velocities): away from the middle, not upright, fast."""
    _, cart, pole, cart_velocity, pole_velocity = np.moveaxis(state, -1, 0)
    return 0.5 * cart**2 + (1 - np.cos(pole)) * 2 + 0.01 * cart_velocity**2 + 0.01 * pole_velocity**2


def main() -> None:
    model = torsor.MjModel.from_xml_path(str(models.path('cart_pole')))
    model.opt.timestep = 0.01
    low, high = model.actuator_ctrlrange[0]
    data, threads = torsor.MjData(model), [torsor.MjData(model) for _ in range(2)]
    data.qpos[1] = np.pi  # it hangs
    rng, state, plan = np.random.default_rng(0), np.empty(torsor.mj_stateSize(model, FULL)), np.zeros(KNOTS)
    ahead, knots = np.arange(HORIZON), np.linspace(0, HORIZON, KNOTS)

    with Rollout(nthread=len(threads)) as roller:
        print('time     cart      pole')
        for _ in range(60):
            noise = rng.normal(0, 0.4 * (high - low), (PLANS, KNOTS)) * rng.choice([0.1, 0.5, 1], (PLANS, 1))
            plans = np.clip(plan + noise, low, high)
            plans[0] = plan
            control = np.array([np.interp(ahead, knots, plan) for plan in plans])[..., None]
            torsor.mj_getState(model, data, state, FULL)
            states, _ = roller.rollout(model, threads, state, control)
            best = np.argmin(cost(states).sum(axis=1) + 10 * cost(states[:, -1]))
            for push in control[best, :REPLAN]:
                data.ctrl[:] = push
                torsor.mj_step(model, data)
            plan = np.interp(knots + REPLAN, knots, plans[best])  # what is left of it
            print(f'{data.time:4.1f} s {data.qpos[0]:+.3f} m {np.degrees(data.qpos[1]):+7.1f} deg')
    print('upright' if np.cos(data.qpos[1]) > 0.99 else 'not there yet')


if __name__ == '__main__':
    main()
