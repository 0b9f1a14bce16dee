"""What the contacts of one pair of bodies add to R in H da = R, for all dofs that move the two side by side.

Wrenches of contacts are added up first, by the dofs that move one or both bodies. If the first body cannot move and
many dofs move the second one they are added up by its six unit twists, as 6 x 6 matrices, and spread to the dofs in the
end. Tables have a column for each dof or unit twist, and a row for each number of spatial vectors. Of one world several
columns are taken at a time, and there are whole packs of them (jit/simd.py); of worlds that share registers one.
Columns of R are positions, velocities, activations and controls.
"""

from ....jit import helper, stage
from ....jit.arena import scratch, scratch_ints
from ....jit.arguments import Out, Scratched
from ....jit.lanes import any_, where
from ....jit.rows import rest_of, subtract_rows
from ....jit.simd import WIDTH, load_vector, set_side_by_side
from ....jit.structs import width
from ....jit.values import STILL, Spatial, cross_force, cross_motion
from ...common.chain import last_dof, tree_centre
from ...constraint.contact import contact_body
from .contact import (
    SIZE,
    WRENCH,
    acts_in,
    load_contact,
    shifted,
    turn_to_world,
    wrench_about,
    wrench_changes,
)
from .frame import SIZE as FRAME
from .frame import contact_frames
from .inverse import Columns, columns_of

Chain = Out('nv', int)  # of each dof that moves a pair of bodies its number, and which of them it moves
CHAIN, FIRST, SECOND = 2, 1, 2
Table = Scratched('nv')
# rows of motions: the axis of each dof, acceleration and velocity before its joint, 1 if it moves the first body, the
# second one
AXIS, ACCELERATION, VELOCITY, MOVES_FIRST, MOVES_SECOND, MOTIONS = 0, 6, 12, 18, 19, 20
# a row of wrenches has three parts: by position, velocity and, for unit twists, acceleration
BY_POSITION, BY_VELOCITY, BY_ACCELERATION, PARTS = 0, 1, 2, 3
WRENCHES = 6 * PARTS


# ---- tables ----
@helper
def abreast(d):
    """Columns of a table that are taken at a time."""
    return WIDTH if width(d) == 1 else 1


@helper
def whole_packs(d, count):
    """Columns of a table for so many dofs."""
    return (count + abreast(d) - 1) // abreast(d) * abreast(d)


@helper
def vectors_at(table, at, stride):
    """A pack of spatial vectors from six rows of a table, whose lengths are `stride`."""
    return Spatial(load_vector(table, at), load_vector(table, at + stride), load_vector(table, at + 2 * stride),
                   load_vector(table, at + 3 * stride), load_vector(table, at + 4 * stride),
                   load_vector(table, at + 5 * stride))


@helper
def put_vectors_at(table, at, stride, x):
    """Write a pack of spatial vectors to six rows of a table."""
    set_side_by_side(table, at, x.ang.x)
    set_side_by_side(table, at + stride, x.ang.y)
    set_side_by_side(table, at + 2 * stride, x.ang.z)
    set_side_by_side(table, at + 3 * stride, x.lin.x)
    set_side_by_side(table, at + 4 * stride, x.lin.y)
    set_side_by_side(table, at + 5 * stride, x.lin.z)


@helper
def add_wrenches(table, part, columns, first, wrench):
    """Add a pack of wrenches to columns of a part of a table."""
    at, stride = columns * part + first, PARTS * columns
    put_vectors_at(table, at, stride, vectors_at(table, at, stride) + wrench)


@helper
def put_number_column(table, row, columns, e, x):
    """One column of six rows."""
    at = columns * row + e
    table[at], table[at + columns], table[at + 2 * columns] = x.ang.x, x.ang.y, x.ang.z
    table[at + 3 * columns], table[at + 4 * columns], table[at + 5 * columns] = x.lin.x, x.lin.y, x.lin.z


@helper
def clear(table, count):
    for k in range(count):
        table[k] = 0.0


@helper
def list_chain(m, b1, b2, chain):
    """The dofs that move one or both of two bodies; returns their number."""
    i, j, count = last_dof(m, b1), last_dof(m, b2), 0
    while i >= 0 or j >= 0:
        k, moved = max(i, j), 0
        if i == k:
            i = m.dof_parentid[i]
            moved += FIRST
        if j == k:
            j = m.dof_parentid[j]
            moved += SECOND
        chain[CHAIN * count], chain[CHAIN * count + 1] = k, moved
        count += 1
    return count


@helper
def load_motions(d, chain, count, motions):
    """The motions of the dofs of a chain; columns that are left over are zero."""
    columns = whole_packs(d, count)
    clear(motions, MOTIONS * columns)
    for e in range(count):
        k, moved = chain[CHAIN * e], chain[CHAIN * e + 1]
        put_number_column(motions, AXIS, columns, e, d.cdof[k])
        put_number_column(motions, ACCELERATION, columns, e, d.work.joint_acc_above[k])
        put_number_column(motions, VELOCITY, columns, e, d.work.velocity_above[k])
        motions[columns * MOVES_FIRST + e] = 1.0 if moved & FIRST else 0.0
        motions[columns * MOVES_SECOND + e] = 1.0 if moved & SECOND else 0.0


