"""Teach the cart-pole to balance by evolution, with the policy inside the step.

The policy is a compiled callback: it runs in native code, in all simulations of a batch, without a word of Python in
between. Each simulation has weights of its own in its `userdata`, which are numbers like others: they change from one
generation to the next, and nothing is compiled anew. A generation tries variations of the weights, and the mean of the
best is where the next one starts from (the cross-entropy method).
"""

import numpy as np

import torsor
from torsor import models
from torsor.batch import Batch

POPULATION, ELITE, GENERATIONS, STEPS = 96, 12, 12, 600
TILTS = np.radians([-12, 5, 10])  # each policy is tried from these


@torsor.kernel
def policy(m, d):
    """A push in proportion to positions and velocities."""
    push = 0.0
    for i in range(2):
        push += d.userdata[i] * d.qpos[i] + d.userdata[2 + i] * d.qvel[i]
    d.ctrl[0] = push


def costs(batch: Batch, weights: np.ndarray) -> np.ndarray:
    """What the policies with these weights cost, in all of their trials."""
    trials = len(TILTS)
    batch.reset(stage=torsor.mjtStage.mjSTAGE_NONE)
    batch.userdata = weights.repeat(trials, axis=0)
    batch.joint('hinge').qpos = np.tile(TILTS, len(weights))[:, None]
    path = batch.rollout(STEPS, record=('qpos',))['qpos']
    cost = (1 - np.cos(path[..., 1])) + 0.02 * path[..., 0] ** 2
    return np.minimum(cost, 2).mean(axis=1).reshape(-1, trials).max(axis=1)


def main() -> None:
    xml = models.path('cart_pole').read_text().replace('<worldbody>', '<size nuserdata="4"/><worldbody>')
    model = torsor.MjModel.from_xml_string(xml)
    model.callbacks.control = policy
    batch = Batch(model, POPULATION * len(TILTS))
    rng, mean, spread = np.random.default_rng(0), np.zeros(4), np.full(4, 3.0)

    print('generation   cost of the best and of the mean')
    for generation in range(GENERATIONS):
        weights = mean + spread * rng.normal(size=(POPULATION, 4))
        weights[0] = mean
        found = costs(batch, weights)
        best = weights[np.argsort(found)[:ELITE]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.02
        print(f'{generation:10} {found.min():11.5f} {found[0]:11.5f}')
    print('it has learnt to balance' if costs(batch, np.tile(mean, (POPULATION, 1)))[0] < 0.02 else 'it falls')


if __name__ == '__main__':
    main()
