"""What has no exact derivative, or none yet. A reason is a row of REASONS; kernels give its number, 0 for none."""

from ....jit import helper, stage
from ....jit.choice import one_of
from ....jit.dual_numbers import has_duals
from ....jit.lanes import any_
from ...actuator.circle import is_on_circle
from ...actuator.force import is_disabled, pulls_on
from ...common.names import (
    DISCRETE,
    DYN_DCMOTOR,
    DYN_PID,
    EQ_CONNECT,
    EQ_JOINT,
    EQ_TENDON,
    EQ_WELD,
    EULER,
    MAXVAL,
    OFF_ACTUATION,
    OFF_CONSTRAINT,
    OFF_EQUALITY,
    ON_DIAGEXACT,
    ON_SLEEP,
    ON_SPECULATIVE,
    RK4,
)
from ...dynamics.tendon_bias import some_have_bias
from ..velocity.actuator import is_at_limit
from .columns import moves_along
from .fields import UNPREPARED
from .smooth import has_one_output, needs_dual_numbers
from .users import has_users_code, users_code_is_known, users_code_is_ready

REASONS = {
    'sleep': 'trees may sleep: switch the flag sleep off',
    'noslip': 'the noslip solver is not the solution of an optimisation problem: set opt.noslip_iterations to 0',
    'integrator': 'RK4 with activations that follow a length is not supported: set opt.integrator to another one',
    'speculative': 'speculative contacts are not supported: switch the flag speculative off',
    'diagexact': 'exact diagonals of constraints are not supported: switch the flag diagexact off',
    'callback': 'a callback of yours takes part, whose derivative is not known: it must be a compiled one of the model '
                '(model.callbacks), written with functions of torsor.kernels and with fields of state and motion (no '
                'contacts, sensors or arrays of its own), and the integrator Euler or discrete; or use '
                'mjd_transitionFD',
    'collider': 'a collider of yours takes part, whose derivative is not known: use mjd_transitionFD',
    'surface': 'moving surfaces are not supported with the integrator discrete, inertia of spatial tendons, actuators '
               'on bodies and others with several outputs, nor of sensors: use mjd_transitionFD',
    'tendon': 'armatures of spatial tendons are supported with the integrators Euler and discrete only: set '
              'opt.integrator to one of these',
    'transmission': 'actuators on bodies, servos of orientations and others with several outputs or many inputs are '
                    'supported with the integrators Euler and discrete only: set opt.integrator to one of these',
    'actuator': 'activations of actuators on bodies, of servos of orientations and of others with several outputs are '
                'not supported, nor motors and PID controllers whose moment depends on position: use mjd_transitionFD',
    'gravcomp': 'gravity compensation by actuators (actuatorgravcomp) is not supported where joints limit their '
                'force, nor in inverse dynamics: use finite differences',
    'equality': 'equalities of flexes are not supported: use mjd_transitionFD',
    'tendonforce': 'a limit of the force of actuators on a tendon is reached: use mjd_transitionFD',
    'state': 'positions, velocities or controls are not finite numbers',
    'solver': 'the solver is too far from the solution, and Newton steps from there do not reach it: raise '
              'opt.iterations, or lower opt.tolerance',
    'singular': 'the equations of motion are singular: some dof has no mass',
    'parameter': 'derivatives by parameters are not supported with RK4 or discrete, nor with callbacks, inertia of '
                 'spatial tendons, actuators on bodies and others with several outputs: use finite differences',
    'inverse': 'inverse dynamics of the integrator discrete, with callbacks or with inertia of spatial tendons is not '
               'supported: use mjd_inverseFD',
    'sensor': 'sensors of distances, tactile ones, rays in models with meshes or height fields, your own sensors, and '
              'those that are switched off are not supported: leave out C and D',
    'smoothing': 'smoothing is not supported with the integrator discrete, with contacts that adhere, or of sensors: '
                 'leave it out',
    'shape': 'a contact does not move smoothly with its geoms, or nativeccd is switched off; or it is found by '
             'iteration (GJK), and depends on numbers of the model that are asked for: use finite differences',
}
(SLEEP, NOSLIP, INTEGRATOR, SPECULATIVE, DIAGEXACT, CALLBACK, COLLIDER, SURFACE, TENDON, TRANSMISSION, ACTUATOR,
 GRAVCOMP, EQUALITY, TENDONFORCE, STATE, SOLVER, SINGULAR, PARAMETER, INVERSE, SENSOR,
 SMOOTHING, SHAPE) = range(1, len(REASONS) + 1)
is_rigid = one_of('is_rigid', (EQ_CONNECT, EQ_WELD, EQ_JOINT, EQ_TENDON))


@helper
def looks_back(m, a):
    """Whether the activations of an actuator follow its length or velocity."""
    return m.actuator_dyntype[a] == DYN_DCMOTOR or m.actuator_dyntype[a] == DYN_PID or is_on_circle(m, a)


