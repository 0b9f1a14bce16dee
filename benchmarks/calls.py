"""What does a call cost? Python functions that do nothing natively, and the time they take to do it.

    python benchmarks/calls.py [--windows 200]

Prints one row per kind of call and the budget it has to keep; exits with 1 if one is missed. The best of many short
windows counts, minus what an empty loop takes.
"""

import argparse
import sys
import time
from collections.abc import Callable

import numpy as np

import torsor
from torsor.kernels import In, Index, Out, native

CALLS = 200  # per window
BUDGET = 0.2  # [us]


@native
def does_nothing(m, d):
    """What a call of a stage is measured with."""


@native
def repeats_nothing(m, d, nstep: int = 1):
    """What a call with a default is measured with."""


@native
def takes_arrays(m, d, out: Out('nv', optional=True), point: In('3'), body: Index('nbody')):
    """What a call with arguments is measured with."""


def cases(m: torsor.MjModel, d: torsor.MjData) -> dict[str, tuple[Callable, tuple]]:
    """Functions and their arguments."""
    return {
        'f(m, d), as mj_forward': (does_nothing, (m, d)),
        'f(m, d), as mj_step': (repeats_nothing, (m, d)),
        'f(m, d, nstep=10), as mj_step': (repeats_nothing, (m, d, 10)),
        'f(m, d, array, array, index), as mj_jac': (takes_arrays, (m, d, np.zeros(m.nv), np.zeros(3), 1)),
    }


def microseconds(function: Callable, arguments: tuple, windows: int) -> float:
    """Time of a call, without that of the loop around it."""
    function(*arguments)
    call = loop = float('inf')
    for _ in range(windows):
        start = time.perf_counter()
        for _ in range(CALLS):
            function(*arguments)
        middle = time.perf_counter()
        for _ in range(CALLS):
            pass
        end = time.perf_counter()
        call, loop = min(call, middle - start), min(loop, end - middle)
    return 1e6 * (call - loop) / CALLS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--windows', type=int, default=200, help='windows per call (default: 200)')
    args = parser.parse_args()

    m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>')
    d = torsor.MjData(m)
    kept = True
    for title, (function, arguments) in cases(m, d).items():
        time_ = microseconds(function, arguments, args.windows)
        kept &= time_ <= BUDGET
        print(f'{title:42} {time_:6.3f} us   <= {BUDGET:g}: {"kept" if time_ <= BUDGET else "MISSED"}', flush=True)
    return 0 if kept else 1


if __name__ == '__main__':
    sys.exit(main())
