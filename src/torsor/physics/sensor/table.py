"""The table of sensors: type -> size of the reading, stage of the pipeline that it needs, function."""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.choice import choice
from ...jit.errors import FatalError
from ..common import names as n
from ..common.names import STAGE_ACC, STAGE_POS, STAGE_VEL
from .contact import contact_sensor
from .distance import distance_sensor
from .frame import acceleration_sensor, pose_sensor, velocity_sensor
from .inertial import accelerometer, joint_force_sensor, magnetometer, site_velocity_sensor, touch_sensor
from .inside import inside_sensor
from .joint import joint_sensor, limit_sensor
from .ray import projection_sensor, rangefinder
from .subtree import clock_sensor, energy_sensor, subtree_position_sensor, subtree_velocity_sensor

VARIES = 0  # a size that depends on the attributes of the sensor


class Sensor(NamedTuple):
    """A row of the table."""

    size: int
    stage: int
    measure: Any  # stage of (m, d, sensor)


SENSORS: dict[int, Sensor] = {
    n.SENS_TOUCH: Sensor(1, STAGE_ACC, touch_sensor),
    n.SENS_ACCELEROMETER: Sensor(3, STAGE_ACC, accelerometer),
    n.SENS_VELOCIMETER: Sensor(3, STAGE_VEL, site_velocity_sensor),
    n.SENS_GYRO: Sensor(3, STAGE_VEL, site_velocity_sensor),
    n.SENS_FORCE: Sensor(3, STAGE_ACC, joint_force_sensor),
    n.SENS_TORQUE: Sensor(3, STAGE_ACC, joint_force_sensor),
    n.SENS_MAGNETOMETER: Sensor(3, STAGE_POS, magnetometer),
    n.SENS_RANGEFINDER: Sensor(VARIES, STAGE_POS, rangefinder),
    n.SENS_CAMPROJECTION: Sensor(2, STAGE_POS, projection_sensor),
    n.SENS_JOINTPOS: Sensor(1, STAGE_POS, joint_sensor),
    n.SENS_JOINTVEL: Sensor(1, STAGE_VEL, joint_sensor),
    n.SENS_TENDONPOS: Sensor(1, STAGE_POS, joint_sensor),
    n.SENS_TENDONVEL: Sensor(1, STAGE_VEL, joint_sensor),
    n.SENS_ACTUATORPOS: Sensor(VARIES, STAGE_POS, joint_sensor),
    n.SENS_ACTUATORVEL: Sensor(VARIES, STAGE_VEL, joint_sensor),
    n.SENS_ACTUATORFRC: Sensor(VARIES, STAGE_ACC, joint_sensor),
    n.SENS_JOINTACTFRC: Sensor(1, STAGE_ACC, joint_sensor),
    n.SENS_TENDONACTFRC: Sensor(1, STAGE_ACC, joint_sensor),
    n.SENS_BALLQUAT: Sensor(4, STAGE_POS, joint_sensor),
    n.SENS_BALLANGVEL: Sensor(3, STAGE_VEL, joint_sensor),
    n.SENS_JOINTLIMITPOS: Sensor(1, STAGE_POS, limit_sensor),
    n.SENS_JOINTLIMITVEL: Sensor(1, STAGE_VEL, limit_sensor),
    n.SENS_JOINTLIMITFRC: Sensor(1, STAGE_ACC, limit_sensor),
    n.SENS_TENDONLIMITPOS: Sensor(1, STAGE_POS, limit_sensor),
    n.SENS_TENDONLIMITVEL: Sensor(1, STAGE_VEL, limit_sensor),
    n.SENS_TENDONLIMITFRC: Sensor(1, STAGE_ACC, limit_sensor),
    n.SENS_FRAMEPOS: Sensor(3, STAGE_POS, pose_sensor),
    n.SENS_FRAMEQUAT: Sensor(4, STAGE_POS, pose_sensor),
    n.SENS_FRAMEXAXIS: Sensor(3, STAGE_POS, pose_sensor),
    n.SENS_FRAMEYAXIS: Sensor(3, STAGE_POS, pose_sensor),
    n.SENS_FRAMEZAXIS: Sensor(3, STAGE_POS, pose_sensor),
    n.SENS_FRAMELINVEL: Sensor(3, STAGE_VEL, velocity_sensor),
    n.SENS_FRAMEANGVEL: Sensor(3, STAGE_VEL, velocity_sensor),
    n.SENS_FRAMELINACC: Sensor(3, STAGE_ACC, acceleration_sensor),
    n.SENS_FRAMEANGACC: Sensor(3, STAGE_ACC, acceleration_sensor),
    n.SENS_SUBTREECOM: Sensor(3, STAGE_POS, subtree_position_sensor),
    n.SENS_SUBTREELINVEL: Sensor(3, STAGE_VEL, subtree_velocity_sensor),
    n.SENS_SUBTREEANGMOM: Sensor(3, STAGE_VEL, subtree_velocity_sensor),
    n.SENS_INSIDESITE: Sensor(1, STAGE_POS, inside_sensor),
    n.SENS_GEOMDIST: Sensor(1, STAGE_POS, distance_sensor),
    n.SENS_GEOMNORMAL: Sensor(3, STAGE_POS, distance_sensor),
    n.SENS_GEOMFROMTO: Sensor(6, STAGE_POS, distance_sensor),
    n.SENS_CONTACT: Sensor(VARIES, STAGE_ACC, contact_sensor),
    n.SENS_E_POTENTIAL: Sensor(1, STAGE_POS, energy_sensor),
    n.SENS_E_KINETIC: Sensor(1, STAGE_VEL, energy_sensor),
    n.SENS_CLOCK: Sensor(1, STAGE_POS, clock_sensor),
}


def _call(stage):
    """The stage as a row of a table of helpers."""

    @helper
    def call(m, d, s):
        stage(m, d, s)

    return call


@helper
def _unknown(m, d, s):
    raise FatalError('a sensor is of a type that Torsor does not have: see sensor_type, of mjtSensor')


_CALLS = {stage: _call(stage) for stage in {row.measure for row in SENSORS.values()}}
measure = choice('measure', {kind: _CALLS[row.measure] for kind, row in SENSORS.items()}, otherwise=_unknown)
