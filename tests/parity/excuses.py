"""Explanations of differences other than noise, each with a criterion that a defect does not meet.

A tie: forces of the dual solvers lie on the surface of a friction cone to the last digits, where rounding decides
whether the contact counts as one that slips; or a row that pushes or does not has next to no force either way. The
storage: the wheel itself gives our answer as soon as it stores its Jacobian the other way (its Hessian for sparse rows
is not always that of the cost, and a Newton step misses). The stages of a Runge-Kutta step: in a state in between,
which the wheel tells, its own contacts or accelerations are noise.
"""

import copy
from collections.abc import Callable

import mujoco
import numpy as np

from parity.trace import CONE, PGS

SURFACE = 1e-12  # relative to the normal force
NEGLIGIBLE = 1e-9  # relative to the largest force, as all fields are compared
SATISFIED, QUADRATIC = (int(getattr(mujoco.mjtConstraintState, f'mjCNSTRSTATE_{name}'))
                        for name in ('SATISFIED', 'QUADRATIC'))
DENSE, SPARSE = int(mujoco.mjtJacobian.mjJAC_DENSE), int(mujoco.mjtJacobian.mjJAC_SPARSE)
STATE = int(mujoco.mjtState.mjSTATE_INTEGRATION)
LIMIT = int(mujoco.mjtConstraint.mjCNSTR_LIMIT_JOINT)
ELLIPTIC = int(mujoco.mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC)


def is_tie(m, ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray]) -> bool:
    """Whether all states of rows that differ are decided by rounding."""
    if ours['efc_state'].shape != theirs['efc_state'].shape:  # there are other rows
        return False
    rows = np.flatnonzero(ours['efc_state'] != theirs['efc_state'])
    dual = m.opt.solver == PGS or m.opt.noslip_iterations > 0
    return all((dual and slips_or_not(ours, theirs, row)) or pushes_or_not(ours, theirs, row) for row in rows)


def slips_or_not(ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray], row: int) -> bool:
    """Whether a row belongs to a contact whose forces lie on the surface of its cone, in both engines."""
    slips = [fields['efc_state'][row] == CONE for fields in (ours, theirs)]
    return bool(theirs['efc_type'][row] == ELLIPTIC and slips[0] != slips[1] and all(
        on_surface(fields, theirs['efc_id'][row]) for fields in (ours, theirs)))


def pushes_or_not(ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray], row: int) -> bool:
    """Whether a row that can only push has, in both engines, a force that is nothing compared with the largest."""
    states = {int(fields['efc_state'][row]) for fields in (ours, theirs)}
    return bool(LIMIT <= theirs['efc_type'][row] < ELLIPTIC and states == {SATISFIED, QUADRATIC} and all(
        fields['efc_force'][row] <= NEGLIGIBLE * np.abs(fields['efc_force']).max() for fields in (ours, theirs)))


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
