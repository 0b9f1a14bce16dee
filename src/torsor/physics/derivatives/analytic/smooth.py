"""Changes of springs, dampers, actuators and wrenches of the user, in R: columns by q, v, activations, controls."""

from ....jit import helper, stage
from ....jit.dual_numbers import SLOPES, WIDTH, dual_data, slopes_in
from ....jit.lanes import any_, where
from ....jit.per_world import alone, worlds_in
from ....jit.structs import flat, width
from ....jit.values import AXES, ZERO, cross, dot, norm, spatial
from ...actuator.circle import is_on_circle
from ...actuator.force import activation_rates, is_disabled, limit_force, raw_forces, read_controls
from ...common.chain import last_dof, tree_centre
from ...common.names import (
    BALL,
    BIAS_AFFINE,
    BIAS_NONE,
    EULER,
    FREE,
    GAIN_AFFINE,
    GAIN_FIXED,
    OFF_ACTUATION,
    OFF_CLAMPCTRL,
    OFF_DAMPER,
    OFF_GRAVITY,
    OFF_SPRING,
    TRN_BODY,
    TRN_SO3,
)
from ...force.applied import is_pushed
from ...force.passive import (
    angular_displacement,
    damper_slope,
    dof_damping,
    is_used,
    joint_stiffness,
    linear_displacement,
    polynomial_slope,
    scalar_displacement,
    tendon_damping,
    tendon_displacement,
    tendon_stiffness,
)
from ...integrate.euler import step_activations
from ..velocity.actuator import force_by_velocity, is_at_limit
from ..velocity.fluid import outer
from .chart import inverse_right_jacobian
from .contact import wrench_about
from .frame import put_still
from .inverse import Columns, columns_of

BY_LENGTH, BY_VELOCITY, BY_INPUT = 1, 2, 3  # slopes of actuators: then controls, then activations


# ---- springs and dampers of joints ----
@helper
def spring_slope(x, c):
    """Derivative of x (a + b x + c x^2)."""
    return c.x + x * (2.0 * c.y + 3.0 * x * c.z)


@helper
def radial_slope(x, c):
    """Derivative of x (a + b |x| + c |x|^2) for a vector x."""
    r = norm(x)
    bend = where(r > 0.0, c.y / r + 2.0 * c.z, 0.0)
    return AXES * polynomial_slope(r, c) + outer(x, x) * bend


@helper
def subtract_block(m, i, block, R):
    """Subtract a 3 x 3 matrix from R, at the positions of the dofs from i on."""
    columns = columns_of(m)
    for k in range(3):
        row = block.row_x if k == 0 else (block.row_y if k == 1 else block.row_z)
        at = columns * (i + k) + i
        R[at] -= row.x
        R[at + 1] -= row.y
        R[at + 2] -= row.z


@helper
def add_joint_spring(m, d, j, c, R):
    kind, i = m.jnt_type[j], m.jnt_dofadr[j]
    if kind == FREE:
        subtract_block(m, i, radial_slope(linear_displacement(m, d, j), c), R)
        i += 3
    if kind == FREE or kind == BALL:
        turn = angular_displacement(m, d, j)
        subtract_block(m, i, radial_slope(turn, c) @ inverse_right_jacobian(turn), R)
    else:
        R[columns_of(m) * i + i] -= spring_slope(scalar_displacement(m, d, j), c)


@stage
def add_joint_slopes(m, d, R: Columns):
    """Springs and dampers of joints."""
    if not m.opt.disableflags & OFF_SPRING:
        for j in range(m.njnt):
            c = joint_stiffness(m, j)
            if is_used(c):
                add_joint_spring(m, d, j, c, R)
    if not m.opt.disableflags & OFF_DAMPER:
        for i in range(m.nv):
            R[columns_of(m) * i + m.nv + i] -= damper_slope(d.qvel[i], dof_damping(m, i))


# ---- springs and dampers of tendons whose Jacobian is constant ----
@helper
def tendon_spring_slope(m, d, t):
    """Change of the spring force of a tendon with its length; none within the dead band."""
    x, p = tendon_displacement(m, d, t), m.tendon_plasticadr[t]
    lower, upper = m.tendon_lengthspring[t, 0], m.tendon_lengthspring[t, 1]
    if p >= 0:
        lower, upper = d.plastic[p], d.plastic[p + 1]
    return where((x == 0.0) & (lower < upper), 0.0, spring_slope(x, tendon_stiffness(m, t)))


@helper
def add_outer(m, d, t, scale, first, R):
    """Add `scale` J'J of tendon t to R, in columns from `first` on."""
    start, end = m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]
    for k in range(start, end):
        for n in range(start, end):
            R[columns_of(m) * m.ten_J_colind[k] + first + m.ten_J_colind[n]] += scale * d.ten_J[k] * d.ten_J[n]


