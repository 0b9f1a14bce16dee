"""From the change of velocity in a step back to the acceleration in continuous time, for inverse dynamics.

The integrators solve A a+ = f with a matrix A other than M, so (v+ - v)/h = a+ is not the acceleration M^-1 f. The
integrator `discrete` is not here: its forward dynamics gives a+ in the first place.
"""

from ...jit import helper, stage
from ...jit.lanes import any_, where
from ..common.names import EULER, IMPLICIT, IMPLICITFAST, OFF_DAMPER, OFF_EULERDAMP
from ..derivatives.velocity.free_body import SIZE, is_lone
from ..derivatives.velocity.velocity import velocity_derivative
from ..dynamics.inertia import multiply, solve
from ..force.passive import damper_slope, dof_damping
from .euler import is_damped
from .implicit import load_fast_matrix, load_implicit_matrix, load_lone_block


@helper
def euler_force(m, d, force):
    """force = (M + h D) qacc, as in the integrator Euler."""
    damped = False
    if not m.opt.disableflags & (OFF_DAMPER | OFF_EULERDAMP):
        for i in range(m.nv):
            damped = damped | is_damped(m, i)
    multiply(m, d.M, d.qacc, force)
    if any_(damped):
        for i in range(m.nv):
            slope = where(damped, damper_slope(d.qvel[i], dof_damping(m, i)), 0.0)
            force[i] += m.opt.timestep * slope * d.qacc[i]


@helper
def implicit_force(m, d, force):
    """force = (M - h qDeriv) qacc, as in the integrator implicit."""
    load_implicit_matrix(m, d, 0, m.nv)
    for i in range(m.nv):
        total = 0.0
        for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
            total += d.qLU[k] * d.qacc[m.D_colind[k]]
        force[i] = total


@helper
def implicitfast_force(m, d, force):
    """force = (M - h qDeriv) qacc, as in the integrator implicitfast."""
    load_fast_matrix(m, d, 0, m.nv)
    multiply(m, d.qH, d.qacc, force)
    for b in range(1, m.nbody):
        if m.body_parentid[b] == 0 and is_lone(m, b):
            first = m.body_dofadr[b]
            load_lone_block(m, d, b, first)
            for r in range(SIZE):
                total = 0.0
                for c in range(SIZE):
                    total += d.work.block[SIZE * r + c] * d.qacc[first + c]
                force[first + r] = total


@stage
def continuous_acceleration(m, d):
    """Replace qacc, the change of velocity in a step per time, by the acceleration; work.step_acc keeps the former."""
    integrator = m.opt.integrator
    if integrator == IMPLICIT or integrator == IMPLICITFAST:
        velocity_derivative(m, d)
    if integrator == EULER:
        euler_force(m, d, d.work.step_force)
    elif integrator == IMPLICIT:
        implicit_force(m, d, d.work.step_force)
    elif integrator == IMPLICITFAST:
        implicitfast_force(m, d, d.work.step_force)
    else:
        return
    for i in range(m.nv):
        d.work.step_acc[i] = d.qacc[i]
        d.qacc[i] = d.work.step_force[i]
    solve(m, d.qLD, d.qLDiagInv, d.qacc)
