"""The choice of a solver."""

from ...jit import stage
from .newton import newton


@stage
def solve_constraint(m, d):
    """qacc, efc_force, efc_state and qfrc_constraint from qacc_smooth and the constraint rows."""
    newton(m, d)