@stage
def add_tendon_slopes(m, d, R: Columns):
    """Springs and dampers of tendons, as long as their Jacobians are constant."""
    for t in range(m.ntendon):
        if not m.opt.disableflags & OFF_SPRING and is_used(tendon_stiffness(m, t)):
            add_outer(m, d, t, -tendon_spring_slope(m, d, t), 0, R)
        if not m.opt.disableflags & OFF_DAMPER:
            slope = damper_slope(d.ten_velocity[t], tendon_damping(m, t))
            if any_(slope != 0.0):
                add_outer(m, d, t, -slope, m.nv, R)


# ---- actuators ----
@helper
def seed(numbers, i, slope):
    numbers[WIDTH * i + slope] = 1.0


@helper
def is_driven(m, a):
    """Whether an actuator does anything."""
    return not (m.opt.disableflags & OFF_ACTUATION or is_disabled(m, a))


@helper
def has_one_output(m, a):
    """Whether an actuator has one output, and a length."""
    kind = m.actuator_trntype[a]
    return kind != TRN_BODY and kind != TRN_SO3 and m.actuator_outnum[a] == 1


@helper
def needs_dual_numbers(m, a):
    """Whether an actuator is none with one output that follows its own length, velocity and few inputs."""
    return not has_one_output(m, a) or 2 + m.actuator_ctrlnum[a] + m.actuator_actnum[a] > SLOPES


@helper
def some_are_odd(m):
    """Whether some actuator is, and is not switched off."""
    for a in range(0 if m.opt.disableflags & OFF_ACTUATION else m.nactuator):
        if needs_dual_numbers(m, a):
            return True
    return False


@helper
def put_buffers(m, d):
    """Copy the time and the buffers of delays to the duals: they are no part of the state that columns are by."""
    duals = dual_data(d)
    duals.time = d.time
    put_still(slopes_in(duals.history), 0, m.nhistory, d.history)


@stage
def actuators_on_duals(m, d):
    """Forces of actuators, what implicit integrators take of them, and the next activations, with their slopes.

    Each follows its own length, velocity, controls and activations only: one pass serves all actuators.
    """
    duals = dual_data(d)
    put_still(slopes_in(duals.ctrl), 0, m.nu, d.ctrl)
    put_still(slopes_in(duals.act), 0, m.na, d.act)
    put_still(slopes_in(duals.actuator_length), 0, m.nout, d.actuator_length)
    put_still(slopes_in(duals.actuator_velocity), 0, m.nout, d.actuator_velocity)
    put_still(slopes_in(duals.qfrc_actuator), 0, m.nv, d.qfrc_actuator)
    put_buffers(m, d)
    seed_actuators(m, d)
    read_controls(m, duals)
    if m.na > 0:
        activation_rates(m, duals)
    raw_forces(m, duals)
    for a in range(m.nactuator):
        limit_force(m, duals, a)
    if m.opt.integrator != EULER:
        set_velocity_slopes(m, d)
    if m.na > 0:
        step_activations(m, duals)


@stage
def seed_actuators(m, d):
    """Let the numbers that an actuator follows be its variables."""
    duals = dual_data(d)
    for a in range(m.nactuator):
        if needs_dual_numbers(m, a):
            continue
        out, slope = m.actuator_outadr[a], BY_INPUT
        seed(slopes_in(duals.actuator_length), out, BY_LENGTH)
        seed(slopes_in(duals.actuator_velocity), out, BY_VELOCITY)
        for k in range(m.actuator_ctrlnum[a]):
            seed(slopes_in(duals.ctrl), m.actuator_ctrladr[a] + k, slope)
            slope += 1
        for k in range(m.actuator_actnum[a]):
            seed(slopes_in(duals.act), m.actuator_actadr[a] + k, slope)
            slope += 1


@stage
def set_velocity_slopes(m, d):
    """Derivatives of the forces of actuators by velocity, as duals."""
    duals = dual_data(d)
    for a in range(m.nactuator):
        if is_driven(m, a):
            out = m.actuator_outadr[a]
            duals.work.force_by_velocity[out] = force_by_velocity(m, duals, a, out)


# ---- of each of several worlds ----
@helper
def part_moments(m, d, k, one):
    """Let world k alone know the moments of its actuators."""
    moments = worlds_in(d.actuator_moment)
    for i in range(m.nout):
        one.moment_rownnz[i], one.moment_rowadr[i] = d.moment_rownnz[i], d.moment_rowadr[i]
        for n in range(d.moment_rowadr[i], d.moment_rowadr[i] + d.moment_rownnz[i]):
            one.moment_colind[n], one.actuator_moment[n] = d.moment_colind[n], moments[width(d) * n + k]


