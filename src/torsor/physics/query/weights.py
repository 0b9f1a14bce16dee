"""How easily things move: diagonals of inverse inertia in joint space and at bodies, for the reference pose."""

from ...jit import helper, stage
from ...jit.arguments import Out
from ...jit.lanes import sqrt
from ...jit.values import Vec3, cross
from ..common.chain import last_dof
from ..common.names import BALL, FREE
from ..common.sparse import add_row, row_product
from ..dynamics.inertia import solve


@helper
def inverse_quadratic(m, d, x, last):
    """x' M^-1 x for x that is zero except at dof `last` and its ancestors; uses x up, leaving zeros.

    With M = L'DL this is the squared length of D^-1/2 L'^-1 x, and L'^-1 only moves numbers towards the root.
    """
    total = 0.0
    i = last
    while i >= 0:
        x_i, row = x[i], m.M_rowadr[i]
        for k in range(row, row + m.M_rownnz[i] - 1):
            x[m.M_colind[k]] -= d.qLD[k] * x_i
        total += x_i * x_i * d.qLDiagInv[i]
        x[i] = 0.0
        i = m.dof_parentid[i]
    return total


@helper
def mean_of_three(values, i):
    mean = (values[i] + values[i + 1] + values[i + 2]) / 3.0
    for k in range(i, i + 3):
        values[k] = mean


@stage
def dof_weights(m, d, weights: Out('nv'), x: Out('nv')):
    """weights: diagonal of M^-1, averaged over dofs that rotate or translate together; x: nv zeros.

    Reads qLD, qLDiagInv; jnt_type, jnt_dofadr, dof_parentid, M_rownnz, M_rowadr, M_colind of the model.
    """
    for i in range(m.nv):
        x[i] = 1.0
        weights[i] = inverse_quadratic(m, d, x, i)
    for j in range(m.njnt):
        kind, i = m.jnt_type[j], m.jnt_dofadr[j]
        if kind == FREE:
            mean_of_three(weights, i)
            i += 3
        if kind == FREE or kind == BALL:
            mean_of_three(weights, i)


@stage
def body_weights(m, d, weights: Out('nbody,2'), x: Out('nv')):
    """weights (nbody, 2): mean translational and rotational inverse inertia at centres of mass; x: nv zeros.

    Reads xipos, subtree_com, cdof, qLD, qLDiagInv; body_rootid, body_weldid, body_dofnum, body_dofadr, dof_parentid,
    M_rownnz, M_rowadr, M_colind of the model.
    """
    for b in range(m.nbody):
        last = last_dof(m, b)
        linear, angular = 0.0, 0.0
        if last >= 0:
            arm = d.xipos[b] - d.subtree_com[m.body_rootid[b]]
            for axis in range(3):
                along = Vec3(1.0 if axis == 0 else 0.0, 1.0 if axis == 1 else 0.0, 1.0 if axis == 2 else 0.0)
                linear += direction_weight(m, d, x, last, arm, along, True)
                angular += direction_weight(m, d, x, last, arm, along, False)
        weights[2 * b] = linear / 3.0
        weights[2 * b + 1] = angular / 3.0


@helper
def direction_weight(m, d, x, last, arm, along, linear):
    """Inverse inertia of a point of a body along (or about) a direction: j M^-1 j' for that row of its Jacobian."""
    i = last
    while i >= 0:
        axis = d.cdof[i]
        motion = axis.lin + cross(axis.ang, arm) if linear else axis.ang
        x[i] = motion.x * along.x + motion.y * along.y + motion.z * along.z
        i = m.dof_parentid[i]
    return inverse_quadratic(m, d, x, last)


@stage
def actuator_constants(m, d, length0: Out('nout'), acc0: Out('nout'), x: Out('nv')):
    """length0 and acc0 (nout): lengths, and size of the acceleration by a unit force; x: nv zeros.

    Reads actuator_length, moment_rownnz, moment_rowadr, moment_colind, actuator_moment, qLD, qLDiagInv; M_rownnz,
    M_rowadr, M_colind of the model.
    """
    for out in range(m.nout):
        length0[out] = d.actuator_length[out]
        for k in range(d.moment_rowadr[out], d.moment_rowadr[out] + d.moment_rownnz[out]):
            x[d.moment_colind[k]] = d.actuator_moment[k]
        solve(m, d.qLD, d.qLDiagInv, x)
        total = 0.0
        for i in range(m.nv):
            total += x[i] * x[i]
            x[i] = 0.0
        acc0[out] = sqrt(total)


@stage
def tendon_constants(m, d, length0: Out('ntendon'), weights: Out('ntendon'), x: Out('nv')):
    """length0 and weights (ntendon): lengths, and J M^-1 J' for the Jacobian J of each tendon; x: nv zeros.

    Reads ten_J, ten_length, qLD, qLDiagInv; ten_J_rownnz, ten_J_rowadr, ten_J_colind, M_rownnz, M_rowadr, M_colind of
    the model.
    """
    for t in range(m.ntendon):
        start, count = m.ten_J_rowadr[t], m.ten_J_rownnz[t]
        length0[t] = d.ten_length[t]
        add_row(1.0, start, count, m.ten_J_colind, d.ten_J, x)
        solve(m, d.qLD, d.qLDiagInv, x)
        weights[t] = row_product(start, count, m.ten_J_colind, d.ten_J, x)
        for i in range(m.nv):
            x[i] = 0.0
