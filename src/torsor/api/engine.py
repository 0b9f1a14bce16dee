"""Functions that run a stage of the pipeline on (m, d)."""

from ..jit.call import checked, functions
from ..jit.stage import Stages
from ..physics.common.names import IMPLICIT, IMPLICITFAST
from ..physics.common.upcalls import refuse_equality, refuse_solver
from .errors import FatalError

# API name: the stage it runs
STAGES = {
    'mj_step': 'physics.pipeline.steps',
    'mj_step1': 'physics.partial.step1',
    'mj_step2': 'physics.partial.step2',
    'mj_forward': 'physics.forward.forward',
    'mj_forwardSkip': 'physics.forward.forward_from',
    'mj_inverse': 'physics.inverse.inverse',
    'mj_inverseSkip': 'physics.inverse.inverse_from',
    'mj_fwdPosition': 'physics.forward.forward_position',
    'mj_fwdKinematics': 'physics.partial.checked_kinematics',
    'mj_fwdVelocity': 'physics.forward.forward_velocity',
    'mj_fwdActuation': 'physics.forward.forward_actuation',
    'mj_fwdAcceleration': 'physics.forward.forward_acceleration',
    'mj_fwdConstraint': 'physics.forward.forward_constraint',
    'mj_invPosition': 'physics.inverse.inverse_position',
    'mj_invVelocity': 'physics.forward.forward_velocity',
    'mj_invConstraint': 'physics.inverse.inverse_constraint',
    'mj_compareFwdInv': 'physics.inverse.compare_with_forward',
    'mj_Euler': 'physics.integrate.euler.euler',
    'mj_kinematics': 'physics.position.kinematics.kinematics',
    'mj_comPos': 'physics.dynamics.inertia.com_pos',
    'mj_camlight': 'physics.position.camera.cameras_and_lights',
    'mj_tendon': 'physics.position.tendon.tendons',
    'mj_transmission': 'physics.position.transmission.transmission',
    'mj_crb': 'physics.dynamics.inertia.composite_inertia',
    'mj_makeM': 'physics.dynamics.inertia.make_inertia',
    'mj_factorM': 'physics.dynamics.inertia.factor_inertia',
    'mj_collision': 'physics.collision.driver.collision',
    'mj_makeConstraint': 'physics.constraint.make.make_constraint',
    'mj_island': 'physics.island.find.find_islands',
    'mj_projectConstraint': 'physics.constraint.project.project_constraint',
    'mj_referenceConstraint': 'physics.constraint.reference.late_reference',
    'mj_comVel': 'physics.dynamics.velocity.com_vel',
    'mj_passive': 'physics.force.passive.passive',
    'mj_subtreeVel': 'physics.dynamics.subtree.subtree_velocity',
    'mj_rnePostConstraint': 'physics.constraint.rne_post_constraint.body_forces',
    'mj_energyPos': 'physics.force.energy.energy_position',
    'mj_energyVel': 'physics.force.energy.energy_velocity',
    'mj_checkPos': 'physics.check.check_pos',
    'mj_checkVel': 'physics.check.check_vel',
    'mj_checkAcc': 'physics.check.check_acc',
}
__getattr__ = functions(__name__, STAGES)

_implicit, _rungekutta = Stages('physics.integrate.implicit'), Stages('physics.integrate.rungekutta')
_IMPLICIT = {IMPLICIT: _implicit.implicit, IMPLICITFAST: _implicit.implicitfast}


@checked
def mj_RungeKutta(m, d, N: int) -> None:
    """Advance the state by a Runge-Kutta step of order N, which must be 4."""
    if N != 4:
        raise FatalError(f'mj_RungeKutta: only the method of order 4 exists, not {N}')
    _rungekutta.rungekutta4(m, d)


@checked
def mj_implicit(m, d) -> None:
    """Advance the state with the integrator `implicit` or `implicitfast`, whichever the model has."""
    if m.opt.integrator not in _IMPLICIT:
        raise FatalError('mj_implicit: the integrator of the model must be implicit or implicitfast')
    _IMPLICIT[m.opt.integrator](m, d)


@refuse_solver.handle
def _refuse_solver(m, _d, solver: int) -> None:
    """What native code asks for when opt.solver is no solver."""
    raise FatalError(f'mj_fwdConstraint: unknown solver type {solver}')


@refuse_equality.handle
def _refuse_equality(m, _d, e: int) -> None:
    """What native code asks for when an equality is of no type."""
    raise FatalError(f'mj_ne: unknown constraint type {m.eq_type[e]}')


__all__ = [*STAGES, 'mj_RungeKutta', 'mj_implicit']