@helper
def of_options(m):
    """Reasons in the options."""
    if m.opt.enableflags & ON_SLEEP:
        return SLEEP
    if m.opt.noslip_iterations > 0:
        return NOSLIP
    if m.opt.integrator < EULER or m.opt.integrator > DISCRETE:
        return INTEGRATOR
    if m.opt.integrator == RK4 and m.na > 0:
        for a in range(m.nactuator):
            if m.actuator_actnum[a] > 0 and looks_back(m, a):
                return INTEGRATOR
    if m.opt.enableflags & ON_SPECULATIVE:
        return SPECULATIVE
    return DIAGEXACT if m.opt.enableflags & ON_DIAGEXACT else 0


@helper
def of_code(m, d):
    """Reasons in functions of the user's."""
    if has_users_code(m):
        if not users_code_is_known(m, d):
            return UNPREPARED
        if not (is_plain(m) and users_code_is_ready(m, d)):
            return CALLBACK
    return COLLIDER if m.table.replaced else 0


@helper
def of_contacts(m, d):
    """Reasons in contacts."""
    if d.work.reach > 0.0 and (m.flg_adhesion or m.opt.integrator == DISCRETE):
        return SMOOTHING
    return 0


@helper
def is_plain(m):
    """Whether the integrator needs no derivatives of forces by velocity but those of dampers of joints."""
    return m.opt.integrator == EULER or m.opt.integrator == DISCRETE


@helper
def of_tendons(m):
    """Reasons in tendons."""
    return TENDON if some_have_bias(m) and not is_plain(m) else 0


@helper
def of_actuator(m, a):
    """Reasons in one actuator."""
    if needs_dual_numbers(m, a):
        if m.actuator_actnum[a] > 0 and not has_one_output(m, a):
            return ACTUATOR
        return 0 if is_plain(m) else TRANSMISSION
    looks = m.actuator_dyntype[a] == DYN_DCMOTOR or m.actuator_dyntype[a] == DYN_PID
    return ACTUATOR if looks and not moves_along(m, a) else 0


@helper
def of_actuators(m):
    """Reasons in actuators."""
    if m.opt.disableflags & OFF_ACTUATION:
        return 0
    for a in range(m.nactuator):
        why = of_actuator(m, a)
        if why:
            return why
    if m.flg_gravcomp:
        for j in range(m.njnt):
            if m.jnt_actgravcomp[j] and m.jnt_actfrclimited[j]:
                return GRAVCOMP
    return 0


@helper
def carries_gravity(m):
    """Whether actuators compensate gravity."""
    if m.flg_gravcomp:
        for j in range(m.njnt):
            if m.jnt_actgravcomp[j]:
                return True
    return False


@helper
def of_equalities(m, d):
    """Reasons in equalities."""
    if not m.opt.disableflags & (OFF_CONSTRAINT | OFF_EQUALITY):
        for e in range(m.neq):
            if d.eq_active[e] and not is_rigid(m.eq_type[e]):
                return EQUALITY
    return 0


@helper
def all_finite(numbers, count):
    odd = 0
    for i in range(count):  # without leaving early, as that is done several at a time
        odd |= 0 if abs(numbers[i]) <= MAXVAL else 1
    return odd == 0


@helper
def of_model(m, d):
    """Reasons in a model, in whatever state."""
    why = of_options(m)
    if not why:
        why = of_code(m, d)
    if not why:
        why = of_tendons(m)
    return why if why else of_actuators(m)


@helper
def of_state(m, d):
    """Reasons in a state, as far as they are seen before forward dynamics."""
    why = of_contacts(m, d)
    if not why:
        why = of_equalities(m, d)
    finite = (all_finite(d.qpos, m.nq) and all_finite(d.qvel, m.nv) and all_finite(d.act, m.na)
              and all_finite(d.ctrl, m.nu))
    return why if why or finite else STATE


@stage
def reason_of_model(m, d) -> int:
    """Why a model cannot be differentiated, in whatever state."""
    return of_model(m, d)


@stage
def reason_of_state(m, d) -> int:
    """Why a state cannot be differentiated, as far as that is seen before forward dynamics."""
    return of_state(m, d)


@helper
def reason_before(m, d):
    """Why a model in a state cannot be differentiated, as far as that is seen before forward dynamics."""
    if not has_duals(d):
        return UNPREPARED
    why = of_model(m, d)
    return why if why else of_state(m, d)


@helper
def tendon_force_is_limited(m, d):
    """Whether the forces of actuators on some tendon add up to a limit of it."""
    for t in range(m.ntendon):
        if m.tendon_actfrclimited[t]:
            total = 0.0
            for a in range(m.nactuator):
                if pulls_on(m, a, t) and not is_disabled(m, a):
                    total += d.actuator_force[m.actuator_outadr[a]]
            if any_(is_at_limit(total * (1.0 + 1e-12), m.tendon_actfrcrange[t, 0], m.tendon_actfrcrange[t, 1])):
                return True
    return False
