"""A block of constraint rows over some dofs: all rows of the model, or those of an island in an order of its own."""

from typing import Any, NamedTuple

from ...jit import helper
from ..common.settings import is_sparse


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
def all_rows(m, d):
    """The block of all rows of the model. It points into the arena: valid until something is reserved."""
    return Block(m.nv, 0 + d.nefc, is_sparse(m), d.efc_J, d.efc_J_rowadr, d.efc_J_rownnz, d.efc_J_colind, d.efc_type,
                 d.efc_id, d.efc_frictionloss, d.efc_D, d.efc_R, d.efc_aref, d.efc_state, d.efc_force)
