"""Sparsity patterns that the kinematic tree fixes: the inertia matrix M, its square form D, and bodies against dofs."""

import numpy as np

from ...jit.stage import Stages
from .columns import Fields

patterns = Stages('model.native.patterns')

TREE = ('dof_parentid', 'dof_simplenum', 'body_parentid', 'body_dofadr', 'body_dofnum')
OF_DOFS = ('M_rownnz', 'M_rowadr', 'D_rownnz', 'D_rowadr', 'dof_Madr')


def set_sparsity(fields: Fields) -> dict[str, int]:
    """Fill M_*, D_*, B_* and the maps between them; returns the sizes nM, nC, nD and nB."""
    parents, simple, body_parents, *_ = tree = [fields[name] for name in TREE]
    nv, nbody = len(parents), len(body_parents)
    depth, ends = np.empty((2, nv), np.int32)
    body_ends, last, above = np.empty((3, nbody), np.int32)
    first, totals = np.empty(nbody + 1, np.int32), np.empty(4, np.int64)
    patterns.count_patterns(*tree, depth, ends, body_ends, first, last, above, totals)
    older, lower, square, bodies = totals.tolist()

    of_dofs, of_bodies = np.empty((len(OF_DOFS), nv), np.int32), np.empty((2, nbody), np.int32)
    m_columns, order, from_inertia = np.empty((3, lower), np.int32)
    d_columns, to_square = np.empty((2, square), np.int32)
    b_columns = np.empty(bodies, np.int32)
    patterns.fill_patterns(
        parents, simple, depth, ends, body_ends, first, last, above,
        of_dofs, m_columns, d_columns, order, to_square, from_inertia, of_bodies, b_columns,
    )  # fmt: skip
    fields.update(zip(OF_DOFS, of_dofs))
    fields.update({
        'D_diag': depth, 'M_colind': m_columns, 'mapM2M': order, 'mapD2M': from_inertia, 'D_colind': d_columns,
        'mapM2D': to_square, 'B_rownnz': of_bodies[0], 'B_rowadr': of_bodies[1], 'B_colind': b_columns,
    })  # fmt: skip
    return {'nM': older, 'nC': lower, 'nD': square, 'nB': bodies}
