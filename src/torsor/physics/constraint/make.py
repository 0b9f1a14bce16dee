"""All constraint rows, in the order: equalities, dry friction, limits, contacts."""

from ...jit import helper, stage
from ...jit.arena import reserve
from ...jit.lanes import any_
from ...jit.structs import width
from ..common.names import (
    BALL,
    OFF_CONSTRAINT,
    OFF_CONTACT,
    OFF_EQUALITY,
    OFF_FRICTIONLOSS,
    OFF_LIMIT,
)
from ..common.settings import at_step_end, has_sparse_rows, is_dual, is_sparse
from ..common.unsupported import refuse_flexes
from .contact import contact_entries, contact_rows, contact_size
from .equality import equality_entries, equality_rows, equality_size
from .friction import friction_rows
from .impedance import regularize
from .limit import has_limits, joint_limit_rows, tendon_limit_rows
from .rows import reserve_rows


# ---- how many there may be ----
@helper
def is_off(m, flag):
    return m.opt.disableflags & (flag | OFF_CONSTRAINT) != 0


@helper
def count_equalities(m, d):
    """Rows of equalities, and entries of these if the Jacobian is sparse."""
    rows, entries = 0, 0
    if not is_off(m, OFF_EQUALITY):
        for e in range(m.neq):
            if d.eq_active[e]:
                rows += equality_size(m, e)
                if has_sparse_rows(m, d):
                    entries += equality_size(m, e) * equality_entries(m, e)
    return rows, entries


@helper
def count_frictions(m):
    """Rows of dry friction, and their entries."""
    rows, entries = 0, 0
    if not is_off(m, OFF_FRICTIONLOSS):
        for i in range(m.nv):
            if any_(m.dof_frictionloss[i] != 0.0):
                rows, entries = rows + 1, entries + 1
        for t in range(m.ntendon):
            if any_(m.tendon_frictionloss[t] > 0.0):
                rows, entries = rows + 1, entries + m.ten_J_rownnz[t]
    return rows, entries


@helper
def count_joint_limits(m):
    """The most rows that limits of joints may have, and their entries."""
    rows, entries = 0, 0
    if not is_off(m, OFF_LIMIT):
        for j in range(m.njnt):
            if has_limits(m, j):
                rows, entries = rows + (1 if m.jnt_type[j] == BALL else 2), entries + 3
    return rows, entries


@helper
def count_tendon_limits(m):
    """The most rows that limits of tendons may have, and their entries."""
    rows, entries = 0, 0
    if not is_off(m, OFF_LIMIT):
        for t in range(m.ntendon):
            if m.tendon_limited[t]:
                rows, entries = rows + 2, entries + 2 * m.ten_J_rownnz[t]
    return rows, entries


@helper
def count_contacts(m, d):
    """Rows of contacts, and entries of these if the Jacobian is sparse."""
    rows, entries = 0, 0
    if not is_off(m, OFF_CONTACT):
        for c in range(d.ncon):
            if d.contact.exclude[c] == 0:
                rows += contact_size(m, d, c)
                if has_sparse_rows(m, d):
                    entries += contact_size(m, d, c) * contact_entries(m, d, c)
    return rows, entries


# ---- rows ----
@helper
def same_columns(d, r, s):
    """Whether two rows of a sparse Jacobian have the same columns."""
    if d.efc_J_rownnz[r] != d.efc_J_rownnz[s]:
        return False
    for k in range(d.efc_J_rownnz[r]):
        if d.efc_J_colind[d.efc_J_rowadr[r] + k] != d.efc_J_colind[d.efc_J_rowadr[s] + k]:
            return False
    return True


@stage
def group_rows(m, d):
    """efc_J_rowsuper: for each row of a sparse Jacobian, how many of the next ones have the same columns."""
    for r in range(d.nefc - 1, -1, -1):
        d.efc_J_rowsuper[r] = 0
        if r + 1 < d.nefc and same_columns(d, r, r + 1):
            d.efc_J_rowsuper[r] = d.efc_J_rowsuper[r + 1] + 1


@helper
def may_be_constrained(m, d):
    """Whether there can be rows at all; a model without constraints never compiles them."""
    if m.nv == 0 or m.opt.disableflags & OFF_CONSTRAINT:
        return False
    return d.ncon > 0 or m.neq > 0 or count_joint_limits(m)[0] + count_tendon_limits(m)[0] + count_frictions(m)[0] > 0


@stage
def make_rows(m, d):
    """All rows, with their impedance and regularisation unless the metric of the integrator is still to come."""
    equalities, entries1 = count_equalities(m, d)
    frictions, entries2 = count_frictions(m)
    joint_limits, entries3 = count_joint_limits(m)
    tendon_limits, entries4 = count_tendon_limits(m)
    contacts, entries5 = count_contacts(m, d)
    reserve_rows(m, d, equalities + frictions + joint_limits + tendon_limits + contacts,
                 entries1 + entries2 + entries3 + entries4 + entries5)
    if equalities:
        equality_rows(m, d)
    d.ne = d.nefc
    if frictions:
        friction_rows(m, d)
    d.nf = d.nefc - d.ne
    if joint_limits:
        joint_limit_rows(m, d)
    if tendon_limits:
        tendon_limit_rows(m, d)
    d.nl = d.nefc - d.ne - d.nf
    if d.ncon:
        contact_rows(m, d)
    complete_rows(m, d)


@helper
def keep_weights(d):
    """Remember the diagonals of the rows, as the metric may be found more than once for the same position."""
    reserve(d, 'work.efc_weight', d.nefc)
    for r in range(d.nefc):
        d.work.efc_weight[r] = d.efc_diagA[r]


@helper
def complete_rows(m, d):
    """What is known once all rows are there."""
    if d.nefc:
        d.maxuse_efc = max(d.maxuse_efc, d.nefc)
        if is_sparse(m) or (width(d) > 1 and is_dual(m)):  # somebody reads it
            group_rows(m, d)
        if at_step_end(m, d):
            keep_weights(d)
        else:
            regularize(m, d)


# ---- all there is to rows ----
@helper
def clear_counts(d):
    """No rows yet."""
    d.ne, d.nf, d.nl, d.nefc, d.nJ, d.nY, d.nA, d.nisland, d.nidof = 0, 0, 0, 0, 0, 0, 0, 0, 0


@stage
def make_constraint(m, d):
    """The rows of all constraints."""
    refuse_flexes(m, d)
    clear_counts(d)
    if may_be_constrained(m, d):
        make_rows(m, d)
