"""The constraint Jacobian times vectors, forces of the constraints from accelerations, and those of contacts."""

from ...jit.entry import given
from ...jit.native import In, Out, native
from ..constraint.block import all_rows
from ..constraint.force import row_force
from ..constraint.product import multiply_jacobian, multiply_jacobian_transposed
from ..constraint.update import update_constraint


@native
def rows_from_dofs(m, d, res: Out('*'), vec: In('nv')):
    """res = J vec."""
    if d.nefc:
        multiply_jacobian(all_rows(m, d), vec, res)


@native
def dofs_from_rows(m, d, res: Out('nv'), vec: In('*')):
    """res = J' vec; without rows nothing is written."""
    if d.nefc:
        multiply_jacobian_transposed(all_rows(m, d), vec, res)


@native
def forces_from_rows(m, d, jar: In('*'), cost: Out('1', optional=True), with_hessian: int):
    """efc_state, efc_force and qfrc_constraint for jar = J qacc - aref, and the cost; without rows only the cost."""
    value = 0.0
    if d.nefc:
        value = update_constraint(m, d, jar, with_hessian != 0)
    if given(cost):
        cost[0] = value


@native
def contact_force(m, d, c: int, result: Out('6')):
    """Force (0 to 2) and torque (3 to 5) of contact c in its frame, which has rows."""
    for k in range(6):
        result[k] = row_force(m, d, c, k)
