"""Models that are broken at random: the part of the hunt that CI does."""

import pytest

from model.fuzz.run import hunt


def test_some_broken_models():
    assert hunt(2000, seed=1) == []


@pytest.mark.fuzz
def test_many_broken_models():
    assert hunt(100_000, seed=0) == []
