"""Sensors of subtrees and of the whole: centre of mass, its velocity, angular momentum, energies and time."""

from ...jit import helper, stage
from ..common.names import SENS_E_POTENTIAL, SENS_SUBTREELINVEL
from ..dynamics.subtree import subtree_velocity
from ..force.energy import energy_position, energy_velocity
from .common import put_number, put_vector


@stage
def subtree_position_sensor(m, d, s: int):
    """Centre of mass of a subtree."""
    put_vector(m, d, s, d.subtree_com[m.sensor_objid[s]])


@helper
def know_momenta(m, d):
    """Compute velocities and momenta of subtrees, unless that was done in this step."""
    if not d.flg_subtreevel:
        subtree_velocity(m, d)


@stage
def subtree_velocity_sensor(m, d, s: int):
    """Velocity of the centre of mass of a subtree, or its angular momentum about it."""
    know_momenta(m, d)
    b = m.sensor_objid[s]
    put_vector(m, d, s, d.subtree_linvel[b] if m.sensor_type[s] == SENS_SUBTREELINVEL else d.subtree_angmom[b])


@stage
def energy_sensor(m, d, s: int):
    """Potential or kinetic energy."""
    if m.sensor_type[s] == SENS_E_POTENTIAL:
        if not d.flg_energypos:
            energy_position(m, d)
        put_number(m, d, s, d.energy[0])
    else:  # this sensor is read before it is known whether velocities have changed
        energy_velocity(m, d)
        put_number(m, d, s, d.energy[1])


@stage
def clock_sensor(m, d, s: int):
    """Time of the simulation."""
    put_number(m, d, s, d.time)
