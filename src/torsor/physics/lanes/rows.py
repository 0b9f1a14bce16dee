"""Constraint rows of several worlds: one list for all of them, or each world its own."""

from ...jit import apart_of, helper, lanes_of, stage
from ...jit.per_world import alone, take
from ...jit.structs import width
from ..common.names import OFF_ISLAND, ROW_FRICTION_TENDON, ROW_FRICTIONLESS
from ..common.settings import is_dual
from ..common.unsupported import refuse_flexes
from ..constraint.make import clear_counts, make_constraint, make_rows, may_be_constrained
from ..constraint.reference import reference_constraint
from ..discrete.metric import reserve_metric
from .contacts import collides_together
from .merge_worlds import merge_contacts
from .shared import shares_rows

rows_apart, references_apart = apart_of(make_constraint), apart_of(reference_constraint)
references, room_for_metric = helper(reference_constraint.__wrapped__), helper(reserve_metric.__wrapped__)


@helper
def clear_all_counts(d):
    """No rows yet, neither in a world alone nor in all of them together."""
    clear_counts(d)
    for k in range(width(d)):
        clear_counts(alone(d, k))


@helper
def set_counts(m, one, rows, frictions, limits):
    """How many rows a world has: none is an equality, the Jacobian counts as dense, one tree is one island."""
    one.nefc, one.nf, one.nl = int(rows), int(frictions), int(limits)
    one.nJ += one.nefc * m.nv
    if is_dual(m):
        one.nY, one.nA = one.nefc * m.nv, one.nefc * one.nefc
    if one.nefc and not m.opt.disableflags & OFF_ISLAND:
        one.nisland, one.nidof = 1, m.nv


@stage
def count_rows(m, d):
    """Tell each of several worlds how many rows it has."""
    rows, frictions, limits = 0.0, 0.0, 0.0
    for r in range(d.nefc):
        here = d.work.efc_here[r]
        rows += here
        if d.efc_type[r] <= ROW_FRICTION_TENDON:
            frictions += here
        elif d.efc_type[r] < ROW_FRICTIONLESS:
            limits += here
    for k in range(width(d)):
        set_counts(m, alone(d, k), take(rows, k), take(frictions, k), take(limits, k))


@lanes_of(make_constraint)
def rows_of_worlds(m, d):
    """Rows that all worlds have together, from contacts that they have together; or each world its own."""
    if not shares_rows(m, d):
        rows_apart(m, d)
        return
    refuse_flexes(m, d)
    clear_all_counts(d)
    if d.ncon and not collides_together(m, d):
        merge_contacts(m, d)
    if may_be_constrained(m, d):
        make_rows(m, d)
        count_rows(m, d)


@lanes_of(reserve_metric)
def metric_of_worlds(m, d):
    """Room for the metric of `discrete`, where there are no rows."""
    room_for_metric(m, d)
    if may_be_constrained(m, d):
        raise NotImplementedError('worlds that share registers have no metric of rows: step them one by one')


@lanes_of(reference_constraint)
def references_of_worlds(m, d):
    """References of rows that all worlds have together, or each world its own."""
    if shares_rows(m, d):
        references(m, d)
    else:
        references_apart(m, d)
