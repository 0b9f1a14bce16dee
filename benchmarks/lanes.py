"""How much faster are several worlds per register? The smooth stages of the humanoid, per world, against the wheel.

    python benchmarks/lanes.py [MODEL] [--rounds 40]

Sums the same stages on both sides: each stage of ours runs many times inside one call; each function of the `mujoco`
package is called from Python, less what the same call costs on an empty model. All from the same state, in one process,
the best of many short windows. A ratio above one means that Torsor is faster.
"""

import argparse
import time
import warnings

import mujoco
import numpy as np

import torsor
from torsor import models
from torsor.batch.lanes import LaneData, native_width
from torsor.physics import bias, forward, inertia, integrate, kinematics, passive, velocity

STAGES = {
    'kinematics': (kinematics.kinematics, 'mj_kinematics'),
    'com_pos': (inertia.com_pos, 'mj_comPos'),
    'composite_inertia': (inertia.composite_inertia, 'mj_makeM'),
    'factor_inertia': (inertia.factor_inertia, 'mj_factorM'),
    'com_vel': (velocity.com_vel, 'mj_comVel'),
    'passive': (passive.passive, 'mj_passive'),
    'bias_force': (bias.bias_force, 'mj_rne'),
    'forward_acceleration': (forward.forward_acceleration, 'mj_fwdAcceleration'),
    'euler': (integrate.euler, 'mj_Euler'),
}
CALLS = 200


def best(run, rounds: int) -> float:
    """Nanoseconds per repetition in the best of some windows of CALLS repetitions."""
    run(CALLS)
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        run(CALLS)
        times.append(time.perf_counter() - start)
    return 1e9 * min(times) / CALLS


def reference_time(name: str, m, d, empty, rounds: int) -> float:
    """Nanoseconds of a function of the reference engine, less what calling it costs."""
    function = getattr(mujoco, name)

    def caller(m, d):
        arguments = (m, d, 0, np.zeros(m.nv)) if name == 'mj_rne' else (m, d)

        def run(count):
            for _ in range(count):
                function(*arguments)
        return run

    return best(caller(m, d), rounds) - best(caller(*empty), rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('model', nargs='?', default='humanoid')
    parser.add_argument('--rounds', type=int, default=40)
    args = parser.parse_args()
    warnings.simplefilter('ignore')
    path, width = str(models.path(args.model)), native_width()

    theirs = mujoco.MjModel.from_xml_path(path)
    ours = torsor.MjModel.from_xml_path(path)
    for m in (theirs, ours):
        m.opt.disableflags |= int(torsor.mjtDisableBit.mjDSBL_CONSTRAINT)
    nothing = mujoco.MjModel.from_xml_string('<mujoco/>')
    empty = nothing, mujoco.MjData(nothing)
    d, one, lanes = mujoco.MjData(theirs), torsor.MjData(ours), LaneData(ours, width)
    random = np.random.default_rng(0)
    mujoco.mj_integratePos(theirs, d.qpos, random.normal(size=theirs.nv), 0.3)
    d.qvel[:] = random.normal(size=theirs.nv)
    one.qpos[:], one.qvel[:] = d.qpos, d.qvel
    lanes.qpos[...], lanes.qvel[...] = d.qpos[:, None], d.qvel[:, None]
    mujoco.mj_forward(theirs, d)
    forward.forward(ours, one)
    forward.forward(ours, lanes)

    print(f'{args.model} (nv {ours.nv}), ns per world{"mujoco":>12}{"one world":>12}{f"{width} worlds":>12}{"ratio":>8}')
    sums = np.zeros(3)
    for name, (stage, function) in STAGES.items():
        row = np.array([
            reference_time(function, theirs, d, empty, args.rounds),
            best(lambda count, stage=stage: stage(ours, one, count), args.rounds),
            best(lambda count, stage=stage: stage(ours, lanes, count), args.rounds) / width,
        ])
        sums += row
        print(f'{name:35}{row[0]:12.0f}{row[1]:12.0f}{row[2]:12.0f}{row[0] / row[2]:8.1f}')
    print(f'{"sum":35}{sums[0]:12.0f}{sums[1]:12.0f}{sums[2]:12.0f}{sums[0] / sums[2]:8.1f}')


if __name__ == '__main__':
    main()
