"""Every example runs, and finds what its text promises."""

import runpy
import sys
from pathlib import Path

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
    'swing_up.py': 'swung up',
}


def test_every_example_is_expected():
    assert {file.name for file in EXAMPLES.glob('*.py')} == set(EXPECTED)


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
    if name.startswith('gymnasium'):
        pytest.importorskip('imageio', reason='gymnasium imports it even if nothing is drawn: install the extra `test`')
    runpy.run_path(str(EXAMPLES / name), run_name='__main__')
    assert EXPECTED[name] in capsys.readouterr().out
