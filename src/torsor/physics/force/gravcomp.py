"""Gravity compensation: forces that carry a given part of the weight of bodies."""

from ...jit import stage
from ...jit.lanes import any_
from ...jit.values import ZERO
from ..dynamics.subtree import add_body_force, clear_body_forces, project_awake_forces


@stage
def gravity_compensation(m, d):
    """Forces against gravity at the centres of mass, as fractions of the weights."""
    clear_body_forces(m, d)
    for b in range(1, m.nbody):
        part = m.body_gravcomp[b]
        if any_(part != 0.0):
            add_body_force(m, d, b, d.xipos[b], m.opt.gravity * -(m.body_mass[b] * part), ZERO)
    project_awake_forces(m, d, d.qfrc_gravcomp)
