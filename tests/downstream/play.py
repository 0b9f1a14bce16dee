"""Plays other people's tasks on one of the two engines, and prints what was seen.

    python tests/downstream/play.py torsor dm_control

Prints a line of JSON for each task: its name, the sum of its rewards, and the last observation.
"""

import json
import sys
import warnings

import numpy as np

STEPS = 20
ROBOTICS = ('FetchReach-v4', 'FetchPush-v4', 'FetchPickAndPlace-v4', 'HandReach-v3', 'HandManipulateBlock-v1',
            'HandManipulateEgg-v1', 'HandManipulateBlock_ContinuousTouchSensors-v1', 'AdroitHandDoor-v1',
            'AdroitHandHammer-v1', 'AdroitHandRelocate-v1', 'PointMaze_UMaze-v3', 'AntMaze_UMaze-v5',
            'FrankaKitchen-v1')  # fmt: skip
DRAWS = ('quadruped', 'escape')  # terrain, which it uploads to OpenGL


def flat(observation) -> list[float]:
    """All numbers of an observation."""
    if isinstance(observation, dict):
        return [number for part in observation.values() for number in flat(part)]
    return np.ravel(np.asarray(observation, float)).tolist()


def dm_control():
    """The tasks of the suite."""
    import mujoco
    from dm_control.mujoco.wrapper.mjbindings import sizes

    m = mujoco.MjModel.from_xml_string('<mujoco/>')
    for kind, struct in (('mjmodel', m), ('mjdata', mujoco.MjData(m))):
        for name in [name for name in sizes.array_sizes[kind] if not hasattr(struct, name)]:
            del sizes.array_sizes[kind][name]  # fields of older versions of MuJoCo
    from dm_control import suite

    for domain, task in suite.ALL_TASKS:
        if (domain, task) == DRAWS:
            continue
        env = suite.load(domain, task, task_kwargs={'random': 1})
        rng, spec = np.random.RandomState(0), env.action_spec()
        step, total = env.reset(), 0.0
        for _ in range(STEPS):
            step = env.step(rng.uniform(spec.minimum, spec.maximum, spec.shape))
            total += step.reward or 0.0
        yield f'{domain} {task}', total, flat(dict(step.observation))


def robotics():
    """Hands, arms and mazes of gymnasium-robotics."""
    import gymnasium
    import gymnasium_robotics

    gymnasium.register_envs(gymnasium_robotics)
    for name in ROBOTICS:
        env = gymnasium.make(name)
        observation, _ = env.reset(seed=3)
        env.action_space.seed(0)
        total = 0.0
        for _ in range(STEPS):
            observation, reward, *_ = env.step(env.action_space.sample())
            total += float(reward)
        yield name, total, flat(observation)


def mink():
    """Inverse kinematics of a chain, whose tip goes to a place while its posture stays near the first."""
    import mink
    import mujoco

    chain = ''
    for i in reversed(range(7)):
        chain = (f'<body name="l{i}" pos="0 0 .2"><joint axis="{(i + 1) % 2} {i % 2} 0" range="-2 2" limited="true"/>'
                 f'<geom type="capsule" size=".03 .07"/>{chain}</body>')
    m = mujoco.MjModel.from_xml_string(f'<mujoco><worldbody>{chain}</worldbody></mujoco>')
    configuration = mink.Configuration(m)
    configuration.update(np.full(m.nq, 0.3))
    reach, posture = mink.FrameTask('l6', 'body', 1.0, 0.1, lm_damping=1.0), mink.PostureTask(m, 1e-3)
    reach.set_target(mink.SE3.from_translation(np.array((0.05, 0.02, -0.03)))
                     @ configuration.get_transform_frame_to_world('l6', 'body'))
    posture.set_target_from_configuration(configuration)
    for _ in range(60):
        velocity = mink.solve_ik(configuration, [reach, posture], 0.02, 'daqp', damping=1e-3,
                                 limits=[mink.ConfigurationLimit(m)])
        configuration.integrate_inplace(velocity, 0.02)
    yield 'reach', float(np.linalg.norm(reach.compute_error(configuration))), flat(configuration.q)


PACKAGES = {'dm_control': dm_control, 'gymnasium_robotics': robotics, 'mink': mink}


def main(engine: str, package: str) -> None:
    """Play all tasks of a package."""
    warnings.simplefilter('ignore')
    if engine == 'torsor':
        import torsor.compat

        torsor.compat.install()
    for name, total, observation in PACKAGES[package]():
        print(json.dumps([name, total, observation]), flush=True)


if __name__ == '__main__':
    main(*sys.argv[1:])