@helper
def part_outputs(m, d, k, one):
    """Let world k alone know what its actuators follow, besides the state."""
    worlds, lengths, velocities = width(d), worlds_in(d.actuator_length), worlds_in(d.actuator_velocity)
    forces = worlds_in(d.qfrc_actuator)
    for i in range(m.nout):
        one.actuator_length[i], one.actuator_velocity[i] = lengths[worlds * i + k], velocities[worlds * i + k]
    for i in range(m.nv):
        one.qfrc_actuator[i] = forces[worlds * i + k]
    if m.na > 0:  # whose rows of A each world finds by itself
        part_moments(m, d, k, one)


@helper
def join_slopes(m, d, k, one):
    """Keep what the actuators of world k have found, before the next world uses the same duals."""
    worlds, duals = width(d), dual_data(one)
    forces, rates = slopes_in(duals.actuator_force), slopes_in(duals.work.force_by_velocity)
    kept, kept_rates = worlds_in(flat(d.work.force_slopes)), worlds_in(flat(d.work.damping_slopes))
    for a in range(m.nactuator):
        first = WIDTH * m.actuator_outadr[a] + BY_LENGTH
        for i in range(first, first + 2 + m.actuator_ctrlnum[a] + m.actuator_actnum[a]):
            kept[worlds * i + k] = forces[i]
            if m.opt.integrator != EULER:
                kept_rates[worlds * i + k] = rates[i]


@stage
def find_actuator_slopes(m, d):
    """`actuators_on_duals` in each world."""
    for k in range(width(d)):
        one = alone(d, k)
        if width(d) > 1:
            part_outputs(m, d, k, one)
        actuators_on_duals(alone(m, k), one)
        if width(d) > 1:
            join_slopes(m, d, k, one)


@helper
def force_slopes(d):
    """Slopes of the forces of outputs: of each the number, then its derivatives."""
    if width(d) == 1:
        return slopes_in(dual_data(d).actuator_force)
    return flat(d.work.force_slopes)


@helper
def damping_slopes(d):
    """The same of their derivatives by velocity."""
    if width(d) == 1:
        return slopes_in(dual_data(d).work.force_by_velocity)
    return flat(d.work.damping_slopes)


# ---- actuators whose slopes are known ----
@helper
def is_linear(m, a):
    """Whether the force of an actuator is linear in its only control, with a gain and a bias linear in its motion."""
    gain, bias = m.actuator_gaintype[a], m.actuator_biastype[a]
    return ((gain == GAIN_FIXED or gain == GAIN_AFFINE) and (bias == BIAS_NONE or bias == BIAS_AFFINE)
            and m.actuator_actnum[a] == 0 and m.actuator_ctrlnum[a] == 1 and not is_on_circle(m, a))


@helper
def are_linear(m):
    """Whether the slopes of all actuators are known; implicit integrators ask for second derivatives, which are zero
    then."""
    linear = m.na + m.nhistory == 0
    for a in range(m.nactuator):
        linear = linear and is_linear(m, a) and (m.opt.integrator == EULER or m.actuator_gaintype[a] == GAIN_FIXED)
    return linear


@helper
def put_linear_slopes(m, d, a, numbers):
    """Slopes of a force p0 u + b0 + (p1 u + b1) length + (p2 u + b2) velocity; none where a limit holds it."""
    out, i = m.actuator_outadr[a], m.actuator_ctrladr[a]
    u, length, velocity = d.work.ctrl[i], d.actuator_length[out], d.actuator_velocity[out]
    gain, by_length, by_velocity, bias = m.actuator_gainprm[a, 0], 0.0, 0.0, 0.0
    if m.actuator_gaintype[a] == GAIN_AFFINE:
        gain += m.actuator_gainprm[a, 1] * length + m.actuator_gainprm[a, 2] * velocity
        by_length, by_velocity = m.actuator_gainprm[a, 1] * u, m.actuator_gainprm[a, 2] * u
    if m.actuator_biastype[a] == BIAS_AFFINE:
        bias = m.actuator_biasprm[a, 0] + m.actuator_biasprm[a, 1] * length + m.actuator_biasprm[a, 2] * velocity
        by_length += m.actuator_biasprm[a, 1]
        by_velocity += m.actuator_biasprm[a, 2]
    force, by_input = gain * u + bias, gain
    if m.actuator_ctrllimited[i] and not m.opt.disableflags & OFF_CLAMPCTRL:
        heard = (d.ctrl[i] >= m.actuator_ctrlrange[i, 0]) & (d.ctrl[i] <= m.actuator_ctrlrange[i, 1])
        by_input = where(heard, by_input, 0.0)
    if m.actuator_forcelimited[a]:
        follows = (force >= m.actuator_forcerange[a, 0]) & (force <= m.actuator_forcerange[a, 1])
        by_length, by_velocity = where(follows, by_length, 0.0), where(follows, by_velocity, 0.0)
        by_input = where(follows, by_input, 0.0)
    numbers[WIDTH * out + BY_LENGTH] = by_length
    numbers[WIDTH * out + BY_VELOCITY] = by_velocity
    numbers[WIDTH * out + BY_INPUT] = by_input


