"""Integers that kernels compare with: types, flags and tolerances, as plain numbers that compile to constants."""

from ...schema import constants
from ...schema.codes import (
    mjtBias,
    mjtCamLight,
    mjtCone,
    mjtConstraint,
    mjtConstraintState,
    mjtCtrlChart,
    mjtCtrlInput,
    mjtDataType,
    mjtDisableBit,
    mjtDyn,
    mjtEnableBit,
    mjtEq,
    mjtGain,
    mjtGeom,
    mjtIntegrator,
    mjtJacobian,
    mjtJoint,
    mjtObj,
    mjtProjection,
    mjtSameFrame,
    mjtSensor,
    mjtSleepPolicy,
    mjtSleepState,
    mjtSolver,
    mjtStage,
    mjtTendon,
    mjtTimer,
    mjtTrn,
    mjtWarning,
    mjtWrap,
)

MINVAL = constants.mjMINVAL
MAXVAL = constants.mjMAXVAL


def _plain(codes, prefix):
    return {name.removeprefix(prefix): value for name, value in vars(codes).items()}


_joint = _plain(mjtJoint, 'mjJNT_')
FREE, BALL, SLIDE, HINGE = (_joint[n] for n in ('FREE', 'BALL', 'SLIDE', 'HINGE'))

_same = _plain(mjtSameFrame, 'mjSAMEFRAME_')
SAME_NONE, SAME_BODY, SAME_INERTIA, SAME_BODYROT, SAME_INERTIAROT = (
    _same[n] for n in ('NONE', 'BODY', 'INERTIA', 'BODYROT', 'INERTIAROT'))

_track = _plain(mjtCamLight, 'mjCAMLIGHT_')
FIXED, TRACK, TRACKCOM, TARGETBODY, TARGETBODYCOM = (
    _track[n] for n in ('FIXED', 'TRACK', 'TRACKCOM', 'TARGETBODY', 'TARGETBODYCOM'))

_off = _plain(mjtDisableBit, 'mjDSBL_')
OFF_SPRING, OFF_DAMPER, OFF_GRAVITY, OFF_CLAMPCTRL, OFF_ACTUATION, OFF_EULERDAMP, OFF_AUTORESET = (
    _off[n] for n in ('SPRING', 'DAMPER', 'GRAVITY', 'CLAMPCTRL', 'ACTUATION', 'EULERDAMP', 'AUTORESET'))
OFF_CONSTRAINT, OFF_CONTACT, OFF_FILTERPARENT, OFF_MIDPHASE, OFF_MULTICCD, OFF_NATIVECCD = (
    _off[n] for n in ('CONSTRAINT', 'CONTACT', 'FILTERPARENT', 'MIDPHASE', 'MULTICCD', 'NATIVECCD'))
OFF_EQUALITY, OFF_FRICTIONLOSS, OFF_LIMIT, OFF_REFSAFE, OFF_WARMSTART, OFF_ISLAND = (
    _off[n] for n in ('EQUALITY', 'FRICTIONLOSS', 'LIMIT', 'REFSAFE', 'WARMSTART', 'ISLAND'))

_on = _plain(mjtEnableBit, 'mjENBL_')
ON_DIAGEXACT, ON_ENERGY, ON_FWDINV, ON_INVDISCRETE, ON_OVERRIDE, ON_SLEEP, ON_SPECULATIVE = (
    _on[n] for n in ('DIAGEXACT', 'ENERGY', 'FWDINV', 'INVDISCRETE', 'OVERRIDE', 'SLEEP', 'SPECULATIVE'))

_policy, _sleep = _plain(mjtSleepPolicy, 'mjSLEEP_'), _plain(mjtSleepState, 'mjS_')
SLEEPS_NEVER, SLEEPS_AUTO_NEVER = _policy['NEVER'], _policy['AUTO_NEVER']
STATIC, ASLEEP, AWAKE = _sleep['STATIC'], _sleep['ASLEEP'], _sleep['AWAKE']
FULLY_AWAKE, READY = -(1 + constants.mjMINAWAKE), -1  # between which tree_asleep counts, see sleep/rest.py

_integrator = _plain(mjtIntegrator, 'mjINT_')
EULER, RK4, IMPLICIT, IMPLICITFAST, DISCRETE = (
    _integrator[n] for n in ('EULER', 'RK4', 'IMPLICIT', 'IMPLICITFAST', 'DISCRETE'))

_solver = _plain(mjtSolver, 'mjSOL_')
PGS, CG, NEWTON = _solver['PGS'], _solver['CG'], _solver['NEWTON']
PYRAMIDAL = _plain(mjtCone, 'mjCONE_')['PYRAMIDAL']

