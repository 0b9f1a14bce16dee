"""Sensors: what they measure, at which stage, and where their readings and the history of these stand."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from ...schema.codes import mjtDataType, mjtGeom, mjtJoint, mjtObj, mjtSensor, mjtStage
from ..spec.sensors import KIND, Sensor
from .columns import column, copy_columns, user_columns
from .draft import Draft, Fields
from .sensor_checks import check_data, check_objects

SENSOR_COLUMNS = (
    ('sensor_type', 'type'),
    ('sensor_objtype', 'objtype'),
    ('sensor_reftype', 'reftype'),
    ('sensor_intprm', 'intprm'),
    ('sensor_cutoff', 'cutoff'),
    ('sensor_noise', 'noise'),
    ('sensor_delay', 'delay'),
    ('sensor_interval', 'interval'),
)
POSITION, VELOCITY, ACCELERATION = mjtStage.mjSTAGE_POS, mjtStage.mjSTAGE_VEL, mjtStage.mjSTAGE_ACC
REAL, POSITIVE = mjtDataType.mjDATATYPE_REAL, mjtDataType.mjDATATYPE_POSITIVE
AXIS, QUATERNION = mjtDataType.mjDATATYPE_AXIS, mjtDataType.mjDATATYPE_QUATERNION


class Reading(NamedTuple):
    """How many numbers a sensor gives, after which stage, and how they may be cut off."""

    dim: int
    stage: int
    datatype: int = REAL


READINGS: dict[int, Reading] = {
    mjtSensor.mjSENS_TOUCH: Reading(1, ACCELERATION, POSITIVE),
    mjtSensor.mjSENS_ACCELEROMETER: Reading(3, ACCELERATION),
    mjtSensor.mjSENS_VELOCIMETER: Reading(3, VELOCITY),
    mjtSensor.mjSENS_GYRO: Reading(3, VELOCITY),
    mjtSensor.mjSENS_FORCE: Reading(3, ACCELERATION),
    mjtSensor.mjSENS_TORQUE: Reading(3, ACCELERATION),
    mjtSensor.mjSENS_MAGNETOMETER: Reading(3, POSITION),
    mjtSensor.mjSENS_CAMPROJECTION: Reading(2, POSITION),
    mjtSensor.mjSENS_JOINTPOS: Reading(1, POSITION),
    mjtSensor.mjSENS_JOINTVEL: Reading(1, VELOCITY),
    mjtSensor.mjSENS_TENDONPOS: Reading(1, POSITION),
    mjtSensor.mjSENS_TENDONVEL: Reading(1, VELOCITY),
    mjtSensor.mjSENS_JOINTACTFRC: Reading(1, ACCELERATION),
    mjtSensor.mjSENS_TENDONACTFRC: Reading(1, ACCELERATION),
    mjtSensor.mjSENS_BALLQUAT: Reading(4, POSITION, QUATERNION),
    mjtSensor.mjSENS_BALLANGVEL: Reading(3, VELOCITY),
    mjtSensor.mjSENS_JOINTLIMITPOS: Reading(1, POSITION),
    mjtSensor.mjSENS_JOINTLIMITVEL: Reading(1, VELOCITY),
    mjtSensor.mjSENS_JOINTLIMITFRC: Reading(1, ACCELERATION),
    mjtSensor.mjSENS_TENDONLIMITPOS: Reading(1, POSITION),
    mjtSensor.mjSENS_TENDONLIMITVEL: Reading(1, VELOCITY),
    mjtSensor.mjSENS_TENDONLIMITFRC: Reading(1, ACCELERATION),
    mjtSensor.mjSENS_FRAMEPOS: Reading(3, POSITION),
    mjtSensor.mjSENS_FRAMEQUAT: Reading(4, POSITION, QUATERNION),
    mjtSensor.mjSENS_FRAMEXAXIS: Reading(3, POSITION, AXIS),
    mjtSensor.mjSENS_FRAMEYAXIS: Reading(3, POSITION, AXIS),
    mjtSensor.mjSENS_FRAMEZAXIS: Reading(3, POSITION, AXIS),
    mjtSensor.mjSENS_FRAMELINVEL: Reading(3, VELOCITY),
    mjtSensor.mjSENS_FRAMEANGVEL: Reading(3, VELOCITY),
    mjtSensor.mjSENS_FRAMELINACC: Reading(3, ACCELERATION),
    mjtSensor.mjSENS_FRAMEANGACC: Reading(3, ACCELERATION),
    mjtSensor.mjSENS_SUBTREECOM: Reading(3, POSITION),
    mjtSensor.mjSENS_SUBTREELINVEL: Reading(3, VELOCITY),
    mjtSensor.mjSENS_SUBTREEANGMOM: Reading(3, VELOCITY),
    mjtSensor.mjSENS_GEOMDIST: Reading(1, POSITION),
    mjtSensor.mjSENS_GEOMNORMAL: Reading(3, POSITION, AXIS),
    mjtSensor.mjSENS_GEOMFROMTO: Reading(6, POSITION),
    mjtSensor.mjSENS_E_POTENTIAL: Reading(1, POSITION),
    mjtSensor.mjSENS_E_KINETIC: Reading(1, POSITION),
    mjtSensor.mjSENS_CLOCK: Reading(1, POSITION),
}


# ---- readings that depend on what the sensor says or measures

RAY_SIZES = (1, 3, 3, 3, 3, 1)  # distance, direction, origin, point, normal, depth
CONTACT_SIZES = (1, 3, 3, 1, 3, 3, 3, 3, 3)  # found, force, torque, distance, position, normal, tangent, velocities
CONTACT_FORCES, CONTACT_VELOCITIES = 0b110, 0b110000000
NET_FORCE = 3
BY_FORCE = (2, NET_FORCE)  # ways to reduce contacts that compare or add up forces


def _bits_size(bits: int, sizes: Sequence[int]) -> int:
    return sum(size for bit, size in enumerate(sizes) if bits >> bit & 1)


def _rangefinder(draft: Draft, sensor: Sensor) -> Reading:
    """A ray, or one for each pixel of a camera."""
    size = _bits_size(sensor.intprm[0], RAY_SIZES)
    if sensor.objtype == mjtObj.mjOBJ_CAMERA:
        size *= _pixels(draft, sensor, sensor.objname)
    return Reading(size, POSITION)


def _pixels(draft: Draft, sensor: Sensor, name: str) -> int:
    """How many pixels a camera has."""
    width, height = draft.elements['camera'][draft.elements.find(sensor, 'camera', name)].resolution
    if width <= 0 or height <= 0:
        raise sensor.error(f'the camera "{name}" needs a positive "resolution"')
    return width * height


def _check_pixels(draft: Draft, sensor: Sensor) -> None:
    _pixels(draft, sensor, sensor.refname)


def _contact(_draft: Draft, sensor: Sensor) -> Reading:
    bits, reduction, number = sensor.intprm
    if reduction == NET_FORCE and bits & CONTACT_VELOCITIES:
        raise sensor.error('reduce="netforce" adds up forces; "data" cannot hold "linvel" or "angvel" then')
    stage = POSITION
    if bits & CONTACT_FORCES or reduction in BY_FORCE:
        stage = ACCELERATION
    elif bits & CONTACT_VELOCITIES:
        stage = VELOCITY
    return Reading(number * _bits_size(bits, CONTACT_SIZES), stage)


def _inside(_draft: Draft, sensor: Sensor) -> Reading:
    return Reading(1, POSITION, REAL if sensor.intprm[0] else POSITIVE)


def _user(_draft: Draft, sensor: Sensor) -> Reading:
    if sensor.dim < 0:
        raise sensor.error('attribute "dim" cannot be negative')
    for datatype, name, dim in ((AXIS, 'axis', 3), (QUATERNION, 'quaternion', 4)):
        if sensor.datatype == datatype and sensor.dim != dim:
            raise sensor.error(f'datatype="{name}" needs dim="{dim}", not "{sensor.dim}"')
    return Reading(sensor.dim, sensor.needstage, sensor.datatype)


def _output_of(stage: int) -> Callable[[Draft, Sensor], Reading]:
    """A number for each output of an actuator."""

    def reading(draft: Draft, sensor: Sensor) -> Reading:
        actuator = draft.elements.find(sensor, 'actuator', sensor.objname)
        return Reading(int(draft.fields['actuator_outnum'][actuator]), stage)

    return reading


def _tactile(draft: Draft, sensor: Sensor) -> Reading:
    """Three numbers for each vertex of a mesh."""
    mesh = draft.elements.find(sensor, 'mesh', sensor.objname)
    return Reading(3 * int(draft.fields['mesh_vertnum'][mesh]), ACCELERATION)


VARIABLE: dict[int, Callable[[Draft, Sensor], Reading]] = {
    mjtSensor.mjSENS_RANGEFINDER: _rangefinder,
    mjtSensor.mjSENS_CONTACT: _contact,
    mjtSensor.mjSENS_INSIDESITE: _inside,
    mjtSensor.mjSENS_USER: _user,
    mjtSensor.mjSENS_TACTILE: _tactile,
    mjtSensor.mjSENS_ACTUATORPOS: _output_of(POSITION),
    mjtSensor.mjSENS_ACTUATORVEL: _output_of(VELOCITY),
    mjtSensor.mjSENS_ACTUATORFRC: _output_of(ACCELERATION),
}


# ---- what sensors cannot measure


def _measured(draft: Draft, sensor: Sensor):
    """The element that a sensor measures."""
    kind = KIND[sensor.objtype]
    return draft.elements[kind][draft.elements.find(sensor, kind, sensor.objname)]


def _check_scalar(draft: Draft, sensor: Sensor) -> None:
    if _measured(draft, sensor).type not in (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE):
        raise sensor.error(f'the joint "{sensor.objname}" is neither a slide nor a hinge')


def _check_ball(draft: Draft, sensor: Sensor) -> None:
    if _measured(draft, sensor).type != mjtJoint.mjJNT_BALL:
        raise sensor.error(f'the joint "{sensor.objname}" is not a ball')


def _check_limited(draft: Draft, sensor: Sensor) -> None:
    kind = KIND[sensor.objtype]
    field = 'jnt_limited' if kind == 'joint' else 'tendon_limited'
    if not draft.fields[field][draft.elements.find(sensor, kind, sensor.objname)]:
        raise sensor.error(f'the {kind} "{sensor.objname}" has no limits to measure; give it a "range"')


def _check_apart(draft: Draft, sensor: Sensor) -> None:
    """Distances are between two things; those of a height field are not known."""
    ends = (sensor.objtype, sensor.objname), (sensor.reftype, sensor.refname)
    if ends[0] == ends[1]:
        raise sensor.error(f'the {KIND[sensor.objtype]} "{sensor.objname}" is given twice; name two different ones')
    for kind, name in ends:
        if kind == mjtObj.mjOBJ_GEOM:
            geom = draft.elements['geom'][draft.elements.find(sensor, 'geom', name)]
            if geom.type == mjtGeom.mjGEOM_HFIELD:
                raise sensor.error(f'the geom "{name}" is a height field, to which no distance can be measured')


COMPACT = (
    mjtGeom.mjGEOM_SPHERE, mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_ELLIPSOID, mjtGeom.mjGEOM_CYLINDER,
    mjtGeom.mjGEOM_BOX, mjtGeom.mjGEOM_MESH,
)  # fmt: skip


def _check_enclosed(draft: Draft, sensor: Sensor) -> None:
    """Only convex shapes of finite size can be enclosed."""
    if not sensor.intprm[0]:
        return
    if sensor.objtype == mjtObj.mjOBJ_CAMERA:
        raise sensor.error('a camera has no shape to enclose; use enclosed="false"')
    for shape in _shapes(draft, sensor):
        if shape.type not in COMPACT:
            raise sensor.error(f'"{shape.name or sensor.objname}" is not a convex shape of finite size')


def _shapes(draft: Draft, sensor: Sensor) -> list:
    """The shapes that a site is to enclose: a geom or site, the geoms of a body, or those of its subtree."""
    measured = _measured(draft, sensor)
    if sensor.objtype not in (mjtObj.mjOBJ_BODY, mjtObj.mjOBJ_XBODY):
        return [measured]
    shapes, pending = [], [measured]
    while pending:
        body = pending.pop()
        shapes += body.geoms
        pending += body.bodies if sensor.objtype == mjtObj.mjOBJ_XBODY else []
    if not shapes:
        raise sensor.error(f'the body "{sensor.objname}" has no geom to enclose')
    return shapes


CHECKS: dict[int, Callable[[Draft, Sensor], None]] = {
    **dict.fromkeys(
        (mjtSensor.mjSENS_JOINTPOS, mjtSensor.mjSENS_JOINTVEL, mjtSensor.mjSENS_JOINTACTFRC), _check_scalar
    ),
    **dict.fromkeys((mjtSensor.mjSENS_BALLQUAT, mjtSensor.mjSENS_BALLANGVEL), _check_ball),
    **dict.fromkeys(
        (
            mjtSensor.mjSENS_JOINTLIMITPOS, mjtSensor.mjSENS_JOINTLIMITVEL, mjtSensor.mjSENS_JOINTLIMITFRC,
            mjtSensor.mjSENS_TENDONLIMITPOS, mjtSensor.mjSENS_TENDONLIMITVEL, mjtSensor.mjSENS_TENDONLIMITFRC,
        ),
        _check_limited,
    ),
    **dict.fromkeys(
        (mjtSensor.mjSENS_GEOMDIST, mjtSensor.mjSENS_GEOMNORMAL, mjtSensor.mjSENS_GEOMFROMTO), _check_apart
    ),
    mjtSensor.mjSENS_INSIDESITE: _check_enclosed,
    mjtSensor.mjSENS_CAMPROJECTION: _check_pixels,
}  # fmt: skip
FREE_CUTOFF = (mjtSensor.mjSENS_GEOMNORMAL,)  # how far geoms may be apart, not a limit of the reading


def _check(draft: Draft, sensor: Sensor, reading: Reading) -> None:
    if sensor.type in CHECKS:
        CHECKS[sensor.type](draft, sensor)
    for name in ('cutoff', 'noise'):
        if getattr(sensor, name) < 0:
            raise sensor.error(f'attribute "{name}" cannot be negative')
    if sensor.cutoff > 0 and reading.datatype in (AXIS, QUATERNION) and sensor.type not in FREE_CUTOFF:
        raise sensor.error('attribute "cutoff" has no meaning for a unit vector or quaternion; remove it')
    period, phase = sensor.interval
    if period < 0:
        raise sensor.error('attribute "interval" cannot be negative')
    if phase > 0:
        raise sensor.error('attribute "interval": the phase, its second number, cannot be positive')
    if period > 0 and phase <= -period:
        raise sensor.error('attribute "interval": the phase, its second number, must be above minus the period')
    if sensor.delay > 0 and sensor.nsample <= 0:
        raise sensor.error('attribute "delay" needs a history; give it a positive "nsample"')
    if sensor.nsample > 0 and draft.spec.option['timestep'] <= 0:
        raise sensor.error('attribute "nsample" needs a positive timestep')


# ---- fields


def set_sensor_fields(draft: Draft) -> None:
    """Fill sensor_*, the sizes nsensordata and nuser_sensor, and add to nhistory."""
    fields, sensors = draft.fields, draft.elements['sensor']
    for sensor in sensors:  # names first, as all the rest looks elements up
        check_objects(sensor)
        for kind, name in sensor.references():
            draft.elements.find(sensor, kind, name)
    for sensor in sensors:
        check_data(sensor)
    readings = [reading_of(draft, sensor) for sensor in sensors]
    for sensor, reading in zip(sensors, readings):
        _check(draft, sensor, reading)
    _check_sizes(draft, sensors, readings)
    copy_columns(fields, sensors, SENSOR_COLUMNS)
    for role in ('obj', 'ref'):
        fields[f'sensor_{role}id'] = column(f'sensor_{role}id', (_id(draft, sensor, role) for sensor in sensors))
    for name, values in zip(('dim', 'needstage', 'datatype'), zip(*readings) if readings else ([], [], [])):
        fields[f'sensor_{name}'] = column(f'sensor_{name}', values)
    fields['sensor_plugin'] = column('sensor_plugin', [-1] * len(sensors))
    *starts, total = accumulate((reading.dim for reading in readings), initial=0)
    fields['sensor_adr'] = column('sensor_adr', starts)
    draft.sizes['nsensordata'] = total
    draft.sizes['nuser_sensor'] = user_columns(fields, 'sensor_user', sensors, draft.spec.size.nuser_sensor)
    draft.sizes['nhistory'] = _set_history(fields, sensors, readings, draft.sizes['nhistory'])


def _check_sizes(draft: Draft, sensors: Sequence[Sensor], readings: Sequence[Reading]) -> None:
    """Refuse the sensor whose readings, with those that it keeps, are too many together with all before it."""
    total, limit = draft.sizes['nhistory'], draft.files.limits.readings
    for sensor, reading in zip(sensors, readings):
        total += reading.dim + max(sensor.nsample, 0) * (1 + reading.dim)
        if total > limit:
            raise sensor.error(f'the sensors have {total} readings, past ones among them; the limit is {limit}')


def reading_of(draft: Draft, sensor: Sensor) -> Reading:
    """What a sensor reports."""
    if sensor.type in VARIABLE:
        return VARIABLE[sensor.type](draft, sensor)
    return READINGS[sensor.type]


def _id(draft: Draft, sensor: Sensor, role: str) -> int:
    of, name = getattr(sensor, f'{role}type'), getattr(sensor, f'{role}name')
    return -1 if of == mjtObj.mjOBJ_UNKNOWN else draft.elements.find(sensor, KIND[of], name)


def _set_history(fields: Fields, sensors: Sequence[Sensor], readings: Sequence[Reading], start: int) -> int:
    """Buffers of past readings, after those of controls: two numbers to keep track, then a time and a reading each."""
    addresses = []
    for sensor, reading in zip(sensors, readings):
        addresses.append(start if sensor.nsample > 0 else -1)
        start += 2 + sensor.nsample * (1 + reading.dim) if sensor.nsample > 0 else 0
    fields['sensor_historyadr'] = column('sensor_historyadr', addresses)
    fields['sensor_history'] = column('sensor_history', ((sensor.nsample, sensor.interp) for sensor in sensors))
    return start
