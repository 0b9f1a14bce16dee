"""Exact derivatives of sensors, on dual numbers: seven columns at a time, with the slopes of accelerations."""

from ...jit import helper, stage
from ...jit.arguments import Out
from ...jit.choice import one_of
from ...jit.dual import SLOPES, WIDTH, dual_data, slopes_in
from ..common import names
from ..position.camera import cameras_and_lights
from ..sensor.evaluate import acceleration_sensors, position_sensors, velocity_sensors
from .columns import forces_on_duals, positions_on_duals, seed_columns
from .inverse import Columns
from .smooth import columns_of

# those that see neither contacts nor rays nor what GJK finds nor code of users
KNOWN = ('ACCELEROMETER', 'VELOCIMETER', 'GYRO', 'MAGNETOMETER', 'CAMPROJECTION', 'JOINTPOS', 'JOINTVEL',
         'TENDONPOS', 'TENDONVEL', 'ACTUATORPOS', 'ACTUATORVEL', 'ACTUATORFRC', 'JOINTACTFRC', 'TENDONACTFRC',
         'BALLQUAT', 'BALLANGVEL', 'JOINTLIMITPOS', 'JOINTLIMITVEL', 'JOINTLIMITFRC', 'TENDONLIMITPOS',
         'TENDONLIMITVEL', 'TENDONLIMITFRC', 'FRAMEPOS', 'FRAMEQUAT', 'FRAMEXAXIS', 'FRAMEYAXIS',
         'FRAMEZAXIS', 'FRAMELINVEL', 'FRAMEANGVEL', 'FRAMELINACC', 'FRAMEANGACC', 'SUBTREECOM',
         'SUBTREELINVEL', 'SUBTREEANGMOM', 'INSIDESITE', 'E_POTENTIAL', 'CLOCK')
is_known = one_of('is_known', [getattr(names, f'SENS_{name}') for name in KNOWN])
ByState, ByControl = Out('nsensordata,2*nv+na', optional=True), Out('nsensordata,nu', optional=True)


@helper
def all_known(m):
    """Whether all sensors can be differentiated."""
    for s in range(m.nsensor):
        if not is_known(m.sensor_type[s]):
            return False
    return True


@stage
def sensors_on_duals(m, d):
    """Readings of all sensors.

    Writes flg_energypos, flg_subtreevel, flg_rnepost. Runs positions_on_duals, cameras_and_lights, forces_on_duals,
    position_sensors, velocity_sensors, acceleration_sensors.
    """
    d.flg_rnepost, d.flg_subtreevel, d.flg_energypos = False, False, False
    positions_on_duals(m, d, True)
    if m.ncam or m.nlight:
        cameras_and_lights(m, d)
    forces_on_duals(m, d, True)
    position_sensors(m, d)
    velocity_sensors(m, d)
    acceleration_sensors(m, d)


@helper
def put_accelerations(m, numbers, X, first, count):
    """The slopes of qacc, of which X has columns."""
    for i in range(m.nv):
        for k in range(count):
            numbers[WIDTH * i + 1 + k] = X[columns_of(m) * i + first + k]


@stage
def sensor_slopes(m, d, X: Columns, C: ByState, D: ByControl):
    """C and D, derivatives of sensors by state and controls, for slopes X of qacc.

    Runs seed_columns, sensors_on_duals.
    """
    duals, nx = dual_data(d), 2 * m.nv + m.na
    for first in range(0, columns_of(m), SLOPES):
        count = min(SLOPES, columns_of(m) - first)
        seed_columns(m, d, first, count)
        put_accelerations(m, slopes_in(duals.qacc), X, first, count)
        sensors_on_duals(m, duals)
        numbers = slopes_in(duals.sensordata)
        for i in range(m.nsensordata):
            for k in range(count):
                slope, column = numbers[WIDTH * i + 1 + k], first + k
                if column < nx:
                    C[nx * i + column] = slope
                else:
                    D[m.nu * i + column - nx] = slope
