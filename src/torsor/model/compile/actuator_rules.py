"""What kinds of actuators demand of their parameters."""

from collections.abc import Callable

from ...schema.codes import mjtBias, mjtCtrlChart, mjtCtrlInput, mjtDyn, mjtGain, mjtJoint, mjtTrn
from ..spec.actuators import Actuator

MOTOR_INPUTS = (
    mjtCtrlInput.mjINPUT_POS | mjtCtrlInput.mjINPUT_VEL | mjtCtrlInput.mjINPUT_FF | mjtCtrlInput.mjINPUT_VOLTAGE
)
SETPOINTS = mjtCtrlInput.mjINPUT_POS | mjtCtrlInput.mjINPUT_VEL | mjtCtrlInput.mjINPUT_FF
SINGLE_INPUTS = (0, mjtCtrlInput.mjINPUT_POS, mjtCtrlInput.mjINPUT_VEL, mjtCtrlInput.mjINPUT_PRESSURE)
REFLECTING = (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_JOINTINPARENT, mjtTrn.mjTRN_TENDON)
SEVERAL_STATES = (mjtDyn.mjDYN_USER, mjtDyn.mjDYN_DCMOTOR, mjtDyn.mjDYN_PID)
# inputs of multi-input gains that do not say which they have
DEFAULT_INPUTS: dict[int, int] = {
    mjtGain.mjGAIN_SO3: mjtCtrlChart.mjCHART_EXPMAP,
    mjtGain.mjGAIN_PID: mjtCtrlInput.mjINPUT_POS | mjtCtrlInput.mjINPUT_VEL,
    mjtGain.mjGAIN_DCMOTOR: mjtCtrlInput.mjINPUT_VOLTAGE,
}


def check_actuator(actuator: Actuator, timestep: float) -> None:
    """Raise the error of what cannot be meant."""
    if not actuator.target:
        raise actuator.error(
            'an actuator needs something to act on; give it the attribute "joint", "tendon", "site" or "body"'
        )
    _check_transmission(actuator)
    GAIN_CHECKS.get(actuator.gaintype, _check_single)(actuator)
    _check_dynamics(actuator)
    for prm, kind in ((actuator.gainprm, actuator.gaintype == mjtGain.mjGAIN_MUSCLE),
                      (actuator.biasprm, actuator.biastype == mjtBias.mjBIAS_MUSCLE)):
        if kind:
            _check_muscle(actuator, prm)
    if actuator.delay > 0 and actuator.nsample <= 0:
        raise actuator.error('attribute "delay" needs a buffer; set "nsample" to the number of controls to keep')
    if actuator.nsample > 0 and timestep <= 0:
        raise actuator.error('attribute "nsample" needs a positive timestep')


def _check_transmission(actuator: Actuator) -> None:
    if actuator.trntype == mjtTrn.mjTRN_SLIDERCRANK:
        if not actuator.slidersite:
            raise actuator.error('a slider-crank needs the attribute "slidersite"')
        if actuator.cranklength <= 0:
            raise actuator.error('a slider-crank needs a positive "cranklength"')
    if actuator.trntype not in REFLECTING:
        for name, given in (('armature', actuator.armature), ('damping', any(actuator.damping))):
            if given:
                raise actuator.error(f'attribute "{name}" needs a joint or tendon to add it to')


def _check_dynamics(actuator: Actuator) -> None:
    dyntype, rotates = actuator.dyntype, actuator.gaintype == mjtGain.mjGAIN_SO3
    if actuator.actdim > 1 and dyntype not in SEVERAL_STATES and not rotates:
        raise actuator.error('attribute "actdim" can exceed 1 only with dyntype="user", "pid" or "dcmotor"')
    if actuator.actdim > 0 and dyntype == mjtDyn.mjDYN_NONE:
        raise actuator.error(f'attribute "actdim" is {actuator.actdim} but dyntype="none" has no activation')
    if actuator.actrange[0] < actuator.actrange[1] and dyntype == mjtDyn.mjDYN_NONE:
        raise actuator.error('attribute "actrange" needs activation dynamics; set dyntype or remove it')
    if dyntype == mjtDyn.mjDYN_PID and actuator.gaintype != mjtGain.mjGAIN_PID:
        raise actuator.error('dyntype="pid" needs gaintype="pid"')
    if dyntype == mjtDyn.mjDYN_DCMOTOR and not actuator.actearly:
        raise actuator.error('dyntype="dcmotor" needs actearly="true"')


def _check_single(actuator: Actuator) -> None:
    """Gains with one control."""
    if actuator.ctrlspec and actuator.gaintype in (mjtGain.mjGAIN_USER, mjtGain.mjGAIN_MUSCLE):
        raise actuator.error('attribute "input" has no meaning for gaintype="user" and "muscle"; remove it')
    if actuator.ctrlspec not in SINGLE_INPUTS:
        raise actuator.error('attribute "input" of this gaintype is one of: pos, vel, pressure')
    if actuator.biastype == mjtBias.mjBIAS_SO3:
        raise actuator.error('gaintype and biastype must both be "so3", or neither')


