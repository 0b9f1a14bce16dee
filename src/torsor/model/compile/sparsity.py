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
    # of M the lower triangle: row i holds the path to i, or only i when the dof's inertia is diagonal; of D both
    inertia, m_columns = _rows('M', [path[-1:] if diagonal else path for path, diagonal in zip(paths, simple)])
    square, d_columns = _rows('D', [path + list(range(dof + 1, ends[dof])) for dof, path in enumerate(paths)])
    *older, total = accumulate(map(len, paths), initial=0)
    depth = [len(path) - 1 for path in paths]
    set_columns(fields, inertia | square | {'dof_Madr': older, 'D_diag': depth})
    to_square, from_inertia = _maps(inertia['M_rowadr'], square['D_rowadr'], depth, ends, simple)
    order = _older_order(older, depth, simple)
    set_columns(fields, {'M_colind': m_columns, 'mapM2M': order, 'mapD2M': from_inertia})
    set_columns(fields, {'D_colind': d_columns, 'mapM2D': to_square})
    bodies, b_columns = _rows('B', _body_pattern(fields, paths))
    set_columns(fields, bodies)
    fields['B_colind'] = column('B_colind', b_columns)
    return {'nM': total, 'nC': len(m_columns), 'nD': len(d_columns), 'nB': len(b_columns)}


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


def _rows(name: str, rows: list[list[int]]) -> tuple[dict[str, list[int]], list[int]]:
    """A pattern in compressed rows: fields that say how many columns each row has and where it starts; all columns."""
    count = [len(row) for row in rows]
    starts = list(accumulate(count, initial=0))[:-1]
    return {f'{name}_rownnz': count, f'{name}_rowadr': starts}, list(chain.from_iterable(rows))


def _older_order(start: list[int], depth: list[int], simple: list[bool]) -> list[int]:
    """Where the entries of M are in the older order, in which row i starts with i and goes up to the root."""
    order: list[int] = []
    for first, level, diagonal in zip(start, depth, simple):
        order += (first,) if diagonal else range(first + level, first - 1, -1)
    return order


def _maps(
    m_start: list[int], d_start: list[int], depth: list[int], ends: list[int], simple: list[bool]
) -> tuple[list[int], list[int]]:
    """Where each entry of one form sits in the other; -1 marks what M leaves out as zero."""
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
    return to_square, from_inertia


def _body_pattern(fields: Fields, paths: list[list[int]]) -> list[list[int]]:
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
    return rows
