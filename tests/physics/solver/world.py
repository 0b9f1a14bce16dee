"""Worlds before and after the constraint solver: smooth dynamics by the wheel, the rest by us."""

import numpy as np

from physics.constraint.world import arena_field, assert_close, copy_world, field, place
from reference.worlds import World, run
from torsor.jit import helper
from torsor.physics.constraint.make import make_rows
from torsor.physics.constraint.metric import metric_constraint
from torsor.physics.constraint.product import multiply_jacobian
from torsor.physics.constraint.project import project_constraint
from torsor.physics.constraint.reference import reference_constraint
from torsor.physics.island.find import find_islands
from torsor.physics.solver.primal import start_point
from torsor.physics.solver.solve import solve_constraint

METRIC = ('efm_c', 'efm_ca', 'efm_diag', 'efm_sdiag', 'efm_fluid', 'efm_tid', 'efm_ts', 'efm_aid', 'efm_as')

STATISTICS = {'improvement': 1e-5, 'nactive': 0, 'nchange': 0}  # with relative tolerances


def unsolved(m, d) -> tuple[World, World]:
    """Our model and data before the solver."""
    model, data = copy_world(m, d)
    if d.efm_active:
        copy_metric(d, data)
    for stage in (make_rows, find_islands, project_constraint, reference_constraint):
        run(stage, model, data)
    if d.efm_active:
        run(metric_constraint, model, data)
    return model, data


@helper
def begin_at_acceleration(m, d, p):
    """Start a problem from qacc, whatever it is: with what `choose_start` would have left behind for it."""
    multiply_jacobian(p.rows, p.qacc, d.work.efc_start)
    for r in range(p.rows.nefc):
        d.work.efc_start[r] -= p.rows.aref[r]
    start_point(m, d, p)


def copy_metric(d, data: World) -> None:
    """Give our data the wheel's metric of the integrator `discrete`."""
    for name in METRIC:
        value = np.asarray(getattr(d, name)).reshape(-1)
        place(data, name, max(value.size, 1))
        arena_field(data, name, value.size)[:] = value


def solved(m, d) -> World:
    """Our data after the solver."""
    model, data = unsolved(m, d)
    run(solve_constraint, model, data)
    return data


def assert_same_accelerations(data: World, d, tolerance: float) -> None:
    """Accelerations and forces agree, up to a tolerance relative to the largest."""
    for name in ('qacc', 'qfrc_constraint'):
        expected = getattr(d, name)
        np.testing.assert_allclose(getattr(data, name), expected, rtol=0, atol=tolerance * np.abs(expected).max(),
                                   err_msg=name)
    assert_close(data, d, ('efc_force',), tolerance)


def assert_same_solution(data: World, d, tolerance: float) -> None:
    """The same, and states of rows."""
    assert_same_accelerations(data, d, tolerance)
    np.testing.assert_array_equal(field(data, 'efc_state', d.nefc), d.efc_state)


def statistics(d, name: str) -> list:
    """A number of the wheel's statistics for each iteration."""
    return [getattr(d.solver[k], name) for k in range(d.solver_niter[0])]


def column(data: World, d, name: str) -> np.ndarray:
    """The same of ours."""
    return getattr(data, f'solver.{name}')[:d.solver_niter[0]]
