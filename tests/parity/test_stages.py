"""The functions of the pipeline one by one: each runs on a copy of the wheel's data, and everything is compared."""

import numpy as np
import pytest

from parity.scenes import INLINE, SCENES
from parity.twins import ARENA, FACTORS, INTEGRATORS, RESULTS, Twins

# in the order in which they can follow each other
STAGES = (
    'mj_kinematics', 'mj_comPos', 'mj_camlight', 'mj_tendon', 'mj_crb', 'mj_makeM', 'mj_factorM', 'mj_transmission',
    'mj_energyPos', 'mj_comVel', 'mj_passive', 'mj_subtreeVel', 'mj_energyVel',
    'mj_fwdKinematics', 'mj_fwdPosition', 'mj_fwdVelocity', 'mj_fwdActuation', 'mj_fwdAcceleration', 'mj_fwdConstraint',
    'mj_rnePostConstraint', 'mj_checkPos', 'mj_checkVel', 'mj_checkAcc',
    'mj_invPosition', 'mj_invVelocity', 'mj_invConstraint', 'mj_inverse', 'mj_forward', 'mj_step1', 'mj_step2',
)
SKIPS = [(function, stage, sensor) for function in ('mj_forwardSkip', 'mj_inverseSkip')
         for stage in range(3) for sensor in range(2)]

# factors may be scratch to a stage that needs none, and the arena is not cleared before it is filled
NAMES_OF_ONE_STAGE = [name for name in RESULTS if name not in FACTORS and name not in ARENA]


def stale(scene: str, seed: int = 1, **options) -> Twins:
    """Both engines in a random state; what was computed belongs to another random state."""
    twins = Twins.load(SCENES[scene], **options)
    twins.randomize(seed)
    twins.copy_state()
    twins.call('mj_forward')
    twins.randomize(seed + 100)
    return twins


@pytest.mark.parametrize('scene', [pytest.param(scene, marks=pytest.mark.python_mode) if scene in INLINE else scene
                                   for scene in SCENES])
def test_stage_by_stage(scene):
    twins = stale(scene)
    for stage in STAGES:
        twins.copy_all()
        twins.call(stage)
        twins.assert_equal(after=f'after {stage}')


@pytest.mark.parametrize('scene', INLINE)
@pytest.mark.parametrize(('function', 'stage', 'sensor'), SKIPS)
def test_skipping(scene, function, stage, sensor):
    twins = stale(scene, enableflags=2)  # energy
    twins.rd.qacc[:] = np.random.default_rng(0).normal(size=twins.rm.nv)
    twins.copy_all()
    twins.call(function, stage, sensor)
    twins.assert_equal()


@pytest.mark.parametrize('scene', SCENES)
def test_inverse_dynamics_of_any_acceleration(scene):
    twins = stale(scene)
    twins.rd.qacc[:] = np.random.default_rng(0).normal(size=twins.rm.nv)
    twins.copy_all()
    twins.call('mj_inverse')
    twins.assert_equal()


@pytest.mark.parametrize('scene', SCENES)
@pytest.mark.parametrize(('function', 'integrator', 'arguments'), [
    ('mj_Euler', 'Euler', ()), ('mj_RungeKutta', 'RK4', (4,)), ('mj_implicit', 'implicit', ()),
    ('mj_implicit', 'implicitfast', ()),
])
def test_integrators_alone(scene, function, integrator, arguments):
    twins = stale(scene, integrator=INTEGRATORS[integrator])
    twins.copy_state()
    twins.call('mj_forward')
    twins.copy_all()
    twins.call(function, *arguments)
    twins.assert_equal()


@pytest.mark.parametrize('scene', INLINE)
def test_quaternions_need_not_be_unit(scene):
    twins = stale(scene)
    rng = np.random.default_rng(5)
    twins.rd.qpos[:] = rng.normal(size=twins.rm.nq)
    twins.rd.mocap_quat[:] = rng.normal(size=(twins.rm.nmocap, 4))
    twins.copy_state()
    twins.call('mj_step')
    twins.assert_equal()


@pytest.mark.parametrize('scene', INLINE)
def test_zero_quaternions_are_no_rotation(scene):
    twins = stale(scene)
    twins.rd.qpos[:] = 0
    twins.rd.mocap_quat[:] = 0
    twins.copy_state()
    twins.call('mj_step')
    twins.assert_equal()


@pytest.mark.parametrize('call', [(stage,) for stage in STAGES] + SKIPS, ids=lambda call: ' '.join(map(str, call)))
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_functions_on_fresh_data(integrator, call):
    """Each function alone, before anything else has been computed: what it needs is missing, but nothing breaks."""
    twins = Twins.load(SCENES['actuators'], integrator=INTEGRATORS[integrator])
    twins.call(*call)
    twins.assert_equal(NAMES_OF_ONE_STAGE)
