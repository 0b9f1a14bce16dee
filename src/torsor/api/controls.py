"""Functions about the controls of actuators: their names, and the buffers of those that act with a delay."""

import numpy as np
from numpy.typing import ArrayLike

from ..physics.query import delay
from ..schema.enums import mjtCtrlChart, mjtCtrlInput, mjtGain
from .data import MjData
from .errors import FatalError, bad_argument, check_model, check_pair, integer, target, vector
from .model import MjModel

__all__ = ['mj_actuatorInputName', 'mj_initCtrlHistory', 'mj_readCtrl']

ROTATION, QUATERNION = ('rx', 'ry', 'rz'), ('qw', 'qx', 'qy', 'qz')
SEVERAL = {mjtCtrlInput.mjINPUT_POS: 'pos', mjtCtrlInput.mjINPUT_VEL: 'vel', mjtCtrlInput.mjINPUT_FF: 'ff',
           mjtCtrlInput.mjINPUT_VOLTAGE: 'voltage'}
SINGLE = {mjtCtrlInput.mjINPUT_POS: 'pos', mjtCtrlInput.mjINPUT_VEL: 'vel', mjtCtrlInput.mjINPUT_PRESSURE: 'pressure'}


def mj_actuatorInputName(m: MjModel, id: int, input: int) -> str | None:
    """What a control of an actuator means, such as 'pos'; None if the kind of actuator gives it no name."""
    check_model('mj_actuatorInputName', m)
    a = integer('mj_actuatorInputName', 'id', id)
    k = integer('mj_actuatorInputName', 'input', input)
    if not 0 <= a < m.nactuator or not 0 <= k < m.actuator_ctrlnum[a]:
        return None
    names = _input_names(int(m.actuator_gaintype[a]), int(m.actuator_ctrlspec[a]))
    return names[k] if k < len(names) else None


def _input_names(gain: int, inputs: int) -> tuple[str, ...]:
    """Names of the controls of an actuator, in their order."""
    if gain == mjtGain.mjGAIN_SO3:
        return QUATERNION if inputs == mjtCtrlChart.mjCHART_QUAT else ROTATION
    if gain in (mjtGain.mjGAIN_PID, mjtGain.mjGAIN_DCMOTOR):
        return tuple(name for bit, name in SEVERAL.items() if inputs & bit)
    if gain in (mjtGain.mjGAIN_FIXED, mjtGain.mjGAIN_AFFINE) and inputs in SINGLE:
        return (SINGLE[mjtCtrlInput(inputs)],)
    return ()


# ---- delays ----
def mj_readCtrl(m: MjModel, d: MjData, id: int, time: float, result: np.ndarray, interp: int) -> np.ndarray:
    """result = the control of an actuator that acts at a time, which is as old as its delay; returns it.

    `interp` says what is between samples: 0 the one before, 1 a line, 2 a cubic, -1 what the actuator has. An actuator
    without a buffer has its present control.
    """
    a = _actuator('mj_readCtrl', m, d, id)
    written = target('mj_readCtrl', 'result', result)
    if written.size != m.actuator_ctrlnum[a]:
        raise TypeError(f'mj_readCtrl(): result should be of length actuator_ctrlnum[id], which is '
                        f'{m.actuator_ctrlnum[a]}, got {written.size}')
    delay.delayed_control(m, d, a, time, written, interp)
    return written


def mj_initCtrlHistory(m: MjModel, d: MjData, id: int, times: ArrayLike | None, values: ArrayLike) -> None:
    """Fill the buffer of an actuator, from the oldest sample to the newest; with None for times they stay."""
    a = _actuator('mj_initCtrlHistory', m, d, id)
    count, width, start = int(m.actuator_history[a, 0]), int(m.actuator_ctrlnum[a]), int(m.actuator_historyadr[a])
    samples = _samples(values, count, width)
    if start < 0:
        raise FatalError(f'mj_initCtrlHistory: actuator {a} has no history buffer: give it nsample > 0')
    newest, buffer = int(d.history[start + 1]), d.history[start + 2:start + 2 + count * (1 + width)]
    if times is None:
        instants = np.roll(buffer[:count], -newest - 1)
    else:
        instants, newest = vector('mj_initCtrlHistory', 'times', times), count - 1
    if instants.size != count:
        raise TypeError(f'mj_initCtrlHistory(): times should be of length actuator_history[id, 0], which is {count}, '
                        f'got {instants.size}')
    if (np.diff(instants) <= 0).any():
        k = int(np.argmax(np.diff(instants) <= 0))
        raise FatalError(f'mj_initCtrlHistory: times must be strictly increasing, '
                         f'got times[{k}] = {instants[k]:g} >= times[{k + 1}] = {instants[k + 1]:g}')
    d.history[start + 1] = newest
    buffer[:count] = np.roll(instants, newest + 1)
    buffer[count:] = np.roll(samples, newest + 1, axis=0).reshape(-1)


def _samples(values, count: int, width: int) -> np.ndarray:
    """The values of a buffer as a matrix, a row for each sample."""
    try:
        matrix = np.array(values, np.float64, order='C')
    except (TypeError, ValueError):
        matrix = np.empty(())
    if matrix.ndim == 0:
        raise bad_argument('mj_initCtrlHistory', 'values', 'a matrix of numbers', values)
    matrix = matrix.reshape(-1, 1) if matrix.ndim == 1 else matrix
    if matrix.shape != (count, width):
        raise TypeError(f'mj_initCtrlHistory(): values should be of shape (actuator_history[id, 0], '
                        f'actuator_ctrlnum[id]), which is {count, width}, got {matrix.shape}')
    return matrix


def _actuator(function: str, m, d, id) -> int:
    """The number of an actuator."""
    check_pair(function, m, d)
    a = integer(function, 'id', id)
    if not 0 <= a < m.nactuator:
        raise IndexError(f'{function}(): id is {a}, but the model has {m.nactuator} actuators')
    return a
