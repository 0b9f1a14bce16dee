"""Projected Gauss-Seidel for worlds that share rows.

Where the forces start, the whitened Jacobian, and what follows from the forces, all worlds find together. The sweeps
are each world's own: their order is drawn from the number of rows that it has, and they run along rows of a matrix that
is small without the rows of others.
"""

from ...jit import helper, stage
from ...jit.arena import reserve
from ...jit.lanes import where
from ...jit.per_world import alone, take
from ...jit.structs import width
from ..common.names import ROW_ELLIPTIC
from ..constraint.delassus import dual_matrix
from ..constraint.rows import FIELDS
from ..constraint.whiten import whiten_all
from ..solver.forces import accelerate, drop_costly_forces, set_warm_forces
from ..solver.jacobian import WHOLE
from ..solver.order import order_dofs
from ..solver.pgs import gauss_seidel
from ..solver.problem import inverse_trace, problem_dofs
from .split_worlds import merge_forces


# ---- the problem of one world ----
@helper
def copy_row(m, d, k, r, one, s):
    """Make row r of all worlds row s of world k, as far as its dual problem is concerned."""
    one.efc_type[s], one.efc_id[s], one.efc_R[s] = d.efc_type[r], d.efc_id[r], take(d.efc_R[r], k)
    one.efc_frictionloss[s] = take(d.efc_frictionloss[r], k)
    one.efc_b[s], one.efc_force[s] = take(d.efc_b[r], k), take(d.efc_force[r], k)
    for i in range(m.nv * s, m.nv * s + m.nv):
        one.efc_Y[i] = 0.0
    for q in range(d.efc_Y_rowadr[r], d.efc_Y_rowadr[r] + d.efc_Y_rownnz[r]):
        one.efc_Y[m.nv * s + d.efc_Y_colind[q]] = take(d.efc_Y[q], k)


@helper
def copy_cone(d, k, c, one):
    """The friction of contact c, which keeps its number."""
    one.contact.dim[c] = d.contact.dim[c]
    for i in range(5):
        one.contact.friction[c, i] = take(d.contact.friction[c, i], k)


@helper
def copy_problem(m, d, k, one):
    """What the dual problem of world k consists of."""
    one.parena = 0
    reserve(one, 'contact', d.ncon)
    reserve(one, FIELDS, one.nefc)
    reserve(one, 'efc_Y,efc_Y_colind', one.nY)
    s = 0
    for r in range(d.nefc):
        if take(d.work.efc_here[r], k) != 0.0:
            copy_row(m, d, k, r, one, s)
            if d.efc_type[r] == ROW_ELLIPTIC:
                copy_cone(d, k, d.efc_id[r], one)
            s += 1


@stage
def sweep_world(m, d, scale: float):
    """efc_force of a world alone, from where its forces may start and its whitened Jacobian."""
    dual_matrix(m, d)
    drop_costly_forces(m, d)
    gauss_seidel(m, d, WHOLE, scale)


# ---- all worlds ----
@helper
def keep_free_worlds(m, d):
    """Let worlds without rows move as they would, to the sign of a zero."""
    rows = 0.0
    for r in range(d.nefc):
        rows += d.work.efc_here[r]
    for i in range(m.nv):
        d.qacc[i] = where(rows > 0.0, d.qacc[i], d.qacc_smooth[i])


@stage
def sweep_together(m, d):
    """qacc, efc_force and qfrc_constraint of several worlds by projected Gauss-Seidel, without islands."""
    set_warm_forces(m, d)
    whiten_all(m, d, d.qLD, d.qLDiagInv)
    order_dofs(m, d)
    scale = inverse_trace(m, d, problem_dofs(m, d, WHOLE))
    for k in range(width(d)):
        one = alone(d, k)
        if one.nefc:
            copy_problem(m, d, k, one)
            sweep_world(alone(m, k), one, take(scale, k))
    merge_forces(m, d)
    accelerate(m, d)
    keep_free_worlds(m, d)
