"""Functions about the controls of actuators: their names, and the buffers of those that act with a delay."""

import numpy as np

from ..jit.arguments import In, Index, Out
from ..jit.call import checked
from ..jit.stage import Stages
from ..schema.enums import mjtCtrlChart, mjtCtrlInput, mjtGain
from .errors import FatalError

__all__ = ['mj_actuatorInputName', 'mj_initCtrlHistory', 'mj_readCtrl']

delay = Stages('physics.query.delay')

ROTATION, QUATERNION = ('rx', 'ry', 'rz'), ('qw', 'qx', 'qy', 'qz')
SEVERAL = {mjtCtrlInput.mjINPUT_POS: 'pos', mjtCtrlInput.mjINPUT_VEL: 'vel', mjtCtrlInput.mjINPUT_FF: 'ff',
           mjtCtrlInput.mjINPUT_VOLTAGE: 'voltage'}
SINGLE = {mjtCtrlInput.mjINPUT_POS: 'pos', mjtCtrlInput.mjINPUT_VEL: 'vel', mjtCtrlInput.mjINPUT_PRESSURE: 'pressure'}


@checked
def mj_actuatorInputName(m, id: int, input: int) -> str | None:
    """What a control of an actuator means, such as 'pos'; None if the kind of actuator gives it no name."""
    if not 0 <= id < m.nactuator or not 0 <= input < m.actuator_ctrlnum[id]:
        return None
    names = _input_names(int(m.actuator_gaintype[id]), int(m.actuator_ctrlspec[id]))
    return names[input] if input < len(names) else None


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
@checked
def mj_readCtrl(m, d, id: Index('nactuator'), time: float, result: Out('*'), interp: int) -> np.ndarray:
    """result = the control of an actuator that acts at a time, which is as old as its delay; returns it.

    `interp` says what is between samples: 0 the one before, 1 a line, 2 a cubic, -1 what the actuator has. An actuator
    without a buffer has its present control.
    """
    check_length('mj_readCtrl', result, 'actuator_ctrlnum[id]', m.actuator_ctrlnum[id])
    delay.delayed_control(m, d, id, time, result, interp)
    return result


@checked
def mj_initCtrlHistory(m, d, id: Index('nactuator'), times: In('*', optional=True), values: In('*,*')) -> None:
    """Fill the buffer of an actuator, from the oldest sample to the newest; with None for times they stay."""
    filled_buffer('mj_initCtrlHistory', ('actuator', 'actuator_history', 'actuator_ctrlnum'), d, id,
                  int(m.actuator_historyadr[id]), int(m.actuator_history[id, 0]), int(m.actuator_ctrlnum[id]), times,
                  values)


def check_length(function: str, result: np.ndarray, name: str, length: int) -> None:
    """Refuse a result that does not have as many numbers as what is read."""
    if result.size != length:
        raise TypeError(f'{function}(): result should be of length {name}, which is {length}, got {result.size}')


def filled_buffer(function: str, names: tuple[str, str, str], d, id: int, start: int, count: int, width: int,
                  times: np.ndarray | None, values: np.ndarray) -> None:
    """Fill the buffer of `count` samples of `width` numbers at this place of history; `names` are for messages."""
    what, size, numbers = names
    if values.shape != (count, width):
        raise TypeError(f'{function}(): values should be of shape ({size}[id, 0], {numbers}[id]), which is '
                        f'{count, width}, got {values.shape}')
    if start < 0:
        raise FatalError(f'{function}: {what} {id} has no history buffer: give it nsample > 0')
    newest, buffer = int(d.history[start + 1]), d.history[start + 2:start + 2 + count * (1 + width)]
    if times is None:
        instants = np.roll(buffer[:count], -newest - 1)
    else:
        instants, newest = times, count - 1
    if instants.size != count:
        raise TypeError(f'{function}(): times should be of length {size}[id, 0], which is {count}, got '
                        f'{instants.size}')
    if (np.diff(instants) <= 0).any():
        k = int(np.argmax(np.diff(instants) <= 0))
        raise FatalError(f'{function}: times must be strictly increasing, got times[{k}] = {instants[k]:g} >= '
                         f'times[{k + 1}] = {instants[k + 1]:g}')
    d.history[start + 1] = newest
    buffer[:count] = np.roll(instants, newest + 1)
    buffer[count:] = np.roll(values, newest + 1, axis=0).reshape(-1)
