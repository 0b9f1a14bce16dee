"""Functions about contacts."""

from typing import Any, cast

import numpy as np

from ..jit.arena import extend
from ..jit.arguments import Out, Unsuitable
from ..jit.call import checked
from ..physics.collision.narrow import FEWEST, more_contacts
from ..physics.collision.table import COLLIDERS, MULTIPLE
from ..physics.world import CONTACT_ROWS, DATA
from ..schema.enums import mjtCone, mjtDisableBit
from .record import MjContact, Record

__all__ = ['mj_addContact', 'mj_contactForce', 'mj_maxContact']

PERTURBED = 5  # contacts of a convex pair without the native collider: the first, and four after small rotations


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
    """Append a contact to the data, to be used by the stages that follow; 0."""
    count = d.ncon
    if count >= int(d._arrays['work.con_capacity']) or not d._block[DATA.word['contact.dist']]:
        make_room(m, d, max(FEWEST, 2 * count))
    d.ncon = count + 1
    record = d.contact[count]
    for row in CONTACT_ROWS:
        name = row.name.removeprefix('contact.')
        record._arrays[name][...] = con._arrays[name]
    return 0


@checked
def mj_contactForce(m, d, id: int, result: Out('6')) -> None:
    """Force and torque of a contact in its frame, on the second geom; zero for a contact without constraint rows."""
    contacts = cast(Any, d.contact)
    result[:] = 0.0
    if not 0 <= id < d.ncon or contacts.efc_address[id] < 0 or contacts.exclude[id]:
        return
    row, dim = int(contacts.efc_address[id]), int(contacts.dim[id])
    if m.opt.cone == mjtCone.mjCONE_ELLIPTIC or dim == 1:
        result[:dim] = d.efc_force[row:row + dim]
    else:
        result[:dim] = unfold_pyramid(d.efc_force[row:row + 2 * (dim - 1)], contacts.friction[id])


def unfold_pyramid(edges: np.ndarray, friction: np.ndarray) -> np.ndarray:
    """Normal force and friction forces from the forces along the edges of a pyramid, two for each direction."""
    plus, minus = edges[::2], edges[1::2]
    return np.concatenate(([edges.sum()], (plus - minus) * friction[:len(plus)]))
