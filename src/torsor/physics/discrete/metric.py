"""The integrator `discrete`: springs, dampers and servos are taken at the end of the step.

With slopes D of the forces by velocity and K by position, neither of them negative, the step solves
    (M + h D + h^2 K) a = f - h K v,    v+ = v + h a,    q+ = q + h v+.
The matrix is the metric. Tendons and actuators couple dofs of different branches, so their terms are kept as rows and
added in products. The backbone, which is the metric with the diagonal of these terms only, is factorised in qH.
"""

from ...jit import helper, stage
from ...jit.arena import reserve, scratch
from ...jit.errors import FatalError
from ...jit.lanes import any_, formula, maximum, not_, where
from ...jit.values import dot, norm
from ..actuator.force import is_disabled, read_controls
from ..common.names import BALL, DISCRETE, FREE, OFF_ACTUATION, OFF_DAMPER, OFF_ISLAND, OFF_SPRING, PGS, WARN_INERTIA
from ..common.settings import has_metric, is_sparse
from ..common.warn import warn
from ..constraint.metric import metric_constraint
from ..derivatives.velocity.actuator import force_by_length, force_by_velocity
from ..derivatives.velocity.fluid import drag_across, subtree_drag
from ..derivatives.velocity.free_body import (
    SIZE,
    add_block,
    add_gyroscopic_block,
    has_lone_bodies,
    is_lone,
    load_block,
    solve_block,
)
from ..dynamics.inertia import factor, multiply, solve_awake
from ..force.passive import (
    angular_displacement,
    damper_slope,
    dof_damping,
    is_used,
    joint_stiffness,
    linear_displacement,
    scalar_displacement,
    tendon_damping,
    tendon_displacement,
    tendon_stiffness,
)
from ..sleep.rest import body_sleeps, dof_sleeps, may_sleep, some_sleep


@formula
def spring_slope(x, c):
    """Derivative of the spring force c.x x + c.y x^2 + c.z x^3."""
    return c.x + x * (2.0 * c.y + 3.0 * x * c.z)


# ---- what enters the metric ----
@stage
def reserve_metric(m, d):
    """Make room for the metric, and list the tendons that take part. The dual solver PGS knows the backbone only."""
    if may_sleep(m, d) and m.opt.disableflags & OFF_ISLAND:
        raise FatalError('discrete integrator: trees sleep by islands: switch the flag island on, or sleep off')
    reserve(d, 'efm_c,efm_ca,efm_diag,efm_ck,efm_sdiag', m.nv)
    reserve(d, 'efm_fluid', m.nC)
    reserve(d, 'efm_tid,efm_ts,efm_tk', m.ntendon)
    reserve(d, 'efm_aid,efm_as,efm_ak', m.nactuator)
    d.efm_active, d.nefmT, d.nefmA = 1, 0, 0
    for t in range(m.ntendon):
        if m.opt.solver != PGS and has_spring_or_damper(m, t):
            d.efm_tid[d.nefmT] = t
            d.nefmT += 1


@helper
def has_spring_or_damper(m, t):
    """Whether a tendon has a spring, or a damper or an actuator that may damp it, that is not switched off."""
    off = m.opt.disableflags
    return ((not off & OFF_SPRING and is_used(tendon_stiffness(m, t)))
            or (not off & OFF_DAMPER and (is_used(tendon_damping(m, t)) or m.tendon_actuatorid[t] != -1)))


@helper
def set_stiffness(d, first, count, slope, h):
    """efm_ck of some dofs of one joint, all equally stiff."""
    for i in range(first, first + count):
        d.efm_ck[i] = h * maximum(slope, 0.0)


