"""Checks of sensors that were not read from a file: what they measure, and their parameters."""

from collections.abc import Collection

from ...schema.codes import mjtConDataField, mjtObj, mjtRayDataField, mjtSensor
from ..spec.sensors import KIND, Sensor

FRAMES = (mjtObj.mjOBJ_BODY, mjtObj.mjOBJ_XBODY, mjtObj.mjOBJ_GEOM, mjtObj.mjOBJ_SITE, mjtObj.mjOBJ_CAMERA)
SURFACES = (mjtObj.mjOBJ_BODY, mjtObj.mjOBJ_GEOM)
S = mjtSensor


def _each(allowed: tuple[int, ...], *types: int) -> dict[int, tuple[int, ...]]:
    return dict.fromkeys(types, allowed)


# what each type can measure, and relative to what; other types do not mind
MEASURED: dict[int, tuple[int, ...]] = {
    **_each((mjtObj.mjOBJ_SITE,), S.mjSENS_TOUCH, S.mjSENS_ACCELEROMETER, S.mjSENS_VELOCIMETER, S.mjSENS_GYRO,
            S.mjSENS_FORCE, S.mjSENS_TORQUE, S.mjSENS_MAGNETOMETER, S.mjSENS_CAMPROJECTION),
    **_each((mjtObj.mjOBJ_SITE, mjtObj.mjOBJ_CAMERA), S.mjSENS_RANGEFINDER),
    **_each((mjtObj.mjOBJ_JOINT,), S.mjSENS_JOINTPOS, S.mjSENS_JOINTVEL, S.mjSENS_JOINTACTFRC, S.mjSENS_BALLQUAT,
            S.mjSENS_BALLANGVEL, S.mjSENS_JOINTLIMITPOS, S.mjSENS_JOINTLIMITVEL, S.mjSENS_JOINTLIMITFRC),
    **_each((mjtObj.mjOBJ_TENDON,), S.mjSENS_TENDONPOS, S.mjSENS_TENDONVEL, S.mjSENS_TENDONACTFRC,
            S.mjSENS_TENDONLIMITPOS, S.mjSENS_TENDONLIMITVEL, S.mjSENS_TENDONLIMITFRC),
    **_each((mjtObj.mjOBJ_ACTUATOR,), S.mjSENS_ACTUATORPOS, S.mjSENS_ACTUATORVEL, S.mjSENS_ACTUATORFRC),
    **_each(FRAMES, S.mjSENS_FRAMEPOS, S.mjSENS_FRAMEQUAT, S.mjSENS_FRAMEXAXIS, S.mjSENS_FRAMEYAXIS,
            S.mjSENS_FRAMEZAXIS, S.mjSENS_FRAMELINVEL, S.mjSENS_FRAMEANGVEL, S.mjSENS_FRAMELINACC,
            S.mjSENS_FRAMEANGACC, S.mjSENS_INSIDESITE),
    **_each((mjtObj.mjOBJ_BODY,), S.mjSENS_SUBTREECOM, S.mjSENS_SUBTREELINVEL, S.mjSENS_SUBTREEANGMOM),
    **_each(SURFACES, S.mjSENS_GEOMDIST, S.mjSENS_GEOMNORMAL, S.mjSENS_GEOMFROMTO),
    S.mjSENS_CONTACT: (*SURFACES, mjtObj.mjOBJ_XBODY, mjtObj.mjOBJ_SITE),
    S.mjSENS_TACTILE: (mjtObj.mjOBJ_MESH,),
}  # fmt: skip
RELATIVE: dict[int, tuple[int, ...]] = {
    S.mjSENS_CAMPROJECTION: (mjtObj.mjOBJ_CAMERA,),
    S.mjSENS_INSIDESITE: (mjtObj.mjOBJ_SITE,),
    **_each(SURFACES, S.mjSENS_GEOMDIST, S.mjSENS_GEOMNORMAL, S.mjSENS_GEOMFROMTO),
    S.mjSENS_CONTACT: (*SURFACES, mjtObj.mjOBJ_XBODY),
    S.mjSENS_TACTILE: (mjtObj.mjOBJ_GEOM,),
}
UNRELATED = (S.mjSENS_E_POTENTIAL, S.mjSENS_E_KINETIC, S.mjSENS_CLOCK, S.mjSENS_USER)
CRITERIA = (
    ('objtype', 'first matching criterion: if set, must be (x)body, geom or site', MEASURED),
    ('reftype', 'second matching criterion: if set, must be (x)body or geom', RELATIVE),
)
REDUCTIONS = 4


def check_objects(sensor: Sensor) -> None:
    """Raise the error of a sensor that measures something it cannot."""
    if sensor.type not in (*MEASURED, *UNRELATED):
        raise sensor.error(f'there is no sensor of type {sensor.type}')
    if sensor.type == mjtSensor.mjSENS_CONTACT:
        for name, problem, allowed in CRITERIA:
            if getattr(sensor, name) not in (mjtObj.mjOBJ_UNKNOWN, *allowed[sensor.type]):
                raise sensor.error(problem)
        return
    if sensor.type in MEASURED and sensor.objtype not in MEASURED[sensor.type]:
        raise sensor.error(f'sensor must be attached to {_listed(MEASURED[sensor.type])}')
    if sensor.type in RELATIVE and sensor.reftype not in RELATIVE[sensor.type]:
        raise sensor.error(f'sensor must be associated with a {_listed(RELATIVE[sensor.type])}')


def _listed(types: Collection[int]) -> str:
    names = sorted({'xbody' if of == mjtObj.mjOBJ_XBODY else KIND[of] for of in types})
    return ' or '.join([', '.join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def check_data(sensor: Sensor) -> None:
    """Raise the error of a sensor of contacts or distances that has no data to report, or unknown ones."""
    contact = sensor.type == mjtSensor.mjSENS_CONTACT
    if not contact and sensor.type != mjtSensor.mjSENS_RANGEFINDER:
        return
    bits, reduction, number = sensor.intprm
    known, name = mjtRayDataField.mjNRAYDATA, 'mjNRAYDATA'
    if contact:
        known, name = mjtConDataField.mjNCONDATA, 'mjNCONDATA'
    if bits <= 0:
        raise sensor.error(f'data spec (intprm[0]) must be positive, got {bits}')
    if not bits & (1 << known) - 1:
        raise sensor.error(f'data spec intprm[0]={bits} must have at least one bit set of the first {name} bits')
    if bits >> known:
        raise sensor.error(f'data spec intprm[0]={bits} has bits set beyond the first {name} bits')
    if contact and not 0 <= reduction < REDUCTIONS:
        raise sensor.error(f'unknown reduction criterion. got {reduction}')
    if contact and number <= 0:
        raise sensor.error('num (intprm[2]) must be positive in sensor')
