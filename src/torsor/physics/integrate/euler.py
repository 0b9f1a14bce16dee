"""Advancing the state: the end of every time step, and the integrators Euler and `discrete`."""

from ...jit import helper, stage
from ...jit.lanes import any_, where
from ...jit.values import exponential, normalized
from ..actuator.circle import is_on_circle, nearest_target
from ..actuator.delay import record_controls
from ..actuator.dynamics import last_activation, next_activation
from ..actuator.force import is_disabled
from ..actuator.rotation import forget_turns
from ..common.names import BALL, FREE, GAIN_SO3, OFF_ACTUATION, OFF_DAMPER, OFF_EULERDAMP
from ..dynamics.inertia import copy_inertia, factor, solve_awake
from ..force.passive import damper_slope, dof_damping, yield_joints, yield_tendons
from ..sensor.evaluate import record_readings
from ..sleep.rest import joint_sleeps, may_sleep, some_sleep, span, span_count
from .sleep import fall_asleep


@helper
def advance_position(m, d, start, velocity, h):
    """qpos = start moved for a time h; angular velocities are about the axes of the child (RBDA sec. 4.5)."""
    skips = some_sleep(m, d)
    for j in range(m.njnt):
        if skips and joint_sleeps(m, d, j):
            continue
        kind, q, i = m.jnt_type[j], m.jnt_qposadr[j], m.jnt_dofadr[j]
        if kind == FREE:
            d.qpos.vec3[q] = start.vec3[q] + h * velocity.vec3[i]
            q += 3
            i += 3
        if kind == FREE or kind == BALL:
            d.qpos.quat[q] = normalized(start.quat[q]) * exponential(h * velocity.vec3[i])
        else:
            d.qpos[q] = start[q] + h * velocity[i]


@helper
def advance_activation(m, d, start, rate):
    """act = start after a step; actuators whose group is switched off keep theirs, but for its range."""
    if m.opt.disableflags & OFF_ACTUATION:
        for k in range(m.na):
            d.act[k] = start[k]
        return
    for a in range(m.nactuator):
        for k in range(m.actuator_actadr[a], m.actuator_actadr[a] + m.actuator_actnum[a]):
            speed = 0.0
            if not is_disabled(m, a):
                speed = rate[k]
            d.act[k] = next_activation(m, d, a, k, start[k], speed)
        if m.actuator_actnum[a]:
            forget_whole_turns(m, d, a)


@helper
def forget_whole_turns(m, d, a):
    """Bring the activation of a servo whose length is an angle, or a rotation, back to where it is the shortest."""
    if m.actuator_gaintype[a] == GAIN_SO3:
        forget_turns(m, d, a)
    elif is_on_circle(m, a):
        k = last_activation(m, a)
        d.act[k] = nearest_target(m, a, d.act[k], d.actuator_length[m.actuator_outadr[a]])


# Rare parts are stages of their own: models without them need not compile them.
@stage
def step_activations(m, d):
    """Advance activations with act_dot."""
    advance_activation(m, d, d.act, d.act_dot)


@stage(one_world=True)
def step_buffers(m, d):
    """Remember the controls of the step."""
    record_controls(m, d, d.time)


@stage
def yield_references(m, d):
    """Let springs yield that the step with qvel stretched too far."""
    yield_joints(m, d)
    yield_tendons(m, d, d.qvel)


@stage
def advance(m, d):
    """One semi-implicit step with the acceleration work.step_acc: first the velocity, with it the position."""
    h = m.opt.timestep
    if m.nhistory > 0:
        step_buffers(m, d)
        if m.nsensor:
            record_readings(m, d)
    if m.na > 0:
        step_activations(m, d)
    if may_sleep(m, d):
        fall_asleep(m, d)
    for i in range(m.nv):
        d.qacc_warmstart[i] = d.qacc[i]
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        for i in range(first, end):
            d.qvel[i] += h * d.work.step_acc[i]
    advance_position(m, d, d.qpos, d.qvel, h)
    if m.nplastic > 0:
        yield_references(m, d)
    d.time += h


@helper
def is_damped(m, i):
    """Whether a dof calls for implicit damping. A negative linear coefficient alone does not."""
    by_coefficients = (m.dof_damping[i] > 0.0) | (m.dof_dampingpoly[i, 0] != 0.0) | (m.dof_dampingpoly[i, 1] != 0.0)
    return by_coefficients | (m.jnt_actuatorid[m.dof_jntid[i]] != -1)


@stage
def euler(m, d):
    """Semi-implicit Euler, with the dampers of dofs taken at the end of the step: (M + h D) a = f."""
    damped = False
    if not m.opt.disableflags & (OFF_DAMPER | OFF_EULERDAMP):
        for i in range(m.nv):
            damped = damped | is_damped(m, i)
    if any_(damped):
        damped_acceleration(m, d)
    for i in range(m.nv):
        d.work.step_acc[i] = where(damped, d.work.step_acc[i], d.qacc[i])
    advance(m, d)


@helper
def load_forces(d, first, end):
    """work.step_acc of some dofs: the forces on them, for an integrator to solve with its matrix."""
    for i in range(first, end):
        d.work.step_acc[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i]


@stage
def damped_acceleration(m, d):
    """work.step_acc = (M + h D)^-1 f, with the slopes D of the dampers of dofs; the factor is left in qH."""
    h = m.opt.timestep
    copy_inertia(m, d, d.qH)
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        for i in range(first, end):
            d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1] += h * damper_slope(d.qvel[i], dof_damping(m, i))
        load_forces(d, first, end)
    factor(m, d, d.qH, d.qHDiagInv)
    solve_awake(m, d, d.qH, d.qHDiagInv, d.work.step_acc)


@stage
def discrete(m, d):
    """The step that forward dynamics has found."""
    for i in range(m.nv):
        d.work.step_acc[i] = d.qacc[i]
    advance(m, d)
