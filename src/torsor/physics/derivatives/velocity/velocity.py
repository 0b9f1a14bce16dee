"""Derivatives of the smooth forces with respect to velocity: qDeriv = d (passive + actuator - bias) / d qvel.

Only pairs of dofs of which one moves the other's body are kept: the rows D_rowadr, D_rownnz, D_colind. A row holds the
ancestors of its dof, the dof itself at D_diag, then its descendants, all in ascending order.
"""

from ....jit import stage
from ....jit.lanes import any_
from ...actuator.force import is_disabled, read_controls
from ...common.names import IMPLICIT, OFF_ACTUATION, OFF_DAMPER, OFF_SPRING
from ...common.sparse import add_outer_product
from ...force.passive import damper_slope, dof_damping, tendon_damping
from .actuator import force_by_velocity
from .bias import bias_derivative
from .fluid import fluid_derivative


@stage
def velocity_derivative(m, d):
    """qDeriv of all smooth forces; the bias force takes part in the integrator `implicit` only."""
    off = m.opt.disableflags
    for k in range(m.nD):
        d.qDeriv[k] = 0.0
    if m.opt.integrator == IMPLICIT:
        bias_derivative(m, d)
    if not off & (OFF_DAMPER | OFF_SPRING) == OFF_DAMPER | OFF_SPRING:
        if any_((m.opt.density != 0.0) | (m.opt.viscosity != 0.0)):
            fluid_derivative(m, d)
    if not off & OFF_DAMPER:
        damper_derivative(m, d)
    if m.nactuator > 0 and not off & OFF_ACTUATION:
        actuator_derivative(m, d)


@stage
def damper_derivative(m, d):
    """Subtract the derivatives of the dampers of dofs and tendons."""
    for i in range(m.nv):
        d.qDeriv[m.D_rowadr[i] + m.D_diag[i]] -= damper_slope(d.qvel[i], dof_damping(m, i))
    for t in range(m.ntendon):
        derivative = damper_slope(d.ten_velocity[t], tendon_damping(m, t))
        if any_(derivative != 0.0):
            add_outer_product(-derivative, m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J,
                              m.D_rowadr, m.D_rownnz, m.D_colind, d.qDeriv)


@stage
def actuator_derivative(m, d):
    """Add the derivatives of actuator forces; a force at its limit does not follow the velocity."""
    read_controls(m, d)
    for a in range(m.nactuator):
        if not is_disabled(m, a):
            for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
                derivative = force_by_velocity(m, d, a, output)
                if any_(derivative != 0.0):
                    add_outer_product(derivative, d.moment_rowadr[output], d.moment_rownnz[output], d.moment_colind,
                                      d.actuator_moment, m.D_rowadr, m.D_rownnz, m.D_colind, d.qDeriv)
