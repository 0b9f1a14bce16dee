"""The dual problem: constraint forces f, rather than accelerations, are the unknowns,

    min 1/2 f' (A + R) f + b' f,    A = J M^-1 J',    b = J qacc_smooth - aref,

such that dry friction stays within its loss, limits and contacts do not pull, and contacts stay within their cones. It
is that of one island, or of the whole model if there are none. Rows of the problem are numbered anew; rows of A lie one
after the other, either full or with their columns.
"""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.arena import scratch, scratch_ints
from ...jit.lanes import sqrt, where
from ...jit.rows import affine_product, rest_of, subtract_scaled
from ..common.names import (
    CONE,
    LINEARNEG,
    LINEARPOS,
    QUADRATIC,
    ROW_ELLIPTIC,
    ROW_EQUALITY,
    ROW_FRICTION_TENDON,
    SATISFIED,
)
from ..common.settings import is_sparse
from .descent import statistics_index
from .problem import WHOLE, Dofs, inverse_trace, problem_dofs

UNBOUNDED = float('inf')
FULL = 0.25  # share of entries from which on a matrix is stored without columns


class Matrix(NamedTuple):
    """A + R of a problem. A full matrix needs no columns."""

    full: bool
    number: Any
    start: Any  # of each row
    length: Any
    column: Any
    diagonal: Any  # index of the number on the diagonal, for each row


class Dual(NamedTuple):
    """Rows of a problem and forces of these."""

    dofs: Dofs
    scale: float  # of costs: 1 / trace(M)
    count: int
    row: Any  # number of each row in the model
    A: Matrix
    b: Any
    low: Any  # bounds of the force of each row
    high: Any
    low_state: Any  # state of each row whose force is at the lower bound
    force: Any
    inverse: Any  # of the diagonal of A + R
    rate: Any  # slope of the cost by each force, kept up to date by whoever changes forces


# ---- rows and matrix ----
@helper
def list_all(d, count):
    """The numbers from zero on."""
    numbers = scratch_ints(d, count)
    for i in range(count):
        numbers[i] = i
    return numbers


@helper
def count_numbers(m, d, row, count):
    """How many numbers the matrix of some rows has."""
    if not is_sparse(m):
        return count * count
    total = 0
    for i in range(count):
        total += d.efc_AR_rownnz[row[i]]
    return total


@helper
def row_index(d, island, r):
    """Which row of its problem row r of the model is."""
    return r if island == WHOLE else d.map_efc2iefc[r] - d.island_iefcadr[island]


@helper
def copy_full(m, d, island, row, count, A):
    """Copy the rows of a problem to a full matrix."""
    for i in range(count):
        r, at = row[i], count * i
        A.start[i], A.length[i], A.diagonal[i] = at, count, at + i
        if is_sparse(m):
            for j in range(count):
                A.number[at + j] = 0.0
            for k in range(d.efc_AR_rowadr[r], d.efc_AR_rowadr[r] + d.efc_AR_rownnz[r]):
                A.number[at + row_index(d, island, d.efc_AR_colind[k])] = d.efc_AR[k]
        else:
            for j in range(count):
                A.number[at + j] = d.efc_AR[d.nefc * r + row[j]]


@helper
def copy_sparse(d, island, row, count, A):
    """Copy the rows of a problem to a sparse matrix."""
    at = 0
    for i in range(count):
        start, length = d.efc_AR_rowadr[row[i]], d.efc_AR_rownnz[row[i]]
        A.start[i], A.length[i] = at, length
        for k in range(length):
            j = row_index(d, island, d.efc_AR_colind[start + k])
            A.number[at + k], A.column[at + k] = d.efc_AR[start + k], j
            if j == i:
                A.diagonal[i] = at + k
        at += length


@helper
def problem_matrix(m, d, island, row, count, is_own):
    """A + R for the rows of a problem, in scratch if it has to be the problem's own, or is not that of the model."""
    size = count_numbers(m, d, row, count)
    full = size >= FULL * count * count
    if not (is_own or is_sparse(m)) and count == d.nefc:
        A = Matrix(full, d.efc_AR, scratch_ints(d, count), scratch_ints(d, 0), scratch_ints(d, 0),
                   scratch_ints(d, count))
        for i in range(count):
            A.start[i], A.diagonal[i] = count * i, count * i + i
        return A
    A = Matrix(full, scratch(d, count * count if full else size), scratch_ints(d, count), scratch_ints(d, count),
               scratch_ints(d, 0 if full else size), scratch_ints(d, count))
    if full:
        copy_full(m, d, island, row, count, A)
    else:
        copy_sparse(d, island, row, count, A)
    return A


@helper
def is_cone(d, p, i):
    """Whether an elliptic cone starts at row i, or goes on."""
    return d.efc_type[p.row[i]] == ROW_ELLIPTIC


