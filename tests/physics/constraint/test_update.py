"""Cost of violating constraints, forces, states and Hessians of cones."""

import mujoco
import numpy as np
import pytest

import torsor
from physics.constraint.models import constrained, load
from physics.constraint.world import assert_close, field, with_rows
from reference import constraint as reference
from reference.worlds import run
from torsor.jit import stage
from torsor.physics.constraint.update import update_constraint


@stage
def update_for_efc_b(m, d):
    """energy[0]: cost at jar = efc_b."""
    d.energy[0] = update_constraint(m, d, d.efc_b, True)


def updated(m, d, jar):
    """Our data after an update, and its cost."""
    model, data = with_rows(m, d)
    field(data, 'efc_b', d.nefc)[:] = jar
    run(update_for_efc_b, model, data)
    return data, data.energy[0]


@pytest.fixture(scope='module', params=['pyramidal', 'elliptic'])
def world(request):
    return load(constrained(7, option=f'cone="{request.param}" impratio="2"'), 7)


@pytest.mark.parametrize('scale', [0.0, 1.0, 100.0])
def test_update_agrees_with_the_wheel(world, scale):
    m, d = world
    jar = scale * np.random.default_rng(1).normal(size=d.nefc)
    cost = np.zeros(1)
    mujoco.mj_constraintUpdate(m, d, jar, cost, 1)
    data, ours = updated(m, d, jar)
    np.testing.assert_allclose(ours, cost[0], rtol=1e-13)
    np.testing.assert_array_equal(field(data, 'efc_state', d.nefc), d.efc_state)
    assert_close(data, d, ('efc_force',))
    np.testing.assert_allclose(data.qfrc_constraint, d.qfrc_constraint, rtol=0,
                               atol=1e-12 * np.abs(d.qfrc_constraint).max(initial=1e-300))


def test_update_agrees_with_formulas(world):
    m, d = world
    jar = np.random.default_rng(2).normal(size=d.nefc)
    data, ours = updated(m, d, jar)
    cost, force, state, hessians = reference.update(m, d, jar)
    np.testing.assert_allclose(ours, cost, rtol=1e-13)
    np.testing.assert_allclose(field(data, 'efc_force', d.nefc), force, rtol=1e-12, atol=1e-12 * np.abs(force).max())
    np.testing.assert_array_equal(field(data, 'efc_state', d.nefc), state)
    assert bool(hessians) == bool(m.opt.cone)
    for c, expected in hessians.items():
        ours = field(data, 'contact.H', d.contact.H.shape)[c, :expected.size].reshape(expected.shape)
        np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-13 * np.abs(expected).max())


def test_force_is_the_negative_gradient_of_the_cost(world):
    m, d = world
    jar = np.random.default_rng(3).normal(size=d.nefc)
    force = field(updated(m, d, jar)[0], 'efc_force', d.nefc).copy()
    direction = np.random.default_rng(4).normal(size=d.nefc) / np.sqrt(d.efc_D)
    step = 1e-6
    costs = [updated(m, d, jar + sign * step * direction)[1] for sign in (1, -1)]
    np.testing.assert_allclose((costs[0] - costs[1]) / (2 * step), -force @ direction, rtol=1e-4)


@pytest.mark.parametrize('loss', [0.6, -0.6])
def test_sides_of_dry_friction_as_in_the_wheel(loss):
    """Where negative friction makes both sides possible, the lower one comes first."""
    xml, results = f"""<mujoco><worldbody><body><joint frictionloss="{loss}"/><geom size="0.1" pos="0.1 0.2 0"/></body>
        </worldbody></mujoco>""", []
    for engine in (mujoco, torsor):
        m = engine.MjModel.from_xml_string(xml)
        d, cost = engine.MjData(m), np.zeros(1)
        engine.mj_forward(m, d)
        for x in np.linspace(-2, 2, 15) * d.efc_R[0]:
            engine.mj_constraintUpdate(m, d, np.array([x]), cost, 0)
            results.append((int(d.efc_state[0]), float(d.efc_force[0]), pytest.approx(cost[0], rel=1e-12)))
    assert results[:15] == results[15:]
    assert len({state for state, *_ in results}) == (3 if loss > 0 else 2)
