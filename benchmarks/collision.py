"""How fast are contacts found? mj_collision against the reference engine, as ratios from one run.

    python benchmarks/collision.py [MODEL...] [--windows 40] [--settle 300] [--most 3000]

Needs the `mujoco` package. The reference engine lets each scene settle; then both find the contacts of that one state,
taking turns in short windows, and the best window of each counts, in CPU time. A ratio above one means that Torsor is
faster. Then free bodies on a floor, from 10 to `--most` of them: how the time grows with their number.

Without arguments: the humanoid and the ant of gymnasium, if that is installed, and the heaps and meshes of scenes.py.
"""

import argparse
import importlib.util
import math
import sys
import time
import warnings
from pathlib import Path

import numpy as np
from arguments import parsed
from scenes import MESHES, SCENES, spread_bodies

import torsor
from torsor.cli.bench import WINDOW_SECONDS, reference_engine

SIZES = (10, 30, 100, 300, 1000, 3000)


def default_scenes() -> dict[str, str | Path]:
    """Name of every scene, and its MJCF or file."""
    spec = importlib.util.find_spec('gymnasium')
    assets = Path(spec.origin).parent / 'envs/mujoco/assets' if spec and spec.origin else Path()
    files = [assets / f'{name}.xml' for name in ('humanoid', 'ant')]
    return {**{path.stem: path for path in files if path.is_file()},
            **{name: scene() for name, scene in (SCENES | MESHES).items()}}


class Racer:
    """An engine with its own copy of a scene."""

    def __init__(self, engine, scene: str | Path):
        self.engine = engine
        with warnings.catch_warnings(action='ignore'):
            if isinstance(scene, Path):  # so that it finds the files beside it
                self.m = engine.MjModel.from_xml_path(str(scene))
            else:
                self.m = engine.MjModel.from_xml_string(scene)
        self.d = engine.MjData(self.m)

    def state(self, steps: int) -> np.ndarray:
        """Where these steps lead."""
        self.engine.mj_step(self.m, self.d, nstep=steps)
        spec = int(self.engine.mjtState.mjSTATE_INTEGRATION)
        state = np.empty(self.engine.mj_stateSize(self.m, spec))
        self.engine.mj_getState(self.m, self.d, state, spec)
        return state

    def place(self, state: np.ndarray) -> None:
        """Take this state; the first collisions in it are not timed, as they compile and find room."""
        self.engine.mj_setState(self.m, self.d, state, int(self.engine.mjtState.mjSTATE_INTEGRATION))
        self.engine.mj_fwdPosition(self.m, self.d)
        self.window(3)

    def window(self, calls: int) -> float:
        """CPU seconds per call."""
        collide, m, d = self.engine.mj_collision, self.m, self.d
        before = time.thread_time()
        for _ in range(calls):
            collide(m, d)
        return (time.thread_time() - before) / calls


def race(scene: str | Path, settle: int, windows: int) -> tuple[list[Racer], list[float]]:
    """The racers, and the CPU seconds of a call for each: torsor, mujoco."""
    racers = [Racer(engine, scene) for engine in (torsor, *reference_engine())]
    state = racers[1].state(settle)
    for racer in racers:
        racer.place(state)
    calls = max(1, round(WINDOW_SECONDS / racers[1].window(3)))
    best = [math.inf] * len(racers)
    for _ in range(windows):
        for r, racer in enumerate(racers):
            best[r] = min(best[r], racer.window(calls))
    return racers, best


def compare_scenes(scenes: dict[str, str | Path], args: argparse.Namespace) -> None:
    """Print a row for each scene, and the mean ratio."""
    print(f'{"scene":24} {"bodies":>6} {"contacts":>9} {"us":>9} {"ratio":>9}')
    ratios = []
    for name, scene in scenes.items():
        (ours, theirs), (fast, slow) = race(scene, args.settle, args.windows)
        contacts = f'{ours.d.ncon}' if ours.d.ncon == theirs.d.ncon else f'{ours.d.ncon}/{theirs.d.ncon}'
        ratios.append(slow / fast)
        print(f'{name[-24:]:24} {ours.m.nbody - 1:6d} {contacts:>9} {1e6 * fast:9.2f} {ratios[-1]:9.2f}', flush=True)
    print(f'{"geometric mean":24} {"":6} {"":9} {"":9} {math.exp(np.mean(np.log(ratios))):9.2f}')


def compare_sizes(sizes: list[int], args: argparse.Namespace) -> None:
    """Print the time by number of bodies, and the power of that number that fits it best."""
    print(f'\n{"free bodies on a floor":24} {"torsor us":>9} {"mujoco us":>9} {"ratio":>9}')
    times = []
    for count in sizes:
        _, best = race(spread_bodies(count), 1, args.windows)
        times.append(best)
        print(f'{count:24d} {1e6 * best[0]:9.1f} {1e6 * best[1]:9.1f} {best[1] / best[0]:9.2f}', flush=True)
    exponents = np.polyfit(np.log(sizes), np.log(times), 1)[0]
    print(f'{"exponent":24} {exponents[0]:9.2f} {exponents[1]:9.2f}')


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', nargs='*', type=Path, metavar='MODEL')
    parser.add_argument('--windows', type=int, default=40, help='windows per engine and scene (default: 40)')
    parser.add_argument('--settle', type=int, default=300, help='steps before timing (default: 300)')
    parser.add_argument('--most', type=int, default=3000, help='free bodies in the largest scene (default: 3000)')
    args = parsed(parser)
    compare_scenes({path.stem: path for path in args.models} or default_scenes(), args)
    sizes = [count for count in SIZES if count <= args.most]
    if len(sizes) > 1:
        compare_sizes(sizes, args)
    return 0


if __name__ == '__main__':
    sys.exit(main())
