"""Products with the inertia matrix M, with its inverse and with their square roots; other forms of M; total mass.

M = L' D L as in inertia.py: the rows of L lie in qLD, in the places of the diagonal D, and 1/D in qLDiagInv.
"""

from ...jit import helper
from ...jit.lanes import sqrt
from ...jit.native import In, Out, native, row
from ..inertia import multiply, solve

DofVector = In('nv')


@native
def multiply_inertia(m, d, res: Out('nv'), vec: DofVector):
    """res = M vec."""
    multiply(m, d.M, vec, res)


@native
def multiply_root(m, d, res: Out('nv'), vec: DofVector):
    """res = D^1/2 L vec, a square root of M in the sense that |res|^2 = vec' M vec."""
    for i in range(m.nv):
        start, last = m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1
        total = vec[i]
        for k in range(start, last):
            total += d.qLD[k] * vec[m.M_colind[k]]
        res[i] = total * sqrt(d.qLD[last])


@native
def solve_inertia(m, d, x: Out('*,nv'), y: In('*,nv'), count: int):
    """x = M^-1 y for each of `count` rows."""
    for r in range(count):
        target, source = row(x, r * m.nv), row(y, r * m.nv)
        for i in range(m.nv):
            target[i] = source[i]
        solve(m, d.qLD, d.qLDiagInv, target)


@native
def solve_root(m, d, x: Out('*,nv'), y: In('*,nv'), sqrtInvD: DofVector, count: int):
    """x = D^-1/2 L'^-1 y for each of `count` rows, with the diagonal D^-1/2 given; |x|^2 = y' M^-1 y."""
    for r in range(count):
        target, source = row(x, r * m.nv), row(y, r * m.nv)
        for i in range(m.nv):
            target[i] = source[i]
        for i in range(m.nv - 1, -1, -1):
            start, target_i = m.M_rowadr[i], target[i]
            for k in range(start, start + m.M_rownnz[i] - 1):
                target[m.M_colind[k]] -= d.qLD[k] * target_i
            target[i] = target_i * sqrtInvD[i]


@native
def dense_inertia(m, d, dst: Out('nv,nv')):
    """M as a full symmetric matrix."""
    for k in range(m.nv * m.nv):
        dst[k] = 0.0
    for i in range(m.nv):
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            column = m.M_colind[k]
            dst[i * m.nv + column] = d.M[k]
            dst[column * m.nv + i] = d.M[k]


# ---- sum with another sparse matrix ----
@helper
def joint_length(m, i, start, count, colind):
    """How many columns row i of M and a row of another matrix have between them, each in ascending order."""
    first, total = m.M_rowadr[i], 0
    own, other = first + m.M_rownnz[i] - 1, start + count - 1
    while own >= first and other >= start:
        a, b = m.M_colind[own], colind[other]
        if a >= b:
            own -= 1
        if b >= a:
            other -= 1
        total += 1
    return total + (own - first + 1) + (other - start + 1)


@helper
def add_row(m, d, i, dst, start, count, colind, length):
    """Add row i of M to a row of another matrix that becomes `length` long; from its end, so that nothing is lost."""
    first = m.M_rowadr[i]
    own, other, place = first + m.M_rownnz[i] - 1, start + count - 1, start + length - 1
    while own >= first:
        column = colind[other] if other >= start else -1
        if column > m.M_colind[own]:
            dst[place], colind[place] = dst[other], column
            other -= 1
        elif column == m.M_colind[own]:
            dst[place], colind[place] = dst[other] + d.M[own], column
            own -= 1
            other -= 1
        else:
            dst[place], colind[place] = d.M[own], m.M_colind[own]
            own -= 1
        place -= 1


@native
def add_inertia(m, d, dst: Out('nM'), rownnz: Out('nv', int), rowadr: Out('nv', int), colind: Out('nM', int)):
    """dst += M for a sparse lower triangle; rows grow where M has more columns. False, and no change, if one would not fit."""
    for i in range(m.nv):
        start, count = rowadr[i], rownnz[i]
        if start < 0 or count < 0 or start + count > m.nM:
            return False
        if start + joint_length(m, i, start, count, colind) > m.nM:
            return False
    for i in range(m.nv):
        length = joint_length(m, i, rowadr[i], rownnz[i], colind)
        add_row(m, d, i, dst, rowadr[i], rownnz[i], colind, length)
        rownnz[i] = length
    return True


# ---- the whole model ----
@native
def total_mass(m):
    """Sum of the masses of all bodies [kg]."""
    total = 0.0
    for b in range(1, m.nbody):
        total += m.body_mass[b]
    return total
