"""The dual problem: constraint forces f, rather than accelerations, are the unknowns,

    min 1/2 f' (A + R) f + b' f,    A = J M^-1 J',    b = J qacc_smooth - aref,

such that dry friction stays within its loss, limits and contacts do not pull, and contacts stay within their cones. It
is that of one island, or of the whole model if there are none. Rows of the problem are numbered anew; rows of A lie one
after the other, either full or with their columns. Numbers of several rows are taken at a time: vectors, and a full A,
have room for a whole pack at their end, where forces are zero.
"""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.arena import scratch, scratch_ints
from ...jit.bits import count_bits
from ...jit.lanes import sqrt, where
from ...jit.rows import rest_of
from ...jit.simd import WIDTH, bits_where, load_vector, set_side_by_side
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
from .problem import WHOLE

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

    island: int
    scale: float  # of costs: 1 / trace(M)
    count: int
    row: Any  # number of each row in the model
    A: Matrix
    has_cones: bool  # whether some rows are those of elliptic cones
    has_ranges: bool  # whether each row has a range of forces of its own: there are no cones, and no bounds that cross
    b: Any
    low: Any  # bounds of the force of each row
    high: Any
    low_state: Any  # state of each row whose force is at the lower bound
    force: Any
    inverse: Any  # of the diagonal of A + R
    rate: Any  # slope of the cost by each force, kept up to date by whoever changes forces
    state: Any  # of each row, as a real number
    old_state: Any  # before the last sweep


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
    A = Matrix(full, scratch(d, count * count + WIDTH if full else size), scratch_ints(d, count),
               scratch_ints(d, count), scratch_ints(d, 0 if full else size), scratch_ints(d, count))
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
def look_for_cones(d, row, count):
    """Whether some rows are those of elliptic cones; whether each has a range of forces."""
    has_cones, has_ranges = False, True
    for i in range(count):
        kind = d.efc_type[row[i]]
        has_cones |= kind == ROW_ELLIPTIC
        has_ranges &= kind != ROW_ELLIPTIC and not d.efc_frictionloss[row[i]] < 0.0
    return has_cones, has_ranges


@helper
def new_vector(d, count):
    """Zeros in scratch for each row, up to whole packs."""
    size = count + WIDTH - 1 - (count - 1) % WIDTH
    x = scratch(d, size)
    for i in range(size):
        x[i] = 0.0
    return x


@helper
def set_bounds(d, p):
    """Bounds of all rows; those of elliptic cones are not bounded one by one."""
    for i in range(p.count):
        r = p.row[i]
        p.high[i], p.low_state[i] = UNBOUNDED, SATISFIED
        if d.efc_type[r] == ROW_EQUALITY or d.efc_type[r] == ROW_ELLIPTIC:
            p.low[i] = -UNBOUNDED
        elif d.efc_type[r] <= ROW_FRICTION_TENDON:
            p.low[i], p.high[i], p.low_state[i] = -d.efc_frictionloss[r], d.efc_frictionloss[r], LINEARPOS


@helper
def open_dual(m, d, island, scale, is_own):
    """The problem of an island or of the whole model, at its present forces; `is_own`: its matrix may be changed."""
    count = d.nefc if island == WHOLE else d.island_nefc[island]
    row = list_all(d, count) if island == WHOLE else rest_of(d.map_iefc2efc, d.island_iefcadr[island])
    has_cones, has_ranges = look_for_cones(d, row, count)
    p = Dual(0 + island, scale, count, row, problem_matrix(m, d, island, row, count, is_own), has_cones, has_ranges,
             new_vector(d, count), new_vector(d, count), new_vector(d, count), new_vector(d, count),
             new_vector(d, count), new_vector(d, count), new_vector(d, count), new_vector(d, count),
             new_vector(d, count))
    for i in range(count):
        p.b[i], p.force[i], p.inverse[i] = d.efc_b[row[i]], d.efc_force[row[i]], 1.0 / entry(p, i, i)
    set_bounds(d, p)
    update_states(d, p)
    return p


@helper
def close_dual(d, p):
    """Store forces and states in the model's data."""
    for i in range(p.count):
        d.efc_force[p.row[i]], d.efc_state[p.row[i]] = p.force[i], int(p.state[i])


# ---- cost ----
@helper
def update_rates(p, i, change):
    """Bring slopes up to date after the force of row i has changed."""
    start, A = p.A.start[i], p.A
    if A.full:
        for k in range(0, p.count, WIDTH):
            set_side_by_side(p.rate, k, load_vector(p.rate, k) + change * load_vector(A.number, start + k))
    elif change != 0.0:
        for k in range(start, start + A.length[i]):
            p.rate[A.column[k]] += change * A.number[k]


@helper
def set_rates(p):
    """Compute all slopes anew."""
    for k in range(0, p.count, WIDTH):
        rate = load_vector(p.b, k)
        for i in range(p.count if p.A.full else 0):
            rate = rate + p.force[i] * load_vector(p.A.number, p.count * i + k)
        set_side_by_side(p.rate, k, rate)
    for i in range(0 if p.A.full else p.count):
        update_rates(p, i, p.force[i])


@helper
def entry(p, i, j):
    """Entry of A + R for two rows of one contact, whose columns lie side by side."""
    return p.A.number[p.A.diagonal[i] + j - i]


@helper
def within(force, low, high):
    """Forces within their bounds, which cross where friction is negative: then the lower one is looked at first."""
    return where(force < low, low, where(force > high, high, force))


# ---- states ----
@helper
def set_states(p):
    """States of all rows that are not part of elliptic cones; those before are kept."""
    for k in range(0, p.count, WIDTH):
        set_side_by_side(p.old_state, k, load_vector(p.state, k))
        force, low, high = load_vector(p.force, k), load_vector(p.low, k), load_vector(p.high, k)
        state = where(force >= high, float(LINEARNEG), float(QUADRATIC))
        set_side_by_side(p.state, k, where(force <= low, load_vector(p.low_state, k), state))


@helper
def cone_state(d, p, i):
    """State of an elliptic cone: whether its friction is all that there can be."""
    c, square = contact_of(d, p, i), 0.0
    for k in range(1, d.contact.dim[c]):
        u = p.force[i + k] / d.contact.friction[c, k - 1]
        square += u * u
    return SATISFIED if p.force[i] >= sqrt(square) else CONE


@helper
def set_cone_states(d, p):
    """States of the rows of elliptic cones."""
    i = 0
    while i < p.count:
        end = i + group_size(d, p, i)
        if is_cone(d, p, i):
            state = cone_state(d, p, i)
            for k in range(i, end):
                p.state[k] = state
        i = end


@helper
def update_states(d, p):
    """Set the states of all rows; returns how many rows act, and how many have changed."""
    set_states(p)
    if p.has_cones:
        set_cone_states(d, p)
    active, changed = 0, 0
    for k in range(0, p.count, WIDTH):
        state = load_vector(p.state, k)
        active += count_bits(bits_where(state != float(SATISFIED)))
        changed += count_bits(bits_where(state != load_vector(p.old_state, k)))
    return active, changed


# ---- statistics ----
@helper
def record(d, p, iteration, gain):
    """Statistics of an iteration; sets states."""
    active, changed = update_states(d, p)
    at = statistics_index(max(p.island, 0), iteration)
    if at >= 0:
        d.solver.improvement[at], d.solver.gradient[at], d.solver.lineslope[at] = gain, 0.0, 0.0
        d.solver.nactive[at], d.solver.nchange[at] = active, changed
        d.solver.neval[at], d.solver.nupdate[at] = 0, 0