# ---- a body that touches what cannot move ----
@helper
def is_by_twists(m, b1, count):
    """Whether wrenches are added up by unit twists of the second body."""
    return last_dof(m, b1) < 0 and count > WIDTH


@helper
def set_unit_twists(d, motions):
    """Unit twists of the second body as if they were the axes of dofs, before which nothing moves."""
    columns = whole_packs(d, 6)
    clear(motions, MOTIONS * columns)
    for k in range(6):
        motions[columns * (AXIS + k) + k], motions[columns * MOVES_SECOND + k] = 1.0, 1.0


@helper
def set_rates(d, motions, columns):
    """Instead of the motions before joints, the rates at which they turn the axes."""
    for first in range(0, columns, abreast(d)):
        axis = vectors_at(motions, columns * AXIS + first, columns)
        for k in range(2):
            row = ACCELERATION if k == 0 else VELOCITY
            rate = cross_motion(vectors_at(motions, columns * row + first, columns), axis)
            put_vectors_at(motions, columns * row + first, columns, rate)


@helper
def list_terms(d, sums, row, part, sign, first, columns, terms, starts, factors):
    """List the products of a row of a 6 x 6 matrix with six rows of a table; how many are listed."""
    for k in range(6):
        starts[terms + k] = columns * (first + k)
        factors[terms + k] = -sign * sums[whole_packs(d, 6) * (PARTS * row + part) + k]
    return terms + 6


@helper
def spread_twists(d, motions, columns, sums, wrenches):
    """From unit twists of a body to the dofs that move it."""
    mark = d.pstack
    starts, factors = scratch_ints(d, 18), scratch(d, 18)
    set_rates(d, motions, columns)
    clear(wrenches, WRENCHES * columns)
    for row in range(6):
        at = PARTS * columns * row
        list_terms(d, sums, row, BY_VELOCITY, 1.0, AXIS, columns, 0, starts, factors)
        subtract_rows(wrenches, at + BY_VELOCITY * columns, motions, starts, factors, 6, columns)
        terms = list_terms(d, sums, row, BY_POSITION, 1.0, AXIS, columns, 0, starts, factors)
        terms = list_terms(d, sums, row, BY_VELOCITY, 1.0, VELOCITY, columns, terms, starts, factors)
        terms = list_terms(d, sums, row, BY_ACCELERATION, -1.0, ACCELERATION, columns, terms, starts, factors)
        subtract_rows(wrenches, at, motions, starts, factors, terms, columns)
    d.pstack = mark


# ---- one contact ----
@helper
def add_contact_wrenches(m, d, c, w, kept, motions, columns, by_twists, on_first, on_second):
    """Add the changes of the wrenches of contact c to those of the dofs that move its bodies, or of unit twists."""
    b1, b2, push = contact_body(m, d, c, 0), contact_body(m, d, c, 1), w.spatial[WRENCH]
    arm1, arm2 = d.contact.pos[c] - tree_centre(m, d, b1), d.contact.pos[c] - tree_centre(m, d, b2)
    acc1, acc2 = shifted(d.work.joint_acc[b1], arm1), shifted(d.work.joint_acc[b2], arm2)
    vel1, vel2 = shifted(d.cvel[b1], arm1), shifted(d.cvel[b2], arm2)
    moving = last_dof(m, b1) >= 0
    d.work.body_load[b2] += -wrench_about(push, arm2)
    if moving:
        d.work.body_load[b1] += wrench_about(push, arm1)
    for first in range(0, columns, abreast(d)):
        axis = vectors_at(motions, columns * AXIS + first, columns)
        acc = vectors_at(motions, columns * ACCELERATION + first, columns)
        vel = vectors_at(motions, columns * VELOCITY + first, columns)
        v1, v2 = STILL, shifted(axis, arm2) * load_vector(motions, columns * MOVES_SECOND + first)
        dacc, dvel = cross_motion(v2, acc2 - shifted(acc, arm2)), cross_motion(v2, vel2 - shifted(vel, arm2))
        if moving:
            v1 = shifted(axis, arm1) * load_vector(motions, columns * MOVES_FIRST + first)
            dacc += -cross_motion(v1, acc1 - shifted(acc, arm1))
            dvel += -cross_motion(v1, vel1 - shifted(vel, arm1))
        force, by_velocity, by_acceleration = wrench_changes(m, d, c, w, kept, v1, v2, acc2 - acc1, dacc, vel2 - vel1,
                                                             dvel)
        add_wrenches(on_second, BY_POSITION, columns, first, wrench_about(force - cross_force(v2, push), arm2))
        add_wrenches(on_second, BY_VELOCITY, columns, first, wrench_about(by_velocity, arm2))
        if by_twists:
            add_wrenches(on_second, BY_ACCELERATION, columns, first, wrench_about(by_acceleration, arm2))
        if moving:
            add_wrenches(on_first, BY_POSITION, columns, first, wrench_about(force - cross_force(v1, push), arm1))
            add_wrenches(on_first, BY_VELOCITY, columns, first, wrench_about(by_velocity, arm1))


