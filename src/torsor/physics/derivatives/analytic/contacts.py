"""The contacts of a data as duals: how they move with their bodies is known (frame.py), by positions of all dofs."""

from ....jit import helper, stage
from ....jit.dual_numbers import WIDTH, dual_data, slopes_in
from ....jit.rows import rest_of
from ....jit.values import STILL, cross
from ...collision.fields import FEWEST
from ...collision.mixing import set_distant
from ...collision.narrow import open_contacts, put_point
from ...common.chain import tree_centre
from ...constraint.contact import contact_body
from .contact import shifted
from .frame import SIZE, Frames, distance_rate, frame_twist, listed_pair
from .pair import CHAIN, FIRST, SECOND, Chain, list_chain


@helper
def put_found(d, c):
    """Let contact c be what was found on duals, as it is."""
    duals, frame = dual_data(d), d.contact.frame[c]
    duals.work.found_dist[0], duals.work.found_pos[0] = d.contact.dist[c], d.contact.pos[c]
    duals.work.found_normal[0], duals.work.found_tangent[0] = frame.row_x, frame.row_y


@helper
def put_contact(m, d, c):
    """Let contact c be one of duals, without slopes."""
    duals, first, second = dual_data(d), d.contact.geom[c, 0], d.contact.geom[c, 1]
    put_found(d, c)
    put_point(m, duals, c, 0, first, second, listed_pair(m, first, second), False)
    set_distant(duals, c)


@helper
def put_motion(d, c, k, twist, rate):
    """The slopes of contact c by variable k, for a twist of its frame about its point and a change of its distance."""
    duals, frame = dual_data(d), d.contact.frame[c]
    slopes_in(duals.contact.dist)[WIDTH * c + k] = rate
    points, frames = slopes_in(duals.contact.pos), slopes_in(duals.contact.frame)
    at = 3 * WIDTH * c + k
    points[at], points[at + WIDTH], points[at + 2 * WIDTH] = twist.lin.x, twist.lin.y, twist.lin.z
    for row in range(3):
        axis = frame.row_x if row == 0 else (frame.row_y if row == 1 else frame.row_z)
        change, at = cross(twist.ang, axis), WIDTH * (9 * c + 3 * row) + k
        frames[at], frames[at + WIDTH], frames[at + 2 * WIDTH] = change.x, change.y, change.z


@stage
def contacts_on_duals(m, d, frames: Frames, chain: Chain, first: int, count: int):
    """The contacts of a data as duals, for `count` columns from the first on."""
    duals = dual_data(d)
    duals.work.con_capacity, duals.work.found_ahead = max(FEWEST, d.ncon), 0
    open_contacts(m, duals)
    for c in range(d.ncon):
        put_contact(m, d, c)
        kept, b1, b2 = rest_of(frames, SIZE * c), contact_body(m, d, c, 0), contact_body(m, d, c, 1)
        arm1, arm2 = d.contact.pos[c] - tree_centre(m, d, b1), d.contact.pos[c] - tree_centre(m, d, b2)
        for e in range(list_chain(m, b1, b2, chain)):
            j, moved = chain[CHAIN * e], chain[CHAIN * e + 1]
            if first <= j < first + count:
                v1 = shifted(d.cdof[j], arm1) if moved & FIRST else STILL
                v2 = shifted(d.cdof[j], arm2) if moved & SECOND else STILL
                put_motion(d, c, 1 + j - first, frame_twist(d, c, v1, v2, kept), distance_rate(v1, v2, kept))
    duals.ncon = d.ncon
