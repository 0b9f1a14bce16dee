"""Vector environments: step by step equal to gymnasium's own, run on Torsor, in every mode of autoreset."""

import subprocess
import sys

import numpy as np
import pytest

from torsor import compat

gymnasium = pytest.importorskip('gymnasium', reason='install the extra `test`')
pytest.importorskip('imageio', reason='gymnasium imports it even if nothing is drawn: install the extra `test`')

from torsor.envs import registration  # noqa: E402
from torsor.envs.tasks import TASKS  # noqa: E402

COUNT = 3
ROUNDING = 1e-14  # of sums that NumPy may take in another order for rows than for single vectors


def pair(name, mode, **options):
    """Ours, and gymnasium's own environments one after the other, whose modules are imported anew to run on Torsor."""
    for module in [module for module in sys.modules if module.startswith('gymnasium.envs.mujoco')]:
        del sys.modules[module]
    registration.register()
    ours = gymnasium.make_vec(f'torsor/{name}', num_envs=COUNT, autoreset_mode=mode, nthread=2, **options)
    with compat.installed(replace=True):
        theirs = gymnasium.make_vec(name, num_envs=COUNT, vectorization_mode='sync',
                                    vector_kwargs=dict(autoreset_mode=mode), **options)
    for module in [module for module in sys.modules if module.startswith('gymnasium.envs.mujoco')]:
        del sys.modules[module]
    return ours, theirs


def assert_equal_infos(ours, theirs):
    assert set(ours) == set(theirs)
    for key, mine in ours.items():
        if isinstance(mine, dict):
            assert_equal_infos(mine, theirs[key])
        elif mine.dtype == object:
            assert [row is None for row in mine] == [row is None for row in theirs[key]]
            assert all(np.array_equal(a, b) for a, b in zip(mine, theirs[key]) if a is not None)
        else:
            assert mine.dtype == theirs[key].dtype, key
            assert np.allclose(mine, theirs[key], rtol=ROUNDING, atol=ROUNDING), key


def assert_equal_steps(ours, theirs, steps):
    """Random actions do the same; how many episodes have ended."""
    (seen, infos), (expected, their_infos) = (envs.reset(seed=3) for envs in (ours, theirs))
    assert np.array_equal(seen, expected)
    assert_equal_infos(infos, their_infos)
    theirs.action_space.seed(1)
    ended = 0
    for _ in range(steps):
        actions = theirs.action_space.sample()
        seen, rewards, terminated, truncated, infos = ours.step(actions)
        expected, their_rewards, their_terminated, their_truncated, their_infos = theirs.step(actions)
        assert np.array_equal(seen, expected)
        assert seen.dtype == expected.dtype
        assert np.allclose(rewards, their_rewards, rtol=ROUNDING, atol=ROUNDING)
        assert np.array_equal(terminated, their_terminated)
        assert np.array_equal(truncated, their_truncated)
        assert_equal_infos(infos, their_infos)
        ended += np.count_nonzero(terminated | truncated)
    return ended


@pytest.mark.parametrize('mode', ['NextStep', 'SameStep'])
@pytest.mark.parametrize('name', sorted(TASKS))
def test_equal_to_gymnasiums_own_step_by_step(name, mode):
    ours, theirs = pair(name, mode, max_episode_steps=12)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.single_action_space == theirs.single_action_space
    assert ours.metadata['autoreset_mode'] == theirs.metadata['autoreset_mode']
    assert ours.metadata['render_fps'] == theirs.metadata['render_fps']
    assert assert_equal_steps(ours, theirs, 30) >= 2 * COUNT
    ours.close()


@pytest.mark.parametrize(('name', 'options'), [
    ('HalfCheetah-v5', dict(forward_reward_weight=2.0, ctrl_cost_weight=0.5, frame_skip=2)),
    ('Hopper-v5', dict(terminate_when_unhealthy=False, exclude_current_positions_from_observation=False)),
    ('Ant-v5', dict(include_cfrc_ext_in_observation=False, main_body='torso', healthy_z_range=(0.5, 1.0))),
    ('Humanoid-v5', dict(include_cinert_in_observation=False, reset_noise_scale=0.1, contact_cost_weight=1e-3)),
    ('HalfCheetah-v5', dict(reset_noise_scale=0.0)),
])
def test_options_are_gymnasiums(name, options):
    assert_equal_steps(*pair(name, 'NextStep', max_episode_steps=12, **options), 15)


def test_resets_by_hand():
    ours, theirs = pair('InvertedPendulum-v5', 'Disabled', max_episode_steps=5)
    for envs in (ours, theirs):
        envs.reset(seed=0)
    actions = np.full(ours.action_space.shape, 3.0, np.float32)
    done = np.zeros(COUNT, bool)
    while not done.any():
        results = [envs.step(actions) for envs in (ours, theirs)]
        done = results[0][2] | results[0][3]
    with pytest.raises(RuntimeError, match='reset_mask'):
        ours.step(actions)
    mask = done & (np.arange(COUNT) != 1)
    seen, expected = (envs.reset(options={'reset_mask': mask.copy()})[0] for envs in (ours, theirs))
    assert np.array_equal(seen, expected)
    for bad, error in ((mask.tolist(), TypeError), (mask[:1], ValueError), (np.zeros(COUNT, bool), ValueError)):
        with pytest.raises(error, match='reset_mask'):
            ours.reset(options={'reset_mask': bad})


def test_seeds():
    ours, _ = pair('Swimmer-v5', 'NextStep')
    first, _ = ours.reset(seed=7)
    again, _ = ours.reset(seed=[7, None, 9])
    assert np.array_equal(first[[0, 2]], again[[0, 2]])
    assert not np.array_equal(first[1], again[1])
    with pytest.raises(ValueError, match='a seed for each of the 3'):
        ours.reset(seed=[1])


@pytest.mark.parametrize(('options', 'error', 'message'), [
    (dict(render_mode='rgb_array'), ValueError, 'only simulates'),
    (dict(gravity=3), TypeError, 'no option gravity; it has ctrl_cost_weight'),
    (dict(xml_file='nowhere.xml'), OSError, 'does not exist'),
    (dict(autoreset_mode='sometimes'), ValueError, 'sometimes'),
    (dict(num_envs=0), ValueError, 'nsim must be positive'),
])
def test_environments_that_cannot_be(options, error, message):
    registration.register()
    with pytest.raises(error, match=message):
        gymnasium.make_vec('torsor/Swimmer-v5', **options)


def test_actions_of_the_wrong_shape():
    envs, _ = pair('Swimmer-v5', 'NextStep')
    envs.reset(seed=0)
    with pytest.raises(ValueError, match=r'actions must have shape \(3, 2\), got \(2,\)'):
        envs.step(np.zeros(2))


def test_names_that_gymnasium_knows():
    envs = gymnasium.make_vec('torsor.envs:torsor/Reacher-v5', num_envs=2)
    assert envs.spec.id == 'torsor/Reacher-v5'
    assert envs.max_episode_steps == 50


def test_without_gymnasium_the_import_tells_what_to_install():
    code = "import sys; sys.modules['gymnasium'] = None; import torsor.envs"
    run = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=False)
    assert "ImportError: torsor.envs needs gymnasium: pip install 'torsor[envs]'" in run.stderr
