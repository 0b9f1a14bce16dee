"""Collision detection: all contacts of a model."""

from ...jit import helper, stage
from ..names import OFF_CONSTRAINT, OFF_CONTACT
from .broad import every_pair, sweep_and_prune
from .mixing import margin_and_gap
from .narrow import narrow, open_contacts
from .select import bounds_touch

SMALL = 40  # bodies up to which trying every pair is faster than sorting


@helper
def collide_listed(m, d):
    """Contacts of the pairs of geoms that the model lists."""
    for i in range(m.npair):
        first, second = m.pair_geom1[i], m.pair_geom2[i]
        margin, gap = margin_and_gap(m, first, second, i)
        if bounds_touch(m, d, first, second, margin + gap):
            d.work.pair[0], d.work.pair[1], d.work.pair_listed = first, second, i
            narrow(m, d)


@helper
def has_contacts(m):
    """Whether contacts are wanted and possible."""
    return (m.nbvh > 0 or m.npair > 0) and m.opt.disableflags & (OFF_CONSTRAINT | OFF_CONTACT) == 0


@stage
def collision(m, d):
    """All contacts: listed pairs, then pairs of bodies in order. The arena starts anew, without constraint rows."""
    d.parena, d.ncon = 0, 0
    d.ne, d.nf, d.nl, d.nefc, d.nJ, d.nisland, d.nidof = 0, 0, 0, 0, 0, 0, 0
    if not has_contacts(m):
        return
    open_contacts(m, d)
    collide_listed(m, d)
    if m.nbody <= SMALL:
        every_pair(m, d)
    else:
        sweep_and_prune(m, d)
    d.maxuse_con = max(d.maxuse_con, d.ncon)
