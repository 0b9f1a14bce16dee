"""Functions that run a stage of the pipeline on (m, d)."""

import operator

from ..jit.entry import caller, repeater
from ..physics import check, forward, inverse, pipeline
from ..physics.collision import driver
from ..physics.constraint import body_force, project, reference
from ..physics.dynamics import inertia, subtree, velocity
from ..physics.force import energy, passive
from ..physics.integrate import euler, implicit, rungekutta
from ..physics.island import find
from ..physics.position import camera, kinematics, tendon, transmission
from ..schema.enums import mjtIntegrator
from .errors import FatalError

# API name: the stage it runs
STAGES = {
    'mj_step1': pipeline.step1,
    'mj_step2': pipeline.step2,
    'mj_forward': forward.forward,
    'mj_inverse': inverse.inverse,
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
FUNCTIONS = {name: caller(stage, name) for name, stage in STAGES.items()}
FUNCTIONS['mj_step'] = repeater(pipeline.step, 'mj_step')
globals().update(FUNCTIONS)

_runge_kutta = caller(rungekutta.rungekutta4, 'mj_RungeKutta')
_IMPLICIT = {
    mjtIntegrator.mjINT_IMPLICIT: caller(implicit.implicit, 'mj_implicit'),
    mjtIntegrator.mjINT_IMPLICITFAST: caller(implicit.implicitfast, 'mj_implicit'),
}


def mj_forwardSkip(m, d, skipstage: int, skipsensor: int) -> None:
    """Forward dynamics without the stages up to `skipstage` (mjtStage), and without sensors if `skipsensor`."""
    forward.forward_skip(m, d, operator.index(skipstage), bool(skipsensor))


def mj_inverseSkip(m, d, skipstage: int, skipsensor: int) -> None:
    """Inverse dynamics without the stages up to `skipstage` (mjtStage), and without sensors if `skipsensor`."""
    inverse.inverse_skip(m, d, operator.index(skipstage), bool(skipsensor))


def mj_RungeKutta(m, d, N: int) -> None:
    """Advance the state by a Runge-Kutta step of order N, which must be 4."""
    if operator.index(N) != 4:
        raise FatalError(f'mj_RungeKutta: only the method of order 4 exists, not {N}')
    _runge_kutta(m, d)


def mj_implicit(m, d) -> None:
    """Advance the state with the integrator `implicit` or `implicitfast`, whichever the model has."""
    integrate_implicitly = _IMPLICIT.get(m.opt.integrator)
    if integrate_implicitly is None:
        raise FatalError('mj_implicit: the integrator of the model must be implicit or implicitfast')
    integrate_implicitly(m, d)


__all__ = [*FUNCTIONS, 'mj_RungeKutta', 'mj_forwardSkip', 'mj_implicit', 'mj_inverseSkip']
