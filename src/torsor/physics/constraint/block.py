"""A block of constraint rows over some dofs: all rows of the model, or those of an island in an order of its own."""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.structs import by_width
from ..common.settings import has_sparse_rows


class Block(NamedTuple):
    """Rows and the Jacobian that belongs to them; columns count the dofs of the block."""

    nv: int
    nefc: int
    sparse: bool
    J: Any
    rowadr: Any  # start of each row of a sparse J
    rownnz: Any
    colind: Any
    type: Any
    id: Any
    frictionloss: Any
    D: Any
    R: Any
    aref: Any
    state: Any
    force: Any


@helper
def states_of(d):
    """States of rows: integers of one world, real numbers of several."""
    return by_width(d, d.efc_state, d.work.efc_phase)


@helper
def is_in_state(d, r, state):
    """In which worlds row r is there, and in this state."""
    return (states_of(d)[r] == state) & (d.work.efc_here[r] != 0.0)


@helper
def all_rows(m, d):
    """The block of all rows of the model. It points into the arena: valid until something is reserved."""
    return rows_with_states(m, d, states_of(d))


@helper
def rows_with_states(m, d, state):
    """The block of all rows, with states in other memory: real numbers, as they may differ between worlds."""
    return Block(m.nv, 0 + d.nefc, has_sparse_rows(m, d), d.efc_J, d.efc_J_rowadr, d.efc_J_rownnz, d.efc_J_colind,
                 d.efc_type, d.efc_id, d.efc_frictionloss, d.efc_D, d.efc_R, d.efc_aref, state, d.efc_force)
