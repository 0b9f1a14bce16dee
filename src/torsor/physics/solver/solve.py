"""The choice of a solver, island by island."""

from ...jit import helper, stage
from ..common.names import CG, NEWTON, PGS
from ..common.settings import is_dual
from ..common.upcalls import refuse_solver
from .conjugate import conjugate_gradient
from .forces import accelerate, choose_forces
from .jacobian import WHOLE, has_sparse_hessian
from .newton import newton_dense, newton_sparse
from .noslip import noslip
from .order import order_dofs
from .pgs import gauss_seidel
from .problem import copy_rows, inverse_trace, problem_dofs, reserve_island_rows
from .start import choose_start


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
    """qacc, efc_force, efc_state and qfrc_constraint from qacc_smooth and the constraint rows.

    Reads nefc, nisland, nidof, M, work.dof_order, efc_type, efc_id, efc_frictionloss, efc_D, efc_R, island_nv,
    island_idofadr, island_nefc, island_iefcadr, map_iefc2efc, efc_aref; M_rownnz, M_rowadr, opt.jacobian, opt.solver,
    opt.noslip_iterations of the model. Writes ifrc_smooth, iacc_smooth, iacc, iefc_*, ifrc_constraint. Runs
    upcall.solver, choose_forces, choose_start, order_dofs, gauss_seidel, conjugate_gradient, newton_sparse,
    newton_dense, noslip, accelerate.
    """
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


@stage
def solve_together(m, d):
    """The same for several worlds, by Newton's method.

    Reads nefc, nisland, nidof. Writes ifrc_smooth, iacc_smooth, iacc, iefc_*, ifrc_constraint. Runs choose_start,
    order_dofs, newton_dense.
    """
    choose_start(m, d)
    order_dofs(m, d)
    if d.nisland:
        reserve_island_rows(d)
        for k in range(d.nisland):
            newton_dense(m, d, k)
    else:
        newton_dense(m, d, WHOLE)