@stage
def set_actuator_slopes(m, d):
    """Slopes of the forces of actuators by length, velocity and inputs (`force_slopes`)."""
    if are_linear(m):
        numbers = force_slopes(d)
        for a in range(m.nactuator):
            put_linear_slopes(m, d, a, numbers)
    else:
        find_actuator_slopes(m, d)


# ---- in the equations ----
@helper
def free_moment(m, d, k):
    """An entry of the moments of actuators; zero where a limit of the joint decides on their force."""
    i, arm = d.moment_colind[k], d.actuator_moment[k]
    j = m.dof_jntid[i]
    if m.jnt_actfrclimited[j]:
        arm = where(is_at_limit(d.qfrc_actuator[i], m.jnt_actfrcrange[j, 0], m.jnt_actfrcrange[j, 1]), 0.0, arm)
    return arm


@helper
def add_inputs(m, a, numbers, at, scale, row, R):
    """Add slopes by the controls and activations of actuator a, times `scale`, to a row of a matrix like R."""
    slope = at + BY_INPUT
    for k in range(m.actuator_ctrlnum[a]):
        R[row + 2 * m.nv + m.na + m.actuator_ctrladr[a] + k] += scale * numbers[slope]
        slope += 1
    for k in range(m.actuator_actnum[a]):
        R[row + 2 * m.nv + m.actuator_actadr[a] + k] += scale * numbers[slope]
        slope += 1


@helper
def add_outputs(m, d, out, numbers, at, scale, row, R):
    """Add slopes by the length and velocity of an output, times `scale`, to a row of a matrix like R."""
    for n in range(d.moment_rowadr[out], d.moment_rowadr[out] + d.moment_rownnz[out]):
        j, share = d.moment_colind[n], scale * d.actuator_moment[n]
        R[row + j] += share * numbers[at + BY_LENGTH]
        R[row + m.nv + j] += share * numbers[at + BY_VELOCITY]


@stage
def add_actuator_slopes(m, d, R: Columns, moving: bool):
    """Forces of actuators: with their inputs and, if `moving`, with their lengths, where moments are constant."""
    numbers = force_slopes(d)
    for a in range(m.nactuator):
        if is_driven(m, a):
            out = m.actuator_outadr[a]
            for k in range(d.moment_rowadr[out], d.moment_rowadr[out] + d.moment_rownnz[out]):
                arm, row = free_moment(m, d, k), columns_of(m) * d.moment_colind[k]
                if any_(arm != 0.0):
                    add_inputs(m, a, numbers, WIDTH * out, arm, row, R)
                    if moving:
                        add_outputs(m, d, out, numbers, WIDTH * out, arm, row, R)


# ---- wrenches that stay as they are while bodies move ----
@helper
def add_fixed_wrench(m, d, b, point, wrench, R):
    """Add a wrench on body b, about a point of it, that does not turn with the body."""
    arm = point - tree_centre(m, d, b)
    d.work.body_load[b] += -wrench_about(wrench, arm)
    j = last_dof(m, b)
    while j >= 0:
        turn, i = d.cdof[j].ang, last_dof(m, b)
        change = wrench_about(spatial(-cross(turn, wrench.ang), -cross(turn, wrench.lin)), arm)
        while i >= 0:
            R[columns_of(m) * i + j] += dot(d.cdof[i], change)
            i = m.dof_parentid[i]
        j = m.dof_parentid[j]


@stage
def add_fixed_wrenches(m, d, R: Columns, driven: bool):
    """Compensation of gravity and, if `driven`, forces of the user on bodies."""
    off = m.opt.disableflags
    floats = m.flg_gravcomp and not off & OFF_GRAVITY and not (off & OFF_SPRING and off & OFF_DAMPER)
    if not floats and not (driven and is_pushed(m, d)):
        return
    for b in range(1, m.nbody):
        force, torque = ZERO, ZERO
        if driven:
            force, torque = d.xfrc_applied.vec3[6 * b], d.xfrc_applied.vec3[6 * b + 3]
        if floats:
            force += m.opt.gravity * (-m.body_mass[b] * m.body_gravcomp[b])
        if any_(dot(force, force) + dot(torque, torque) > 0.0):
            add_fixed_wrench(m, d, b, d.xipos[b], spatial(torque, force), R)
