"""Divergence: positions, velocities and accelerations that are not numbers or too large, and what is done about them.

The first bad number is counted as a warning. Unless automatic reset is off, the world then starts anew from its initial
state, with the warning as the only trace.
"""

from ..jit import helper, stage
from ..jit.errors import FatalError
from ..jit.lanes import any_, not_
from ..jit.upcall import world_bits
from .common.names import DISCRETE, EULER, MAXVAL, OFF_AUTORESET, WARN_BADQACC, WARN_BADQPOS, WARN_BADQVEL
from .common.upcalls import reset_worlds
from .common.warn import warn
from .forward import forward


@helper
def check_integrator(m):
    """Leave with an error if there is no such integrator."""
    if m.opt.integrator < EULER or m.opt.integrator > DISCRETE:
        raise FatalError('mj_step: invalid integrator: set opt.integrator to a value of mjtIntegrator')


@helper
def report(m, d, kind, i, bad):
    """Warn about number i of what is checked and reset the worlds where it is bad; whether they were reset."""
    warn(d, kind, i)
    if m.opt.disableflags & OFF_AUTORESET:
        return False
    reset_worlds(m, d, world_bits(bad))
    d.warning.number[kind] = 1
    d.warning.lastinfo[kind] = i
    return True


@helper
def check(m, d, values, count, kind):
    """Report the first bad number, in every world that has one; whether a world was reset."""
    reset = False
    for i in range(count):
        bad = not_(abs(values[i]) <= MAXVAL)  # not a number counts as too large
        if any_(bad):
            if not report(m, d, kind, i, bad):
                return False
            reset = True
    return reset


@stage
def check_pos(m, d):
    """Check qpos."""
    check(m, d, d.qpos, m.nq, WARN_BADQPOS)


@stage
def check_vel(m, d):
    """Check qvel."""
    check(m, d, d.qvel, m.nv, WARN_BADQVEL)


@stage
def check_acc(m, d):
    """Check qacc, and compute it again if the state was reset."""
    if check(m, d, d.qacc, m.nv, WARN_BADQACC):
        forward(m, d)
