"""Couplings, the equalities of joints and of tendons: y = p(x) for a polynomial p, or y = p(0) if there is no x.

x and y are measured from the reference pose.
"""

from ...jit import helper
from ...jit.lanes import any_, not_, where
from ..common.names import ROW_EQUALITY
from ..common.settings import is_sparse
from .rows import append, append_dof, count_unused, drop_if_zero, set_column, set_tendon_address


@helper
def polynomial(m, e, x):
    """p(x) and its derivative."""
    a1, a2, a3, a4 = m.eq_data[e, 1], m.eq_data[e, 2], m.eq_data[e, 3], m.eq_data[e, 4]
    value = m.eq_data[e, 0] + x * (a1 + x * (a2 + x * (a3 + x * a4)))
    return value, a1 + x * (2.0 * a2 + x * (3.0 * a3 + x * (4.0 * a4)))


@helper
def displacement(m, d, j):
    """Position of a scalar joint, from the reference pose."""
    q = m.jnt_qposadr[j]
    return d.qpos[q] - m.qpos0[q]


@helper
def add_joint_coupling(m, d, e):
    """The row of one joint, or of two."""
    first, second, row = m.eq_obj1id[e], m.eq_obj2id[e], d.nefc
    i, y = m.jnt_dofadr[first], displacement(m, d, first)
    if second < 0:
        append_dof(m, d, ROW_EQUALITY, e, i, 1.0, True)
        d.efc_pos[row] = y - m.eq_data[e, 0]
        d.efc_diagA[row] = m.dof_invweight0[i]
    else:
        start, stride = append(m, d, ROW_EQUALITY, e, 1, 2, True)
        j = m.jnt_dofadr[second]
        value, slope = polynomial(m, e, displacement(m, d, second))
        d.efc_pos[row] = y - value
        d.efc_J[set_column(m, d, start, stride, 1, 1 if i > j else 0, i)] = 1.0
        d.efc_J[set_column(m, d, start, stride, 1, 1 if j > i else 0, j)] = -slope
        d.efc_diagA[row] = m.dof_invweight0[i] + m.dof_invweight0[j]


# ---- tendons ----
@helper
def count_tendons(m, first, second):
    """How many dofs move one of two tendons or both; second may be -1."""
    count = m.ten_J_rownnz[first]
    if second >= 0:
        for k in range(m.ten_J_rowadr[second], m.ten_J_rowadr[second] + m.ten_J_rownnz[second]):
            count += 1
            for other in range(m.ten_J_rowadr[first], m.ten_J_rowadr[first] + m.ten_J_rownnz[first]):
                if m.ten_J_colind[other] == m.ten_J_colind[k]:
                    count -= 1
    return count


@helper
def put_tendon(m, d, t, scale, start):
    """Store the Jacobian of a tendon, scaled, in a row."""
    first = m.ten_J_rowadr[t]
    for k in range(m.ten_J_rownnz[t]):
        d.efc_J[set_column(m, d, start, 0, 1, k, m.ten_J_colind[first + k])] = scale * d.ten_J[first + k]


@helper
def is_moved(m, d, t):
    """In which worlds some dof moves a tendon."""
    count = 0.0
    for k in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
        count += where(d.ten_J[k] != 0.0, 1.0, 0.0)
    return count > 0.0


@helper
def append_tendon(m, d, kind, t, scale, here):
    """Append the row of a constraint on one tendon, with its Jacobian scaled; False if no dof moves it.

    A sparse Jacobian says so by its entries, whatever their numbers are.
    """
    if is_sparse(m):
        if m.ten_J_rownnz[t] == 0:
            return False
    else:
        moved = is_moved(m, d, t)
        count_unused(m, d, here & not_(moved), 1)
        here = here & moved
    row = d.nefc
    if any_(here):
        start, _ = append(m, d, kind, t, 1, m.ten_J_rownnz[t], here)
        put_tendon(m, d, t, scale, start)
        set_tendon_address(d, t, row)
        return True
    return False


@helper
def put_two_tendons(m, d, first, second, scale, start):
    """Store the Jacobian of one tendon plus that of another, scaled, in a row."""
    i, j = m.ten_J_rowadr[first], m.ten_J_rowadr[second]
    last_i, last_j = i + m.ten_J_rownnz[first], j + m.ten_J_rownnz[second]
    entry = 0
    while i < last_i or j < last_j:
        column_i = m.ten_J_colind[i] if i < last_i else m.nv
        column_j = m.ten_J_colind[j] if j < last_j else m.nv
        column, value = min(column_i, column_j), 0.0
        if column_i == column:
            value += d.ten_J[i]
            i += 1
        if column_j == column:
            value += scale * d.ten_J[j]
            j += 1
        d.efc_J[set_column(m, d, start, 0, 1, entry, column)] = value
        entry += 1


@helper
def add_tendon_coupling(m, d, e):
    """The row of one tendon, or of two."""
    first, second, row = m.eq_obj1id[e], m.eq_obj2id[e], d.nefc
    entries = count_tendons(m, first, second) if is_sparse(m) else m.nv
    if entries == 0:
        return
    y = d.ten_length[first] - m.tendon_length0[first]
    start, _ = append(m, d, ROW_EQUALITY, e, 1, entries, True)
    if second < 0:
        position, diagonal = y - m.eq_data[e, 0], m.tendon_invweight0[first]
        put_tendon(m, d, first, 1.0, start)
    else:
        value, slope = polynomial(m, e, d.ten_length[second] - m.tendon_length0[second])
        position, diagonal = y - value, m.tendon_invweight0[first] + m.tendon_invweight0[second]
        put_two_tendons(m, d, first, second, -slope, start)
    if drop_if_zero(m, d, 1):
        return
    d.efc_pos[row], d.efc_diagA[row] = position, diagonal
    set_tendon_address(d, first, row)
    if second >= 0:
        set_tendon_address(d, second, row)
