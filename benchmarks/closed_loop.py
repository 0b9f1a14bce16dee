"""How fast are worlds with a policy in the loop? Against the reference engine, as ratios from one run.

    python benchmarks/closed_loop.py [--worlds 256] [--steps 20] [--windows 7] [--threads 1]

Needs the `mujoco` package and gymnasium's half_cheetah. The policy has two layers, 17 observations, 32 hidden units and
6 controls, and acts at every step. Ours runs inside the step, as a callback of the model; with the reference engine
NumPy computes the controls of all worlds between steps, which mj_step then makes world by world, or a Batch all in one
call. The three take turns in short windows; the best window of each counts: with one thread in CPU time, with several,
which the loop over mj_step cannot have, in time on the wall. A ratio above one means that Torsor is faster. The
trajectories are the same, which is checked.
"""

import argparse
import importlib
import os
import sys
import time
from pathlib import Path

os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')  # before NumPy is imported: one thread for all
import gymnasium
import numpy as np
from arguments import parsed

import torsor
from torsor.batch import Batch
from torsor.cli.bench import reference_engine
from torsor.kernels import kernel, tanh

INPUTS, HIDDEN, CONTROLS = 17, 32, 6
FIRST, SECOND = INPUTS * HIDDEN, HIDDEN * CONTROLS  # numbers of the two matrices, one after the other
SETTLING = 100  # steps before the windows
ALIKE = 1e-6  # largest difference of positions after the steps of a window


@kernel
def policy(m, d):
    """Two layers; observations are positions but the first, and velocities."""
    for k in range(CONTROLS):
        d.ctrl[k] = 0.0
    for h in range(HIDDEN):
        total = m.numeric_data[h] * d.qpos[1]
        for i in range(1, m.nq - 1):
            total += m.numeric_data[i * HIDDEN + h] * d.qpos[i + 1]
        for i in range(m.nv):
            total += m.numeric_data[(m.nq - 1 + i) * HIDDEN + h] * d.qvel[i]
        unit = tanh(total)
        for k in range(CONTROLS):
            d.ctrl[k] += m.numeric_data[FIRST + h * CONTROLS + k] * unit


def model_of(engine, weights: np.ndarray):
    """The half_cheetah, with weights among its numbers."""
    path = Path(gymnasium.__file__).parent / 'envs' / 'mujoco' / 'assets' / 'half_cheetah.xml'
    made = engine.MjSpec.from_file(str(path))
    made.add_numeric(name='policy', size=len(weights), data=weights)
    return made.compile()


class Inside:
    """Torsor, with the policy in the step."""

    def __init__(self, weights: np.ndarray, worlds: int, threads: int):
        model = model_of(torsor, weights)
        model.callbacks.control = policy
        self.batch = Batch(model, worlds, nthread=threads)

    def run(self, steps: int) -> None:
        self.batch.step(nstep=steps)

    def get(self) -> np.ndarray:
        return self.batch.state.copy()

    def set(self, state: np.ndarray) -> None:
        self.batch.state[:] = state

    @property
    def qpos(self) -> np.ndarray:
        return self.batch.qpos


class Between:
    """The reference engine's Batch, and NumPy between the steps."""

    def __init__(self, engine, weights: np.ndarray, worlds: int, threads: int):
        self.model = model_of(engine, weights)
        self.first, self.second = weights[:FIRST].reshape(INPUTS, HIDDEN), weights[FIRST:].reshape(HIDDEN, CONTROLS)
        self.batch = importlib.import_module('mujoco.batch').Batch(self.model, worlds, nthread=threads)
        self.qpos, self.qvel, self.ctrl = (self.batch.bind(name) for name in ('qpos', 'qvel', 'ctrl'))

    def controls(self) -> np.ndarray:
        """What the policy says about all worlds."""
        return np.tanh(np.hstack((self.qpos[:, 1:], self.qvel)) @ self.first) @ self.second

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.ctrl[:] = self.controls()
            self.batch.step()

    def get(self) -> np.ndarray:
        return self.batch.state.copy()

    def set(self, state: np.ndarray) -> None:
        self.batch.state[:] = state


class OneByOne(Between):
    """The reference engine's mj_step of one world after the other, and NumPy between the steps."""

    def __init__(self, engine, weights: np.ndarray, worlds: int):
        super().__init__(engine, weights, worlds, 1)
        self.engine, self.spec = engine, engine.mjtState.mjSTATE_INTEGRATION
        self.data = [engine.MjData(self.model) for _ in range(worlds)]

    def run(self, steps: int) -> None:
        for _ in range(steps):
            for d, ctrl, qpos, qvel in zip(self.data, self.controls(), self.qpos, self.qvel):
                d.ctrl[:] = ctrl
                self.engine.mj_step(self.model, d)
                qpos[:], qvel[:] = d.qpos, d.qvel

    def set(self, state: np.ndarray) -> None:
        super().set(state)
        for d, row in zip(self.data, state):
            self.engine.mj_setState(self.model, d, row, self.spec)


def window(engine, state: np.ndarray, steps: int, clock) -> float:
    """Seconds per step of a world."""
    engine.set(state)
    before = clock()
    engine.run(steps)
    return (clock() - before) / (len(state) * steps)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args = parsed(parser, worlds=256, steps=20, windows=7, threads=1)

    (reference,) = reference_engine()
    rng = np.random.default_rng(0)
    weights = rng.normal(size=FIRST + SECOND) / np.sqrt(np.repeat((INPUTS, HIDDEN), (FIRST, SECOND)))
    engines = [Inside(weights, args.worlds, args.threads), Between(reference, weights, args.worlds, args.threads),
               OneByOne(reference, weights, args.worlds)]
    clock = time.perf_counter if args.threads > 1 else time.process_time
    engines[0].qpos[:] += rng.uniform(-0.1, 0.1, engines[0].qpos.shape)
    engines[0].run(SETTLING)
    start = engines[0].get()
    times = [[window(engine, start, args.steps, clock) for engine in engines] for _ in range(args.windows + 1)][1:]
    for engine in engines[1:]:
        difference = np.abs(engine.qpos - engines[0].qpos).max()
        assert difference < ALIKE, f'the closed loops differ by {difference:.1e}'
    ours, *theirs = np.min(times, axis=0).tolist()
    print(f'{args.worlds} half_cheetahs with a policy of two layers, threads: {args.threads}\n'
          f'{"torsor, policy in the step":44} {1e6 * ours:7.2f} us per step')
    for name, found in zip(("NumPy between steps of the reference's Batch", 'NumPy between its mj_step of each world'),
                           theirs):
        print(f'{name:44} {1e6 * found:7.2f} us per step   ratio {found / ours:5.2f}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
