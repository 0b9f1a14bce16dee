"""What is left over of the equations of motion, r = M a + bias - (all forces), on dual numbers, at given accelerations.

With the integrator `discrete` M is its metric (discrete/metric.py).
"""

from ....jit import callback, stage
from ....jit.callback import is_set
from ...actuator.force import actuator_forces, controls, no_actuator_forces
from ...common.names import DISCRETE, OFF_ACTUATION
from ...common.settings import has_metric
from ...constraint.make import make_constraint
from ...discrete.inverse import metric_force
from ...discrete.metric import actuator_metric, factor_backbone, passive_metric, reserve_metric
from ...dynamics.bias import bias_force
from ...dynamics.inertia import com_pos, make_inertia, multiply
from ...dynamics.subtree import project_body_forces
from ...dynamics.tendon_bias import add_tendon_bias, some_have_bias
from ...dynamics.velocity import com_vel
from ...force.applied import collect_applied_forces
from ...force.passive import passive
from ...position.kinematics import kinematics
from ...position.tendon import tendon_velocities, tendons
from ...position.transmission import actuator_velocities, transmission
from .columns import rows_on_duals

control = callback.control


@stage
def poses_on_duals(m, d):
    """Poses, tendons and inertia."""
    d.parena, d.ncon = 0, 0
    kinematics(m, d)
    com_pos(m, d)
    if m.ntendon > 0:
        tendons(m, d)
    make_inertia(m, d)


@stage
def motions_on_duals(m, d):
    """Once contacts are known: rows, velocities, bias, passive and actuator forces, the metric."""
    d.efm_active, d.nefmT, d.nefmA = 0, 0, 0
    if m.opt.integrator == DISCRETE:
        reserve_metric(m, d)
    make_constraint(m, d)
    if m.nactuator > 0:
        transmission(m, d)
        actuator_velocities(m, d)
    com_vel(m, d)
    if m.ntendon > 0:
        tendon_velocities(m, d)
    passive(m, d)
    bias_force(m, d)
    if some_have_bias(m):
        add_tendon_bias(m, d, False)
    if is_set(m, control):
        control(m, d, 0, 0)
    if m.nactuator > 0 and not m.opt.disableflags & OFF_ACTUATION:
        controls(m, d)
        actuator_forces(m, d)
    else:
        no_actuator_forces(m, d)
    if has_metric(m, d):
        passive_metric(m, d)
        actuator_metric(m, d)
        factor_backbone(m, d)


@stage
def residual_on_duals(m, d):
    """qfrc_inverse = what is left over of the equations of motion at the accelerations qacc, once contacts are known.
    """
    motions_on_duals(m, d)
    rows_on_duals(m, d)
    collect_applied_forces(m, d)
    project_body_forces(m, d, d.qfrc_smooth)
    if has_metric(m, d):
        metric_force(m, d)
        for i in range(m.nv):
            d.qfrc_inverse[i] = d.work.step_force[i]
    else:
        multiply(m, d.M, d.qacc, d.qfrc_inverse)
    for i in range(m.nv):
        d.qfrc_inverse[i] += (d.qfrc_bias[i] - d.qfrc_passive[i] - d.qfrc_constraint[i] - d.qfrc_smooth[i]
                              - d.qfrc_actuator[i] - d.qfrc_applied[i])
