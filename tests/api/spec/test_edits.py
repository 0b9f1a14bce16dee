"""A sample of random sequences of edits; `python tests/api/spec/test_edits.py 20000 [FIRST]` tries more."""

import sys
from collections import Counter
from pathlib import Path

import pytest

if __name__ == '__main__':
    sys.path.insert(0, str(Path(__file__).parents[2]))

from api.spec.edits import judge


@pytest.mark.parametrize('first', range(0, 200, 20))
def test_both_engines_agree(first):
    found = {seed: judge(seed) for seed in range(first, first + 20)}
    assert not {seed: said for seed, said in found.items() if said}


def main(count: int, first: int = 0) -> int:
    """Judge some sequences; ties are told apart, and may be one of a hundred."""
    counts = Counter()
    for seed in range(first, first + count):
        said = judge(seed)
        if said:
            counts[said.split(':')[0]] += 1
            print(seed, said, flush=True)
    ties = counts.pop('tie', 0)
    print(f'{counts.total()} of {count} differ, {ties} ties')
    return int(counts.total() > 0 or ties > count / 100)


if __name__ == '__main__':
    sys.exit(main(*map(int, sys.argv[1:])))
