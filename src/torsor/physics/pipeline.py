"""The simulation step: check, forward dynamics, integrate."""

from ..jit import helper, stage
from .check import check_acc, check_pos, check_vel
from .forward import forward
from .integrate import euler
from .names import TIMER_ADVANCE, TIMER_STEP
from .timer import clock, lap


@stage
def step(m, d):
    """Advance the simulation by one time step."""
    start = clock(m, d)
    check_pos(m, d)
    check_vel(m, d)
    forward(m, d)
    check_acc(m, d)
    then = clock(m, d)
    euler(m, d)
    lap(m, d, TIMER_ADVANCE, then)
    lap(m, d, TIMER_STEP, start)
