"""Rows of equality constraints, in the order of the model."""

from ...jit import helper, stage
from ...schema.enums import mjtEq
from ..common.names import EQ_CONNECT, EQ_JOINT, EQ_TENDON, EQ_WELD
from ..common.upcalls import refuse_equality
from ..sleep.rest import body_rests, joint_sleeps, may_sleep
from .attachment import add_attachment, attached_body, count_attachment
from .coupling import add_joint_coupling, add_tendon_coupling, count_tendons

LAST = max(map(int, mjtEq))


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


@helper
def equality_rests(m, d, e):
    """Whether nothing that an equality is about is awake."""
    if is_attachment(m, e):
        return body_rests(d, attached_body(m, e, False)) and body_rests(d, attached_body(m, e, True))
    if m.eq_type[e] != EQ_JOINT:
        return False
    first, second = m.eq_obj1id[e], m.eq_obj2id[e]
    return joint_sleeps(m, d, first) and (second < 0 or joint_sleeps(m, d, second))


@stage
def equality_rows(m, d):
    """Append the rows of the equalities that are active."""
    skips = may_sleep(m, d)
    for e in range(m.neq):
        if d.eq_active[e] and not (skips and equality_rests(m, d, e)):
            if is_attachment(m, e):
                add_attachment(m, d, e)
            elif m.eq_type[e] == EQ_JOINT:
                add_joint_coupling(m, d, e)
            elif m.eq_type[e] == EQ_TENDON:
                add_tendon_coupling(m, d, e)
            elif m.eq_type[e] < 0 or m.eq_type[e] > LAST:
                refuse_equality(m, d, e)