@stage
def joint_metric(m, d):
    """efm_ck and efm_diag of joints; a spring in three dimensions counts as stiff across as it is along."""
    h, off = m.opt.timestep, m.opt.disableflags
    for i in range(m.nv):
        d.efm_ck[i] = 0.0
    for j in range(m.njnt):
        kind, i, c = m.jnt_type[j], m.jnt_dofadr[j], joint_stiffness(m, j)
        if is_used(c) and not off & OFF_SPRING:
            if kind == FREE:
                set_stiffness(d, i, 3, spring_slope(norm(linear_displacement(m, d, j)), c), h)
                i += 3
            if kind == FREE or kind == BALL:
                set_stiffness(d, i, 3, spring_slope(norm(angular_displacement(m, d, j)), c), h)
            else:
                set_stiffness(d, i, 1, spring_slope(scalar_displacement(m, d, j), c), h)
    for i in range(m.nv):
        damping = 0.0
        if not off & OFF_DAMPER:
            damping += maximum(damper_slope(d.qvel[i], dof_damping(m, i)), 0.0)
        d.efm_diag[i] = h * damping + h * d.efm_ck[i]
        d.efm_c[i] = -d.efm_ck[i] * d.qvel[i]


@helper
def set_tendon_terms(m, d, n):
    """efm_ts and efm_tk of listed tendon n, and its part of the shift efm_c."""
    t, h, off = d.efm_tid[n], m.opt.timestep, m.opt.disableflags
    stiffness, damping = 0.0, 0.0
    if not off & OFF_SPRING:
        x = tendon_displacement(m, d, t)
        stiffness += where(x != 0.0, maximum(spring_slope(x, tendon_stiffness(m, t)), 0.0), 0.0)
    if not off & OFF_DAMPER:
        damping += maximum(damper_slope(d.ten_velocity[t], tendon_damping(m, t)), 0.0)
    d.efm_tk[n] = h * stiffness
    d.efm_ts[n] = h * (h * stiffness) + h * damping
    pull = -d.efm_tk[n] * d.ten_velocity[t]
    for k in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
        d.efm_c[m.ten_J_colind[k]] += pull * d.ten_J[k]


@stage
def fluid_metric(m, d):
    """efm_fluid: h times the symmetric drag of fluids, in the rows of M."""
    subtree_drag(m, d, False)
    for i in range(m.nv):
        force = drag_across(d, m.dof_bodyid[i], d.cdof[i])
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            d.efm_fluid[k] = -m.opt.timestep * dot(force, d.cdof[m.M_colind[k]])


@stage
def passive_metric(m, d):
    """Terms of passive forces, once velocities are known."""
    off = m.opt.disableflags
    joint_metric(m, d)
    for n in range(d.nefmT):
        set_tendon_terms(m, d, n)
    for k in range(m.nC):
        d.efm_fluid[k] = 0.0
    if not (off & OFF_SPRING and off & OFF_DAMPER):
        if any_((m.opt.density != 0.0) | (m.opt.viscosity != 0.0)):
            fluid_metric(m, d)


@stage
def actuator_metric(m, d):
    """Terms of actuators, once their forces are known: those whose force falls with length or velocity are listed."""
    h = m.opt.timestep
    d.nefmA = 0
    for i in range(m.nv):
        d.efm_ca[i] = 0.0
    if m.opt.disableflags & OFF_ACTUATION or m.opt.solver == PGS:
        return
    read_controls(m, d)
    for a in range(m.nactuator):
        if not is_disabled(m, a):
            first = m.actuator_outadr[a]
            stiffness = maximum(0.0, -force_by_length(m, d, a, first))
            damping = maximum(0.0, -force_by_velocity(m, d, a, first))
            scale = h * (h * stiffness) + h * damping
            if any_(not_(scale <= 0.0)):  # a control that is not a number shows
                n = d.nefmA
                d.efm_aid[n], d.efm_as[n], d.efm_ak[n] = a, scale, h * stiffness
                d.nefmA = n + 1
                for output in range(first, first + m.actuator_outnum[a]):
                    push = -d.efm_ak[n] * d.actuator_velocity[output]
                    for k in range(d.moment_rowadr[output], d.moment_rowadr[output] + d.moment_rownnz[output]):
                        d.efm_ca[d.moment_colind[k]] += push * d.actuator_moment[k]


# ---- solving with the metric ----
@helper
def own_diagonal(m, d, i):
    """What joints and fluids add to the diagonal of M."""
    return d.efm_diag[i] + d.efm_fluid[m.M_rowadr[i] + m.M_rownnz[i] - 1]


@helper
def add_row_diagonal(d, scale, start, count, columns, row):
    """Add the diagonal of scale * row' row to efm_sdiag."""
    for k in range(start, start + count):
        d.efm_sdiag[columns[k]] += scale * row[k] * row[k]


