"""A data of the wheel copied into one of ours, contacts included, and what our stages make of it."""

from operator import attrgetter

import numpy as np

from reference.worlds import World, copy_data, copy_model
from torsor.jit.arena import extend
from torsor.jit.python_mode import python_struct
from torsor.jit.stage import jit_enabled
from torsor.jit.world import CONTACT_ROWS, DATA


def copy_world(m, d) -> tuple[World, World]:
    """Our model and data with the contents of the wheel's; the constraint rows are left out."""
    model, data = copy_model(m), copy_data(d)
    for name in ('narena', 'parena', 'pstack', 'nefc', 'nJ'):
        data._arrays[name][...] = 0
    if not jit_enabled():
        python_struct(data)  # learns of the fields that follow
    extend(data, 'contact', 0, max(d.ncon, 1))
    for row in CONTACT_ROWS:
        value = np.asarray(attrgetter(row.name)(d))
        if row.name in ('contact.efc_address', 'contact.mu', 'contact.H'):
            value = np.full_like(value, -7)  # ours to compute
        arena_field(data, row.name, value.size)[:] = value.reshape(-1)
    return model, data


def arena_field(data: World, name: str, count: int) -> np.ndarray:
    """The first numbers of a field in the arena."""
    row = DATA.fields[name]
    start = int(data._block[DATA.word[name]] - data._block[DATA.word['arena']])
    return np.ndarray((count,), row.dtype, data._arenas[-1], start)


def dense_jacobian(m, nefc: int, J, rownnz, rowadr, colind, sparse: bool) -> np.ndarray:
    """J as a matrix, from either of its forms."""
    if not sparse:
        return np.array(J[:nefc * m.nv]).reshape(nefc, m.nv)
    full = np.zeros((nefc, m.nv))
    for r in range(nefc):
        entries = slice(rowadr[r], rowadr[r] + rownnz[r])
        full[r, colind[entries]] = J[entries]
    return full
