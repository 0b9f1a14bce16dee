"""Steps of the integrator Euler that share the matrix M + h D, whose factor is half the work of such a step."""

from ....jit import helper, stage
from ...common.names import EULER, OFF_DAMPER, OFF_EULERDAMP
from ...dynamics.inertia import solve
from ...force.passive import dof_damping
from ...integrate.euler import advance, is_damped, load_forces

NONE, LINEAR, NONLINEAR = range(3)


@helper
def kind_of_dampers(m):
    """How the integrator Euler takes dampers of dofs: not at all, with constant slopes, with slopes by velocity."""
    kind = NONE
    if m.opt.integrator == EULER and not m.opt.disableflags & (OFF_DAMPER | OFF_EULERDAMP):
        for i in range(m.nv):
            if is_damped(m, i):
                c = dof_damping(m, i)
                kind = max(kind, LINEAR if c.y == 0.0 and c.z == 0.0 else NONLINEAR)
    return kind


@stage
def repeat_euler(m, d):
    """A step of Euler with the factor of M + h D that the step before has left in qH."""
    load_forces(d, 0, m.nv)
    solve(m, d.qH, d.qHDiagInv, d.work.step_acc)
    advance(m, d)
