"""Derivatives of smooth forces by velocity: against the wheel and against differences of slow, obvious forces."""

import mujoco
import numpy as np
import pytest

from reference import derivative as reference
from reference.models import random_model
from reference.steps import (
    ACTUATORS,
    IMPLICIT,
    IMPLICITFAST,
    SERVOS,
    after_forward,
    after_function,
    after_stages,
    assert_close,
    empty_arena,
)
from reference.worlds import assert_lanes_match_worlds
from torsor.physics.actuator.force import controls
from torsor.physics.derivatives.velocity.velocity import velocity_derivative

FLAGS = ('', 'damper="disable"', 'spring="disable" damper="disable"', 'actuation="disable"')
ROTATING = """<mujoco>
  <option density="100"/>
  <worldbody><body><freejoint/><geom type="ellipsoid" size="0.1 0.2 0.3" fluidshape="ellipsoid"/></body></worldbody>
</mujoco>"""


def dense(m, values):
    """A matrix stored in the rows D."""
    matrix = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
            matrix[i, m.D_colind[k]] = values[k]
    return matrix


@pytest.mark.parametrize('seed', range(6))
@pytest.mark.parametrize('integrator', [IMPLICIT, IMPLICITFAST])
@pytest.mark.parametrize('flags', FLAGS)
def test_passive_and_bias_forces_agree_with_the_wheel(seed, integrator, flags):
    m, d = after_forward(random_model(seed, flags=flags), integrator, seed)
    assert_close(after_stages(m, d, velocity_derivative), after_function(m, d, mujoco.mj_implicit), ('qDeriv',))


@pytest.mark.parametrize('kind', ACTUATORS)
@pytest.mark.parametrize('seed', range(3))
def test_actuators_agree_with_the_wheel(kind, seed):
    m, d = after_forward(SERVOS % ACTUATORS[kind], IMPLICITFAST, seed)
    assert_close(after_stages(m, d, velocity_derivative), after_function(m, d, mujoco.mj_implicit), ('qDeriv',))


@pytest.mark.parametrize('limits', [
    {'jnt_actfrcrange': 0.01}, {'jnt_actfrcrange': 1e3}, {'tendon_actfrcrange': 0.01}, {'tendon_actfrcrange': 1e3},
])
def test_actuators_of_saturated_joints_and_tendons_have_no_slope(limits):
    def change(m):
        for name, bound in limits.items():
            getattr(m, name)[:] = (-bound, bound)
            getattr(m, name.replace('range', 'limited'))[:] = True

    every = ''.join(ACTUATORS[kind] for kind in ('gain', 'bias', 'tendon', 'branches', 'cord', 'site', 'tendon'))
    m, d = after_forward(SERVOS % every, IMPLICITFAST, 0, change)
    ours = after_stages(m, d, velocity_derivative)
    assert_close(ours, after_function(m, d, mujoco.mj_implicit), ('qDeriv',))
    assert ours.qDeriv.any()


@pytest.mark.parametrize('seed', range(6))
def test_it_is_the_slope_of_the_forces(seed):
    m, d = after_forward(random_model(seed), IMPLICIT, seed)
    computed = dense(m, after_stages(m, d, velocity_derivative).qDeriv)
    expected = reference.velocity_derivative(m, d)
    np.testing.assert_allclose(computed, expected, rtol=0, atol=1e-9 * (1 + np.abs(expected).max()))


def test_it_is_the_slope_of_affine_actuators():
    every = ''.join(ACTUATORS[kind] for kind in ('gain', 'bias', 'activation', 'tendon', 'branches', 'site'))
    m, d = after_forward(SERVOS % every, IMPLICIT, 0)
    computed = dense(m, after_stages(m, d, velocity_derivative).qDeriv)
    expected = reference.velocity_derivative(m, d)
    np.testing.assert_allclose(computed, expected, rtol=0, atol=1e-11 * (1 + np.abs(expected).max()))


SPEEDS = [(0, 0, 0, 0, 0, 0), (0, 0, 0, 1, 2, 3), (1, 2, 3, 0, 0, 0), (1e-9, 0, 0, 0, 0, 0)]


@pytest.mark.parametrize('velocity', SPEEDS)
def test_a_body_at_rest_in_a_fluid_has_finite_slopes(velocity):
    m, d = after_forward(ROTATING, IMPLICIT, 0)
    d.qvel[:] = velocity
    mujoco.mj_forward(m, d)
    assert_close(after_stages(m, d, velocity_derivative), after_function(m, d, mujoco.mj_implicit), ('qDeriv',))


def test_bias_is_homogeneous_of_second_degree():
    """Euler's theorem: the derivative of a quadratic form applied to its argument is twice the form."""
    m, d = after_forward(random_model(1), IMPLICIT, 1, only_bias)
    slope = dense(m, after_stages(m, d, velocity_derivative).qDeriv)
    np.testing.assert_allclose(slope @ d.qvel, -2 * d.qfrc_bias, rtol=0, atol=1e-12 * np.abs(d.qfrc_bias).max())


def only_bias(m):
    m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_DAMPER.value | mujoco.mjtDisableBit.mjDSBL_SPRING.value
    m.opt.gravity[:] = 0


def test_lanes_give_the_bits_of_single_worlds():
    prepared = [after_forward(random_model(3), IMPLICIT, seed, lambda m, s=seed: vary(m, s)) for seed in range(4)]
    models, worlds = zip(*prepared, strict=True)
    assert_lanes_match_worlds((empty_arena, controls, velocity_derivative), ('qDeriv',), models, worlds,
                              ('dof_damping', 'tendon_damping', 'opt.density', 'opt.viscosity', 'geom_fluid'))


def vary(m, seed):
    m.dof_damping[:] *= seed
    m.tendon_damping[:] *= seed
    m.opt.density *= 1 + seed
    m.opt.viscosity *= seed
    m.geom_fluid[:, 1:] *= seed
