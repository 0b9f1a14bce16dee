"""Forward dynamics as derivatives want it: up to the rows of constraints, whose forces they find to rounding."""

from ....jit import helper, stage
from ....jit.structs import width
from ...actuator.force import call_control_callback
from ...collision.driver import find_touching, has_contacts
from ...common.empty import clear_arena
from ...common.settings import has_metric
from ...common.timer import untimed
from ...common.unsupported import refuse_unsupported
from ...constraint.make import make_constraint
from ...discrete.metric import init_metric
from ...dynamics.inertia import factor_inertia, make_inertia
from ...force.energy import update_kinetic_energy, update_potential_energy
from ...forward import (
    forward_acceleration,
    forward_actuation,
    forward_constraint,
    forward_kinematics,
    forward_velocity,
)
from ...island.wake import find_contacts
from ...position.transmission import transmission
from ...solver.solve import prepare_solver, set_unconstrained

velocities, actuation, constrain = untimed(forward_velocity), untimed(forward_actuation), untimed(forward_constraint)
accelerate = helper(forward_acceleration.__wrapped__)


@stage
def forward_unsolved(m, d):
    """Forward dynamics where nobody sleeps, up to the rows of constraints: qacc is that without them.

    It is without sensors, islands, and timers, as looks at the clock take a tenth of the time of a pendulum. With the
    metric of `discrete` the solver is asked at once.
    """
    refuse_unsupported(m, d)
    clear_arena(d)
    forward_kinematics(m, d)
    make_inertia(m, d)
    factor_inertia(m, d)
    if has_contacts(m):
        if width(d) == 1:
            find_touching(m, d)
        else:
            find_contacts(m, d)
    init_metric(m, d)
    make_constraint(m, d)
    if m.nactuator:
        transmission(m, d)
    d.flg_energypos = False
    update_potential_energy(m, d)
    velocities(m, d)
    update_kinetic_energy(m, d)
    call_control_callback(m, d)
    actuation(m, d)
    accelerate(m, d)
    if width(d) == 1 and has_metric(m, d):
        prepare_solver(m, d)
        constrain(m, d)
    else:
        set_unconstrained(m, d)
