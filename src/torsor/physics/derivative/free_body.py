"""Free bodies that carry no other joint: their own six equations, with the derivative of the gyroscopic force."""

from ...jit import helper
from ...jit.values import dot
from ..common.names import FREE
from .bias import gyroscopic_force, rotational_inertia_rate, set_axis_rates

SIZE = 6


@helper
def is_lone(m, b):
    """Whether body b belongs to a tree with a free joint and no other."""
    tree = m.body_treeid[b]
    return tree >= 0 and m.tree_dofnum[tree] == SIZE and m.jnt_type[m.dof_jntid[m.tree_dofadr[tree]]] == FREE


@helper
def has_lone_bodies(m):
    """Whether some tree is a lone free body."""
    for b in range(1, m.nbody):
        if m.body_parentid[b] == 0 and is_lone(m, b):
            return True
    return False


@helper
def add_gyroscopic_block(m, d, b, first):
    """Add h d bias / d qvel of the lone free body b, whose dofs start at `first`, to work.block."""
    set_axis_rates(m, d, m.dof_jntid[first])
    inertia, velocity = d.crb[b], d.cvel[b]
    momentum, rate = inertia @ velocity, rotational_inertia_rate(inertia, velocity)
    for c in range(SIZE // 2, SIZE):  # the bias force does not change with the velocity of translation
        force = inertia @ d.work.axis_rate[first + c] + gyroscopic_force(rate, momentum, d.cdof[first + c].ang)
        for r in range(SIZE):
            d.work.block[SIZE * r + c] += m.opt.timestep * dot(d.cdof[first + r], force)


@helper
def add_block(m, d, first, matrix):
    """Add six rows of a symmetric matrix stored like the inertia, from dof `first` on, to work.block."""
    for r in range(SIZE):
        i = first + r
        last = m.M_rowadr[i] + m.M_rownnz[i] - 1
        for k in range(m.M_rowadr[i], last):
            c = m.M_colind[k] - first
            d.work.block[SIZE * r + c] += matrix[k]
            d.work.block[SIZE * c + r] += matrix[k]
        d.work.block[SIZE * r + r] += matrix[last]


@helper
def load_block(m, d, first, matrix):
    """work.block = six rows of a symmetric matrix stored like the inertia, from dof `first` on."""
    for k in range(SIZE * SIZE):
        d.work.block[k] = 0.0
    add_block(m, d, first, matrix)


@helper
def solve_block(d, x, first):
    """In place x = block^-1 x for the six numbers from `first` on, by elimination from the last row up."""
    for p in range(SIZE - 1, -1, -1):
        inverse = 1.0 / d.work.block[SIZE * p + p]
        for r in range(p):
            scale = d.work.block[SIZE * r + p] * inverse
            for c in range(p):
                d.work.block[SIZE * r + c] -= scale * d.work.block[SIZE * p + c]
            x[first + r] -= scale * x[first + p]
    for r in range(SIZE):
        total = x[first + r]
        for c in range(r):
            total -= d.work.block[SIZE * r + c] * x[first + c]
        x[first + r] = total / d.work.block[SIZE * r + r]
