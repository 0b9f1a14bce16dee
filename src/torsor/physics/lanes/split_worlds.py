"""Contacts and constraint rows of worlds that share registers, for each of them alone.

Sensors, forces of bodies and solvers that take one world look at them one after the other. Everybody else leaves them
together.
"""

from ...jit import helper, stage
from ...jit.arena import reserve, scratch_ints
from ...jit.per_world import alone, put, take
from ...jit.structs import width
from ..collision.found import FAR
from ..common.names import ROW_FRICTION_TENDON, ROW_FRICTIONLESS, ROW_LIMIT_TENDON
from ..constraint.contact import NO_DOFS
from ..constraint.rows import FIELDS, set_tendon_address
from .merge_worlds import NONE
from .shared import shares_rows


@helper
def count_contacts(d, k):
    """How many contacts world k has."""
    count = 0
    for c in range(d.ncon):
        count += take(d.contact.dist[c], k) < FAR
    return count


@helper
def copy_contact(d, k, c, one, s):
    """Make contact c of all worlds contact s of world k."""
    one.contact.dist[s], one.contact.pos[s] = take(d.contact.dist[c], k), take(d.contact.pos[c], k)
    one.contact.frame[s], one.contact.mu[s] = take(d.contact.frame[c], k), take(d.contact.mu[c], k)
    one.contact.includemargin[s] = take(d.contact.includemargin[c], k)
    one.contact.surfacevel[s], one.contact.adhesion[s] = take(d.contact.surfacevel[c], k), 0.0
    for i in range(5):
        one.contact.friction[s, i] = take(d.contact.friction[c, i], k)
        one.contact.solimp[s, i] = take(d.contact.solimp[c, i], k)
    for i in range(2):
        one.contact.solref[s, i] = take(d.contact.solref[c, i], k)
        one.contact.solreffriction[s, i] = take(d.contact.solreffriction[c, i], k)
        one.contact.geom[s, i] = d.contact.geom[c, i]
        one.contact.flex[s, i], one.contact.elem[s, i], one.contact.vert[s, i] = NONE, NONE, NONE
    for i in range(36):
        one.contact.H[s, i] = 0.0
    near = one.contact.dist[s] < one.contact.includemargin[s]
    one.contact.dim[s], one.contact.efc_address[s] = d.contact.dim[c], NONE
    one.contact.exclude[s] = 1 if not near else NO_DOFS if d.contact.exclude[c] == NO_DOFS else 0


@helper
def copy_row(m, d, k, r, one, s):
    """Make row r of all worlds row s of world k, with a dense Jacobian."""
    one.efc_type[s], one.efc_id[s], one.work.efc_here[s] = d.efc_type[r], d.efc_id[r], 1.0
    one.efc_pos[s], one.efc_margin[s] = take(d.efc_pos[r], k), take(d.efc_margin[r], k)
    one.efc_frictionloss[s], one.efc_diagA[s] = take(d.efc_frictionloss[r], k), take(d.efc_diagA[r], k)
    for i in range(4):
        one.efc_KBIP[s, i] = take(d.efc_KBIP[r, i], k)
    one.efc_D[s], one.efc_R[s], one.efc_vel[s] = take(d.efc_D[r], k), take(d.efc_R[r], k), take(d.efc_vel[r], k)
    one.efc_aref[s], one.efc_b[s] = take(d.efc_aref[r], k), take(d.efc_b[r], k)
    one.efc_force[s], one.efc_state[s] = take(d.efc_force[r], k), 0
    for i in range(m.nv):
        one.efc_J[m.nv * s + i] = 0.0
    for q in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
        one.efc_J[m.nv * s + d.efc_J_colind[q]] = take(d.efc_J[q], k)


@helper
def place_row(d, one, s, number):
    """Let contacts and tendons of a world know their first rows, and rows their contact."""
    kind, thing = one.efc_type[s], one.efc_id[s]
    if kind == ROW_FRICTION_TENDON or kind == ROW_LIMIT_TENDON:
        set_tendon_address(one, thing, s)
    elif kind >= ROW_FRICTIONLESS:
        c = number[thing]
        one.efc_id[s] = c
        if one.contact.efc_address[c] < 0:
            one.contact.efc_address[c] = s


@helper
def split_world(m, d, k, one, number):
    """Contacts and rows of world k; `number` is scratch."""
    one.parena, one.ncon = 0, 0
    reserve(one, 'contact', count_contacts(d, k))
    if m.ntendon:
        reserve(one, 'tendon_efcadr', m.ntendon)
        for t in range(m.ntendon):
            one.tendon_efcadr[t] = NONE
    reserve(one, FIELDS, one.nefc)
    reserve(one, 'efc_J,efc_J_colind', one.nefc * m.nv)
    for c in range(d.ncon):
        if take(d.contact.dist[c], k) < FAR:
            copy_contact(d, k, c, one, one.ncon)
            number[c] = one.ncon
            one.ncon += 1
    one.work.cone_num = one.ncon
    s = 0
    for r in range(d.nefc):
        if take(d.work.efc_here[r], k) != 0.0:
            copy_row(m, d, k, r, one, s)
            place_row(d, one, s, number)
            s += 1


@stage
def split_constraints(m, d):
    """Contacts and rows of each world, from those of all."""
    mark = d.pstack
    number = scratch_ints(d, d.ncon)
    for k in range(width(d)):
        split_world(m, d, k, alone(d, k), number)
    d.pstack = mark


@helper
def split_rows(m, d):
    """Let each of several worlds have its own contacts and rows, if they share them."""
    if width(d) > 1 and shares_rows(m, d):
        split_constraints(m, d)


@stage
def merge_forces(m, d):
    """efc_force of all worlds, from those that each has found; a row that a world does not have pushes nobody there."""
    for r in range(d.nefc):
        d.efc_force[r] = 0.0
    for k in range(width(d)):
        one, s = alone(d, k), 0
        for r in range(d.nefc if one.nefc else 0):
            if take(d.work.efc_here[r], k) != 0.0:
                d.efc_force[r] = put(d.efc_force[r], k, one.efc_force[s])
                s += 1
