"""Other people's packages on Torsor, through `torsor.compat`: they see what they see on MuJoCo."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from .play import PACKAGES

# rounding, as contacts amplify it in twenty steps of a task: an egg in a hand differs by 4e-6, others by 4e-10 at most
CLOSE = dict(rtol=2e-5, atol=2e-5)
ROUNDING, MOST_ABOVE = 1e-8, 0.1  # at most this part of the tasks of a package may differ by more than that


def seen(engine: str, package: str) -> dict[str, np.ndarray]:
    """What each task of a package shows. Assertions are off: some of its own compare integers with MuJoCo's enums."""
    script = Path(__file__).parent / 'play.py'
    environment = dict(os.environ, MUJOCO_GL='disable')
    out = subprocess.run([sys.executable, '-O', str(script), engine, package], env=environment, capture_output=True,
                         text=True, timeout=1800, check=True).stdout
    rows = [json.loads(line) for line in out.splitlines() if line.startswith('[')]
    return {name: np.array([total, *observation]) for name, total, observation in rows}


@pytest.mark.downstream
@pytest.mark.parametrize('package', PACKAGES)
def test_the_same_is_seen(package):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f'{package} is not installed')
    ours, theirs = seen('torsor', package), seen('mujoco', package)
    assert ours.keys() == theirs.keys()
    assert ours
    above = 0
    for name, expected in theirs.items():
        np.testing.assert_allclose(ours[name], expected, **CLOSE, err_msg=name)
        above += not np.allclose(ours[name], expected, rtol=ROUNDING, atol=ROUNDING)
    assert above <= MOST_ABOVE * len(theirs)
