"""Functions about contacts."""

from typing import Any, cast

import numpy as np

from ..jit.arena import extend
from ..jit.world import CONTACT_ROWS, DATA
from ..physics.collision.narrow import FEWEST, more_contacts
from ..physics.collision.table import COLLIDERS, MULTIPLE
from ..physics.query import constraint
from ..schema.enums import mjtDisableBit
from .data import MjData
from .errors import bad_argument, check_model, check_pair, integer
from .model import MjModel
from .record import MjContact, Record

__all__ = ['mj_addContact', 'mj_contactForce', 'mj_maxContact']

PERTURBED = 5  # contacts of a convex pair without the native collider: the first, and four after small rotations


@more_contacts.handle
def make_room(m, d, count: int) -> None:
    """Give the data room for `count` contacts, keeping those it has."""
    extend(d, 'contact', int(d._arrays['ncon']), count)
    d._arrays['work.con_capacity'][...] = count


def mj_maxContact(m: MjModel, g1: int, g2: int, has_margin: int) -> int:
    """The largest number of contacts that two geoms can have, with the flags of the model; 0 if they cannot collide."""
    check_model('mj_maxContact', m)
    geoms = [integer('mj_maxContact', name, value) for name, value in (('g1', g1), ('g2', g2))]
    integer('mj_maxContact', 'has_margin', has_margin)
    if not all(0 <= g < m.ngeom for g in geoms):
        return 0
    first, second = sorted(int(m.geom_type[g]) for g in geoms)
    pair = first, second
    if pair not in COLLIDERS:
        return 0
    _, most = COLLIDERS[pair]
    if pair not in MULTIPLE:
        return most
    if m.opt.disableflags & mjtDisableBit.mjDSBL_MULTICCD:
        return 1
    return PERTURBED if m.opt.disableflags & mjtDisableBit.mjDSBL_NATIVECCD else most


def mj_addContact(m: MjModel, d: MjData, con: Record) -> int:
    """Append a contact to the data, to be used by the stages that follow; 0."""
    check_pair('mj_addContact', m, d)
    if not isinstance(con, MjContact):
        raise bad_argument('mj_addContact', 'con', 'an MjContact', con)
    count = d.ncon
    if count >= int(d._arrays['work.con_capacity']) or not d._block[DATA.word['contact.dist']]:
        make_room(m, d, max(FEWEST, 2 * count))
    d.ncon = count + 1
    record = d.contact[count]
    for row in CONTACT_ROWS:
        name = row.name.removeprefix('contact.')
        record._arrays[name][...] = con._arrays[name]
    return 0


def mj_contactForce(m: MjModel, d: MjData, id: int, result: np.ndarray) -> None:
    """Force and torque of a contact in its frame, on the second geom; zero for a contact without constraint rows."""
    check_pair('mj_contactForce', m, d)
    i, contacts = integer('mj_contactForce', 'id', id), cast(Any, d.contact)
    if not (isinstance(result, np.ndarray) and result.dtype == np.float64 and result.size == 6 and result.flags.carray):
        raise bad_argument('mj_contactForce', 'result', 'a writable array of 6 float64', result)
    force = result.reshape(-1)
    if 0 <= i < d.ncon and contacts.efc_address[i] >= 0 and not contacts.exclude[i]:
        constraint.contact_force(m, d, i, force)
    else:
        force[:] = 0.0
