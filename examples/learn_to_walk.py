"""Teach gymnasium's half_cheetah to run by evolution, with the policy inside the step, and plot the returns.

The policy is a compiled callback with two layers: at every step it sees positions and velocities, and sets the torques.
Each simulation of the batch has weights of its own in its `userdata`; they are numbers like others, so that generation
follows generation without compiling anything, and Python has nothing to do while all simulations run. The callback also
adds up the return of its simulation: distance forwards [m], less a price for effort, as in gymnasium's environment.

A generation tries the weights with random changes and with their opposites, from slightly different starts. The
difference of the ranks of each two, times the change, is an estimate of where the return grows (Salimans et al.,
Evolution strategies as a scalable alternative to reinforcement learning, 2017). Adam takes the steps.

Needs the extras `envs` (gymnasium, for its model) and `plot`. A run takes a minute or two on two cores.
"""

from pathlib import Path

import gymnasium
import numpy as np

import torsor
from torsor.batch import Batch
from torsor.kernels import clamp, tanh

INPUTS, HIDDEN, CONTROLS = 17, 16, 6
FIRST, SECOND = (INPUTS + 1) * HIDDEN, (HIDDEN + 1) * CONTROLS  # numbers of each layer; a row of biases comes first
RETURN = FIRST + SECOND  # where userdata has the return, behind the weights
EFFORT = 0.1  # [1/s] price of the squares of controls
SPEED_SCALE = 0.1  # [s] makes velocities as large as positions
PAIRS, NOISE, RATE, SECONDS = 64, 0.1, 0.05, 5.0


@torsor.kernel
def policy(m, d):
    """tanh(tanh(observation W1) W2), with the weights of the world."""
    for k in range(CONTROLS):
        d.ctrl[k] = d.userdata[FIRST + k]
    for h in range(HIDDEN):
        total = d.userdata[h]
        for i in range(m.nq - 1):  # not the position along the track
            total += d.userdata[(1 + i) * HIDDEN + h] * d.qpos[1 + i]
        for i in range(m.nv):
            total += d.userdata[(m.nq + i) * HIDDEN + h] * clamp(SPEED_SCALE * d.qvel[i], -1.0, 1.0)
        unit = tanh(total)
        for k in range(CONTROLS):
            d.ctrl[k] += d.userdata[FIRST + (1 + h) * CONTROLS + k] * unit
    effort = 0.0
    for k in range(CONTROLS):
        d.ctrl[k] = tanh(d.ctrl[k])
        effort += d.ctrl[k] * d.ctrl[k]
    d.userdata[RETURN] += m.opt.timestep * (d.qvel[0] - EFFORT * effort)


def half_cheetah() -> torsor.MjModel:
    """gymnasium's half_cheetah, with room for weights and a return."""
    path = Path(gymnasium.__file__).parent / 'envs' / 'mujoco' / 'assets' / 'half_cheetah.xml'
    xml = path.read_text().replace('<worldbody>', f'<size nuserdata="{RETURN + 1}"/><worldbody>', 1)
    xml = xml.replace(' settotalmass="14"', '')  # which is deprecated: masses are those of densities
    model = torsor.MjModel.from_xml_string(xml)
    model.callbacks.control = policy
    return model


def returns_of(batch: Batch, weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The returns of policies with these weights. The two of a pair have the same start."""
    batch.reset(stage=torsor.mjtStage.mjSTAGE_NONE)
    starts = rng.uniform(-0.1, 0.1, (len(weights) // 2, batch.qpos.shape[1]))
    batch.qpos += np.concatenate((starts, starts))
    batch.userdata[:, :RETURN] = weights
    batch.step(nstep=round(SECONDS / batch.model.opt.timestep))
    return batch.userdata[:, RETURN].copy()


def ranks(returns: np.ndarray) -> np.ndarray:
    """From -1/2 for the least return to 1/2 for the greatest: no single one decides."""
    return returns.argsort().argsort() / (len(returns) - 1) - 0.5


def learn(generations: int, seed: int = 0) -> tuple[np.ndarray, list[float]]:
    """Weights, and the mean return of each generation."""
    rng, batch = np.random.default_rng(seed), Batch(half_cheetah(), 2 * PAIRS)
    weights = rng.normal(size=RETURN) * np.repeat((1 / INPUTS, 1 / HIDDEN), (FIRST, SECOND)) ** 0.5
    momentum, square, curve = np.zeros(RETURN), np.zeros(RETURN), []
    for generation in range(1, generations + 1):
        changes = rng.normal(size=(PAIRS, RETURN))
        found = returns_of(batch, weights + NOISE * np.concatenate((changes, -changes)), rng)
        better = ranks(found)
        slope = (better[:PAIRS] - better[PAIRS:]) @ changes / PAIRS
        momentum, square = 0.9 * momentum + 0.1 * slope, 0.99 * square + 0.01 * slope ** 2
        step = momentum / (1 - 0.9 ** generation) / (np.sqrt(square / (1 - 0.99 ** generation)) + 1e-8)
        weights = weights + RATE * step
        curve.append(float(found.mean()))
        if generation == 1 or generation % 10 == 0:
            print(f'generation {generation:4}   return {curve[-1]:7.2f}   best {found.max():7.2f}', flush=True)
    return weights, curve


def plot(curve: list[float], file: str) -> None:
    """Draw the returns."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.5), layout='constrained')
    axes.plot(range(1, len(curve) + 1), curve)
    axes.set(xlabel='generation', ylabel=f'mean return of {SECONDS:g} s', title='half_cheetah learns to run')
    axes.grid(alpha=0.3)
    figure.savefig(file, dpi=120)


def main() -> None:
    _, curve = learn(100)
    plot(curve, 'learn_to_walk.png')
    print(f'it runs {curve[-1] / SECONDS:.1f} m/s; the plot is learn_to_walk.png')


if __name__ == '__main__':
    main()
