"""Islands and forces of several worlds: together where they have the same islands, else each world by itself."""

from ...jit import apart_of, helper, lanes_of, stage
from ..common.names import NEWTON, PGS
from ..solver.jacobian import WHOLE
from ..solver.newton import newton_dense
from ..solver.order import order_dofs
from ..solver.problem import reserve_island_rows
from ..solver.solve import prepare_solver, solve_constraint
from ..solver.start import choose_start
from .islands import find_islands_together
from .pgs import sweep_together
from .shared import has_one_island, shares_rows
from .split_worlds import merge_forces, split_constraints

prepare_apart, solve_apart = apart_of(prepare_solver), apart_of(solve_constraint)


@lanes_of(prepare_solver)
def prepare_worlds(m, d):
    """Islands that all worlds have together; where these differ, each world looks for its own."""
    if not shares_rows(m, d):
        prepare_apart(m, d)
    elif not has_one_island(m):
        find_islands_together(m, d)
        if d.work.islands_differ:
            split_constraints(m, d)
            prepare_apart(m, d)


@stage
def solve_together(m, d):
    """qacc, efc_force, efc_state and qfrc_constraint of several worlds by Newton's method."""
    choose_start(m, d)
    order_dofs(m, d)
    if d.nisland:
        reserve_island_rows(d)
        for k in range(d.nisland):
            newton_dense(m, d, k)
    else:
        newton_dense(m, d, WHOLE)


@helper
def solve_parted(m, d):
    """Let each of several worlds that share rows solve for its own forces."""
    split_constraints(m, d)
    prepare_apart(m, d)
    solve_apart(m, d)
    merge_forces(m, d)


@lanes_of(solve_constraint)
def solve_worlds(m, d):
    """Forces of all worlds together, or of each by itself."""
    one_island = has_one_island(m)
    if not shares_rows(m, d):
        solve_apart(m, d)
    elif m.opt.noslip_iterations > 0:
        solve_parted(m, d)
    elif m.opt.solver == NEWTON and (one_island or not d.work.islands_differ):
        solve_together(m, d)
    elif m.opt.solver == PGS and one_island:
        sweep_together(m, d)
    else:
        solve_parted(m, d)
