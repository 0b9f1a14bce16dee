"""Every example runs, and finds what its text promises."""

import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from torsor import compat

EXAMPLES = Path(__file__).parent.parent / 'examples'

# what a run must print, as a sign that the physics came out right
EXPECTED = {
    'bounce_throw.py': 'hit after a bounce',
    'build_a_model.py': '10 servos hold the body 0.26 m above the floor',
    'callbacks.py': 'Python callback:   cart at 0.030826 m',
    'cart_pole_balance.py': 'balanced',
    'double_pendulum_chaos.py': 'growth rate (Lyapunov exponent): about 1.',
    'evolution.py': 'it has learnt to balance',
    'gymnasium_walk.py': 'it walks',
    'hill_muscle.py': 'fibre length',
    'humanoid_balance.py': 'it balances, and would fall without feedback',
    'identification.py': 'identified',
    'intermediate_results.py': 'M is 29 x 29',
    'pendulum_period.py': '170 deg   4.8786',
    'predictive_sampling.py': 'upright',
    'series_elastic.py': 'torque of the spring',
    'stable_baselines.py': 'it balances',
    'swing_up.py': 'swung up',
}
SHORTENED = {'learn_to_walk.py'}  # a part of them has a test of its own


def test_every_example_is_expected():
    assert {file.name for file in EXAMPLES.glob('*.py')} == set(EXPECTED) | SHORTENED


@pytest.fixture
def _nothing_of_mujoco():
    """As in a new process: other tests import the original, and gymnasium keeps the engine that it has found."""
    hidden = {name: module for name, module in sys.modules.items()
              if name.partition('.')[0] == 'mujoco' or name.startswith('gymnasium.envs.mujoco')}
    for name in hidden:
        del sys.modules[name]
    yield
    compat.uninstall()
    sys.modules.update(hidden)


@pytest.mark.usefixtures('_nothing_of_mujoco')
@pytest.mark.parametrize('name', EXPECTED)
def test_example(name, capsys):
    if name == 'stable_baselines.py':
        pytest.importorskip('stable_baselines3', reason='needs the extra `sb3`')
        pytest.importorskip('imageio', reason='install the extra `test`')
    if name.startswith('gymnasium'):
        pytest.importorskip('imageio', reason='gymnasium imports it even if nothing is drawn: install the extra `test`')
    runpy.run_path(str(EXAMPLES / name), run_name='__main__')
    assert EXPECTED[name] in capsys.readouterr().out


def test_it_begins_to_walk(capsys, tmp_path):
    """The first generations of the example: what starts on the spot moves forwards."""
    example = runpy.run_path(str(EXAMPLES / 'learn_to_walk.py'))
    weights, returns = example['learn'](8)
    assert returns[0] < 0.2
    assert returns[-1] > returns[0] + 1.0
    assert np.isfinite(weights).all()
    assert 'generation    1   return' in capsys.readouterr().out
    example['plot'](returns, str(tmp_path / 'returns.png'))
    assert (tmp_path / 'returns.png').stat().st_size > 1000
