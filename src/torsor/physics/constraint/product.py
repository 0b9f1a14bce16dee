"""The constraint Jacobian times vectors.

Each sum is made in the order of its terms, so that zeros among them change nothing: a dense row, a sparse one, and a
row that has entries only for the sake of other worlds in the same registers give the same bits.
"""

from ...jit import helper
from ...jit.lanes import any_
from ...jit.rows import subtract_scaled
from ..common.names import ROW_FRICTIONLESS


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
def are_four(b, r):
    """Whether row r and the next three belong to one contact: then they have the same columns, one after the other."""
    return (r + 3 < b.nefc and b.type[r] >= ROW_FRICTIONLESS and b.type[r + 3] == b.type[r]
            and b.id[r + 3] == b.id[r])


@helper
def multiply_sparse(b, x, result):
    """result = J x for a sparse J."""
    r = 0
    while r < b.nefc:
        start, count, sum0 = b.rowadr[r], b.rownnz[r], 0.0
        if are_four(b, r):
            sum1, sum2, sum3 = 0.0, 0.0, 0.0
            for k in range(start, start + count):
                x_k = x[b.colind[k]]
                sum0, sum1 = sum0 + b.J[k] * x_k, sum1 + b.J[k + count] * x_k
                sum2, sum3 = sum2 + b.J[k + 2 * count] * x_k, sum3 + b.J[k + 3 * count] * x_k
            result[r], result[r + 1], result[r + 2], result[r + 3] = sum0, sum1, sum2, sum3
            r += 4
        else:
            for k in range(start, start + count):
                sum0 += b.J[k] * x[b.colind[k]]
            result[r] = sum0
            r += 1


@helper
def multiply_jacobian(b, x, result):
    """result = J x: velocities of the rows of a block from those of its dofs."""
    if b.sparse:
        multiply_sparse(b, x, result)
    else:
        multiply_dense(b, x, result)


@helper
def add_sparse(b, x, result):
    """result += J' x for a sparse J."""
    r = 0
    while r < b.nefc:
        start, count, x0 = b.rowadr[r], b.rownnz[r], x[r]
        if are_four(b, r):
            x1, x2, x3 = x[r + 1], x[r + 2], x[r + 3]
            if any_((x0 != 0.0) | (x1 != 0.0) | (x2 != 0.0) | (x3 != 0.0)):
                for k in range(start, start + count):
                    i = b.colind[k]
                    result[i] = (result[i] + b.J[k] * x0 + b.J[k + count] * x1 + b.J[k + 2 * count] * x2
                                 + b.J[k + 3 * count] * x3)
            r += 4
        else:
            if any_(x0 != 0.0):
                for k in range(start, start + count):
                    result[b.colind[k]] += b.J[k] * x0
            r += 1


@helper
def multiply_jacobian_transposed(b, x, result):
    """result = J' x: forces on the dofs of a block from those of its rows."""
    for i in range(b.nv):
        result[i] = 0.0
    if b.sparse:
        add_sparse(b, x, result)
        return
    for r in range(b.nefc):
        if any_(x[r] != 0.0):
            subtract_scaled(result, 0, -x[r], b.J, r * b.nv, b.nv)
