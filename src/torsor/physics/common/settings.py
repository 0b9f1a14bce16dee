"""What the options of a model amount to: kind of friction cone, of matrices and of constraint solver."""

from ...jit import helper
from ...jit.structs import width
from .names import (
    DISCRETE,
    JACOBIAN_AUTO,
    JACOBIAN_SPARSE,
    PGS,
    PYRAMIDAL,
)

SPARSE_FROM = 60  # dofs from which on the automatic choice is sparse


@helper
def is_pyramidal(m):
    """Whether friction cones are pyramids."""
    return m.opt.cone == PYRAMIDAL


@helper
def is_sparse(m):
    """Whether the constraint Jacobian of a model is sparse."""
    return m.opt.jacobian == JACOBIAN_SPARSE or (m.opt.jacobian == JACOBIAN_AUTO and m.nv >= SPARSE_FROM)


@helper
def has_sparse_rows(m, d):
    """Whether the constraint Jacobian of a data is sparse, as that of worlds that share registers always is."""
    return width(d) > 1 or is_sparse(m)


@helper
def is_dual(m):
    """Whether a solver works on constraint forces, so that the matrix A = J M^-1 J' is needed."""
    return m.opt.solver == PGS or m.opt.noslip_iterations > 0


@helper
def has_metric(m, d):
    """Whether the position stage has made room for the metric of the integrator `discrete`."""
    return m.opt.integrator == DISCRETE and d.efm_active != 0


@helper
def at_step_end(m, d):
    """Whether springs act on rows at the end of the step; with that metric no rows are made for several worlds."""
    return width(d) == 1 and has_metric(m, d)
