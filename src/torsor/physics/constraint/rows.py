"""Appending constraint rows.

Rows of one constraint lie together, with the same columns. The Jacobian is either dense, nv numbers per row, or holds
only the entries of the dofs that take part; `append` hides the difference behind the start of the first row and the
distance from one row to the next.
"""

from ...jit import helper
from ...jit.arena import reserve
from ...jit.lanes import where
from ...jit.per_world import alone, take
from ...jit.structs import width
from ..common.settings import has_sparse_rows, is_sparse

FIELDS = ('efc_type,efc_id,efc_J_rownnz,efc_J_rowadr,efc_J_rowsuper,efc_pos,efc_margin,efc_frictionloss,efc_diagA,'
          'efc_KBIP,efc_D,efc_R,efc_vel,efc_aref,efc_b,efc_state,efc_force,work.efc_here,work.efc_phase,'
          'work.efc_start')


@helper
def reserve_rows(m, d, rows, entries):
    """Make room for this many rows, and entries in all of them together if the Jacobian is sparse."""
    d.ne, d.nf, d.nl, d.nefc, d.nJ = 0, 0, 0, 0, 0
    if m.ntendon:
        reserve(d, 'tendon_efcadr', m.ntendon)
        for t in range(m.ntendon):
            d.tendon_efcadr[t] = -1
    if rows:
        reserve(d, FIELDS, rows)
        reserve(d, 'efc_J,efc_J_colind', entries if has_sparse_rows(m, d) else rows * m.nv)


@helper
def append(m, d, kind, thing, count, entries, here):
    """Open `count` rows of a constraint; returns where the first starts in efc_J, and the distance between rows.

    `entries` is the number of entries of a sparse row; a dense one is cleared. `here` says which worlds have them.
    """
    first = d.nefc
    d.nefc = first + count
    for r in range(first, first + count):
        d.efc_type[r], d.efc_id[r], d.work.efc_here[r] = kind, thing, where(here, 1.0, 0.0)
        d.efc_margin[r], d.efc_frictionloss[r] = 0.0, 0.0
    if has_sparse_rows(m, d):
        start, stride = d.nJ, entries
        for r in range(count):
            d.efc_J_rownnz[first + r], d.efc_J_rowadr[first + r] = entries, start + r * entries
    else:
        start, stride = first * m.nv, m.nv
        for k in range(start, start + count * stride):
            d.efc_J[k] = 0.0
    d.nJ += count * stride
    return start, stride


@helper
def set_column(m, d, start, stride, count, entry, i):
    """Say that an entry of some rows, counted from `start`, belongs to dof i; returns where it is in the first row."""
    if not has_sparse_rows(m, d):
        return start + i
    for r in range(count):
        d.efc_J_colind[start + r * stride + entry] = i
    return start + entry


@helper
def append_dof(m, d, kind, thing, i, value, here):
    """Append the row of a constraint that one dof moves, with this entry."""
    start, stride = append(m, d, kind, thing, 1, 1, here)
    d.efc_J[set_column(m, d, start, stride, 1, 0, i)] = value


@helper
def drop_if_zero(m, d, count):
    """Forget the last rows if no dof moves them; for a dense Jacobian only, a sparse one says so by its entries."""
    if not is_sparse(m):
        first = (d.nefc - count) * m.nv
        for k in range(first, first + count * m.nv):
            if d.efc_J[k] != 0.0:
                return False
        d.nefc -= count
        return True
    return False


@helper
def count_unused(m, d, here, rows):
    """Count rows that nothing moves, which are left out, as entries of a dense Jacobian, as MuJoCo does."""
    for k in range(width(d)):
        if take(here, k) and not is_sparse(m):
            alone(d, k).nJ += rows * m.nv


@helper
def set_tendon_address(d, t, row):
    """Remember the first row that a tendon takes part in."""
    if d.tendon_efcadr[t] < 0:
        d.tendon_efcadr[t] = row


# ---- dofs that move one or two bodies ----
@helper
def count_parted(m, i, j):
    """How many dofs move one of two bodies but not both; i, j: the last dof of each."""
    count = 0
    while i != j:
        if i > j:
            i = m.dof_parentid[i]
        else:
            j = m.dof_parentid[j]
        count += 1
    return count


@helper
def count_united(m, i, j):
    """How many dofs move one of two bodies or both; i, j: the last dof of each."""
    count = 0
    while i >= 0 or j >= 0:
        k = max(i, j)
        if i == k:
            i = m.dof_parentid[i]
        if j == k:
            j = m.dof_parentid[j]
        count += 1
    return count
