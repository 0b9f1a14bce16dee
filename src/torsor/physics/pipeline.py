"""The simulation step: check the state, forward dynamics, integrate. Its two halves are in partial.py."""

from ..jit import helper, stage
from ..jit.choice import choice
from ..jit.clock import now
from .check import check_acc, check_integrator, check_pos, check_vel
from .common.interrupt import answer
from .common.names import DISCRETE, IMPLICIT, IMPLICITFAST, ON_FWDINV, RK4
from .common.timer import timed
from .forward import forward
from .integrate.euler import discrete, euler
from .integrate.implicit import implicit, implicitfast
from .integrate.rungekutta import rungekutta4
from .inverse import compare_with_forward

advance = choice('advance', {IMPLICITFAST: implicitfast, IMPLICIT: implicit, DISCRETE: discrete}, otherwise=euler)


@helper
@timed('advance')
def integrate(m, d):
    """Advance the state with the integrator of the model; Runge-Kutta is chosen by `step`."""
    advance(m.opt.integrator, m, d)


@stage
@timed('step')
def step(m, d):
    """Advance the simulation by one time step."""
    check_integrator(m)
    check_pos(m, d)
    check_vel(m, d)
    forward(m, d)
    check_acc(m, d)
    if m.opt.enableflags & ON_FWDINV:
        compare_with_forward(m, d)
    if m.opt.integrator == RK4:
        rungekutta4(m, d)
    else:
        integrate(m, d)


@stage
def steps(m, d, nstep: int = 1):
    """Advance the simulation by a number of time steps."""
    heard = now() if nstep > 1 else 0.0
    for _ in range(nstep):
        step(m, d)
        if nstep > 1:
            heard = answer(heard)
