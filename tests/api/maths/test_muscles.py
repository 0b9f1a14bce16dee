"""Muscles."""

import numpy as np
import pytest

PARAMETERS = [[0.75, 1.05, 200.0, 1.0, 0.5, 1.6, 1.5, 1.3, 1.2], [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2],
              [0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0], [0.5, 1.5, 10.0, 1.0, 0.2, 2.0, 3.0, 0.5, 1.0]]


@pytest.mark.parametrize('prm', PARAMETERS)
def test_forces(same, rng, prm):
    for length in np.linspace(-0.3, 1.2, 40).tolist():
        for acc0 in (0.0, 2.0):
            same('mju_muscleBias', length, np.array([0.1, 0.5]), acc0, np.array(prm))
            same('mju_muscleGain', length, rng.normal(), np.array([0.1, 0.5]), acc0, np.array(prm))


@pytest.mark.parametrize('prm', [[0.01, 0.04, 0.0], [0.01, 0.04, 0.3], [0.0, 0.0, 0.0], [0.02, 0.01, 1e-16]])
@pytest.mark.parametrize('act', [-0.5, 0.0, 0.4, 1.0, 1.5])
@pytest.mark.parametrize('ctrl', [-1.0, 0.0, 0.4, 0.45, 1.0, 2.0])
def test_activation(same, prm, act, ctrl):
    same('mju_muscleDynamics', ctrl, act, np.array(prm))
