"""Damaged binary models are refused or can be used; fuzz_binary.py tries as many as one likes."""

import pytest

from model.fuzz_binary import hunt


def test_damaged_binary_models():
    accepted, failures = hunt(0, 500)
    assert failures == []
    assert 50 < accepted < 450  # some are refused and some are used


@pytest.mark.fuzz
def test_many_damaged_binary_models():
    assert hunt(1000, 100_000)[1] == []
