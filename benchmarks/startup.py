"""How long until the first step? Import, load and step in fresh processes, with an empty and with a filled cache.

    python benchmarks/startup.py [--repeat 3]

Prints one row per case and the budget it has to keep; exits with 1 if one is missed. `first step` is everything from
the import to the end of the first mj_step: reading the model, MjData, compiling or loading native code. The best of
several runs counts. Wall time far above CPU time means that the machine is busy. The humanoid of gymnasium is left out
if that is not installed.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from torsor import models

# runs in a process of its own: no part of it may be imported beforehand
FIRST_STEP = """
import json, sys, time
clock = lambda: (time.perf_counter(), time.process_time())
started = clock()
import torsor
imported = clock()
times = {'import': imported[0] - started[0], 'import cpu': imported[1] - started[1]}
if len(sys.argv) > 1:
    model = torsor.MjModel.from_xml_path(sys.argv[1])
    if 'smooth' in sys.argv:
        model.opt.disableflags |= torsor.mjtDisableBit.mjDSBL_CONSTRAINT
    torsor.mj_step(model, torsor.MjData(model))
    stepped = clock()
    times |= {'first step': stepped[0] - imported[0], 'first step cpu': stepped[1] - imported[1]}
print(json.dumps(times))
"""


@dataclass(frozen=True)
class Case:
    """One row of the table: `quantity` is what the budget [s] limits."""

    title: str
    arguments: tuple[str, ...]
    cached: bool
    quantity: str
    budget: float


def both(title: str, cold: float, warm: float, *arguments: str) -> tuple[Case, Case]:
    """A first step with an empty and with a filled cache, and the budgets of these."""
    return (Case(f'{title}, empty cache', arguments, False, 'first step cpu', cold),
            Case(f'{title}, filled cache', arguments, True, 'first step', warm))


def cases() -> list[Case]:
    """The rows of the table; smooth: without constraints."""
    humanoid = str(models.path('humanoid'))
    rows = [Case('import', (), True, 'import', 0.5),
            *both('pendulum', 8.0, 1.0, str(models.path('pendulum')), 'smooth'),
            *both('smooth humanoid', 12.0, 1.0, humanoid, 'smooth'),
            *both('humanoid', 30.0, 1.0, humanoid)]
    spec = importlib.util.find_spec('gymnasium')
    if spec and spec.origin:
        path = Path(spec.origin).parent / 'envs/mujoco/assets/humanoid.xml'
        rows += both("gymnasium's humanoid", 30.0, 1.5, str(path))
    return rows


def measure(case: Case, repeat: int, cache: str) -> dict[str, float]:
    """The times of the best run of `case` that uses the folder `cache`."""
    if case.cached:
        _fresh_process(case, cache)
        runs = [_fresh_process(case, cache) for _ in range(repeat)]
    else:
        runs = [_with_empty_cache(case) for _ in range(repeat)]
    return min(runs, key=lambda times: times[case.quantity])


def _with_empty_cache(case: Case) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as empty:
        return _fresh_process(case, empty)


def _fresh_process(case: Case, cache: str) -> dict[str, float]:
    command = [sys.executable, '-c', FIRST_STEP, *case.arguments]
    environment = {**os.environ, 'TORSOR_CACHE_DIR': cache}
    output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    return json.loads(output)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--repeat', type=int, default=3, help='runs of each row, of which the best counts (default: 3)')
    args = parser.parse_args()

    columns = ('import', 'import cpu', 'first step', 'first step cpu')
    print(f'{"seconds":36}' + ''.join(f'{column:>16}' for column in columns) + '   budget')
    kept = True
    with tempfile.TemporaryDirectory() as cache:
        for case in cases():
            times = measure(case, args.repeat, cache)
            within = times[case.quantity] <= case.budget
            kept &= within
            cells = ''.join(f'{times[column]:16.2f}' if column in times else f'{"-":>16}' for column in columns)
            verdict = 'kept' if within else 'MISSED'
            print(f'{case.title:36}{cells}   {case.quantity} <= {case.budget:g}: {verdict}', flush=True)
    return 0 if kept else 1


if __name__ == '__main__':
    sys.exit(main())
