"""Random sequences of API calls in both engines; those that differ are left behind as scripts, made short.

    python tests/fuzz/calls.py --count 200000 --seed 0 [--models MODEL.xml ...]    # @FILE for a list of paths
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.calling.judge import LENGTH, Report, judge_seed
from fuzz.calling.shrink import save
from parity.fuzz.pool import answers

# how many calls may need an excuse
CEILINGS = {'excused noise': 0.02, 'excused as the judge of steps says': 0.01,
            'excused as frames are no rotations': 0.005, 'excused as numbers are not finite': 0.003,
            'excused as there is no inertia yet': 0.001, 'excused as there are no forces yet': 0.003,
            'sequences that end as sizes differ': 0.008}
OPEN_CEILING = 0.002  # how many may meet one of the differences that are known and open


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--count', type=int, default=200_000, help='how many calls')
    parser.add_argument('--seed', type=int, default=0, help='the first sequence')
    parser.add_argument('--workers', type=int, default=os.cpu_count())
    parser.add_argument('--models', nargs='*', default=[], help='paths of models; @FILE for a list of them')
    parser.add_argument('--output', type=Path, default=Path('fuzz_failures'), help='folder for scripts')
    parser.add_argument('--shrink', type=int, default=50, help='how many scripts to write')
    options = parser.parse_args()
    output, paths = options.output.absolute(), listed(options.models)
    os.chdir(tempfile.mkdtemp())  # both engines write warnings to a file in the current directory
    counts, outcomes, failures = fuzz(options.seed, options.count, paths, options.workers)
    summarise(counts, outcomes, failures)
    if failures:
        keep(failures, paths, output, options.shrink, options.workers)
    return 1 if failures or exceeded(counts, outcomes) else 0


def listed(models: list[str]) -> tuple[str, ...]:
    """Absolute paths; a file with @ has one in each line, relative to its own folder."""
    paths = []
    for model in models:
        if model.startswith('@'):
            file = Path(model[1:]).absolute()
            paths += [file.parent / line for line in file.read_text().split('\n') if line]
        else:
            paths.append(Path(model).absolute())
    return tuple(map(str, paths))


def judged(task):
    """The report of a sequence; a journal tells the call during which the process died."""
    journal = Path(f'journal_{task[0]}')
    report = judge_seed(task, journal)
    journal.unlink(missing_ok=True)
    return report


def fuzz(seed: int, count: int, paths: tuple[str, ...], workers: int) -> tuple[Counter, Counter, dict[int, Report]]:
    """Calls by operation, outcomes, and the sequences that differ."""
    counts, outcomes, failures = Counter(), Counter(), {}
    start = time.monotonic()
    tasks = until(seed, lambda: counts.total() >= count or len(failures) > 2000, paths)
    for done, ((number, _), report) in enumerate(answers(judged, tasks, workers), 1):
        if isinstance(report, Report):
            counts.update(report.counts)
            outcomes.update(report.outcomes)
            if report.defects:
                failures[number] = report
                print(describe(number, report), flush=True)
        else:
            journal = Path(f'journal_{number}')
            outcomes[report.splitlines()[-1]] += 1
            print(f'sequence {number}: {report}\n{journal.read_text()[-600:] if journal.exists() else ""}', flush=True)
        if done % 500 == 0:
            seconds = time.monotonic() - start
            print(f'{counts.total()} calls, {len(failures)} sequences differ, {seconds:.0f} s', flush=True)
    return counts, outcomes, failures


def until(seed: int, is_enough, paths: tuple[str, ...]):
    """Sequences, until there are enough calls."""
    while not is_enough():
        yield seed, paths
        seed += 1


def describe(seed: int, report: Report) -> str:
    """One line about a sequence that differs."""
    call = report.calls[-1]
    worst = ', '.join(f'{name} {error:.1e}' for name, error in list(report.defects.items())[:5])
    name = f'{call.operation.name}{" (bad)" * call.spoiled}'
    return (f'sequence {seed} ({report.model}), call {len(report.calls)}: {name}: {worst} | '
            f'{call.statement[:200]} | {report.said[:300]}')


def exceeded(counts: Counter, outcomes: Counter) -> list[str]:
    """Excuses that were needed too often."""
    ceilings = CEILINGS | {name: OPEN_CEILING for name in outcomes if name.startswith('open: ')}
    return [name for name, ceiling in ceilings.items() if outcomes[name] > ceiling * counts.total() + 1]


def summarise(counts: Counter, outcomes: Counter, failures: dict, verbose: bool = False) -> None:
    for name, count in sorted(counts.items()):
        print(f'{count:8} {name}')
    print()
    for name, count in outcomes.most_common():
        if not name.startswith('  ') or verbose:
            print(f'{count:8} {name}')
    for name in exceeded(counts, outcomes):
        print(f'too many excuses: {name}')
    print(f'{counts.total():8} calls in sequences of at most {LENGTH}; {len(failures)} sequences differ')


def keep(failures: dict[int, Report], paths, output: Path, most: int, workers: int) -> None:
    """Write one script for each kind of difference."""
    first: dict[tuple, int] = {}
    for seed, report in sorted(failures.items()):
        first.setdefault((report.calls[-1].operation.name, *sorted(report.defects)[:1]), seed)
    tasks = [(seed, failures[seed], paths, output) for seed in first.values()][:most]
    for _task, said in answers(saved, tasks, workers):
        if said:
            print(said)
    print(f'scripts are in {output}')


def saved(task) -> str:
    save(*task)
    return ''


if __name__ == '__main__':
    raise SystemExit(main())
