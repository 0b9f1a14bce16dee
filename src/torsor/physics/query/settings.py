"""What the options of a model amount to, for Python."""

from ...jit.native import native
from ..common import settings


@native
def is_pyramidal(m):
    """Whether friction cones are pyramids."""
    return 1 if settings.is_pyramidal(m) else 0


@native
def is_sparse(m):
    """Whether the constraint Jacobian is sparse."""
    return 1 if settings.is_sparse(m) else 0


@native
def is_dual(m):
    """Whether a solver works on constraint forces."""
    return 1 if settings.is_dual(m) else 0
