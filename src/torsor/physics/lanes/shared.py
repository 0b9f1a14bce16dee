"""Whether several worlds can have the same rows, and the same islands."""

from ...jit import helper
from ...jit.structs import width
from ..common.names import OFF_ISLAND, ON_DIAGEXACT, ON_FWDINV, ON_SPECULATIVE
from ..common.settings import is_sparse


@helper
def shares_rows(m, d):
    """Whether constraints of all worlds of a data become the same rows.

    One world does. Several do if which rows there may be is known from the model: a row is there if some world has it,
    with D = 0 in those that have not (work.efc_here).
    """
    if width(d) == 1:
        return True
    plain = m.opt.enableflags & (ON_DIAGEXACT | ON_FWDINV | ON_SPECULATIVE) == 0
    return plain and not is_sparse(m) and m.neq == 0 and not m.flg_adhesion


@helper
def has_one_island(m):
    """Whether all dofs are solved for at once, wherever there are rows."""
    return m.ntree == 1 or m.opt.disableflags & OFF_ISLAND != 0
