"""Contacts of worlds that share registers, as one list: a contact is in it if some world has it.

Each world has found its own, and all lists are in the order of the geoms. So they are merged like sorted lists:
contacts of the same two geoms, the first of each world, the second and so on, become one. Where a world has no such
contact, its distance is FAR.
"""

from ...jit import helper, stage
from ...jit.arena import reserve, scratch_ints
from ...jit.lanes import any_
from ...jit.per_world import alone, put
from ...jit.structs import width
from ..collision.found import FAR

NONE = -1


@helper
def comes_before(m, d, c, one, s):
    """Whether contact s of one world comes before the geoms of contact c of all."""
    first, second = one.contact.geom[s, 0], one.contact.geom[s, 1]
    b1, b2 = m.geom_bodyid[first], m.geom_bodyid[second]
    g1, g2 = d.contact.geom[c, 0], d.contact.geom[c, 1]
    c1, c2 = m.geom_bodyid[g1], m.geom_bodyid[g2]
    low, other_low, high, other_high = min(b1, b2), min(c1, c2), max(b1, b2), max(c1, c2)
    if low != other_low or high != other_high:
        return low < other_low or (low == other_low and high < other_high)
    return first < g1 or (first == g1 and second < g2)


@helper
def is_same(d, c, one, s):
    """Whether contact s of one world is between the geoms of contact c of all."""
    return one.contact.geom[s, 0] == d.contact.geom[c, 0] and one.contact.geom[s, 1] == d.contact.geom[c, 1]


@helper
def open_contact(d, c, one, s):
    """Let contact c of all worlds be like contact s of one of them, but in no world yet."""
    d.contact.dist[c], d.contact.pos[c], d.contact.frame[c] = FAR, one.contact.pos[s], one.contact.frame[s]
    d.contact.includemargin[c], d.contact.surfacevel[c] = one.contact.includemargin[s], one.contact.surfacevel[s]
    for i in range(5):
        d.contact.friction[c, i], d.contact.solimp[c, i] = one.contact.friction[s, i], one.contact.solimp[s, i]
    for i in range(2):
        d.contact.solref[c, i] = one.contact.solref[s, i]
        d.contact.solreffriction[c, i] = one.contact.solreffriction[s, i]
        d.contact.geom[c, i] = one.contact.geom[s, i]
    d.contact.adhesion[c], d.contact.mu[c], d.contact.dim[c] = 0.0, 0.0, one.contact.dim[s]
    d.contact.efc_address[c] = NONE


@helper
def set_parameters(d, c, k, one, s):
    """Parameters of contact c for world k, if models differ between worlds."""
    d.contact.includemargin[c] = put(d.contact.includemargin[c], k, one.contact.includemargin[s])
    for i in range(5):
        d.contact.friction[c, i] = put(d.contact.friction[c, i], k, one.contact.friction[s, i])
        d.contact.solimp[c, i] = put(d.contact.solimp[c, i], k, one.contact.solimp[s, i])
    for i in range(2):
        d.contact.solref[c, i] = put(d.contact.solref[c, i], k, one.contact.solref[s, i])
        d.contact.solreffriction[c, i] = put(d.contact.solreffriction[c, i], k, one.contact.solreffriction[s, i])


@helper
def set_contact(m, d, c, k, one, s):
    """Where contact c is in world k."""
    d.contact.dist[c] = put(d.contact.dist[c], k, one.contact.dist[s])
    d.contact.pos[c] = put(d.contact.pos[c], k, one.contact.pos[s])
    d.contact.frame[c] = put(d.contact.frame[c], k, one.contact.frame[s])
    d.contact.surfacevel[c] = put(d.contact.surfacevel[c], k, one.contact.surfacevel[s])
    if width(m) > 1:
        set_parameters(d, c, k, one, s)


@helper
def open_next(m, d, c, head):
    """Let contact c be like the first of those that worlds still have; whether there is one."""
    found = False
    for k in range(width(d)):
        one = alone(d, k)
        if head[k] < one.ncon and (not found or comes_before(m, d, c, one, head[k])):
            open_contact(d, c, one, head[k])
            found = True
    return found


@stage
def merge_contacts(m, d):
    """The contacts of all worlds, from those that each of them has."""
    mark, most, c = d.pstack, 0, 0
    head = scratch_ints(d, width(d))
    for k in range(width(d)):
        head[k] = 0
        most += alone(d, k).ncon
    reserve(d, 'contact', most)
    while open_next(m, d, c, head):
        for k in range(width(d)):
            one = alone(d, k)
            if head[k] < one.ncon and is_same(d, c, one, head[k]):
                set_contact(m, d, c, k, one, head[k])
                head[k] += 1
        d.contact.exclude[c] = 0 if any_(d.contact.dist[c] < d.contact.includemargin[c]) else 1
        c += 1
    d.ncon, d.work.cone_num, d.pstack = c, 0, mark
