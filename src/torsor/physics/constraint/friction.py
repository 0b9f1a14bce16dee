"""Rows of dry friction in joints and tendons: a velocity that a bounded force opposes."""

from ...jit import helper, stage
from ...jit.lanes import any_
from ..common.names import ROW_FRICTION_DOF, ROW_FRICTION_TENDON
from ..sleep.rest import dof_sleeps, some_sleep, tendon_sleeps
from .coupling import append_tendon
from .rows import append_dof


@helper
def set_friction(d, row, most, diagonal):
    d.efc_pos[row], d.efc_frictionloss[row], d.efc_diagA[row] = 0.0, most, diagonal


@helper
def add_dof_friction(m, d, i):
    """The row of one dof."""
    row = d.nefc
    append_dof(m, d, ROW_FRICTION_DOF, i, i, 1.0, m.dof_frictionloss[i] != 0.0)
    set_friction(d, row, m.dof_frictionloss[i], m.dof_invweight0[i])


@helper
def add_tendon_friction(m, d, t):
    """The row of one tendon."""
    row = d.nefc
    if append_tendon(m, d, ROW_FRICTION_TENDON, t, 1.0, m.tendon_frictionloss[t] > 0.0):
        set_friction(d, row, m.tendon_frictionloss[t], m.tendon_invweight0[t])


@stage
def friction_rows(m, d):
    """Append the rows of dofs and tendons with dry friction; that of a dof may be negative, as in MuJoCo."""
    skips = some_sleep(m, d)
    for i in range(m.nv):
        if any_(m.dof_frictionloss[i] != 0.0) and not (skips and dof_sleeps(m, d, i)):
            add_dof_friction(m, d, i)
    for t in range(m.ntendon):
        if any_(m.tendon_frictionloss[t] > 0.0) and not (skips and tendon_sleeps(m, d, t)):
            add_tendon_friction(m, d, t)
