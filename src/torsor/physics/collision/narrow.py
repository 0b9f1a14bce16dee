"""Contacts of one pair of geoms: call the collider for their types, and complete the points it finds."""

from math import inf

from ...jit import helper, stage
from ...jit.arena import reserve
from ...jit.lanes import maximum
from ...jit.table import call_at
from ...jit.values import norm
from ..common.names import ON_SPECULATIVE
from ..common.upcalls import more_contacts
from .axes import contact_frame
from .fields import FEWEST, TYPES
from .mixing import (
    MINMU,
    has_one_margin,
    margin_and_gap,
    set_distant,
    set_listed,
    set_mixed,
    set_overridden,
    set_surface_velocity,
)
from .select import user_refuses
from .speculative import look_ahead, set_ahead


@helper
def open_contacts(m, d):
    """Start an empty list of contacts, with as much room as was ever needed."""
    d.ncon = 0
    if d.work.con_capacity < FEWEST:
        d.work.con_capacity = FEWEST
    reserve(d, 'contact', d.work.con_capacity)


@helper
def is_sound(d, k):
    """Whether point k that was found is made of finite numbers, and its normal has a direction."""
    pos, normal = d.work.found_pos[k], d.work.found_normal[k]
    return abs(d.work.found_dist[k] + pos.x + pos.y + pos.z) < inf and norm(normal) > 0.5


@stage
def add_contact(m, d, k: int, first: int, second: int, listed: int):
    """Complete point k that was found between two geoms, whose parameters a pair lists unless it is -1; append it.

    Reads geom_xpos, geom_xmat, work.con_capacity, work.found_ahead, work.found_dist, work.found_pos, work.found_normal,
    work.found_tangent; flg_surfacevel, geom_condim, geom_priority, geom_solmix, geom_solref, geom_solimp,
    geom_friction, geom_margin, geom_gap, geom_surfacevel, geom_adhesion, pair_dim, pair_solref, pair_solreffriction,
    pair_solimp, pair_margin, pair_gap, pair_adhesion, pair_friction, opt.o_*, opt.enableflags of the model. Updates
    ncon, contact.dist, contact.pos, contact.frame, contact.includemargin, contact.friction, contact.adhesion. Writes
    contact.solref, contact.solreffriction, contact.solimp, contact.surfacevel, contact.mu, contact.H, contact.dim,
    contact.geom, contact.flex, contact.elem, contact.vert, contact.exclude, contact.efc_address. Runs
    upcall.more_contacts, set_ahead.
    """
    c = d.ncon
    if c == d.work.con_capacity:
        more_contacts(m, d, 2 * c)
    margin, _ = margin_and_gap(m, first, second, listed)
    d.contact.dist[c], d.contact.pos[c] = d.work.found_dist[k], d.work.found_pos[k]
    d.contact.frame[c] = contact_frame(d.work.found_normal[k], d.work.found_tangent[k])
    d.contact.includemargin[c] = margin
    if listed >= 0:
        set_listed(m, d, c, listed)
    else:
        set_mixed(m, d, c, first, second)
    if has_one_margin(m):
        set_overridden(m, d, c)
    for i in range(5):
        d.contact.friction[c, i] = maximum(d.contact.friction[c, i], MINMU)
    set_surface_velocity(m, d, c, first, second)
    d.contact.mu[c] = 0.0
    for i in range(36):
        d.contact.H[c, i] = 0.0
    d.contact.geom[c, 0], d.contact.geom[c, 1] = first, second
    for i in range(2):
        d.contact.flex[c, i], d.contact.elem[c, i], d.contact.vert[c, i] = -1, -1, -1
    if d.work.found_ahead:
        set_ahead(m, d, c)
    else:
        set_distant(d, c)
    d.contact.efc_address[c] = -1
    d.ncon = c + 1


@stage
def narrow(m, d, first: int, second: int, listed: int):
    """Contacts of two geoms, whose parameters a pair of the model lists unless `listed` is -1.

    Reads work.found_dist, work.found_pos, work.found_normal; geom_type, geom_margin, geom_gap, pair_margin, pair_gap,
    opt.o_margin, opt.enableflags, table.collider of the model. Updates work.found_num. Writes work.found_ahead,
    work.found_reach. Runs callback.contactfilter, table.collider, look_ahead, add_contact.
    """
    if m.geom_type[first] > m.geom_type[second]:
        first, second = second, first
    collider = m.table.collider[m.geom_type[first] * TYPES + m.geom_type[second]]
    if collider == 0 or user_refuses(m, d, first, second):
        return
    margin, gap = margin_and_gap(m, first, second, listed)
    mark, reach = d.pstack, margin + gap
    d.work.found_num, d.work.found_reach, d.work.found_ahead = 0, reach, 0
    call_at(collider, m, d, first, second, reach)
    if m.opt.enableflags & ON_SPECULATIVE:
        look_ahead(m, d, first, second, margin)
    d.pstack = mark
    for k in range(d.work.found_num):
        if is_sound(d, k):
            add_contact(m, d, k, first, second, listed)
