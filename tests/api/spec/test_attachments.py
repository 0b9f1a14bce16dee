"""Attachments whose elements name others of either model; `python tests/api/spec/test_attachments.py 5000` for more."""

import sys
from pathlib import Path

import pytest

if __name__ == '__main__':
    sys.path.insert(0, str(Path(__file__).parents[2]))

from api.spec.attachments import judge


@pytest.mark.parametrize('first', range(0, 300, 50))
def test_both_engines_find_the_same_elements(first):
    found = {seed: judge(seed) for seed in range(first, first + 50)}
    assert not {seed: said for seed, said in found.items() if said}


if __name__ == '__main__':
    said = {seed: judge(seed) for seed in range(int(sys.argv[1]))}
    bad = {seed: text for seed, text in said.items() if text}
    print(*(f'{seed} {text}' for seed, text in bad.items()), f'{len(bad)} of {len(said)} differ', sep='\n')
    sys.exit(bool(bad))
