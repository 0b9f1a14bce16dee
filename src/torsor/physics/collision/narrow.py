"""Contacts of one pair of geoms: call the collider for their types, and complete the points it finds."""

from math import inf

from ...jit import helper, stage
from ...jit.arena import reserve
from ...jit.lanes import all_, maximum
from ...jit.table import call_at
from ...jit.values import dot
from ..common.upcalls import more_contacts
from .contact_frame import contact_frame
from .fields import FEWEST, TYPES
from .mixing import (
    MINMU,
    copy_parameters,
    has_one_margin,
    margin_and_gap,
    set_distant,
    set_listed,
    set_mixed,
    set_overridden,
    set_surface_velocity,
)
from .motion import looks_ahead
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
def close_contacts(d):
    """What all contacts have in common: that no flex has any. Field by field, which is faster than by contact."""
    for c in range(d.ncon):
        d.contact.flex[c, 0], d.contact.flex[c, 1] = -1, -1
    for c in range(d.ncon):
        d.contact.elem[c, 0], d.contact.elem[c, 1] = -1, -1
    for c in range(d.ncon):
        d.contact.vert[c, 0], d.contact.vert[c, 1] = -1, -1


@helper
def is_sound(d, k):
    """Whether point k that was found is made of finite numbers, and its normal has a direction."""
    pos, normal = d.work.found_pos[k], d.work.found_normal[k]
    return abs(d.work.found_dist[k] + pos.x + pos.y + pos.z) < inf and dot(normal, normal) > 0.25


@helper
def move_point(d, source, target):
    """Give a point that was found another number."""
    d.work.found_dist[target], d.work.found_pos[target] = d.work.found_dist[source], d.work.found_pos[source]
    d.work.found_normal[target] = d.work.found_normal[source]
    d.work.found_tangent[target] = d.work.found_tangent[source]


@helper
def keep_sound(d):
    """Leave the others out."""
    kept = 0
    for k in range(d.work.found_num):
        if is_sound(d, k):
            if kept < k:
                move_point(d, k, kept)
            kept += 1
    d.work.found_num = kept


@helper
def are_alike(d, k, n):
    """Whether two points that were found have the same normal and tangent, and so the same frame."""
    one, other = d.work.found_normal[k], d.work.found_normal[n]
    tangent, other_tangent = d.work.found_tangent[k], d.work.found_tangent[n]
    return all_((one.x == other.x) & (one.y == other.y) & (one.z == other.z) & (tangent.x == other_tangent.x)
                & (tangent.y == other_tangent.y) & (tangent.z == other_tangent.z))


@helper
def set_parameters(m, d, c, first, second, listed):
    """What contact c has from its geoms, or from the pair that lists them."""
    d.contact.includemargin[c], _ = margin_and_gap(m, first, second, listed)
    if listed >= 0:
        set_listed(m, d, c, listed)
    else:
        set_mixed(m, d, c, first, second)
    if has_one_margin(m):
        set_overridden(m, d, c)
    for i in range(5):
        d.contact.friction[c, i] = maximum(d.contact.friction[c, i], MINMU)


@helper
def put_point(m, d, c, k, first, second, listed, follows):
    """Make point k that was found contact c; if it `follows` the point before, they share what can be shared."""
    d.contact.dist[c], d.contact.pos[c] = d.work.found_dist[k], d.work.found_pos[k]
    if follows and are_alike(d, k - 1, k):
        d.contact.frame[c] = d.contact.frame[c - 1]
    else:
        d.contact.frame[c] = contact_frame(d.work.found_normal[k], d.work.found_tangent[k])
    if follows:
        copy_parameters(d, c - 1, c)
    else:
        set_parameters(m, d, c, first, second, listed)
    set_surface_velocity(m, d, c, first, second)
    d.contact.geom[c, 0], d.contact.geom[c, 1] = first, second
    d.contact.mu[c], d.contact.efc_address[c] = 0.0, -1


@stage
def add_contacts(m, d, first: int, second: int, listed: int):
    """Append the points that were found between two geoms, whose parameters a pair lists unless it is -1.

    Most points of a pair share their frame, and all share their parameters: these are computed once. contact.H is left
    as it is, see work.cone_num.
    """
    start, count = d.ncon, d.work.found_num
    if start + count > d.work.con_capacity:
        more_contacts(m, d, max(2 * start, start + count))
    for k in range(count):
        put_point(m, d, start + k, k, first, second, listed, k > 0)
    for c in range(start, start + count):
        if d.work.found_ahead:
            set_ahead(m, d, c)
        else:
            set_distant(d, c)
    d.ncon = start + count


@stage
def narrow(m, d, first: int, second: int, listed: int):
    """Contacts of two geoms, whose parameters a pair of the model lists unless `listed` is -1."""
    if m.geom_type[first] > m.geom_type[second]:
        first, second = second, first
    collider = m.table.collider[m.geom_type[first] * TYPES + m.geom_type[second]]
    if collider == 0 or user_refuses(m, d, first, second):
        return
    margin, gap = margin_and_gap(m, first, second, listed)
    mark, reach = d.pstack, margin + gap + d.work.reach
    d.work.found_num, d.work.found_reach, d.work.found_ahead = 0, reach, 0
    call_at(collider, m, d, first, second, reach)
    if looks_ahead(m):
        look_ahead(m, d, first, second, margin)
    d.pstack = mark
    if d.work.found_num > 0:
        keep_sound(d)
        add_contacts(m, d, first, second, listed)
