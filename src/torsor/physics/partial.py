"""Parts of a step that users run by themselves.

    step1  = check_pos, check_vel, position and velocity stages, control callback
    step2  = the other stages of forward, check_acc, integrate (Euler in place of Runge-Kutta)
"""

from ..jit import stage
from .check import check_acc, check_pos, check_vel
from .common.names import ON_FWDINV, TIMER_STEP
from .common.timer import clock, timed
from .common.unsupported import refuse_flexes
from .forward import after_controls, before_controls, forward_kinematics
from .inverse import compare_with_forward
from .pipeline import integrate


@stage
def checked_kinematics(m, d):
    """Poses of everything; the compiler places bodies of flexes by itself, users are refused."""
    refuse_flexes(m, d)
    forward_kinematics(m, d)


@stage
@timed('step')
def step1(m, d):
    """The part of a step before controls are needed."""
    check_pos(m, d)
    check_vel(m, d)
    before_controls(m, d, 0, False)


@stage
def step2(m, d):
    """The part of a step after controls have been set."""
    start = clock(m, d)
    after_controls(m, d, False)
    check_acc(m, d)
    if m.opt.enableflags & ON_FWDINV:
        compare_with_forward(m, d)
    integrate(m, d)
    d.timer.duration[TIMER_STEP] += clock(m, d) - start  # step1 has counted the step
