"""The acceleration behind a step: undoing what an integrator did."""

import numpy as np
import pytest

from reference.models import random_model
from reference.steps import ACTUATORS, EULER, IMPLICIT, IMPLICITFAST, RK4, SERVOS, after_forward, after_stages
from torsor.physics.integrate.euler import euler
from torsor.physics.integrate.implicit import implicit, implicitfast
from torsor.physics.integrate.inverse import continuous_acceleration

MODELS = {'first': random_model(0), 'second': random_model(4), 'servo': SERVOS % ACTUATORS['cord']}
STAGES = {EULER: euler, IMPLICIT: implicit, IMPLICITFAST: implicitfast}


@pytest.mark.parametrize('integrator', STAGES)
@pytest.mark.parametrize('xml', MODELS.values(), ids=MODELS)
def test_the_change_of_velocity_gives_the_acceleration_back(xml, integrator):
    m, d = after_forward(xml, integrator, 0)
    acceleration = d.qacc.copy()
    step = (after_stages(m, d, STAGES[integrator]).qvel - d.qvel) / m.opt.timestep
    d.qacc[:] = step
    ours = after_stages(m, d, continuous_acceleration)
    np.testing.assert_allclose(ours.qacc, acceleration, rtol=0, atol=1e-9 * np.abs(acceleration).max())
    assert (getattr(ours, 'work.step_acc') == step).all()


def test_runge_kutta_has_nothing_to_undo():
    m, d = after_forward(random_model(0), RK4, 0)
    assert (after_stages(m, d, continuous_acceleration).qacc == d.qacc).all()
