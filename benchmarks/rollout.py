"""How long does a step take in a rollout of many worlds? Against the reference engine's, as ratios from one run.

    python benchmarks/rollout.py [MODEL ...] [--worlds 256] [--steps 20] [--windows 7] [--threads 1]

Needs the `mujoco` package, and gymnasium for its models (default: all eleven, and the bundled humanoid). Worlds start
from states of a rollout with random controls, so that they are in contact, and go on with random controls. The engines
take turns in short windows; the best window of each counts, in CPU time of all threads. A ratio above one means that
Torsor is faster.
"""

import argparse
import importlib
import math
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from arguments import parsed

import torsor
from torsor import models
from torsor import rollout as ours
from torsor.cli.bench import reference_engine

FULL = torsor.mjtState.mjSTATE_FULLPHYSICS.value
SETTLING = 100  # steps before the windows, with random controls


def default_models() -> list[str]:
    """The bundled humanoid and the models of gymnasium's environments."""
    spec = find_spec('gymnasium')
    folder = Path(spec.origin).parent / 'envs' / 'mujoco' / 'assets' if spec and spec.origin else None
    names = ('ant', 'half_cheetah', 'hopper', 'humanoid', 'humanoidstandup', 'inverted_double_pendulum',
             'inverted_pendulum', 'pusher_v5', 'reacher', 'swimmer', 'walker2d_v5')
    return [str(models.path('humanoid')), *(str(folder / f'{name}.xml') for name in names if folder)]


class Engine:
    """A model in an engine, and its rollouts."""

    def __init__(self, engine, rollout, path: str, threads: int):
        self.model = engine.MjModel.from_xml_path(path)
        self.data = [engine.MjData(self.model) for _ in range(threads)]
        self.roller = rollout.Rollout(nthread=threads if threads > 1 else 0)
        self.start = np.empty(engine.mj_stateSize(self.model, FULL))
        engine.mj_getState(self.model, self.data[0], self.start, FULL)

    def states(self, initial: np.ndarray, control: np.ndarray) -> np.ndarray:
        return self.roller.rollout(self.model, self.data, initial, control)[0]

    def window(self, initial: np.ndarray, control: np.ndarray) -> float:
        """CPU seconds per step of a world."""
        before = time.process_time()
        self.states(initial, control)
        return (time.process_time() - before) / (control.shape[0] * control.shape[1])


def settled_start(engine: Engine, args) -> tuple[np.ndarray, np.ndarray]:
    """States of worlds after some steps with random controls, and random controls to go on with."""
    rng, m = np.random.default_rng(0), engine.model
    low, high = np.where(m.actuator_ctrllimited[:, None], m.actuator_ctrlrange, (-1, 1)).T
    control = rng.uniform(low, high, (args.worlds, SETTLING + args.steps, m.nu))
    initial = np.tile(engine.start, (args.worlds, 1))
    settled = engine.states(initial, np.ascontiguousarray(control[:, :SETTLING]))[:, -1]
    return settled, np.ascontiguousarray(control[:, SETTLING:])


def race(path: str, args) -> tuple[float, float]:
    """Best CPU seconds per step: ours, theirs."""
    (reference,) = reference_engine()
    theirs = importlib.import_module('mujoco.rollout')
    engines = [Engine(torsor, ours, path, args.threads), Engine(reference, theirs, path, args.threads)]
    settled, control = settled_start(engines[1], args)
    for engine in engines:
        engine.window(settled, control)  # compile
    times = [[engine.window(settled, control) for engine in engines] for _ in range(args.windows)]
    mine, reference_time = np.min(times, axis=0).tolist()
    return mine, reference_time


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', nargs='*', metavar='MODEL')
    args = parsed(parser, worlds=256, steps=20, windows=7, threads=1)

    print(f'{args.worlds} worlds, {args.threads} threads\n{"model":28} {"us/step":>9} {"reference":>9} {"ratio":>7}')
    ratios = []
    for path in args.models or default_models():
        mine, theirs = race(path, args)
        ratios.append(theirs / mine)
        print(f'{Path(path).stem:28} {1e6 * mine:9.2f} {1e6 * theirs:9.2f} {ratios[-1]:7.2f}', flush=True)
    print(f'{"geometric mean":48} {math.exp(np.log(ratios).mean()):7.2f}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
