"""Functions about constraint rows, the rows of efc_*: products with their Jacobian, and their forces."""

import numpy as np
from numpy.typing import ArrayLike

from ..physics.query import constraint
from .data import MjData
from .errors import bad_argument, check_pair, target
from .model import MjModel

__all__ = ['mj_constraintUpdate', 'mj_defaultSolRefImp', 'mj_mulJacTVec', 'mj_mulJacVec']


def mj_mulJacVec(m: MjModel, d: MjData, res: np.ndarray, vec: ArrayLike) -> None:
    """res = J vec for the constraint Jacobian J; res has nefc numbers, vec nv."""
    _check_rows('mj_mulJacVec', m, d, 'res', res)
    constraint.rows_from_dofs(m, d, res, vec)


def mj_mulJacTVec(m: MjModel, d: MjData, res: np.ndarray, vec: ArrayLike) -> None:
    """res = J' vec for the constraint Jacobian J; res has nv numbers, vec nefc. Without rows res is left alone."""
    _check_rows('mj_mulJacTVec', m, d, 'vec', vec)
    constraint.dofs_from_rows(m, d, res, vec)


def mj_constraintUpdate(m: MjModel, d: MjData, jar: ArrayLike, cost: np.ndarray | None, flg_coneHessian: int) -> None:
    """Set efc_state, efc_force, qfrc_constraint and, if wanted, contact.H for jar = J qacc - aref; cost has one number.

    Without rows only the cost is set.
    """
    _check_rows('mj_constraintUpdate', m, d, 'jar', jar)
    constraint.forces_from_rows(m, d, jar, cost, flg_coneHessian)


def _check_rows(function: str, m, d, name: str, value) -> None:
    """Refuse a vector that has not one number for each constraint row."""
    check_pair(function, m, d)
    shape = np.shape(value)
    if shape[:1] != (d.nefc,):
        raise TypeError(f'{function}(): {name} should be of length nefc, which is {d.nefc}, got shape {shape}')


def mj_defaultSolRefImp(solref: np.ndarray | None, solimp: np.ndarray | None) -> None:
    """Write the default solver parameters of constraints to arrays of 2 and 5 numbers."""
    from ..model.spec.settings import SOLIMP, SOLREF  # the compiler of models is loaded when it is needed

    for name, place, numbers in (('solref', solref, SOLREF), ('solimp', solimp, SOLIMP)):
        if place is not None:
            written = target('mj_defaultSolRefImp', name, place)
            if written.size != len(numbers):
                raise bad_argument('mj_defaultSolRefImp', name, f'an array of {len(numbers)} numbers', place)
            written[:] = numbers
