"""Sparsity patterns that the kinematic tree fixes: the inertia matrix M, its square form D, and bodies against dofs.

A dof couples with its ancestors and its descendants. Dofs are numbered depth first, so the ancestors of dof i form a
path and its descendants are the range that follows i.
"""

from itertools import accumulate, chain

from .columns import Fields, column, set_columns


def set_sparsity(fields: Fields) -> dict[str, int]:
    """Fill M_*, D_*, B_* and the maps between them; returns the sizes nM, nC, nD and nB."""
    parents = fields['dof_parentid'].tolist()
    simple = [run > 0 for run in fields['dof_simplenum'].tolist()]
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
    ends = list(range(1, len(parents) + 1))
    for node in reversed(range(len(parents))):
        parent = parents[node]
        if parent >= 0 and ends[parent] < ends[node]:
            ends[parent] = ends[node]
    return ends


def _rows(fields: Fields, name: str, rows: list[list[int]]) -> list[int]:
    """Store a pattern in compressed rows; returns where they start, and where the last one ends."""
    count = [len(row) for row in rows]
    start = list(accumulate(count, initial=0))
    set_columns(fields, {f'{name}_rownnz': count, f'{name}_rowadr': start[:-1]})
    fields[f'{name}_colind'] = column(f'{name}_colind', list(chain.from_iterable(rows)))
    return start


def _inertia_pattern(fields: Fields, paths: list[list[int]], simple: list[bool]) -> int:
    """The lower triangle of M: row i holds the path to i, or only i when the dof's inertia is diagonal.

    `dof_Madr` and `mapM2M` refer to the older order, in which row i starts at i and goes up to the root.
    """
    rows = [path[-1:] if diagonal else path for path, diagonal in zip(paths, simple)]
    start = list(accumulate(map(len, paths), initial=0))
    order: list[int] = []
    for dof, diagonal in enumerate(simple):
        order += start[dof : dof + 1] if diagonal else range(start[dof + 1] - 1, start[dof] - 1, -1)
    fields['dof_Madr'], fields['mapM2M'] = column('dof_Madr', start[:-1]), column('mapM2M', order)
    return _rows(fields, 'M', rows)[-1]


def _square_pattern(fields: Fields, paths: list[list[int]], ends: list[int], simple: list[bool]) -> int:
    """Both triangles, and where each entry of one form sits in the other; -1 marks what M leaves out as zero."""
    d_start = _rows(fields, 'D', [path + list(range(dof + 1, ends[dof])) for dof, path in enumerate(paths)])
    m_start = fields['M_rowadr'].tolist()
    depth = [len(path) - 1 for path in paths]
    fields['D_diag'] = column('D_diag', depth)
    to_square: list[int] = []
    from_inertia: list[int] = []
    for dof, level in enumerate(depth):
        start, square = m_start[dof], d_start[dof]
        if simple[dof]:
            to_square += [-1] * level
            to_square.append(start)
            from_inertia.append(square + level)
        else:
            to_square += range(start, start + level + 1)
            from_inertia += range(square, square + level + 1)
        to_square += [-1 if simple[other] else m_start[other] + level for other in range(dof + 1, ends[dof])]
    fields['mapM2D'], fields['mapD2M'] = column('mapM2D', to_square), column('mapD2M', from_inertia)
    return d_start[-1]


def _body_pattern(fields: Fields, paths: list[list[int]]) -> int:
    """Row b holds the dofs that move body b and those of its subtree."""
    parents, dofadr, dofnum = (fields[name].tolist() for name in ('body_parentid', 'body_dofadr', 'body_dofnum'))
    nbody = len(parents)
    above: list[list[int]] = [[]]
    for body in range(1, nbody):
        last = dofadr[body] + dofnum[body] - 1
        above.append(paths[last] if dofnum[body] else above[parents[body]])
    # dofs of the subtree: from the first dof at or after this body, to the first one after its last descendant
    first = [len(paths)] * (nbody + 1)
    for body in reversed(range(nbody)):
        first[body] = dofadr[body] if dofnum[body] else first[body + 1]
    ends = subtree_ends([-1, *parents[1:]])
    rows = []
    for body, path in enumerate(above):
        start = first[body]
        # the path ends with the dofs of the body itself, if it has some, which are in the range as well
        own = dofnum[body] if path and path[-1] >= start else 0
        rows.append([*path[: len(path) - own], *range(start, first[ends[body]])])
    return _rows(fields, 'B', rows)[-1]
