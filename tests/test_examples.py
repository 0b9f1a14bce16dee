"""Every example runs, and finds what its text promises."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / 'examples'

# what a run must print, as a sign that the physics came out right
EXPECTED = {
    'callbacks.py': 'Python callback:   cart at 0.030826 m',
    'cart_pole_balance.py': 'balanced',
    'double_pendulum_chaos.py': 'growth rate (Lyapunov exponent): about 1.',
    'intermediate_results.py': 'M is 29 x 29',
    'pendulum_period.py': '170 deg   4.8786',
}


def test_every_example_is_expected():
    assert {file.name for file in EXAMPLES.glob('*.py')} == set(EXPECTED)


@pytest.mark.parametrize('name', EXPECTED)
def test_example(name, capsys):
    runpy.run_path(str(EXAMPLES / name), run_name='__main__')
    assert EXPECTED[name] in capsys.readouterr().out
