"""Collision detection: all contacts of a model."""

from ...jit import helper, stage
from ..island.rest import all_sleep, may_sleep, some_sleep
from ..island.wake import wake_by_contacts
from ..names import OFF_CONSTRAINT, OFF_CONTACT
from .broad import every_pair, sweep_and_prune
from .mixing import margin_and_gap
from .narrow import narrow, open_contacts
from .select import both_rest, bounds_touch

SMALL = 12  # bodies up to which trying every pair is faster than sorting


@helper
def collide_listed(m, d):
    """Contacts of the pairs of geoms that the model lists."""
    for i in range(m.npair):
        first, second = m.pair_geom1[i], m.pair_geom2[i]
        if may_sleep(m, d) and both_rest(d, m.geom_bodyid[first], m.geom_bodyid[second]):
            continue
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
    if not has_contacts(m) or (all_sleep(m, d) and m.nmocap == 0):
        return
    open_contacts(m, d)
    collide_listed(m, d)
    if m.nbody <= SMALL:
        every_pair(m, d)
    else:
        sweep_and_prune(m, d)
    d.maxuse_con = max(d.maxuse_con, d.ncon)


@stage
def find_contacts(m, d):
    """All contacts. Where one wakes a tree, those that were not looked at while it slept are found in another round."""
    collision(m, d)
    if some_sleep(m, d) and wake_by_contacts(m, d, False):
        collision(m, d)
        while wake_by_contacts(m, d, True):
            collision(m, d)
