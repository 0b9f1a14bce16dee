"""The choice of a solver."""

from ...jit import stage
from ...schema.enums import mjtSolver
from .conjugate import conjugate_gradient
from .newton import newton
from .start import choose_start

CG = int(mjtSolver.mjSOL_CG)


@stage
def solve_constraint(m, d):
    """qacc, efc_force, efc_state and qfrc_constraint from qacc_smooth and the constraint rows."""
    choose_start(m, d)
    if m.opt.solver == CG:
        conjugate_gradient(m, d)
    else:
        newton(m, d)
