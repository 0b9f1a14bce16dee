"""Damaged files give the documented exception and nothing else; fuzz_assets.py tries as many as one likes."""

import pytest

from model.fuzz_assets import attempt

FOUND = [12410]  # files that something was wrong with once: the volume of huge coordinates about their centre is 0


def test_damaged_files():
    assert [found for number in [*range(600), *FOUND] if (found := attempt(number))] == []


@pytest.mark.fuzz
def test_many_damaged_files():
    assert [found for number in range(20_000) if (found := attempt(number))] == []
