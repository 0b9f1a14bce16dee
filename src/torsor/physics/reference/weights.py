"""How easily things move in the reference pose: inverse inertia in joint space, at bodies, tendons and actuators."""

from ...jit import helper, stage
from ...jit.arguments import Out
from ...jit.lanes import sqrt
from ...jit.values import Vec3, cross
from ..common.chain import last_dof
from ..common.names import BALL, FREE, MINVAL, TENDON_FIXED
from ..common.sparse import add_row, row_product
from ..dynamics.inertia import factor_inertia, make_inertia, reference_inertia, solve
from ..forward import forward_kinematics
from ..position.spatial import lay_tendon
from ..position.transmission import transmission

ONLY_SLIDES = 2  # value of body_simple


@stage(one_world=True)
def reference_weights(m, d, dof_M0: Out('nv'), dof_invweight0: Out('nv'), body_invweight0: Out('nbody,2'),
                      tendon_length0: Out('ntendon'), tendon_invweight0: Out('ntendon'),
                      actuator_length0: Out('nout'), actuator_acc0: Out('nout'), x: Out('nv')) -> int:
    """Go to qpos0, pose everything, and fill the fields of the model that are given; x: nv zeros.

    Returns a body that slides and has no mass, if there is one, else -1.
    """
    for i in range(m.nq):
        d.qpos[i] = m.qpos0[i]
    d.work.placed = 0
    forward_kinematics(m, d)
    reference_inertia(m, d)
    for i in range(m.nv):
        dof_M0[i] = d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
    make_inertia(m, d)
    factor_inertia(m, d)
    dof_weights(m, d, dof_invweight0, x)
    body_weights(m, d, body_invweight0, x)
    massless = slider_weights(m, dof_invweight0, body_invweight0)
    if m.ntendon:
        tendon_constants(m, d, tendon_length0, tendon_invweight0, x)
    if m.nactuator:
        transmission(m, d)
        actuator_constants(m, d, actuator_length0, actuator_acc0, x)
    return massless


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


@helper
def dof_weights(m, d, weights, x):
    """weights: diagonal of M^-1, averaged over dofs that rotate or translate together; x: nv zeros."""
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


@helper
def body_weights(m, d, weights, x):
    """weights (nbody, 2): mean translational and rotational inverse inertia at centres of mass; x: nv zeros."""
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


@helper
def slider_weights(m, dof_weights, body_weights):
    """Bodies that only slide along their axes weigh what their mass says, in any direction; one without mass, or -1."""
    massless = -1
    for b in range(m.nbody):
        if m.body_simple[b] == ONLY_SLIDES:
            mass = m.body_mass[b]
            if mass == 0.0:
                massless = b
            weight = 1.0 / max(mass, MINVAL)
            body_weights[2 * b], body_weights[2 * b + 1] = weight, 0.0
            for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
                dof_weights[i] = weight
    return massless


@helper
def actuator_constants(m, d, length0, acc0, x):
    """length0 and acc0 (nout): lengths, and size of the acceleration by a unit force; x: nv zeros."""
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


@helper
def tendon_constants(m, d, length0, weights, x):
    """length0 and weights (ntendon): lengths, and J M^-1 J' for the Jacobian J of each tendon; x: nv zeros.

    A tendon that nothing moves in this pose, such as one along a straight arm, has what rounding makes of J, and so its
    actuators: MuJoCo's constants there are rounding errors, by which muscles scale their forces.
    """
    for t in range(m.ntendon):
        start, count = m.ten_J_rowadr[t], m.ten_J_rownnz[t]
        length0[t] = d.ten_length[t]
        if m.tendon_type[t] != TENDON_FIXED:
            lay_tendon(m, d, t, d.ten_wrapadr[t], True)
        add_row(1.0, start, count, m.ten_J_colind, d.ten_J, x)
        solve(m, d.qLD, d.qLDiagInv, x)
        weights[t] = row_product(start, count, m.ten_J_colind, d.ten_J, x)
        for i in range(m.nv):
            x[i] = 0.0
