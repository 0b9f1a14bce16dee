"""Rows of equality constraints, in the order of the model."""

from ...jit import helper, stage
from ..names import EQ_CONNECT, EQ_JOINT, EQ_TENDON, EQ_WELD
from .attachment import add_attachment, count_attachment
from .coupling import add_joint_coupling, add_tendon_coupling, count_tendons


@helper
def is_attachment(m, e):
    return m.eq_type[e] == EQ_CONNECT or m.eq_type[e] == EQ_WELD


@helper
def equality_size(m, e):
    """Rows of an equality."""
    if m.eq_type[e] == EQ_WELD:
        return 6
    return 3 if m.eq_type[e] == EQ_CONNECT else 1


@helper
def equality_entries(m, e):
    """Entries in each row of an equality, if the Jacobian is sparse."""
    if is_attachment(m, e):
        return count_attachment(m, e)
    if m.eq_type[e] == EQ_TENDON:
        return count_tendons(m, m.eq_obj1id[e], m.eq_obj2id[e])
    return 2


@stage
def equality_rows(m, d):
    """Append the rows of the equalities that are active."""
    for e in range(m.neq):
        if d.eq_active[e]:
            if is_attachment(m, e):
                add_attachment(m, d, e)
            elif m.eq_type[e] == EQ_JOINT:
                add_joint_coupling(m, d, e)
            elif m.eq_type[e] == EQ_TENDON:
                add_tendon_coupling(m, d, e)
