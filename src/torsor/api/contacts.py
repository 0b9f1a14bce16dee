"""Functions about contacts."""

from ..jit.arena import extend
from ..jit.arguments import Unsuitable
from ..jit.call import checked, functions
from ..physics.collision.fields import FEWEST
from ..physics.collision.table import COLLIDERS, MULTIPLE
from ..physics.common.upcalls import more_contacts
from ..physics.world import CONTACT_ROWS, DATA
from ..schema.codes import mjtDisableBit
from .record import MjContact, Record

STAGES = {'mj_contactForce': 'physics.query.constraint.contact_force'}  # API name: the stage it runs
__getattr__ = functions(__name__, STAGES)
__all__ = [*STAGES, 'mj_addContact', 'mj_maxContact']

PERTURBED = 5  # contacts of a convex pair without the native collider: the first, and four after small rotations

OF_ROWS = ('ne', 'nf', 'nl', 'nefc', 'nJ', 'nY', 'nA', 'nisland', 'nidof',
           'efm_active', 'nefmT', 'nefmA')  # what follows from contacts, or is prepared with it


@more_contacts.handle
def make_room(m, d, count: int) -> None:
    """Give the data room for `count` contacts, keeping those it has."""
    extend(d, 'contact', int(d._arrays['ncon']), count)
    d._arrays['work.con_capacity'][...] = count


@checked
def mj_maxContact(m, g1: int, g2: int, has_margin: int) -> int:
    """The largest number of contacts that two geoms can have, with the flags of the model; 0 if they cannot collide."""
    if not all(0 <= g < m.ngeom for g in (g1, g2)):
        return 0
    first, second = sorted(int(m.geom_type[g]) for g in (g1, g2))
    pair = first, second
    if pair not in COLLIDERS:
        return 0
    _, most = COLLIDERS[pair]
    if pair not in MULTIPLE:
        return most
    if m.opt.disableflags & mjtDisableBit.mjDSBL_MULTICCD:
        return 1
    return PERTURBED if m.opt.disableflags & mjtDisableBit.mjDSBL_NATIVECCD else most


class _Contact:
    """An MjContact."""

    def accept(self, sizes, value) -> Record:
        if not isinstance(value, MjContact):
            raise Unsuitable('an MjContact')
        return value


@checked
def mj_addContact(m, d, con: _Contact()) -> int:
    """Append a contact to the data, to be used by the stages that follow; 0. Rows that exist are forgotten."""
    for name in OF_ROWS:
        d._arrays[name][...] = 0
    count = d.ncon
    if count:
        d.contact.efc_address[:] = -1
    if count >= int(d._arrays['work.con_capacity']) or not d._block[DATA.word['contact.dist']]:
        make_room(m, d, max(FEWEST, 2 * count))
    d.ncon = count + 1
    record = d.contact[count]
    for row in CONTACT_ROWS:
        name = row.name.removeprefix('contact.')
        record._arrays[name][...] = con._arrays[name]
    return 0
