"""What the options of a model amount to: kind of friction cone, of matrices and of constraint solver."""

from ...jit import helper
from .names import JACOBIAN_AUTO, JACOBIAN_SPARSE, PGS, PYRAMIDAL

SPARSE_FROM = 60  # dofs from which on the automatic choice is sparse


@helper
def is_pyramidal(m):
    """Whether friction cones are pyramids."""
    return m.opt.cone == PYRAMIDAL


@helper
def is_sparse(m):
    """Whether the constraint Jacobian is sparse."""
    return m.opt.jacobian == JACOBIAN_SPARSE or (m.opt.jacobian == JACOBIAN_AUTO and m.nv >= SPARSE_FROM)


@helper
def is_dual(m):
    """Whether a solver works on constraint forces, so that the matrix A = J M^-1 J' is needed."""
    return m.opt.solver == PGS or m.opt.noslip_iterations > 0