_jacobian = _plain(mjtJacobian, 'mjJAC_')
JACOBIAN_SPARSE, JACOBIAN_AUTO = _jacobian['SPARSE'], _jacobian['AUTO']

_row = _plain(mjtConstraint, 'mjCNSTR_')
ROW_EQUALITY, ROW_FRICTION_DOF, ROW_FRICTION_TENDON, ROW_LIMIT_JOINT, ROW_LIMIT_TENDON = (
    _row[n] for n in ('EQUALITY', 'FRICTION_DOF', 'FRICTION_TENDON', 'LIMIT_JOINT', 'LIMIT_TENDON'))
ROW_FRICTIONLESS, ROW_PYRAMIDAL, ROW_ELLIPTIC = (
    _row[n] for n in ('CONTACT_FRICTIONLESS', 'CONTACT_PYRAMIDAL', 'CONTACT_ELLIPTIC'))

_state = _plain(mjtConstraintState, 'mjCNSTRSTATE_')
SATISFIED, QUADRATIC, LINEARNEG, LINEARPOS, CONE = (
    _state[n] for n in ('SATISFIED', 'QUADRATIC', 'LINEARNEG', 'LINEARPOS', 'CONE'))

_equality = _plain(mjtEq, 'mjEQ_')
EQ_CONNECT, EQ_WELD, EQ_JOINT, EQ_TENDON = (_equality[n] for n in ('CONNECT', 'WELD', 'JOINT', 'TENDON'))

_geom = _plain(mjtGeom, 'mjGEOM_')
PLANE, HFIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH = (
    _geom[n] for n in ('PLANE', 'HFIELD', 'SPHERE', 'CAPSULE', 'ELLIPSOID', 'CYLINDER', 'BOX', 'MESH'))

_object = _plain(mjtObj, 'mjOBJ_')
OBJ_BODY, OBJ_XBODY, OBJ_GEOM, OBJ_SITE, OBJ_CAMERA = (_object[n] for n in ('BODY', 'XBODY', 'GEOM', 'SITE', 'CAMERA'))

TENDON_FIXED = _plain(mjtTendon, 'mjTENDON_')['FIXED']

_wrap = _plain(mjtWrap, 'mjWRAP_')
WRAP_PULLEY, WRAP_SITE, WRAP_SPHERE = (_wrap[n] for n in ('PULLEY', 'SITE', 'SPHERE'))

_transmission = _plain(mjtTrn, 'mjTRN_')
TRN_JOINT, TRN_JOINTINPARENT, TRN_SLIDERCRANK, TRN_TENDON, TRN_SITE, TRN_BODY, TRN_SO3 = (
    _transmission[n] for n in ('JOINT', 'JOINTINPARENT', 'SLIDERCRANK', 'TENDON', 'SITE', 'BODY', 'SO3'))

_gain, _bias, _dyn = _plain(mjtGain, 'mjGAIN_'), _plain(mjtBias, 'mjBIAS_'), _plain(mjtDyn, 'mjDYN_')
GAIN_FIXED, GAIN_AFFINE, GAIN_MUSCLE, GAIN_DCMOTOR, GAIN_SO3, GAIN_PID, GAIN_USER = (
    _gain[n] for n in ('FIXED', 'AFFINE', 'MUSCLE', 'DCMOTOR', 'SO3', 'PID', 'USER'))
BIAS_NONE, BIAS_AFFINE, BIAS_MUSCLE, BIAS_DCMOTOR, BIAS_SO3, BIAS_USER = (
    _bias[n] for n in ('NONE', 'AFFINE', 'MUSCLE', 'DCMOTOR', 'SO3', 'USER'))
DYN_INTEGRATOR, DYN_FILTER, DYN_FILTEREXACT, DYN_MUSCLE, DYN_DCMOTOR, DYN_PID, DYN_USER = (
    _dyn[n] for n in ('INTEGRATOR', 'FILTER', 'FILTEREXACT', 'MUSCLE', 'DCMOTOR', 'PID', 'USER'))

_input = _plain(mjtCtrlInput, 'mjINPUT_')
INPUT_POS, INPUT_VEL, INPUT_FF, INPUT_VOLTAGE = (_input[n] for n in ('POS', 'VEL', 'FF', 'VOLTAGE'))
CHART_QUAT = _plain(mjtCtrlChart, 'mjCHART_')['QUAT']

_warning = _plain(mjtWarning, 'mjWARN_')
WARN_INERTIA, WARN_BADQPOS, WARN_BADQVEL, WARN_BADQACC, WARN_BADCTRL = (
    _warning[n] for n in ('INERTIA', 'BADQPOS', 'BADQVEL', 'BADQACC', 'BADCTRL'))

