"""A data of the wheel copied into one of ours, contacts included, and comparison of the constraint rows of both."""

from operator import attrgetter

import mujoco
import numpy as np

from reference.worlds import World, copy_data, copy_model, run
from torsor.jit.arena import extend
from torsor.jit.python_mode import python_struct
from torsor.jit.stage import jit_enabled
from torsor.physics.constraint.contact import NO_DOFS
from torsor.physics.constraint.make import make_rows
from torsor.physics.constraint.metric import metric_constraint
from torsor.physics.constraint.project import project_constraint
from torsor.physics.constraint.reference import reference_constraint
from torsor.physics.world import CONTACT_ROWS, DATA

OURS = ('contact.efc_address', 'contact.mu', 'contact.H')  # what the copy of a contact leaves out
SIZES = ('nefc', 'ne', 'nf', 'nl', 'nJ', 'maxuse_efc')
INTEGERS = ('efc_type', 'efc_id', 'contact.efc_address', 'contact.exclude', 'tendon_efcadr')
PATTERN = ('efc_J_rownnz', 'efc_J_rowadr', 'efc_J_rowsuper', 'efc_J_colind')
POSITION = ('efc_J', 'efc_pos', 'efc_margin', 'efc_frictionloss')
PARAMETERS = ('efc_KBIP', 'efc_diagA', 'efc_R', 'efc_D')
VELOCITY = ('efc_vel', 'efc_aref')


def copy_world(m, d) -> tuple[World, World]:
    """Our model and data with the contents of the wheel's; the constraint rows are left out."""
    model, data = copy_model(m), copy_data(d)
    for name in ('narena', 'parena', 'pstack', *SIZES):
        data._arrays[name][...] = 0
    if not jit_enabled():
        python_struct(data)  # learns of the fields that follow
    place(data, 'contact', max(d.ncon, 1))
    for row in CONTACT_ROWS:
        value = np.asarray(attrgetter(row.name)(d)).reshape(-1)
        arena_field(data, row.name, value.size)[:] = -7 if row.name in OURS else value
    exclude = arena_field(data, 'contact.exclude', d.ncon)
    exclude[exclude == NO_DOFS] = 0  # also ours to find out
    if d.efm_active:
        place(data, 'efm_sdiag', m.nv)
        arena_field(data, 'efm_sdiag', m.nv)[:] = d.efm_sdiag
    return model, data


def place(data: World, names: str, count: int) -> None:
    """Make room in the arena."""
    extend(data, names, 0, count)


def arena_field(data: World, name: str, count: int) -> np.ndarray:
    """The first numbers of a field in the arena."""
    row = DATA.fields[name]
    start = int(data._block[DATA.word[name]] - data._block[DATA.word['arena']])
    return np.ndarray((count,), row.dtype, data._arenas[-1], start)


def with_rows(m, d) -> tuple[World, World]:
    """Our model and data after all stages that make constraint rows, in the order of forward dynamics."""
    model, data = copy_world(m, d)
    for stage in (make_rows, project_constraint, reference_constraint):
        run(stage, model, data)
    if d.efm_active:
        run(metric_constraint, model, data)
    return model, data


def field(data: World, name: str, shape) -> np.ndarray:
    """A field of the arena, in the shape that the wheel has."""
    return arena_field(data, name, int(np.prod(shape))).reshape(shape)


def assert_same_layout(m, d, data: World) -> None:
    """Kinds, order, sizes and columns of the rows are those of the wheel."""
    for name in SIZES:
        assert int(getattr(data, name)) == getattr(d, name), name
    if d.nefc == 0:
        return
    names = INTEGERS + PATTERN if mujoco.mj_isSparse(m) else INTEGERS
    for name in names:
        expected = attrgetter(name)(d)
        np.testing.assert_array_equal(field(data, name, expected.shape), expected, err_msg=name)


def assert_close(data: World, d, names, tolerance: float = 1e-12) -> None:
    """Fields agree, up to a tolerance relative to the largest number in each column."""
    for name in names:
        expected = np.asarray(attrgetter(name)(d))
        scale = np.abs(expected).max(axis=0, initial=1e-300)
        error = np.abs(field(data, name, expected.shape) - expected) / scale
        assert error.max(initial=0) < tolerance, name


def assert_relatively_close(data: World, d, names, tolerance: float = 1e-12) -> None:
    """Positive numbers agree, each up to a relative tolerance."""
    for name in names:
        expected = np.asarray(attrgetter(name)(d))
        np.testing.assert_allclose(field(data, name, expected.shape), expected, rtol=tolerance, atol=0, err_msg=name)


def dense_jacobian(m, d) -> np.ndarray:
    """The wheel's J as a matrix."""
    if not mujoco.mj_isSparse(m):
        return d.efc_J[:d.nefc * m.nv].reshape(d.nefc, m.nv)
    full = np.zeros((d.nefc, m.nv))
    mujoco.mju_sparse2dense(full, d.efc_J, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind)
    return full
