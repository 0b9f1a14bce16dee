"""A sample of random sequences of edits; `python tests/api/spec/test_edits.py 20000` tries more."""

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


if __name__ == '__main__':
    counts = Counter()
    for seed in range(int(sys.argv[1])):
        said = judge(seed)
        if said:
            counts[said.split(':')[0][:60]] += 1
            print(seed, said, flush=True)
    print(f'{sum(counts.values())} of {sys.argv[1]} differ')
