"""Explanations of differences other than noise, each with a criterion that a defect does not meet.

A tie: forces of the dual solvers lie on the surface of a friction cone to the last digits, where rounding decides
whether the contact counts as one that slips. The storage: the wheel itself gives our answer as soon as it stores its
Jacobian the other way (its Hessian for sparse rows is not always that of the cost, and a Newton step misses). The stages
of a Runge-Kutta step: in a state in between, which the wheel tells, its own contacts or accelerations are noise.
"""

import copy
from collections.abc import Callable

import mujoco
import numpy as np

from parity.trace import CONE, PGS

SURFACE = 1e-12  # relative to the normal force
DENSE, SPARSE = int(mujoco.mjtJacobian.mjJAC_DENSE), int(mujoco.mjtJacobian.mjJAC_SPARSE)
STATE = int(mujoco.mjtState.mjSTATE_INTEGRATION)
ELLIPTIC = int(mujoco.mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC)


def is_tie(m, ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray]) -> bool:
    """Whether states of rows differ only where forces lie on the surface of a cone, in both engines."""
    if m.opt.solver != PGS and not m.opt.noslip_iterations:
        return False
    rows = np.flatnonzero(ours['efc_state'] != theirs['efc_state'])
    slips = [fields['efc_state'][rows] == CONE for fields in (ours, theirs)]
    return bool(np.all(theirs['efc_type'][rows] == ELLIPTIC) and np.all(slips[0] != slips[1]) and all(
        on_surface(fields, contact) for fields in (ours, theirs) for contact in set(theirs['efc_id'][rows])))


def on_surface(fields: dict[str, np.ndarray], contact: int) -> bool:
    """Whether the friction of a contact is all that its normal force allows, and no more."""
    row, dim = fields['contact.efc_address'][contact], fields['contact.dim'][contact]
    normal, friction = fields['efc_force'][row], fields['efc_force'][row + 1:row + dim]
    length = np.linalg.norm(friction / fields['contact.friction'][contact, :dim - 1])
    return abs(normal - length) <= SURFACE * normal


def in_other_storage(m: mujoco.MjModel) -> mujoco.MjModel:
    """A model of the wheel whose Jacobian is dense if it was sparse, and the other way round."""
    other = copy.copy(m)
    other.opt.jacobian = DENSE if mujoco.mj_isSparse(m) else SPARSE
    return other


def stages(m: mujoco.MjModel, begin: Callable) -> list[mujoco.MjData]:
    """Data in the states in which the wheel computes accelerations during a step."""
    states = []

    def remember(model, d) -> None:
        states.append(np.empty(mujoco.mj_stateSize(m, STATE)))
        mujoco.mj_getState(m, d, states[-1], STATE)

    mujoco.set_mjcb_control(remember)
    try:
        mujoco.mj_step(m, begin(m))
    finally:
        mujoco.set_mjcb_control(None)
    found = [begin(m) for _ in states]
    for d, state in zip(found, states):
        mujoco.mj_setState(m, d, state, STATE)
    return found
