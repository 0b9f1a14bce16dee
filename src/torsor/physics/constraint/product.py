"""The constraint Jacobian times vectors."""

from ...jit import helper
from ...jit.inner import inner_product
from ...jit.rows import subtract_scaled
from .rows import is_sparse


@helper
def multiply_jacobian(m, d, x, result):
    """result = J x: velocities of the rows from those of the dofs."""
    if is_sparse(m):
        for r in range(d.nefc):
            total = 0.0
            for k in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
                total += d.efc_J[k] * x[d.efc_J_colind[k]]
            result[r] = total
    else:
        for r in range(d.nefc):
            result[r] = inner_product(d.efc_J, r * m.nv, x, 0, m.nv)


@helper
def multiply_jacobian_transposed(m, d, x, result):
    """result = J' x: forces on the dofs from those of the rows."""
    for i in range(m.nv):
        result[i] = 0.0
    for r in range(d.nefc):
        if x[r] != 0.0:
            if is_sparse(m):
                for k in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
                    result[d.efc_J_colind[k]] += d.efc_J[k] * x[r]
            else:
                subtract_scaled(result, 0, -x[r], d.efc_J, r * m.nv, m.nv)
