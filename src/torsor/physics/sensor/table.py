"""The table of sensors: type -> function that takes a reading, a stage of (m, d, sensor)."""

from ...jit import helper
from ...jit.choice import choice
from ...jit.errors import FatalError
from ...jit.stage import Stage
from ..common import names as n
from .contact import contact_sensor
from .distance import distance_sensor
from .frame import acceleration_sensor, pose_sensor, velocity_sensor
from .inertial import accelerometer, joint_force_sensor, magnetometer, site_velocity_sensor, touch_sensor
from .inside import inside_sensor
from .joint import joint_sensor, limit_sensor
from .ray import projection_sensor, rangefinder
from .subtree import clock_sensor, energy_sensor, subtree_position_sensor, subtree_velocity_sensor
from .tactile import tactile_sensor

# what the size of a reading and the stage it needs are, the compiler of models knows (model/compile/sensors.py)
SENSORS: dict[int, Stage] = {
    n.SENS_TOUCH: touch_sensor,
    n.SENS_ACCELEROMETER: accelerometer,
    n.SENS_VELOCIMETER: site_velocity_sensor,
    n.SENS_GYRO: site_velocity_sensor,
    n.SENS_FORCE: joint_force_sensor,
    n.SENS_TORQUE: joint_force_sensor,
    n.SENS_MAGNETOMETER: magnetometer,
    n.SENS_RANGEFINDER: rangefinder,
    n.SENS_CAMPROJECTION: projection_sensor,
    n.SENS_JOINTPOS: joint_sensor,
    n.SENS_JOINTVEL: joint_sensor,
    n.SENS_TENDONPOS: joint_sensor,
    n.SENS_TENDONVEL: joint_sensor,
    n.SENS_ACTUATORPOS: joint_sensor,
    n.SENS_ACTUATORVEL: joint_sensor,
    n.SENS_ACTUATORFRC: joint_sensor,
    n.SENS_JOINTACTFRC: joint_sensor,
    n.SENS_TENDONACTFRC: joint_sensor,
    n.SENS_BALLQUAT: joint_sensor,
    n.SENS_BALLANGVEL: joint_sensor,
    n.SENS_JOINTLIMITPOS: limit_sensor,
    n.SENS_JOINTLIMITVEL: limit_sensor,
    n.SENS_JOINTLIMITFRC: limit_sensor,
    n.SENS_TENDONLIMITPOS: limit_sensor,
    n.SENS_TENDONLIMITVEL: limit_sensor,
    n.SENS_TENDONLIMITFRC: limit_sensor,
    n.SENS_FRAMEPOS: pose_sensor,
    n.SENS_FRAMEQUAT: pose_sensor,
    n.SENS_FRAMEXAXIS: pose_sensor,
    n.SENS_FRAMEYAXIS: pose_sensor,
    n.SENS_FRAMEZAXIS: pose_sensor,
    n.SENS_FRAMELINVEL: velocity_sensor,
    n.SENS_FRAMEANGVEL: velocity_sensor,
    n.SENS_FRAMELINACC: acceleration_sensor,
    n.SENS_FRAMEANGACC: acceleration_sensor,
    n.SENS_SUBTREECOM: subtree_position_sensor,
    n.SENS_SUBTREELINVEL: subtree_velocity_sensor,
    n.SENS_SUBTREEANGMOM: subtree_velocity_sensor,
    n.SENS_INSIDESITE: inside_sensor,
    n.SENS_GEOMDIST: distance_sensor,
    n.SENS_GEOMNORMAL: distance_sensor,
    n.SENS_GEOMFROMTO: distance_sensor,
    n.SENS_CONTACT: contact_sensor,
    n.SENS_TACTILE: tactile_sensor,
    n.SENS_E_POTENTIAL: energy_sensor,
    n.SENS_E_KINETIC: energy_sensor,
    n.SENS_CLOCK: clock_sensor,
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


_CALLS = {stage: _call(stage) for stage in set(SENSORS.values())}
measure = choice('measure', {kind: _CALLS[stage] for kind, stage in SENSORS.items()}, otherwise=_unknown)
