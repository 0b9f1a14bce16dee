"""gymnasium's MuJoCo environments on Torsor: as near to the oracle as rounding lets the oracle be to itself.

Walking and falling are chaotic: two correct engines drift apart, and so do two runs of one engine whose states differ
by rounding. So the oracle is run again a few times from states that are disturbed by about as much as rounding does
(shadow rollouts). How far these are from the undisturbed run is the spread, and Torsor has to stay within a small
multiple of it at every step.
"""

import contextlib
import sys

import numpy as np
import pytest

from torsor import MjModel, compat

gymnasium = pytest.importorskip('gymnasium', reason='install the extra `test`')
pytest.importorskip('imageio', reason='gymnasium imports it even if nothing is drawn: install the extra `test`')

ENVIRONMENTS = ['Ant', 'HalfCheetah', 'Hopper', 'Humanoid', 'HumanoidStandup', 'InvertedDoublePendulum',
                'InvertedPendulum', 'Pusher', 'Reacher', 'Swimmer', 'Walker2d']
DISTURBANCE = 1e-13  # of positions and velocities of order one: some hundred roundings, about as many as in a step
SHADOWS = 5
MULTIPLE = 3.0       # of the largest of a few random deviations
FLOOR = 1e-12        # relative error of a step that disturbs nothing: the solver sums thousands of terms


def make(name: str, ours: bool, **options):
    """An environment on Torsor or on the oracle; gymnasium's modules are imported anew, because they keep `mujoco`."""
    for module in [module for module in sys.modules if module.startswith('gymnasium.envs.mujoco')]:
        del sys.modules[module]
    with compat.installed(replace=True) if ours else contextlib.nullcontext():
        env = gymnasium.make(f'{name}-v5', **options)
    assert isinstance(env.unwrapped.model, MjModel) == ours
    return env


def rollout(env, actions: np.ndarray, disturbance: np.ndarray | float = 0.0) -> np.ndarray:
    """Observation and reward after each action; the state is disturbed after the first.

    Not before, because resetting puts joints exactly on their limits, where rounding decides whether the limit acts.
    The environment is taken out of its wrappers, to go on after a fall.
    """
    env = env.unwrapped
    env.reset(seed=0)
    data, rows = env.data, []
    for i, action in enumerate(actions):
        observation, reward, *_ = env.step(action)
        rows.append(np.append(observation, reward))
        if i == 0:
            state = np.append(data.qpos, data.qvel) + disturbance
            data.qpos[:], data.qvel[:] = np.split(state, [len(data.qpos)])
    return np.array(rows)


def assert_within_the_spread(name: str, steps: int) -> None:
    """Compare a run of Torsor with one of the oracle and its shadows, under the same random actions."""
    oracle, rng = make(name, ours=False), np.random.default_rng(0)
    low, high = oracle.action_space.low, oracle.action_space.high
    actions = rng.uniform(low, high, (steps, len(low))).astype(np.float32)
    numbers = oracle.unwrapped.model.nq + oracle.unwrapped.model.nv

    expected = rollout(oracle, actions)
    scale = np.abs(expected).max(axis=0) + 1e-3  # what an entry is measured by
    shadows = [rollout(oracle, actions, DISTURBANCE * rng.normal(size=numbers)) for _ in range(SHADOWS)]
    spread = np.max([(np.abs(shadow - expected) / scale).max(axis=1) for shadow in shadows], axis=0)
    spread = np.maximum.accumulate(spread)
    assert spread[0] == 0
    assert spread[5] < 1e-6, 'a spread this wide would excuse anything'

    deviation = (np.abs(rollout(make(name, ours=True), actions) - expected) / scale).max(axis=1)
    excess = deviation / (MULTIPLE * spread + FLOOR)
    worst = excess.argmax()
    assert excess[worst] <= 1, f'step {worst}: off by {deviation[worst]:.1e}, the oracle by {spread[worst]:.1e}'


@pytest.mark.parametrize('name', ENVIRONMENTS)
def test_short_rollout(name):
    assert_within_the_spread(name, steps=50)


@pytest.mark.slow
@pytest.mark.parametrize('name', ENVIRONMENTS)
def test_long_rollout(name):
    assert_within_the_spread(name, steps=1000)


@pytest.mark.parametrize('name', ENVIRONMENTS)
def test_environment_keeps_its_promises(name):
    """Through all wrappers of gymnasium.make: shapes and bounds, and that a seed decides what comes."""
    env, returns = make(name, ours=True), []
    for _ in range(2):
        observation, _ = env.reset(seed=7)
        env.action_space.seed(7)
        assert observation in env.observation_space
        total = 0.0
        for _ in range(5):
            observation, reward, terminated, truncated, _ = env.step(env.action_space.sample())
            assert observation in env.observation_space
            assert np.isfinite(observation).all()
            assert not truncated
            total += reward
            if terminated:
                break
        returns.append((total, *observation))
    assert returns[0] == returns[1]


def test_pictures_without_opengl():
    env = make('Hopper', ours=True, render_mode='rgb_array')
    env.reset(seed=0)
    with compat.installed(replace=True):
        picture = env.render()
    assert picture.shape == (480, 480, 3)
    assert picture.std() > 10.0
