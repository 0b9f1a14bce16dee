"""Comparison with the oracle: the same arguments to both, the same results in all arrays and returned."""

import mujoco
import numpy as np
import pytest

from torsor.api import maths


def _copies(arguments):
    return [np.array(a) if isinstance(a, np.ndarray) else a for a in arguments]


@pytest.fixture
def same():
    """same(name, *arguments, tolerance=...): call both functions and compare everything they wrote and returned."""

    def compare(name, *arguments, tolerance=1e-14):
        ours, theirs = _copies(arguments), _copies(arguments)
        with np.errstate(all='ignore'):
            result, wanted = getattr(maths, name)(*ours), getattr(mujoco, name)(*theirs)
        assert type(result) is type(wanted)
        for mine, other in zip((result, *ours), (wanted, *theirs), strict=True):
            if isinstance(other, (np.ndarray, float)):
                scale = np.max(np.abs(other), initial=1.0) if np.all(np.isfinite(other)) else 1.0
                np.testing.assert_allclose(mine, other, rtol=0.0, atol=tolerance * scale)
            else:
                assert mine == other
        return wanted

    return compare


@pytest.fixture
def rng():
    return np.random.default_rng(7)
