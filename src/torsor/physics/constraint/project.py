"""The constraint Jacobian seen through the inertia, for those who want it: A = J inv(M) J' = Y Y'.

Its diagonal is the exact one for the impedance (flag `diagexact`); dual solvers want all of A + R.
"""

from ...jit import stage
from ...jit.inner import inner_product
from ..common.names import ON_DIAGEXACT
from ..common.settings import at_step_end, is_dual
from .delassus import dual_matrix
from .impedance import regularize
from .whiten import row_range, whiten_all


@stage
def exact_diagonal(m, d):
    """efc_diagA, the exact diagonal of A."""
    for r in range(d.nefc):
        start, count = row_range(m, d, r)
        d.efc_diagA[r] = inner_product(d.efc_Y, start, d.efc_Y, start, count)


@stage
def project_rows(m, d):
    """efc_Y, with exact diagonals if wanted, and efc_AR, if a solver or a flag asks for them."""
    d.nY, d.nA = 0, 0
    exact = m.opt.enableflags & ON_DIAGEXACT != 0
    if d.nefc == 0 or not (exact or is_dual(m)):
        return
    if at_step_end(m, d):
        whiten_all(m, d, d.qH, d.qHDiagInv)
    else:
        whiten_all(m, d, d.qLD, d.qLDiagInv)
    if exact:
        exact_diagonal(m, d)
        regularize(m, d)
    if is_dual(m):
        dual_matrix(m, d)


@stage
def project_constraint(m, d):
    """Project the rows, unless the metric of the integrator is still to come."""
    if not at_step_end(m, d):
        project_rows(m, d)