@stage
def factor_backbone(m, d):
    """qH, the factor of M + efm_fluid with efm_sdiag on the diagonal."""
    for i in range(m.nv):
        d.efm_sdiag[i] = own_diagonal(m, d, i)
    for n in range(d.nefmT):
        t = d.efm_tid[n]
        add_row_diagonal(d, d.efm_ts[n], m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J)
    for n in range(d.nefmA):
        a = d.efm_aid[n]
        for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
            add_row_diagonal(d, d.efm_as[n], d.moment_rowadr[output], d.moment_rownnz[output], d.moment_colind,
                             d.actuator_moment)
    skips = some_sleep(m, d)
    for i in range(m.nv):
        if skips and dof_sleeps(m, d, i):
            continue
        last = m.M_rowadr[i] + m.M_rownnz[i] - 1
        for k in range(m.M_rowadr[i], last):
            d.qH[k] = d.M[k] + d.efm_fluid[k]
        d.qH[last] = d.M[last] + d.efm_sdiag[i]
    factor(m, d, d.qH, d.qHDiagInv, warns=False)  # the inertia has been told about already


@helper
def add_row_product(scale, start, count, columns, row, x, result):
    """result += scale * row' (row x) for a sparse row."""
    along = 0.0
    for k in range(start, start + count):
        along += row[k] * x[columns[k]]
    along *= scale
    for k in range(start, start + count):
        result[columns[k]] += row[k] * along


@helper
def multiply_metric(m, d, x, result):
    """result = (M + h D + h^2 K) x."""
    multiply(m, d.M, x, result)
    for i in range(m.nv):
        total = d.efm_diag[i] * x[i]
        row, last = m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1
        for k in range(row, last):
            total += d.efm_fluid[k] * x[m.M_colind[k]]
            result[m.M_colind[k]] += d.efm_fluid[k] * x[i]
        result[i] += total + d.efm_fluid[last] * x[i]
    for n in range(d.nefmT):
        t = d.efm_tid[n]
        add_row_product(d.efm_ts[n], m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J, x, result)
    for n in range(d.nefmA):
        a = d.efm_aid[n]
        for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
            add_row_product(d.efm_as[n], d.moment_rowadr[output], d.moment_rownnz[output], d.moment_colind,
                            d.actuator_moment, x, result)


@helper
def inner(m, a, b):
    """Inner product of two vectors over dofs."""
    total = 0.0
    for i in range(m.nv):
        total += a[i] * b[i]
    return total


@helper
def largest(m, a):
    """The dof with the largest number of a vector, whatever its sign."""
    found, most = 0, 0.0
    for i in range(m.nv):
        size = maximum(a[i], -a[i])
        if any_(size > most):
            found, most = i, size
    return found


@stage
def solve_coupled(m, d):
    """qacc_smooth by conjugate gradients, preconditioned with the backbone (Saad 2003, algorithm 9.1)."""
    mark, skips = d.pstack, some_sleep(m, d)
    residual, search, image, guess = scratch(d, m.nv), scratch(d, m.nv), scratch(d, m.nv), scratch(d, m.nv)
    for i in range(m.nv):
        force = d.qacc_smooth[i]
        if skips and dof_sleeps(m, d, i):
            residual[i], search[i], guess[i] = 0.0, 0.0, 0.0
        else:
            residual[i], search[i], d.qacc_smooth[i] = force, force, 0.0
    solve_awake(m, d, d.qH, d.qHDiagInv, search)
    size, rest = inner(m, residual, search), inner(m, residual, residual)
    goal = m.opt.tolerance * m.opt.tolerance * rest
    active = rest > 0.0
    for _ in range(m.opt.iterations):
        if not any_(active):
            break
        multiply_metric(m, d, search, image)
        curvature = inner(m, search, image)
        active = active & not_(curvature <= 0.0)  # no residual is left
        step = where(active, size / where(active, curvature, 1.0), 0.0)
        for i in range(m.nv):
            if skips and dof_sleeps(m, d, i):
                continue
            d.qacc_smooth[i] += step * search[i]
            residual[i] -= step * image[i]
            guess[i] = residual[i]
        solve_awake(m, d, d.qH, d.qHDiagInv, guess)
        next_size = inner(m, residual, guess)
        turn = where(active, next_size / where(active, size, 1.0), 0.0)
        for i in range(m.nv):
            search[i] = guess[i] + turn * search[i]
        size, rest = next_size, inner(m, residual, residual)
        active = active & (rest >= goal) & (rest > 0.0)  # a tolerance of zero is met where nothing is left
    if any_(active & (rest >= goal)):
        warn(d, WARN_INERTIA, largest(m, residual))
    d.pstack = mark


