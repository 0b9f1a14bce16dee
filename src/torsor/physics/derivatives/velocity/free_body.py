"""Free bodies that carry no other joint: their own six equations, with the derivative of the gyroscopic force."""

from ....jit import helper
from ....jit.lanes import formula
from ....jit.values import ZERO, Vec3, cross, spatial
from ...common.names import FREE

SIZE = 6


@formula
def turned(inertia, v):
    """The angular momentum of a body that turns with v about its centre of mass."""
    return (inertia @ spatial(v, ZERO)).ang


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
def add_column(d, c, force):
    """Add a column to work.block."""
    d.work.block[c] += force.lin.x
    d.work.block[SIZE + c] += force.lin.y
    d.work.block[2 * SIZE + c] += force.lin.z
    d.work.block[3 * SIZE + c] += force.ang.x
    d.work.block[4 * SIZE + c] += force.ang.y
    d.work.block[5 * SIZE + c] += force.ang.z


@formula
def in_body(frame, force):
    """A force with its torque along the axes of a body, as those of a free joint are."""
    return spatial(frame.T @ force.ang, force.lin)


@formula
def gyroscopic_slope(axis, velocity, inertia, arm):
    """Derivative of the bias m w x (w x r), w x I w + r x force with respect to turning about an axis."""
    force = inertia.mass * (cross(axis, cross(velocity, arm)) + cross(velocity, cross(axis, arm)))
    spin = cross(axis, turned(inertia, velocity)) + cross(velocity, turned(inertia, axis))
    return spatial(spin + cross(arm, force), force)


@helper
def add_gyroscopic_block(m, d, b, first):
    """Add h d bias / d qvel of the lone free body b, whose dofs start at `first`, to work.block.

    As in MuJoCo the velocity follows from qvel, which may be newer than cvel.
    """
    frame, arm = d.xmat[b], d.subtree_com[b] - d.xpos[b]
    velocity = frame @ Vec3(d.qvel[first + 3], d.qvel[first + 4], d.qvel[first + 5])
    # the bias force does not change with the velocity of translation
    add_column(d, 3, m.opt.timestep * in_body(frame, gyroscopic_slope(frame.col_x, velocity, d.crb[b], arm)))
    add_column(d, 4, m.opt.timestep * in_body(frame, gyroscopic_slope(frame.col_y, velocity, d.crb[b], arm)))
    add_column(d, 5, m.opt.timestep * in_body(frame, gyroscopic_slope(frame.col_z, velocity, d.crb[b], arm)))


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
