"""How long until the first step? Import, load and step in fresh processes, with an empty and with a filled cache.

    python benchmarks/startup.py [--repeat 3]

Prints one row per case and the budget it has to keep; exits with 1 if one is missed. `first step` is everything from
the import to the end of the first mj_step: reading the model, MjData, compiling or loading native code. The best of
several runs counts for imports and filled caches. Wall time far above CPU time means that the machine is busy.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

# runs in a process of its own: no part of it may be imported beforehand
FIRST_STEP = """
import json, sys, time
clock = lambda: (time.perf_counter(), time.process_time())
started = clock()
import torsor
imported = clock()
times = {'import': imported[0] - started[0], 'import cpu': imported[1] - started[1]}
if len(sys.argv) > 1:
    from torsor import models
    model = torsor.MjModel.from_xml_path(str(models.path(sys.argv[1])))
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
    model: str | None
    cached: bool
    quantity: str
    budget: float


CASES = (
    Case('import', None, True, 'import', 0.5),
    Case('pendulum, empty cache', 'pendulum', False, 'first step cpu', 8.0),
    Case('pendulum, filled cache', 'pendulum', True, 'first step', 1.0),
    Case('humanoid, empty cache', 'humanoid', False, 'first step cpu', 12.0),
    Case('humanoid, filled cache', 'humanoid', True, 'first step', 1.0),
)


def measure(case: Case, repeat: int, cache: str) -> dict[str, float]:
    """The times of the best run of `case` that uses the folder `cache`."""
    if not case.cached:
        with tempfile.TemporaryDirectory() as empty:
            return _fresh_process(case.model, empty)
    _fresh_process(case.model, cache)
    return min((_fresh_process(case.model, cache) for _ in range(repeat)), key=lambda times: times[case.quantity])


def _fresh_process(model: str | None, cache: str) -> dict[str, float]:
    command = [sys.executable, '-c', FIRST_STEP, *([model] if model else [])]
    environment = {**os.environ, 'TORSOR_CACHE_DIR': cache}
    output = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    return json.loads(output)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--repeat', type=int, default=3, help='runs with a filled cache (default: 3)')
    args = parser.parse_args()

    columns = ('import', 'import cpu', 'first step', 'first step cpu')
    print(f'{"seconds":24}' + ''.join(f'{column:>16}' for column in columns) + '   budget')
    kept = True
    with tempfile.TemporaryDirectory() as cache:
        for case in CASES:
            times = measure(case, args.repeat, cache)
            within = times[case.quantity] <= case.budget
            kept &= within
            cells = ''.join(f'{times[column]:16.2f}' if column in times else f'{"-":>16}' for column in columns)
            verdict = 'kept' if within else 'MISSED'
            print(f'{case.title:24}{cells}   {case.quantity} <= {case.budget:g}: {verdict}', flush=True)
    return 0 if kept else 1


if __name__ == '__main__':
    sys.exit(main())
