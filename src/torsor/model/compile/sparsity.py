"""Sparsity patterns that the kinematic tree fixes: the inertia matrix M, its square form D, and bodies against dofs.

A dof couples with its ancestors and its descendants. Dofs are numbered depth first, so the ancestors of dof i form a
path and its descendants are the range that follows i.
"""

from collections.abc import Iterable
from itertools import accumulate, chain

import numpy as np

from .columns import Fields


def set_sparsity(fields: Fields) -> dict[str, int]:
    """Fill M_*, D_*, B_* and the maps between them; returns the sizes nM, nC, nD and nB."""
    parents = fields['dof_parentid'].tolist()
    simple = (fields['dof_simplenum'] > 0).tolist()
    paths = dof_paths(parents)
    ends = subtree_ends(parents)
    return {
        'nM': sum(map(len, paths)),
        'nC': _inertia_pattern(fields, paths, simple),
        'nD': _square_pattern(fields, paths, ends, simple),
        'nB': _body_pattern(fields, paths),
    }


def dof_paths(parents: list[int]) -> list[list[int]]:
    """For every dof, its ancestors from the root down, and itself."""
    paths: list[list[int]] = []
    for dof, parent in enumerate(parents):
        paths.append([*paths[parent], dof] if parent >= 0 else [dof])
    return paths


def subtree_ends(parents: list[int]) -> list[int]:
    """For every node, one past its last descendant (nodes are numbered depth first)."""
    ends = [node + 1 for node in range(len(parents))]
    for node in reversed(range(len(parents))):
        if parents[node] >= 0:
            ends[parents[node]] = max(ends[parents[node]], ends[node])
    return ends


def _rows(fields: Fields, name: str, rows: list[list[int]]) -> int:
    """Store a pattern in compressed rows; returns its number of entries."""
    count = [len(row) for row in rows]
    *start, total = accumulate(count, initial=0)
    fields[f'{name}_rownnz'] = np.array(count, dtype=np.int32)
    fields[f'{name}_rowadr'] = np.array(start, dtype=np.int32)
    fields[f'{name}_colind'] = _flat(rows)
    return total


def _flat(rows: Iterable[Iterable[int]]) -> np.ndarray:
    return np.fromiter(chain.from_iterable(rows), dtype=np.int32)


def _inertia_pattern(fields: Fields, paths: list[list[int]], simple: list[bool]) -> int:
    """The lower triangle of M: row i holds the path to i, or only i when the dof's inertia is diagonal.

    `dof_Madr` and `mapM2M` refer to the older order, in which row i starts at i and goes up to the root.
    """
    size = _rows(fields, 'M', [path[-1:] if diagonal else path for path, diagonal in zip(paths, simple, strict=True)])
    length = [len(path) for path in paths]
    *start, _ = accumulate(length, initial=0)
    fields['dof_Madr'] = np.array(start, dtype=np.int32)
    fields['mapM2M'] = _flat(
        [address] if diagonal else range(address + n - 1, address - 1, -1)
        for address, n, diagonal in zip(start, length, simple, strict=True)
    )
    return size


def _square_pattern(fields: Fields, paths: list[list[int]], ends: list[int], simple: list[bool]) -> int:
    """Both triangles, and where each entry of one form sits in the other; -1 marks what M leaves out as zero."""
    size = _rows(fields, 'D', [[*path, *range(path[-1] + 1, end)] for path, end in zip(paths, ends, strict=True)])
    depth = [len(path) - 1 for path in paths]
    fields['D_diag'] = np.array(depth, dtype=np.int32)
    m_start, d_start = fields['M_rowadr'].tolist(), fields['D_rowadr'].tolist()
    to_square, from_inertia = [], []
    for dof, end in enumerate(ends):
        level = depth[dof]
        if simple[dof]:
            below = [-1] * level + [m_start[dof]]
            from_inertia.append([d_start[dof] + level])
        else:
            below = range(m_start[dof], m_start[dof] + level + 1)
            from_inertia.append(range(d_start[dof], d_start[dof] + level + 1))
        above = [-1 if simple[other] else m_start[other] + level for other in range(dof + 1, end)]
        to_square.append([*below, *above])
    fields['mapM2D'] = _flat(to_square)
    fields['mapD2M'] = _flat(from_inertia)
    return size


def _body_pattern(fields: Fields, paths: list[list[int]]) -> int:
    """Row b holds the dofs that move body b and those of its subtree."""
    parents, dofadr, dofnum = (fields[name].tolist() for name in ('body_parentid', 'body_dofadr', 'body_dofnum'))
    nbody, nv = len(parents), len(paths)
    above: list[list[int]] = [[]]
    for body in range(1, nbody):
        last = dofadr[body] + dofnum[body] - 1
        above.append(paths[last] if dofnum[body] else above[parents[body]])
    # dofs of the subtree: from the first dof at or after this body, to the first one after its last descendant
    first = [nv] * (nbody + 1)
    for body in reversed(range(nbody)):
        first[body] = dofadr[body] if dofnum[body] else first[body + 1]
    ends = subtree_ends([-1, *parents[1:]])
    rows = []
    for body in range(nbody):
        start = first[body]
        rows.append([*(dof for dof in above[body] if dof < start), *range(start, first[ends[body]])])
    return _rows(fields, 'B', rows)
