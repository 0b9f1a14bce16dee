"""Where solvers start."""

import mujoco
import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.constraint.world import field
from physics.solver.world import unsolved
from reference import solver as reference
from reference.worlds import run
from torsor.physics.solver.start import choose_start


def started(m, d):
    model, data = unsolved(m, d)
    run(choose_start, model, data)
    return data


@pytest.mark.parametrize('nearness', [0.0, 0.5, 1.0])
def test_the_cheaper_acceleration_is_chosen(nearness):
    m, d = load(constrained(7, option='cone="elliptic"'), 7)
    noise = np.random.default_rng(1).normal(size=m.nv) * 1e6
    d.qacc_warmstart[:] = nearness * d.qacc + (1 - nearness) * noise
    costs = {name: reference.cost(m, d, getattr(d, name))[0] for name in ('qacc_smooth', 'qacc_warmstart')}
    cheaper = min(costs, key=costs.__getitem__)
    assert (cheaper == 'qacc_warmstart') == (nearness == 1.0)
    np.testing.assert_array_equal(started(m, d).qacc, getattr(d, cheaper))


def test_without_warmstart_the_smooth_acceleration_is_chosen():
    m, d = load(constrained(7, flags='warmstart="disable"'), 7)
    d.qacc_warmstart[:] = d.qacc
    np.testing.assert_array_equal(started(m, d).qacc, d.qacc_smooth)


def test_linear_term_of_the_dual_problem():
    m, d = load(constrained(7), 7)
    mujoco.mj_forward(m, d)
    np.testing.assert_allclose(field(started(m, d), 'efc_b', d.nefc), d.efc_b, rtol=0,
                               atol=1e-13 * np.abs(d.efc_b).max())
