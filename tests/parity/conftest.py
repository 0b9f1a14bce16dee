"""What all comparisons with the wheel share."""

import pytest


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch, tmp_path):
    """Both engines write warnings to a file in the current directory; let that be a temporary one."""
    monkeypatch.chdir(tmp_path)
