"""Functions that run a stage of the pipeline on (m, d)."""

from ..jit.call import checked, public
from ..physics import check, forward, inverse, pipeline
from ..physics.collision import driver
from ..physics.constraint import body_force, equality, project, reference
from ..physics.dynamics import inertia, subtree, velocity
from ..physics.force import energy, passive
from ..physics.integrate import euler, implicit, rungekutta
from ..physics.island import find
from ..physics.position import camera, kinematics, tendon, transmission
from ..physics.solver import solve
from ..schema.enums import mjtIntegrator
from .errors import FatalError

# API name: the stage it runs
STAGES = {
    'mj_step': pipeline.steps,
    'mj_step1': pipeline.step1,
    'mj_step2': pipeline.step2,
    'mj_forward': forward.forward,
    'mj_forwardSkip': forward.forward_from,
    'mj_inverse': inverse.inverse,
    'mj_inverseSkip': inverse.inverse_from,
    'mj_fwdPosition': forward.forward_position,
    'mj_fwdKinematics': forward.forward_kinematics,
    'mj_fwdVelocity': forward.forward_velocity,
    'mj_fwdActuation': forward.forward_actuation,
    'mj_fwdAcceleration': forward.forward_acceleration,
    'mj_fwdConstraint': forward.forward_constraint,
    'mj_invPosition': forward.inverse_position,
    'mj_invVelocity': forward.forward_velocity,
    'mj_invConstraint': inverse.inverse_constraint,
    'mj_compareFwdInv': inverse.compare_with_forward,
    'mj_Euler': euler.euler,
    'mj_kinematics': kinematics.kinematics,
    'mj_comPos': inertia.com_pos,
    'mj_camlight': camera.cameras_and_lights,
    'mj_tendon': tendon.tendons,
    'mj_transmission': transmission.transmission,
    'mj_crb': inertia.composite_inertia,
    'mj_makeM': inertia.make_inertia,
    'mj_factorM': inertia.factor_inertia,
    'mj_collision': driver.collision,
    'mj_makeConstraint': forward.find_constraints,
    'mj_island': find.find_islands,
    'mj_projectConstraint': project.project_constraint,
    'mj_referenceConstraint': reference.reference_constraint,
    'mj_comVel': velocity.com_vel,
    'mj_passive': passive.passive,
    'mj_subtreeVel': subtree.subtree_velocity,
    'mj_rnePostConstraint': body_force.body_forces,
    'mj_energyPos': energy.energy_position,
    'mj_energyVel': energy.energy_velocity,
    'mj_checkPos': check.check_pos,
    'mj_checkVel': check.check_vel,
    'mj_checkAcc': check.check_acc,
}
FUNCTIONS = {name: public(stage, name) for name, stage in STAGES.items()}
globals().update(FUNCTIONS)

_IMPLICIT = {int(mjtIntegrator.mjINT_IMPLICIT): implicit.implicit,
             int(mjtIntegrator.mjINT_IMPLICITFAST): implicit.implicitfast}


@checked
def mj_RungeKutta(m, d, N: int) -> None:
    """Advance the state by a Runge-Kutta step of order N, which must be 4."""
    if N != 4:
        raise FatalError(f'mj_RungeKutta: only the method of order 4 exists, not {N}')
    rungekutta.rungekutta4(m, d)


@checked
def mj_implicit(m, d) -> None:
    """Advance the state with the integrator `implicit` or `implicitfast`, whichever the model has."""
    if m.opt.integrator not in _IMPLICIT:
        raise FatalError('mj_implicit: the integrator of the model must be implicit or implicitfast')
    _IMPLICIT[m.opt.integrator](m, d)


@solve.refuse_solver.handle
def refuse_solver(m, _d, solver: int) -> None:
    """What native code asks for when opt.solver is no solver."""
    raise FatalError(f'mj_fwdConstraint: unknown solver type {solver}')


@equality.refuse_equality.handle
def refuse_equality(m, _d, e: int) -> None:
    """What native code asks for when an equality is of no type."""
    raise FatalError(f'mj_ne: unknown constraint type {m.eq_type[e]}')


__all__ = [*FUNCTIONS, 'mj_RungeKutta', 'mj_implicit']
