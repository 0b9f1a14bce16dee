"""Models that hold something the engine cannot compute yet: it refuses to move them rather than move them wrongly."""

from ...jit import helper
from .upcalls import refuse_model


@helper
def refuse_unsupported(m, d):
    """Leave with an error that names what the engine cannot compute."""
    if m.table.lacks:
        refuse_model(m, d, 0)


@helper
def refuse_flexes(m, d):
    """Leave with an error in a stage that would have to compute flexes."""
    if m.nflex > 0:
        refuse_model(m, d, 0)
