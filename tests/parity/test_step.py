"""Whole steps: from every state of a trajectory of the wheel, one step of ours; all that was computed is compared."""

import mujoco
import numpy as np
import pytest

from parity.scenes import INLINE, SCENES
from parity.twins import FACTORS, INTEGRATORS, RESULTS, Twins

DISABLE = ('GRAVITY', 'SPRING', 'DAMPER', 'EULERDAMP', 'ACTUATION', 'CLAMPCTRL')


def follow(twins: Twins, steps: int, functions=('mj_step',), seed: int = 0) -> None:
    """Step both from the wheel's state, again and again, and compare."""
    rng = np.random.default_rng(seed)
    twins.randomize(seed)
    twins.rd.qpos[:] = twins.rm.qpos0
    twins.rd.qvel[:] *= 0.3
    for k in range(steps):
        twins.rd.ctrl[:] = rng.normal(size=twins.rm.nu)
        twins.copy_state()
        for function in functions:
            twins.call(function)
        twins.assert_equal(after=f'in step {k}')


@pytest.mark.parametrize('scene', SCENES)
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_fifty_steps(scene, integrator):
    follow(Twins.load(SCENES[scene], integrator=INTEGRATORS[integrator], enableflags=2), 50)


@pytest.mark.parametrize('scene', INLINE)
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_split_steps(scene, integrator):
    follow(Twins.load(SCENES[scene], integrator=INTEGRATORS[integrator]), 10, ('mj_step1', 'mj_step2'))


@pytest.mark.parametrize('flag', DISABLE)
@pytest.mark.parametrize('integrator', INTEGRATORS)
@pytest.mark.parametrize('scene', ['passive', 'actuators'])
def test_flags(scene, integrator, flag):
    disabled = getattr(mujoco.mjtDisableBit, f'mjDSBL_{flag}')
    follow(Twins.load(SCENES[scene], integrator=INTEGRATORS[integrator], disableflags=disabled), 5)


@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_springs_and_dampers_off_together(integrator):
    follow(Twins.load(SCENES['passive'], integrator=INTEGRATORS[integrator], disableflags=32 + 64), 5)


@pytest.mark.parametrize('group', [0, 2, 30])
def test_groups_of_actuators_off(group):
    follow(Twins.load(SCENES['actuators'], disableactuator=1 << group), 10)


def test_keyframes():
    twins = Twins.load(SCENES['actuators'])
    for key in range(twins.rm.nkey):
        twins.call('mj_resetDataKeyframe', key)
        twins.assert_equal()
        twins.call('mj_step')
        twins.assert_equal()


@pytest.mark.parametrize('scene', INLINE)
@pytest.mark.parametrize('integrator', ['Euler', 'implicit', 'implicitfast', 'discrete'])
def test_inverse_dynamics_of_a_discrete_step(scene, integrator):
    twins = Twins.load(SCENES[scene], integrator=INTEGRATORS[integrator], enableflags=8)  # invdiscrete
    twins.randomize(1)
    twins.copy_state()
    twins.call('mj_forward')
    twins.copy_all()
    twins.call('mj_inverse')
    twins.assert_equal([name for name in RESULTS if name not in FACTORS])
