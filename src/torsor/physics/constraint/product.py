"""The constraint Jacobian times vectors.

Each sum is made in the order of its terms, so that zeros among them change nothing: a dense row, a sparse one, and a
row that has entries only for the sake of other worlds in the same registers give the same bits.
"""

from ...jit import helper
from ...jit.lanes import any_
from ...jit.rows import subtract_scaled


@helper
def multiply_four(b, r, x, result):
    """Four rows of a dense J times x, side by side as each sum has to wait for itself."""
    p = b.nv * r
    q, s, t = p + b.nv, p + 2 * b.nv, p + 3 * b.nv
    sum0, sum1, sum2, sum3 = 0.0, 0.0, 0.0, 0.0
    for i in range(b.nv):
        x_i = x[i]
        sum0, sum1 = sum0 + b.J[p + i] * x_i, sum1 + b.J[q + i] * x_i
        sum2, sum3 = sum2 + b.J[s + i] * x_i, sum3 + b.J[t + i] * x_i
    result[r], result[r + 1], result[r + 2], result[r + 3] = sum0, sum1, sum2, sum3


@helper
def multiply_dense(b, x, result):
    """result = J x for a dense J."""
    whole = b.nefc - b.nefc % 4
    for r in range(0, whole, 4):
        multiply_four(b, r, x, result)
    for r in range(whole, b.nefc):
        total = 0.0
        for i in range(b.nv):
            total += b.J[b.nv * r + i] * x[i]
        result[r] = total


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
        multiply_dense(b, x, result)


@helper
def multiply_jacobian_transposed(b, x, result):
    """result = J' x: forces on the dofs of a block from those of its rows."""
    for i in range(b.nv):
        result[i] = 0.0
    for r in range(b.nefc):
        if any_(x[r] != 0.0):
            if b.sparse:
                for k in range(b.rowadr[r], b.rowadr[r] + b.rownnz[r]):
                    result[b.colind[k]] += b.J[k] * x[r]
            else:
                subtract_scaled(result, 0, -x[r], b.J, r * b.nv, b.nv)
