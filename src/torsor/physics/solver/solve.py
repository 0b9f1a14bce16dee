"""The choice of a solver, island by island."""

from ...jit import helper, stage
from ...jit.per_world import alone
from ...jit.structs import width
from ...schema.constants import mjNISLAND
from ..common.names import CG, NEWTON, PGS
from ..common.settings import is_dual
from ..common.upcalls import refuse_solver
from ..constraint.project import project_constraint
from ..island.find import find_islands
from .conjugate import conjugate_gradient
from .forces import accelerate, choose_forces
from .jacobian import WHOLE, has_sparse_hessian
from .newton import newton_dense, newton_sparse
from .noslip import noslip
from .order import order_dofs
from .pgs import gauss_seidel
from .problem import copy_rows, inverse_trace, problem_dofs, reserve_island_rows
from .start import choose_start


@stage
def prepare_solver(m, d):
    """Islands, and rows seen through the inertia for solvers that want them."""
    if d.nefc:
        find_islands(m, d)
        project_constraint(m, d)


@helper
def set_unconstrained(m, d):
    """qacc and qfrc_constraint as they are without constraints."""
    for i in range(m.nv):
        d.qacc[i] = d.qacc_smooth[i]
        d.qfrc_constraint[i] = 0.0


@helper
def start_unconstrained(m, d):
    """qacc and qfrc_constraint as they are without constraints; no iterations yet, in no world."""
    set_unconstrained(m, d)
    for k in range(width(d)):
        for island in range(mjNISLAND):
            alone(d, k).solver_niter[island] = 0


@helper
def solve_island(m, d, k):
    """Solve the problem of island k, or of the whole model."""
    if m.opt.solver == PGS:
        if k != WHOLE:
            copy_rows(d, d.island_iefcadr[k], d.island_nefc[k])
        gauss_seidel(m, d, k, inverse_trace(m, d, problem_dofs(m, d, k)))
    elif m.opt.solver == CG:
        conjugate_gradient(m, d, k)
    elif has_sparse_hessian(m, problem_dofs(m, d, k)):
        newton_sparse(m, d, k)
    else:
        newton_dense(m, d, k)
    if m.opt.noslip_iterations > 0:
        noslip(m, d, k)


@stage
def solve_constraint(m, d):
    """qacc, efc_force, efc_state and qfrc_constraint from qacc_smooth and the constraint rows."""
    if d.nefc == 0:
        return
    if m.opt.solver != PGS and m.opt.solver != CG and m.opt.solver != NEWTON:
        refuse_solver(m, d, m.opt.solver)
    if m.opt.solver == PGS:
        choose_forces(m, d)
    else:
        choose_start(m, d)
    order_dofs(m, d)
    if d.nisland:
        reserve_island_rows(d)
        for k in range(d.nisland):
            solve_island(m, d, k)
    else:
        solve_island(m, d, WHOLE)
    if is_dual(m):
        accelerate(m, d)