def _check_rotation(actuator: Actuator) -> None:
    """Servos of orientations."""
    if actuator.biastype != mjtBias.mjBIAS_SO3:
        raise actuator.error('gaintype and biastype must both be "so3", or neither')
    if actuator.dyntype not in (mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_INTEGRATOR):
        raise actuator.error('gaintype="so3" needs dyntype="none" or "integrator"')
    if actuator.ctrlspec not in (0, mjtCtrlChart.mjCHART_EXPMAP, mjtCtrlChart.mjCHART_QUAT):
        raise actuator.error('attribute "input" of gaintype="so3" is "expmap" or "quat"')
    if actuator.ctrlspec == mjtCtrlChart.mjCHART_QUAT and actuator.dyntype != mjtDyn.mjDYN_NONE:
        raise actuator.error('input="quat" needs dyntype="none"')
    if actuator.gainprm[0] != -actuator.biasprm[1]:
        raise actuator.error('gaintype="so3" needs gainprm[0] = -biasprm[1], the stiffness of the servo')
    if actuator.dyntype == mjtDyn.mjDYN_INTEGRATOR and actuator.actdim not in (-1, 3):
        raise actuator.error('attribute "actdim" of an integrated orientation must be 3')
    if actuator.trntype not in (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_SITE):
        raise actuator.error('an orientation servo acts on a ball joint, or on a "site" with a "refsite"')
    if actuator.trntype == mjtTrn.mjTRN_SITE and not actuator.refsite:
        raise actuator.error('an orientation servo of a site needs the attribute "refsite"')
    if actuator.forcerange[0] != 0 and actuator.forcerange[0] < actuator.forcerange[1]:
        raise actuator.error('attribute "forcerange" bounds the length of the torque; its first number must be 0')


def check_rotation_joint(actuator: Actuator, kind: int) -> None:
    """The joint of a servo of orientations must be able to take all of them."""
    rotates = actuator.gaintype == mjtGain.mjGAIN_SO3 and actuator.trntype == mjtTrn.mjTRN_JOINT
    if rotates and kind != mjtJoint.mjJNT_BALL:
        raise actuator.error(f'an orientation servo needs a ball joint, which "{actuator.target}" is not')


def _check_pid(actuator: Actuator) -> None:
    inputs = actuator.ctrlspec or DEFAULT_INPUTS[mjtGain.mjGAIN_PID]
    if inputs & ~SETPOINTS:
        raise actuator.error('attribute "input" of a pid controller can hold: pos, vel, ff')
    if actuator.biastype != mjtBias.mjBIAS_AFFINE:
        raise actuator.error('gaintype="pid" needs biastype="affine"')
    if actuator.dyntype not in (mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_PID):
        raise actuator.error('gaintype="pid" needs dyntype="none" or "pid"')
    if actuator.dyntype == mjtDyn.mjDYN_NONE:
        if actuator.gainprm[0]:
            raise actuator.error('integral gain, gainprm[0], needs dyntype="pid"')
        return
    if actuator.dynprm[0] < 0:
        raise actuator.error('the limit of the integral, "imax" or dynprm[0], cannot be negative')
    states = (actuator.gainprm[0] > 0) + (actuator.dynprm[1] > 0)
    if not states:
        raise actuator.error('dyntype="pid" needs a positive integral gain or slew rate')
    if not inputs & mjtCtrlInput.mjINPUT_POS:
        raise actuator.error('integral gain and slew rate need the input "pos"')
    if actuator.actdim not in (-1, states):
        raise actuator.error(f'attribute "actdim" must be {states} for these parameters')


def _check_motor(actuator: Actuator) -> None:
    inputs = actuator.ctrlspec or DEFAULT_INPUTS[mjtGain.mjGAIN_DCMOTOR]
    if inputs != mjtCtrlInput.mjINPUT_NONE and inputs & ~MOTOR_INPUTS:
        raise actuator.error('attribute "input" of a motor is "none", or can hold: pos, vel, ff, voltage')
    if any(actuator.gainprm[4:7]) and not inputs & SETPOINTS:
        raise actuator.error('the controller needs an input; give "input" one of: pos, vel, ff')
    if actuator.gainprm[5] > 0 and not inputs & mjtCtrlInput.mjINPUT_POS:
        raise actuator.error('the integral gain of the controller needs the input "pos"')
    if actuator.dyntype != mjtDyn.mjDYN_DCMOTOR:
        raise actuator.error('gaintype="dcmotor" needs dyntype="dcmotor"')
    states = motor_states(actuator)
    if actuator.actdim not in (-1, states):
        raise actuator.error(f'attribute "actdim" must be {states} for these parameters')


def motor_states(actuator: Actuator) -> int:
    """Activations of a motor: current, temperature, deflection of bristles, slew, integral."""
    dynprm = actuator.dynprm
    return sum(number > 0 for number in (dynprm[0], dynprm[2], dynprm[5], dynprm[7], actuator.gainprm[5]))


GAIN_CHECKS: dict[int, Callable[[Actuator], None]] = {
    mjtGain.mjGAIN_SO3: _check_rotation,
    mjtGain.mjGAIN_PID: _check_pid,
    mjtGain.mjGAIN_DCMOTOR: _check_motor,
}


def _check_muscle(actuator: Actuator, prm: tuple[float, ...]) -> None:
    low, high, _force, scale, lmin, lmax, vmax, fpmax, fvmax, _ = prm
    if low >= high:
        raise actuator.error('the operating range of a muscle needs its first number smaller than its second')
    if not lmin < 1 < lmax:
        raise actuator.error('a muscle needs lmin < 1 < lmax')
    for name, value in (('scale', scale), ('vmax', vmax), ('fpmax', fpmax), ('fvmax', fvmax)):
        if value <= 0:
            raise actuator.error(f'"{name}" of a muscle must be positive')
