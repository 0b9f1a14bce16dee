"""Functions about contacts."""

from ..jit.arena import extend
from ..physics.collision.narrow import more_contacts


@more_contacts.handle
def make_room(m, d, count: int) -> None:
    """Give the data room for `count` contacts, keeping those it has."""
    extend(d, 'contact', int(d._arrays['ncon']), count)
    d._arrays['work.con_capacity'][...] = count
