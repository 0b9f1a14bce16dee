"""Collision detection: all contacts of a model."""

from ...jit import helper, stage
from ..common.names import (
    OFF_CONSTRAINT,
    OFF_CONTACT,
    TIMER_BROAD,
    TIMER_COLLISION,
    TIMER_NARROW,
)
from ..common.timer import clock, stop_timer
from ..common.unsupported import refuse_flexes
from ..sleep.rest import all_sleep
from .broad import every_pair, sweep_and_prune
from .mixing import has_one_margin
from .motion import looks_ahead, set_motions
from .narrow import close_contacts, open_contacts
from .obb import fits_box, some_must_overlap
from .pairs import collide_listed

SMALL = 12  # bodies up to which trying every pair is faster than sorting,
LARGEST = 32  # or this many if most of them have no affinity to each other


@helper
def wants_contacts(m):
    """Whether contacts are not switched off, and there is a body that could have some."""
    return m.nbody > 1 and m.opt.disableflags & (OFF_CONSTRAINT | OFF_CONTACT) == 0


@helper
def has_contacts(m):
    """Whether contacts are wanted and possible."""
    return wants_contacts(m) and (m.nbvh > 0 or m.npair > 0)


@helper
def count_phases(m, d):
    """Count the broad and the narrow phase, which there are where contacts are wanted."""
    if wants_contacts(m):
        d.timer.number[TIMER_BROAD] += 1
        d.timer.number[TIMER_NARROW] += 1


@helper
def has_few_pairs(m):
    """Whether trying every pair of bodies is faster than sorting them."""
    receptive = 0
    for b in range(m.nbody if SMALL < m.nbody <= LARGEST else 0):
        receptive += m.body_conaffinity[b] != 0
    return m.nbody <= SMALL or (m.nbody <= LARGEST and receptive * m.nbody <= SMALL * SMALL)


@helper
def contacts_fit(m, d):
    """Whether all geoms with contacts fit into their boxes."""
    for c in range(d.ncon):
        if not (fits_box(m, d.contact.geom[c, 0]) and fits_box(m, d.contact.geom[c, 1])):
            return False
    return True


@helper
def find_touching(m, d):
    """Contacts of all bodies and of the pairs of geoms that the model lists; the arena is empty but for these."""
    d.work.cone_num = 0
    if looks_ahead(m):
        set_motions(m, d)
    open_contacts(m, d)
    # boxes decide on what lies in a gap, on what must overlap, and on geoms that do not fit into theirs
    swept = not has_few_pairs(m) or has_one_margin(m) or some_must_overlap(m)
    listed = 0
    if not swept:
        listed = every_pair(m, d)
        swept = not contacts_fit(m, d)
    if swept:
        d.ncon = 0
        listed = sweep_and_prune(m, d)
    if listed < m.npair:
        collide_listed(m, d, m.nbody, 0, listed)  # the pairs that are left: no bodies come after these
    close_contacts(d)
    d.maxuse_con = max(d.maxuse_con, d.ncon)


@stage(one_world=True)
def collision(m, d):
    """All contacts, in the order of their bodies. The arena starts anew, without constraint rows."""
    refuse_flexes(m, d)
    start = clock(m, d)
    d.parena, d.ncon, d.work.cone_num = 0, 0, 0
    d.ne, d.nf, d.nl, d.nefc, d.nJ, d.nY, d.nA, d.nisland, d.nidof = 0, 0, 0, 0, 0, 0, 0, 0, 0
    count_phases(m, d)
    if has_contacts(m) and not (all_sleep(m, d) and m.nmocap == 0):
        find_touching(m, d)
    end = stop_timer(m, d, TIMER_COLLISION, start)
    d.work.looked[0] = end
    if wants_contacts(m):
        d.timer.duration[TIMER_NARROW] += end - start  # a sweep takes the time of its own off
