"""A world that waits for its constraint solver: smooth dynamics by the wheel, constraint rows by us."""

import numpy as np

from physics.constraint.world import arena_field, copy_world, place
from reference.worlds import World, run
from torsor.physics.constraint.make import make_constraint
from torsor.physics.constraint.metric import metric_constraint
from torsor.physics.constraint.project import project_constraint
from torsor.physics.constraint.reference import reference_constraint

METRIC = ('efm_c', 'efm_ca', 'efm_diag', 'efm_sdiag', 'efm_fluid', 'efm_tid', 'efm_ts', 'efm_aid', 'efm_as')


def unsolved(m, d) -> tuple[World, World]:
    """Our model and data before the solver."""
    model, data = copy_world(m, d)
    if d.efm_active:
        copy_metric(d, data)
    for stage in (make_constraint, project_constraint, reference_constraint):
        run(stage, model, data)
    if d.efm_active:
        run(metric_constraint, model, data)
    return model, data


def copy_metric(d, data: World) -> None:
    """Give our data the wheel's metric of the integrator `discrete`."""
    for name in METRIC:
        value = np.asarray(getattr(d, name)).reshape(-1)
        place(data, name, max(value.size, 1))
        arena_field(data, name, value.size)[:] = value