@helper
def contact_of(d, p, i):
    return d.efc_id[p.row[i]]


@helper
def group_size(d, p, i):
    """How many rows, from i on, are optimised together."""
    return d.contact.dim[contact_of(d, p, i)] if is_cone(d, p, i) else 1


# ---- from the model and back ----
@helper
def set_bounds(d, p):
    """Bounds of all rows but the friction of elliptic cones."""
    for i in range(p.count):
        r = p.row[i]
        p.low[i], p.high[i], p.low_state[i] = 0.0, UNBOUNDED, SATISFIED
        if d.efc_type[r] == ROW_EQUALITY:
            p.low[i] = -UNBOUNDED
        elif d.efc_type[r] <= ROW_FRICTION_TENDON:
            p.low[i], p.high[i], p.low_state[i] = -d.efc_frictionloss[r], d.efc_frictionloss[r], LINEARPOS


@helper
def open_dual(m, d, island, is_own):
    """The problem of an island or of the whole model, at its present forces; `is_own`: its matrix may be changed."""
    dofs = problem_dofs(m, d, island)
    count = d.nefc if island == WHOLE else d.island_nefc[island]
    row = list_all(d, count) if island == WHOLE else rest_of(d.map_iefc2efc, d.island_iefcadr[island])
    p = Dual(dofs, inverse_trace(m, d, dofs), count, row, problem_matrix(m, d, island, row, count, is_own),
             scratch(d, count), scratch(d, count), scratch(d, count), scratch_ints(d, count), scratch(d, count),
             scratch(d, count), scratch(d, count))
    for i in range(count):
        p.b[i], p.force[i], p.inverse[i] = d.efc_b[row[i]], d.efc_force[row[i]], 1.0 / entry(p, i, i)
    set_bounds(d, p)
    update_states(d, p)
    return p


@helper
def close_dual(d, p):
    """Store the forces in the model's data."""
    for i in range(p.count):
        d.efc_force[p.row[i]] = p.force[i]


# ---- cost ----
@helper
def update_rates(p, i, change):
    """Bring slopes up to date after the force of row i has changed."""
    start, A = p.A.start[i], p.A
    if change == 0.0:
        return
    if A.full:
        subtract_scaled(p.rate, 0, -change, A.number, start, p.count)
    else:
        for k in range(start, start + A.length[i]):
            p.rate[A.column[k]] += change * A.number[k]


@helper
def set_rates(p):
    """Compute all slopes anew."""
    if p.A.full:
        affine_product(p.rate, p.b, p.force, p.A.number, p.count)
        return
    for i in range(p.count):
        p.rate[i] = p.b[i]
    for i in range(p.count):
        update_rates(p, i, p.force[i])


@helper
def entry(p, i, j):
    """Entry of A + R for two rows of one contact, whose columns lie side by side."""
    return p.A.number[p.A.diagonal[i] + j - i]


@helper
def bounded(p, i, force):
    """The force within its bounds, which cross where friction is negative: then the lower one is looked at first."""
    return where(force < p.low[i], p.low[i], where(force > p.high[i], p.high[i], force))


# ---- states ----
@helper
def cone_state(d, p, i):
    """State of an elliptic cone: whether its friction is all that there can be."""
    c, square = contact_of(d, p, i), 0.0
    for k in range(1, d.contact.dim[c]):
        u = p.force[i + k] / d.contact.friction[c, k - 1]
        square += u * u
    return SATISFIED if p.force[i] >= sqrt(square) else CONE


@helper
def row_state(p, i):
    """State of a row that is not part of an elliptic cone."""
    return p.low_state[i] if p.force[i] <= p.low[i] else LINEARNEG if p.force[i] >= p.high[i] else QUADRATIC


@helper
def update_states(d, p):
    """Set efc_state; returns how many rows act, and how many have changed."""
    active, changed, cone_end, state = 0, 0, 0, SATISFIED
    for i in range(p.count):
        if i >= cone_end:
            if is_cone(d, p, i):
                state, cone_end = cone_state(d, p, i), i + group_size(d, p, i)
            else:
                state = row_state(p, i)
        r = p.row[i]
        active += state != SATISFIED
        changed += d.efc_state[r] != state
        d.efc_state[r] = state
    return active, changed


# ---- statistics ----
@helper
def record(d, p, iteration, gain):
    """Statistics of an iteration; sets efc_state."""
    active, changed = update_states(d, p)
    at = statistics_index(max(p.dofs.island, 0), iteration)
    if at >= 0:
        d.solver.improvement[at], d.solver.gradient[at], d.solver.lineslope[at] = gain, 0.0, 0.0
        d.solver.nactive[at], d.solver.nchange[at] = active, changed
        d.solver.neval[at], d.solver.nupdate[at] = 0, 0
