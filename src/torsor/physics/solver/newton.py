"""Newton's method with exact line search."""

from ...jit import helper, stage
from .dense_hessian import factor_dense, new_dense_hessian, solve_dense
from .descent import count_entries, descend, has_converged, record_size, statistics_index
from .primal import begins_at_the_end, dot, evaluate, start_point
from .problem import after_scratch, close_problem, open_problem, problem_dofs
from .sparse_hessian import factor_sparse, new_sparse_hessian, solve_sparse


@helper
def aim(p, h, solve):
    """Set the search direction -H^-1 grad; returns the scaled improvement of the cost that a full step promises.

    That is half of the squared Newton decrement (Boyd and Vandenberghe 2004, sec. 9.5.1).
    """
    for i in range(p.dofs.count):
        p.search[i] = -p.grad[i]
    solve(h, p.search)
    return -0.5 * p.scale * dot(p.dofs.count, p.grad, p.search)


@helper
def iterate(m, d, p, h, factor, solve, cost):
    """Steps of Newton's method from a point of this cost, until they are of no more use; how many there were."""
    iteration = 0
    while iteration < m.opt.iterations:
        updates, at = factor(m, d, p, h), statistics_index(d, p, iteration - 1)
        if at >= 0:
            d.solver.nupdate[at] = updates
        if aim(p, h, solve) < m.opt.tolerance and iteration > 0:
            break
        step = descend(m, d, p)
        if step.length == 0.0:
            break
        iteration += 1
        before, cost = cost, evaluate(d, p, True)
        if has_converged(m, d, p, before, cost, step, iteration):
            break
    return iteration


@helper
def newton(m, d, island, new_hessian, factor, solve):
    """Bring qacc to the least cost by Newton's method, for one island and one of two kinds of Hessian."""
    mark, iteration = d.pstack, 0
    p = open_problem(m, d, problem_dofs(m, d, island))
    start_point(m, d, p)
    cost, entries = evaluate(d, p, True), count_entries(p)
    if not begins_at_the_end(m, d, p, True):
        h = new_hessian(m, d, p)
        p = after_scratch(m, d, p)
        iteration = iterate(m, d, p, h, factor, solve, cost)
        if iteration > 0:
            entries = h.size
    record_size(d, p, iteration, entries)
    close_problem(m, d, p)
    d.pstack = mark


@stage
def newton_dense(m, d, island: int):
    """Newton's method with a dense Jacobian, for an island, or for the whole model if it is WHOLE.

    Reads nefc, efm_active, nefmT, nefmA, ten_J, moment_rownnz, moment_rowadr, moment_colind, actuator_moment, M, qLD,
    qLDiagInv, qH, qHDiagInv, qfrc_smooth, qacc_smooth, work.dof_order, work.dof_place, contact.friction, contact.mu,
    contact.dim, efc_type, efc_id, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_J, efc_frictionloss, efc_D, efc_R,
    dof_island, island_nv, island_idofadr, map_dof2idof, island_nefc, island_iefcadr, map_iefc2efc, efc_aref, efm_c,
    efm_diag, efm_fluid, efm_tid, efm_ts, efm_aid, efm_as, efm_ca; ten_J_rownnz, ten_J_rowadr, ten_J_colind,
    actuator_outadr, actuator_outnum, M_rownnz, M_rowadr, M_colind, opt.tolerance, opt.ls_tolerance, opt.integrator,
    opt.jacobian, opt.iterations, opt.ls_iterations, opt.noslip_iterations, opt.disableflags of the model. Updates qacc,
    contact.H, iefc_*, efc_state, efc_force. Writes solver_niter, solver_nnz, qfrc_constraint, solver.*, ifrc_smooth,
    iacc_smooth, iacc, ifrc_constraint.
    """
    newton(m, d, island, new_dense_hessian, factor_dense, solve_dense)


@stage
def newton_sparse(m, d, island: int):
    """Newton's method with a sparse Jacobian, for an island, or for the whole model if it is WHOLE.

    Reads nefc, efm_active, nefmT, nefmA, ten_J, moment_rownnz, moment_rowadr, moment_colind, actuator_moment, M, qLD,
    qLDiagInv, qH, qHDiagInv, qfrc_smooth, qacc_smooth, work.dof_order, work.dof_place, contact.friction, contact.mu,
    contact.dim, efc_type, efc_id, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_J, efc_frictionloss, efc_D, efc_R,
    dof_island, island_nv, island_idofadr, map_dof2idof, island_nefc, island_iefcadr, map_iefc2efc, efc_aref, efm_c,
    efm_diag, efm_fluid, efm_tid, efm_ts, efm_aid, efm_as, efm_ca; ten_J_rownnz, ten_J_rowadr, ten_J_colind,
    actuator_outadr, actuator_outnum, M_rownnz, M_rowadr, M_colind, opt.tolerance, opt.ls_tolerance, opt.integrator,
    opt.jacobian, opt.iterations, opt.ls_iterations, opt.noslip_iterations, opt.disableflags of the model. Updates qacc,
    contact.H, iefc_*, efc_state, efc_force. Writes solver_niter, solver_nnz, qfrc_constraint, solver.*, ifrc_smooth,
    iacc_smooth, iacc, ifrc_constraint.
    """
    newton(m, d, island, new_sparse_hessian, factor_sparse, solve_sparse)