_timer = _plain(mjtTimer, 'mjTIMER_')
(TIMER_STEP, TIMER_FORWARD, TIMER_INVERSE, TIMER_POSITION, TIMER_VELOCITY, TIMER_ACTUATION, TIMER_CONSTRAINT,
 TIMER_ADVANCE, TIMER_KINEMATICS, TIMER_INERTIA, TIMER_COLLISION, TIMER_MAKE, TIMER_PROJECT, TIMER_BROAD,
 TIMER_NARROW) = (
    _timer[n] for n in ('STEP', 'FORWARD', 'INVERSE', 'POSITION', 'VELOCITY', 'ACTUATION', 'CONSTRAINT', 'ADVANCE',
                        'POS_KINEMATICS', 'POS_INERTIA', 'POS_COLLISION', 'POS_MAKE', 'POS_PROJECT', 'COL_BROAD',
                        'COL_NARROW'))

_sensor = _plain(mjtSensor, 'mjSENS_')
(SENS_TOUCH, SENS_ACCELEROMETER, SENS_VELOCIMETER, SENS_GYRO, SENS_FORCE, SENS_TORQUE, SENS_MAGNETOMETER,
 SENS_RANGEFINDER, SENS_CAMPROJECTION, SENS_JOINTPOS, SENS_JOINTVEL, SENS_TENDONPOS, SENS_TENDONVEL,
 SENS_ACTUATORPOS, SENS_ACTUATORVEL, SENS_ACTUATORFRC, SENS_JOINTACTFRC, SENS_TENDONACTFRC, SENS_BALLQUAT,
 SENS_BALLANGVEL, SENS_JOINTLIMITPOS, SENS_JOINTLIMITVEL, SENS_JOINTLIMITFRC, SENS_TENDONLIMITPOS,
 SENS_TENDONLIMITVEL, SENS_TENDONLIMITFRC, SENS_FRAMEPOS, SENS_FRAMEQUAT, SENS_FRAMEXAXIS, SENS_FRAMEYAXIS,
 SENS_FRAMEZAXIS, SENS_FRAMELINVEL, SENS_FRAMEANGVEL, SENS_FRAMELINACC, SENS_FRAMEANGACC, SENS_SUBTREECOM,
 SENS_SUBTREELINVEL, SENS_SUBTREEANGMOM, SENS_INSIDESITE, SENS_GEOMDIST, SENS_GEOMNORMAL, SENS_GEOMFROMTO,
 SENS_CONTACT, SENS_TACTILE, SENS_E_POTENTIAL, SENS_E_KINETIC, SENS_CLOCK, SENS_USER) = (
    _sensor[n] for n in (
        'TOUCH', 'ACCELEROMETER', 'VELOCIMETER', 'GYRO', 'FORCE', 'TORQUE', 'MAGNETOMETER', 'RANGEFINDER',
        'CAMPROJECTION', 'JOINTPOS', 'JOINTVEL', 'TENDONPOS', 'TENDONVEL', 'ACTUATORPOS', 'ACTUATORVEL',
        'ACTUATORFRC', 'JOINTACTFRC', 'TENDONACTFRC', 'BALLQUAT', 'BALLANGVEL', 'JOINTLIMITPOS', 'JOINTLIMITVEL',
        'JOINTLIMITFRC', 'TENDONLIMITPOS', 'TENDONLIMITVEL', 'TENDONLIMITFRC', 'FRAMEPOS', 'FRAMEQUAT', 'FRAMEXAXIS',
        'FRAMEYAXIS', 'FRAMEZAXIS', 'FRAMELINVEL', 'FRAMEANGVEL', 'FRAMELINACC', 'FRAMEANGACC', 'SUBTREECOM',
        'SUBTREELINVEL', 'SUBTREEANGMOM', 'INSIDESITE', 'GEOMDIST', 'GEOMNORMAL', 'GEOMFROMTO', 'CONTACT', 'TACTILE',
        'E_POTENTIAL', 'E_KINETIC', 'CLOCK', 'USER'))

_datatype, _stage = _plain(mjtDataType, 'mjDATATYPE_'), _plain(mjtStage, 'mjSTAGE_')
DATA_REAL, DATA_POSITIVE = _datatype['REAL'], _datatype['POSITIVE']
STAGE_POS, STAGE_VEL, STAGE_ACC = (_stage[n] for n in ('POS', 'VEL', 'ACC'))
PERSPECTIVE = _plain(mjtProjection, 'mjPROJ_')['PERSPECTIVE']
OFF_SENSOR = _off['SENSOR']
