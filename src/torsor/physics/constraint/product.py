"""The constraint Jacobian times vectors."""

from ...jit import helper
from ...jit.rows import subtract_scaled
from .rows import is_sparse


@helper
def dot_rows(a, i, b, j, count):
    """Inner product of a[i:i + count] and b[j:j + count], in four partial sums that fill a register."""
    s0, s1, s2, s3, whole = 0.0, 0.0, 0.0, 0.0, count - count % 4
    for k in range(0, whole, 4):
        s0 += a[i + k] * b[j + k]
        s1 += a[i + k + 1] * b[j + k + 1]
        s2 += a[i + k + 2] * b[j + k + 2]
        s3 += a[i + k + 3] * b[j + k + 3]
    for k in range(whole, count):
        s0 += a[i + k] * b[j + k]
    return (s0 + s2) + (s1 + s3)


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
            result[r] = dot_rows(d.efc_J, r * m.nv, x, 0, m.nv)


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
