"""What waits for the metric of the integrator `discrete`: impedances, reference accelerations, projections."""

from ...jit import helper, stage
from ..common.names import MINVAL, ON_DIAGEXACT
from ..common.settings import is_sparse
from .impedance import regularize
from .project import project_rows
from .reference import late_reference


@helper
def metric_ratio(m, d, r):
    """How much smaller the diagonal of J inv(M) J' gets by the metric in row r, judged by the diagonals of both."""
    before, after = 0.0, 0.0
    start, count = (d.efc_J_rowadr[r], d.efc_J_rownnz[r]) if is_sparse(m) else (r * m.nv, m.nv)
    for k in range(count):
        i = d.efc_J_colind[start + k] if is_sparse(m) else k
        square, inertia = d.efc_J[start + k] * d.efc_J[start + k], d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
        before += square / inertia
        after += square / (inertia + d.efm_sdiag[i])
    return after / before if before > MINVAL else 1.0


@helper
def complete_rows(m, d, is_solved):
    """Complete the rows once the metric has been factorised; project them if a solver or exact diagonals need it."""
    if d.nefc == 0:
        return
    for r in range(d.nefc):
        d.efc_diagA[r] = d.work.efc_weight[r] * metric_ratio(m, d, r)
    if not m.opt.enableflags & ON_DIAGEXACT:  # else the projection does it
        regularize(m, d)
    if is_solved or m.opt.enableflags & ON_DIAGEXACT:
        project_rows(m, d)
    late_reference(m, d)


@stage
def metric_constraint(m, d):
    """efc_KBIP, efc_R, efc_D, efc_aref, efc_Y and efc_AR of the integrator's metric."""
    complete_rows(m, d, True)


@stage
def inverse_metric_constraint(m, d):
    """The part of them that inverse dynamics needs, which solves for nothing."""
    complete_rows(m, d, False)
