"""How much do several worlds per register gain? The smooth stages of a model, stage by stage, as ratios from one run.

    python benchmarks/lanes.py [MODEL] [--width 8] [--windows 300]

Needs the `mujoco` package. Both engines start from the same states and take turns in short windows, of which the best
counts. The reference is called from Python, and what a call on an empty model takes is subtracted. A ratio above one
means that Torsor is faster. The last row is the sum; its ratio for several worlds should be at least 3.
"""

import argparse
import sys
import time
import warnings
from collections.abc import Callable

import numpy as np

import torsor
from torsor import models
from torsor.batch.lanes import LaneData, widths
from torsor.jit.stage import Stage, stage
from torsor.physics.dynamics.bias import bias_force
from torsor.physics.dynamics.inertia import com_pos, composite_inertia, factor_inertia
from torsor.physics.dynamics.velocity import com_vel
from torsor.physics.force.passive import passive
from torsor.physics.forward import forward_acceleration, forward_actuation
from torsor.physics.position.camera import cameras_and_lights
from torsor.physics.position.kinematics import kinematics
from torsor.physics.position.transmission import transmission

# what the reference calls it: our stage
STAGES: dict[str, Stage] = {
    'mj_kinematics': kinematics, 'mj_comPos': com_pos, 'mj_camlight': cameras_and_lights, 'mj_makeM': composite_inertia,
    'mj_factorM': factor_inertia, 'mj_transmission': transmission, 'mj_comVel': com_vel, 'mj_passive': passive,
    'mj_rne': bias_force, 'mj_fwdActuation': forward_actuation, 'mj_fwdAcceleration': forward_acceleration,
}
WINDOW, TRIAL = 5e-4, 200  # [s], short enough to end before somebody else gets the processor; and repetitions
TARGET = 3.0


def best_times(works: dict[tuple, Callable[[int], None]], windows: int) -> dict[tuple, float]:
    """Seconds per unit of each work(count), the best of windows in which all take turns."""
    counts, best = {}, dict.fromkeys(works, float('inf'))
    for name, work in works.items():
        work(TRIAL)
        start = time.perf_counter()
        work(TRIAL)
        counts[name] = max(TRIAL, int(TRIAL * WINDOW / (time.perf_counter() - start)))
    for _ in range(windows):
        for name, work in works.items():
            start = time.perf_counter()
            work(counts[name])
            best[name] = min(best[name], (time.perf_counter() - start) / counts[name])
    return best


def repeated(one: Stage, m, d) -> Callable[[int], None]:
    """Runs of a stage one after the other, without coming back to Python."""

    @stage
    def repeat(m, d, count: int):
        for _ in range(count):
            one(m, d)

    return lambda count: repeat(m, d, count)


def reference_work(function: Callable, m, d) -> Callable[[int], None]:
    """Calls of a function of the reference, one after the other."""
    rest = (0, np.zeros(m.nv)) if function.__name__ == 'mj_rne' else ()

    def work(count):
        for _ in range(count):
            function(m, d, *rest)

    return work


def random_states(m: torsor.MjModel, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Positions and velocities, one for each world."""
    states, random = [], np.random.default_rng(0)
    for _ in range(count):
        qpos = m.qpos0.copy()
        torsor.mj_integratePos(m, qpos, random.normal(size=m.nv), 0.3)
        states.append((qpos, random.normal(size=m.nv)))
    return states


def measure(path: str, width: int, windows: int) -> dict[str, tuple[float, float, float]]:
    """For each stage: seconds per world of the reference, of one world here and of several."""
    import mujoco

    m, rm = torsor.MjModel.from_xml_path(path), mujoco.MjModel.from_xml_path(path)
    empty = mujoco.MjModel.from_xml_string('<mujoco/>')
    for model in (m, rm):
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    d, rd, nothing, lanes = torsor.MjData(m), mujoco.MjData(rm), mujoco.MjData(empty), LaneData(m, width)
    for i, (qpos, qvel) in enumerate(random_states(m, width)):
        lanes.qpos[:, i], lanes.qvel[:, i] = d.qpos[:], d.qvel[:] = rd.qpos[:], rd.qvel[:] = qpos, qvel
    mujoco.mj_forward(rm, rd)
    torsor.mj_forward(m, d)
    works = {}
    for name, one in STAGES.items():
        function = getattr(mujoco, name)
        works[name, 'reference'] = reference_work(function, rm, rd)
        works[name, 'call'] = reference_work(function, empty, nothing)
        works[name, 'one'] = repeated(one, m, d)
        works[name, 'several'] = repeated(one, m, lanes)
    times = best_times(works, windows)
    return {name: (times[name, 'reference'] - times[name, 'call'], times[name, 'one'], times[name, 'several'] / width)
            for name in STAGES}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('model', nargs='?', default='humanoid', metavar='MODEL')
    parser.add_argument('--width', type=int, default=widths()[0], help='worlds at a time (default: %(default)s)')
    parser.add_argument('--windows', type=int, default=300, help='windows of each measurement (default: 300)')
    args = parser.parse_args()
    warnings.simplefilter('ignore')  # the forces of constraints are not part of this
    try:
        path = str(models.path(args.model)) if args.model in models.names() else args.model
        results = measure(path, args.width, args.windows)
    except ImportError:
        print('this benchmark compares with the `mujoco` package: install the extra `test`', file=sys.stderr)
        return 2

    results['sum'] = tuple(sum(column) for column in zip(*results.values()))
    group = f'of {args.width}'
    print(f'{"ns per world":20} {"reference":>10} {"one":>8} {group:>8} {"one":>8} {group:>8}')
    for name, times in results.items():
        reference, one, several = (1e9 * t for t in times)
        ratios = f'{reference / one:7.2f}x {reference / several:7.2f}x'
        print(f'{name:20} {reference:10.0f} {one:8.0f} {several:8.0f} {ratios}')
    reference, _, several = results['sum']
    return 0 if reference >= TARGET * several else 1


if __name__ == '__main__':
    sys.exit(main())