@stage
def smooth_step(m, d):
    """qacc_smooth: the change of velocity by all forces but those of constraints, per time."""
    factor_backbone(m, d)
    skips = some_sleep(m, d)
    for i in range(m.nv):
        if skips and dof_sleeps(m, d, i):
            continue
        d.qacc_smooth[i] = d.qfrc_smooth[i] + d.efm_c[i] + d.efm_ca[i]
    if d.nefmT + d.nefmA > 0:
        solve_coupled(m, d)
    else:
        solve_awake(m, d, d.qH, d.qHDiagInv, d.qacc_smooth)


@helper
def is_coupled(m, d, first):
    """Whether tendons or actuators take part in the metric of the body whose six dofs start at `first`."""
    coupled = False
    for i in range(first, first + SIZE):
        coupled = coupled | (d.efm_sdiag[i] != own_diagonal(m, d, i))
    return coupled


@helper
def load_metric_block(m, d, first):
    """work.block = the metric of an uncoupled body; work.step_acc = the force on it."""
    load_block(m, d, first, d.M)
    add_block(m, d, first, d.efm_fluid)
    for r in range(SIZE):
        i = first + r
        d.work.block[SIZE * r + r] += d.efm_diag[i]
        d.work.step_acc[i] = d.qfrc_smooth[i] + d.efm_c[i] + d.qfrc_constraint[i]


@helper
def has_rows(m, d, first):
    """Whether a row of the constraints acts on the body whose six dofs start at `first`."""
    if d.nisland:
        return d.dof_island[first] >= 0
    for r in range(d.nefc):
        start, count = (d.efc_J_rowadr[r], d.efc_J_rownnz[r]) if is_sparse(m) else (m.nv * r + first, SIZE)
        for k in range(start, start + count):
            if first <= d.efc_J_colind[k] < first + SIZE if is_sparse(m) else any_(d.efc_J[k] != 0.0):
                return True
    return False


@stage
def correct_lone_bodies(m, d):
    """qacc of lone free bodies anew, with the derivative of their bias force, unless coupled or constrained."""
    skips = some_sleep(m, d)
    for b in range(1, m.nbody):
        if skips and body_sleeps(d, b):
            continue
        if m.body_parentid[b] == 0 and is_lone(m, b) and not has_rows(m, d, m.body_dofadr[b]):
            first = m.body_dofadr[b]
            load_metric_block(m, d, first)
            add_gyroscopic_block(m, d, b, first)
            solve_block(d, d.work.step_acc, first)
            coupled = is_coupled(m, d, first)
            for i in range(first, first + SIZE):
                d.qacc[i] = where(coupled, d.qacc[i], d.work.step_acc[i])


# ---- if the integrator is `discrete` ----
@helper
def init_metric(m, d):
    """Room for the metric."""
    d.efm_active, d.nefmT, d.nefmA = 0, 0, 0
    if m.opt.integrator == DISCRETE:
        reserve_metric(m, d)


@helper
def add_passive_metric(m, d):
    """What passive forces add to the metric."""
    if has_metric(m, d):
        passive_metric(m, d)


@helper
def add_actuator_metric(m, d):
    """What actuators add to the metric."""
    if has_metric(m, d):
        actuator_metric(m, d)


@helper
def solve_smooth(m, d):
    """qacc_smooth from forces, which it holds: by the metric, which rows then follow, else by the inertia."""
    if has_metric(m, d):
        smooth_step(m, d)
        if d.nefc:
            metric_constraint(m, d)
    else:
        solve_awake(m, d, d.qLD, d.qLDiagInv, d.qacc_smooth)


@helper
def correct_free_bodies(m, d):
    """qacc of lone free bodies anew."""
    if has_metric(m, d) and has_lone_bodies(m):
        correct_lone_bodies(m, d)
