"""Damaged files give the documented exception and nothing else; fuzz_assets.py tries as many as one likes."""

import pytest

from model.fuzz_assets import attempt


def test_damaged_files():
    assert [found for number in range(600) if (found := attempt(number))] == []


@pytest.mark.fuzz
def test_many_damaged_files():
    assert [found for number in range(20_000) if (found := attempt(number))] == []
