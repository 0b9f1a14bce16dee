"""The constraint Jacobian times vectors, forces of the constraints from accelerations, and those of contacts."""

from ...jit import stage
from ...jit.arguments import In, Out
from ...jit.structs import given
from ..constraint.block import all_rows
from ..constraint.force import row_force
from ..constraint.product import multiply_jacobian, multiply_jacobian_transposed
from ..constraint.update import update_constraint


@stage
def rows_from_dofs(m, d, res: Out('nefc'), vec: In('nv')):
    """res = J vec."""
    if d.nefc:
        multiply_jacobian(all_rows(m, d), vec, res)


@stage
def dofs_from_rows(m, d, res: Out('nv'), vec: In('nefc')):
    """res = J' vec; without rows nothing is written."""
    if d.nefc:
        multiply_jacobian_transposed(all_rows(m, d), vec, res)


@stage
def forces_from_rows(m, d, jar: In('nefc'), cost: Out('1', optional=True), flg_coneHessian: int):
    """efc_state, efc_force and qfrc_constraint for jar = J qacc - aref, and the cost; without rows only the cost."""
    value = 0.0
    if d.nefc:
        value = update_constraint(m, d, jar, flg_coneHessian != 0)
    if given(cost):
        cost[0] = value


@stage
def contact_force(m, d, id: int, result: Out('6')):
    """Force and torque of a contact in its frame, on the second geom; zero for a contact without constraint rows."""
    acts = 0 <= id < d.ncon and d.contact.efc_address[id] >= 0 and not d.contact.exclude[id]
    for k in range(6):
        result[k] = row_force(m, d, id, k) if acts else 0.0
