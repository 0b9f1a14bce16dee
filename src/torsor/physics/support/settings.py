"""What the options of a model amount to: kind of friction cone, of matrices and of constraint solver."""

from ...jit.native import native
from ..names import JACOBIAN_AUTO, JACOBIAN_SPARSE, PGS, PYRAMIDAL

SPARSE_FROM = 60  # dofs from which on the automatic choice is sparse


@native
def is_pyramidal(m):
    """Whether friction cones are pyramids."""
    return 1 if m.opt.cone == PYRAMIDAL else 0


@native
def is_sparse(m):
    """Whether the constraint Jacobian is sparse."""
    automatic = m.opt.jacobian == JACOBIAN_AUTO and m.nv >= SPARSE_FROM
    return 1 if automatic or m.opt.jacobian == JACOBIAN_SPARSE else 0


@native
def is_dual(m):
    """Whether a solver works on constraint forces, so that the matrix A = J M^-1 J' is needed."""
    return 1 if m.opt.solver == PGS or m.opt.noslip_iterations > 0 else 0