# ---- pairs of bodies ----
@helper
def subtract_along(d, line, motions, e, wrenches, sign, columns):
    """Subtract the products of the axis of a dof of the chain with all wrenches by position and velocity."""
    mark = d.pstack
    starts, factors = scratch_ints(d, 6), scratch(d, 6)
    for k in range(6):
        starts[k], factors[k] = PARTS * columns * k, sign * motions[columns * (AXIS + k) + e]
    subtract_rows(line, 0, wrenches, starts, factors, 6, 2 * columns)
    d.pstack = mark


@helper
def project_chain(m, d, chain, count, motions, on_first, on_second, R):
    """Add the wrenches of a pair of bodies to the equations."""
    length, mark, columns = columns_of(m), d.pstack, whole_packs(d, count)
    line = scratch(d, 2 * columns)
    for f in range(count):
        i, moved = chain[CHAIN * f], chain[CHAIN * f + 1]
        clear(line, 2 * columns)
        if moved & SECOND:
            subtract_along(d, line, motions, f, on_second, -1.0, columns)
        if moved & FIRST:
            subtract_along(d, line, motions, f, on_first, 1.0, columns)
        for e in range(count):
            j = chain[CHAIN * e]
            R[length * i + j] += line[e]
            R[length * i + m.nv + j] += line[columns + e]
    d.pstack = mark


@stage
def open_pair(m, d, b1: int, b2: int, chain: Chain, motions: Table, on_first: Table, on_second: Table) -> int:
    """Prepare tables for two bodies without contacts; returns how many dofs move them."""
    count = list_chain(m, b1, b2, chain)
    columns = whole_packs(d, 6 if is_by_twists(m, b1, count) else count)
    if is_by_twists(m, b1, count):
        set_unit_twists(d, motions)
    else:
        load_motions(d, chain, count, motions)
    if last_dof(m, b1) >= 0:
        clear(on_first, WRENCHES * columns)
    clear(on_second, WRENCHES * columns)
    return count


@stage
def add_to_pair(m, d, c: int, w: Table, kept: Table, count: int, motions: Table, on_first: Table, on_second: Table):
    """Add a contact that acts, whose frame moves as `kept` says, to what its two bodies sum up."""
    by_twists = is_by_twists(m, contact_body(m, d, c, 0), count)
    columns = whole_packs(d, 6 if by_twists else count)
    load_contact(m, d, c, w)
    turn_to_world(d, c, w)
    add_contact_wrenches(m, d, c, w, kept, motions, columns, by_twists, on_first, on_second)


@stage
def close_pair(m, d, b1: int, chain: Chain, count: int, motions: Table, on_first: Table, on_second: Table, R: Columns):
    """Add what the contacts of two bodies have summed up to."""
    if is_by_twists(m, b1, count):
        load_motions(d, chain, count, motions)
        spread_twists(d, motions, whole_packs(d, count), on_second, on_first)
        project_chain(m, d, chain, count, motions, on_second, on_first, R)
    else:
        project_chain(m, d, chain, count, motions, on_first, on_second, R)


@stage
def add_acting_contacts(m, d, R: Columns) -> int:
    """Add all contacts to R; returns -1, or the number of one whose collider has no derivative."""
    mark, most = d.pstack, whole_packs(d, max(6, m.nv))
    acting, frames, w = scratch(d, d.ncon), scratch(d, FRAME * d.ncon), scratch(d, SIZE)
    chain, motions = scratch_ints(d, CHAIN * m.nv), scratch(d, MOTIONS * most)
    on_first, on_second = scratch(d, WRENCHES * most), scratch(d, WRENCHES * most)
    for c in range(d.ncon):
        acting[c] = where(acts_in(m, d, c), 1.0, 0.0)
    bad, last1, last2, count = contact_frames(m, d, acting, frames), -1, -1, 0
    for c in range(d.ncon if bad < 0 else 0):
        if not any_(acting[c] != 0.0):
            continue
        b1, b2 = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
        if b1 != last1 or b2 != last2:
            if count > 0:
                close_pair(m, d, last1, chain, count, motions, on_first, on_second, R)
            last1, last2, count = b1, b2, open_pair(m, d, b1, b2, chain, motions, on_first, on_second)
        add_to_pair(m, d, c, w, rest_of(frames, FRAME * c), count, motions, on_first, on_second)
    if count > 0:
        close_pair(m, d, last1, chain, count, motions, on_first, on_second, R)
    d.pstack = mark
    return bad
