"""What the options of a model amount to, for Python."""

from ...jit import stage
from ..common import settings


@stage
def is_pyramidal(m) -> int:
    """Whether friction cones are pyramids."""
    return 1 if settings.is_pyramidal(m) else 0


@stage
def is_sparse(m) -> int:
    """Whether the constraint Jacobian is sparse."""
    return 1 if settings.is_sparse(m) else 0


@stage
def is_dual(m) -> int:
    """Whether a solver works on constraint forces."""
    return 1 if settings.is_dual(m) else 0
