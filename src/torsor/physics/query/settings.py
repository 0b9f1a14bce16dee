"""What the options of a model amount to, for Python."""

from ...jit import stage
from ..common import settings


@stage
def is_pyramidal(m) -> int:
    """Whether friction cones are pyramids.

    Reads opt.cone of the model.
    """
    return 1 if settings.is_pyramidal(m) else 0


@stage
def is_sparse(m) -> int:
    """Whether the constraint Jacobian is sparse.

    Reads opt.jacobian of the model.
    """
    return 1 if settings.is_sparse(m) else 0


@stage
def is_dual(m) -> int:
    """Whether a solver works on constraint forces.

    Reads opt.solver, opt.noslip_iterations of the model.
    """
    return 1 if settings.is_dual(m) else 0
