"""The long run: many mutants in both engines, a summary, and the models that differ, made small, in a folder.

    python tests/parity/fuzz/run.py --count 20000 --seed 0
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from parity.fuzz.judge import MULTIPLIED, NO_ROOM, STRICTER, Report, judge_seed
from parity.fuzz.mutate import mutant
from parity.fuzz.pool import answers
from parity.fuzz.shrink import shrink_seed

# how many states may need an excuse, and how many models
CEILINGS = {'excused flips': 0.05, 'excused states': 0.05, 'excused noise': 0.15, 'excused storage': 0.01,
            'excused luck': 0.001, 'excused early': 0.005, 'excused maxima': 0.001, 'excused redundant': 0.001,
            'excused rounding': 0.001, 'excused given_up': 0.001, 'models with noise': 0.02,
            'volumes in another order': 0.03, 'hulls in another order': 0.03, 'steps not compared': 0.005,
            STRICTER: 0.001, MULTIPLIED: 0.002, NO_ROOM: 0.001}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--count', type=int, default=20_000, help='how many models')
    parser.add_argument('--seed', type=int, default=0, help='the first of them')
    parser.add_argument('--workers', type=int, default=os.cpu_count())
    parser.add_argument('--output', type=Path, default=Path('fuzz_failures'), help='folder for models that differ')
    parser.add_argument('--shrink', type=int, default=20, help='how many of these to make small')
    options = parser.parse_args()
    output = options.output.absolute()
    os.chdir(tempfile.mkdtemp())  # both engines write warnings to a file in the current directory
    counts, failures = fuzz(range(options.seed, options.seed + options.count), options.workers)
    summarise(counts, len(failures))
    if failures:
        save(failures, output, options.shrink, options.workers)
    return 1 if failures or any(exceeded(counts)) else 0


def fuzz(seeds, workers: int) -> tuple[Counter, dict[int, dict[str, float]]]:
    """Counts of what came of these models, and the unexplained differences of each."""
    counts: Counter = Counter()
    failures: dict[int, dict[str, float]] = {}
    start = time.monotonic()
    for done, (seed, answer) in enumerate(answers(judge_seed, seeds, workers), 1):
        if isinstance(answer, Report):
            counts.update(answer.counts)
        else:
            counts[answer.splitlines()[-1]] += 1
        defects = answer.defects if isinstance(answer, Report) else {answer: float('inf')}
        if defects:
            failures[seed] = defects
            print(describe(seed, defects), flush=True)
        if done % 500 == 0:
            print(f'{done} models, {len(failures)} differ, {time.monotonic() - start:.0f} s', flush=True)
    return counts, failures


def exceeded(counts: Counter) -> list[str]:
    """The excuses that were needed more often than they should be."""
    return [name for name, ceiling in CEILINGS.items() if counts[name] > ceiling * counts['states'] + 1]


def summarise(counts: Counter, failures: int) -> None:
    for name, count in counts.most_common():
        print(f'{count:8} {name}')
    for name in exceeded(counts):
        print(f'too many excuses: {name}')
    print(f'{failures:8} models that differ')


def describe(seed: int, defects: dict[str, float]) -> str:
    """One line about a model that differs."""
    worst = ', '.join(f'{name} {error:.1e}' for name, error in list(defects.items())[:4])
    return f'seed {seed}: {len(defects)} differences: {worst}'


def save(failures: dict, output: Path, most: int, workers: int) -> None:
    """Write the models that differ, some of them made small."""
    output.mkdir(parents=True, exist_ok=True)
    for seed in failures:
        (output / f'{seed}.xml').write_text(mutant(seed))
    for seed, small in answers(shrink_seed, sorted(failures)[:most], workers):
        if small not in ('crash', 'hang'):
            (output / f'{seed}.small.xml').write_text(small)
    print(f'models that differ are in {output}')


if __name__ == '__main__':
    raise SystemExit(main())
