"""Newton's method with exact line search."""

from ...jit import helper, stage
from ...jit.lanes import any_, each, not_, where
from .dense_hessian import factor_dense, new_dense_hessian, solve_dense
from .descent import descend, has_converged, record_sizes, record_updates
from .primal import admit_overflow, begins_at_the_end, dot, evaluate, scaled_gradient, start_point
from .problem import after_scratch, close_problem, has_island, open_problem, problem_dofs
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
def iterate(m, d, p, h, factor, solve, cost, go):
    """Steps of Newton's method from points of this cost, in each world until they are of no more use; how many.

    A world that has come to an end stays where it is while others go on.
    """
    iteration, count = 0, each(0.0, cost)
    while iteration < m.opt.iterations and any_(go):
        updates = factor(m, d, p, h)
        record_updates(d, p, iteration - 1, updates, go)
        ends = aim(p, h, solve) < m.opt.tolerance
        if iteration == 0:
            ends = ends & (scaled_gradient(p) < m.opt.tolerance)
        go = go & not_(ends)
        if not any_(go):
            break
        step = descend(m, d, p, go)
        go = go & (step.length != 0.0)
        if not any_(go):
            break
        iteration += 1
        count += where(go, 1.0, 0.0)
        before, cost = cost, evaluate(d, p, True)
        go = go & not_(has_converged(m, d, p, before, cost, step, iteration, go))
    return count


@helper
def newton(m, d, island, new_hessian, factor, solve):
    """Bring qacc to the least cost by Newton's method, for one island and one of two kinds of Hessian."""
    mark, entries = d.pstack, 0
    p = open_problem(m, d, problem_dofs(m, d, island))
    start_point(m, d, p)
    cost = evaluate(d, p, True)
    admit_overflow(p, cost)
    there, iterations = has_island(d, island), each(0.0, cost)
    go = there & not_(begins_at_the_end(m, d, p, there, True))
    if any_(go):
        h = new_hessian(m, d, p)
        p = after_scratch(d, p)
        iterations = iterate(m, d, p, h, factor, solve, cost, go)
        entries = h.size
    record_sizes(m, d, p, iterations, entries)
    close_problem(m, d, p)
    d.pstack = mark


@stage
def newton_dense(m, d, island: int):
    """Newton's method with a dense Jacobian, for an island, or for the whole model if it is WHOLE.

    Reads nefc, efm_active, nefmT, nefmA, ten_J, moment_rownnz, moment_rowadr, moment_colind, actuator_moment, M, qLD,
    qLDiagInv, qH, qHDiagInv, qfrc_smooth, qacc_smooth, work.island_number, work.dof_order, work.dof_place,
    contact.friction, contact.mu, contact.dim, efc_type, efc_id, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_J,
    efc_frictionloss, efc_D, efc_R, dof_island, island_nv, island_idofadr, map_dof2idof, island_nefc, island_iefcadr,
    map_iefc2efc, efc_aref, efm_c, efm_diag, efm_fluid, efm_tid, efm_ts, efm_aid, efm_as, efm_ca, work.efc_here,
    work.efc_start; ten_J_rownnz, ten_J_rowadr, ten_J_colind, actuator_outadr, actuator_outnum, M_rownnz, M_rowadr,
    M_colind, opt.tolerance, opt.ls_tolerance, opt.integrator, opt.jacobian, opt.iterations, opt.ls_iterations,
    opt.noslip_iterations, opt.disableflags of the model. Updates qacc, contact.H, iefc_type, iefc_id,
    iefc_frictionloss, iefc_D, iefc_R, iefc_state, iefc_force, efc_force. Writes solver_niter, solver_nnz,
    qfrc_constraint, solver.*, ifrc_smooth, iacc_smooth, iacc, iefc_aref, efc_state, ifrc_constraint.
    """
    newton(m, d, island, new_dense_hessian, factor_dense, solve_dense)


@stage
def newton_sparse(m, d, island: int):
    """Newton's method with a sparse Jacobian, for an island, or for the whole model if it is WHOLE.

    Reads nefc, efm_active, nefmT, nefmA, ten_J, moment_rownnz, moment_rowadr, moment_colind, actuator_moment, M, qLD,
    qLDiagInv, qH, qHDiagInv, qfrc_smooth, qacc_smooth, work.island_number, work.dof_order, work.dof_place,
    contact.friction, contact.mu, contact.dim, efc_type, efc_id, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_J,
    efc_frictionloss, efc_D, efc_R, dof_island, island_nv, island_idofadr, map_dof2idof, island_nefc, island_iefcadr,
    map_iefc2efc, efc_aref, efm_c, efm_diag, efm_fluid, efm_tid, efm_ts, efm_aid, efm_as, efm_ca, work.efc_here,
    work.efc_start; ten_J_rownnz, ten_J_rowadr, ten_J_colind, actuator_outadr, actuator_outnum, M_rownnz, M_rowadr,
    M_colind, opt.tolerance, opt.ls_tolerance, opt.integrator, opt.jacobian, opt.iterations, opt.ls_iterations,
    opt.noslip_iterations, opt.disableflags of the model. Updates qacc, contact.H, iefc_type, iefc_id,
    iefc_frictionloss, iefc_D, iefc_R, iefc_state, iefc_force, efc_force. Writes solver_niter, solver_nnz,
    qfrc_constraint, solver.*, ifrc_smooth, iacc_smooth, iacc, iefc_aref, efc_state, ifrc_constraint.
    """
    newton(m, d, island, new_sparse_hessian, factor_sparse, solve_sparse)
