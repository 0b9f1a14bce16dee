"""Pairs of geoms whose contacts this version cannot find: a step that meets one ends with an error."""

from ...jit import stage
from ...jit.upcall import Upcall
from ..common.names import HFIELD

no_collider = Upcall('no_collider')  # number: the geom whose contacts cannot be found


@stage
def missing(m, d, a: int, b: int, reach: float):
    """End the step.

    Runs upcall.no_collider.
    """
    no_collider(m, d, a if m.geom_type[a] == HFIELD else b)
