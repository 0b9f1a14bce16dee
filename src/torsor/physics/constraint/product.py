"""The constraint Jacobian times vectors."""

from ...jit import helper
from ...jit.inner import inner_product
from ...jit.rows import subtract_scaled


@helper
def multiply_jacobian(b, x, result):
    """result = J x: velocities of the rows of a block from those of its dofs."""
    if b.sparse:
        for r in range(b.nefc):
            total = 0.0
            for k in range(b.rowadr[r], b.rowadr[r] + b.rownnz[r]):
                total += b.J[k] * x[b.colind[k]]
            result[r] = total
    else:
        for r in range(b.nefc):
            result[r] = inner_product(b.J, r * b.nv, x, 0, b.nv)


@helper
def multiply_jacobian_transposed(b, x, result):
    """result = J' x: forces on the dofs of a block from those of its rows."""
    for i in range(b.nv):
        result[i] = 0.0
    for r in range(b.nefc):
        if x[r] != 0.0:
            if b.sparse:
                for k in range(b.rowadr[r], b.rowadr[r] + b.rownnz[r]):
                    result[b.colind[k]] += b.J[k] * x[r]
            else:
                subtract_scaled(result, 0, -x[r], b.J, r * b.nv, b.nv)
