"""How long until the first step? Import, load and step in new processes, and MuJoCo's wheel in the same run.

    python benchmarks/startup.py [--repeat 5] [--python /path/to/environment/bin/python]

Prints one row per case: seconds of the import and from the import to the end of the first mj_step (reading the model,
MjData, compiling or loading native code), the same as multiples of the wheel's, and the budget; exits with 1 if one is
missed. The best of several runs counts; engines take turns. Bytecode is compiled, as pip does. Wall time far above CPU
time means that the machine is busy. `--python` measures the package of another environment, such as one with a wheel
that was built with TORSOR_PRECOMPILE=1; a package with such native code has no cold start.
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
import importlib, json, sys, time
clock = lambda: (time.perf_counter(), time.process_time())
started = clock()
engine = importlib.import_module(sys.argv[1])
imported = clock()
model = engine.MjModel.from_xml_path(sys.argv[2])
engine.mj_step(model, engine.MjData(model))
stepped = clock()
print(json.dumps({'import': imported[0] - started[0], 'import cpu': imported[1] - started[1],
                  'to first step': stepped[0] - started[0], 'to first step cpu': stepped[1] - started[1],
                  'numba': 'numba' in sys.modules}))
"""


@dataclass(frozen=True)
class Case:
    """One row of the table. Budgets: import and first step as multiples of the wheel's, or seconds of a cold start."""

    model: str
    path: Path
    cold: bool
    import_budget: float = 0.0
    step_budget: float = 0.0
    seconds: float = 0.0


def cases(precompiled: bool) -> list[Case]:
    """The rows of the table."""
    pendulum, humanoid = models.path('pendulum'), models.path('humanoid')
    if precompiled:
        return [Case('pendulum', pendulum, False, 1.05, 1.35), Case('humanoid', humanoid, False, 1.05, 1.35)]
    rows = [Case('pendulum', pendulum, False, 1.35, 1.7), Case('humanoid', humanoid, False, 1.35, 1.7),
            Case('pendulum', pendulum, True, seconds=6.0), Case('humanoid', humanoid, True, seconds=9.0)]
    spec = importlib.util.find_spec('gymnasium')
    if spec and spec.origin:
        path = Path(spec.origin).parent / 'envs/mujoco/assets/humanoid.xml'
        rows += [Case("gymnasium's humanoid", path, False, 1.35, 2.0),
                 Case("gymnasium's humanoid", path, True, seconds=14.0)]
    return rows


def output_of(python: str, *command: str, **variables: str) -> str:
    """What a program prints in a new process. Another Python than this one sees its own packages only."""
    dropped = ('PYTHONDONTWRITEBYTECODE', '' if python == sys.executable else 'PYTHONPATH')
    environment = {k: v for k, v in os.environ.items() if k not in dropped} | variables
    return subprocess.run([python, '-c', *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, check=True).stdout


def run(python: str, engine: str, path: Path, cache: str) -> dict[str, float]:
    """The times of one new process."""
    return json.loads(output_of(python, FIRST_STEP, engine, str(path), TORSOR_CACHE_DIR=cache))


def measure(case: Case, python: str, repeat: int) -> tuple[dict[str, float], dict[str, float]]:
    """The best times of the package and of the wheel, which take turns."""
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as warm:
        if not case.cold:
            run(python, 'torsor', case.path, warm)
        for _ in range(repeat):
            with tempfile.TemporaryDirectory() as empty:
                ours.append(run(python, 'torsor', case.path, empty if case.cold else warm))
            theirs.append(run(sys.executable, 'mujoco', case.path, warm))
    return tuple({key: min(times[key] for times in runs) for key in runs[0]} for runs in (ours, theirs))


def verdicts(case: Case, ours: dict[str, float], theirs: dict[str, float]) -> list[tuple[str, bool]]:
    """What the budgets say, and whether each is kept."""
    step = ours['to first step']
    if case.cold:
        return [(f'to first step {step:.1f} <= {case.seconds:g} s', step <= case.seconds)]
    ratios = ours['import'] / theirs['import'], step / theirs['to first step']
    return [(f'{what} {ratio:.2f} <= {budget:g}', ratio <= budget) for what, ratio, budget in zip(
        ('import', 'to first step'), ratios, (case.import_budget, case.step_budget))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--repeat', type=int, default=5, help='runs of each row, of which the best counts (default: 5)')
    parser.add_argument('--python', default=sys.executable, help='the interpreter of the environment to be measured')
    args = parser.parse_args()

    asked = 'from torsor.jit.inside.library import FOLDER; print(int(FOLDER.exists()))'
    precompiled = output_of(args.python, asked).strip() == '1'
    columns = ('import', 'import cpu', 'to first step', 'to first step cpu')
    print(f'{"seconds":34}' + ''.join(f'{column:>19}' for column in columns) + '   as multiples of the wheel')
    kept = True
    for case in cases(precompiled):
        ours, theirs = measure(case, args.python, args.repeat)
        results = verdicts(case, ours, theirs)
        kept &= all(within for _, within in results)
        start = 'in the wheel' if precompiled else 'empty cache' if case.cold else 'filled cache'
        verdict = ', '.join(text + ('' if within else ': MISSED') for text, within in results)
        for name, times, remark in ((f'{case.model}, {start}', ours, verdict), ('  mujoco', theirs, '')):
            print(f'{name:34}' + ''.join(f'{times[column]:19.3f}' for column in columns) + f'   {remark}', flush=True)
    return 0 if kept else 1


if __name__ == '__main__':
    sys.exit(main())
