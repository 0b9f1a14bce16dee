"""Exact derivatives of sensors, on dual numbers: seven columns at a time, with the slopes of accelerations.

Sensors read what forward dynamics leaves in a data, so all of that is computed on duals, but for contacts: how these
move with their bodies is known (frame.py), and they are put among the duals with these slopes.
"""

from ....jit import helper, stage
from ....jit.arena import scratch, scratch_ints
from ....jit.arguments import Out
from ....jit.choice import one_of
from ....jit.dual_numbers import SLOPES, WIDTH, dual_data, slopes_in
from ...common import names
from ...constraint.make import make_constraint
from ...dynamics.inertia import make_inertia
from ...position.camera import cameras_and_lights
from ...sensor.evaluate import acceleration_sensors, position_sensors, velocity_sensors
from .columns import forces_on_duals, positions_on_duals, seed_columns
from .contacts import contacts_on_duals
from .frame import SIZE, frames_of_all
from .inverse import Columns, columns_of, variables_of
from .pair import CHAIN
from .refuse import SHAPE
from .users import put_inputs
from .whole import is_whole, residual_of_columns

# those that read contacts, or forces of bodies that follow from these
FEELING = ('TOUCH', 'FORCE', 'TORQUE', 'CONTACT')
# all that read neither what GJK finds nor code of users
KNOWN = (*FEELING, 'ACCELEROMETER', 'VELOCIMETER', 'GYRO', 'MAGNETOMETER', 'CAMPROJECTION', 'RANGEFINDER', 'JOINTPOS',
         'JOINTVEL', 'TENDONPOS', 'TENDONVEL', 'ACTUATORPOS', 'ACTUATORVEL', 'ACTUATORFRC', 'JOINTACTFRC',
         'TENDONACTFRC', 'BALLQUAT', 'BALLANGVEL', 'JOINTLIMITPOS', 'JOINTLIMITVEL', 'JOINTLIMITFRC', 'TENDONLIMITPOS',
         'TENDONLIMITVEL', 'TENDONLIMITFRC', 'FRAMEPOS', 'FRAMEQUAT', 'FRAMEXAXIS', 'FRAMEYAXIS', 'FRAMEZAXIS',
         'FRAMELINVEL', 'FRAMEANGVEL', 'FRAMELINACC', 'FRAMEANGACC', 'SUBTREECOM', 'SUBTREELINVEL', 'SUBTREEANGMOM',
         'INSIDESITE', 'E_POTENTIAL', 'E_KINETIC', 'CLOCK')
is_known = one_of('is_known', [getattr(names, f'SENS_{name}') for name in KNOWN])
is_feeling = one_of('is_feeling', [getattr(names, f'SENS_{name}') for name in FEELING])
ByState, ByControl = Out('nsensordata,2*nv+na', optional=True), Out('nsensordata,nu', optional=True)


@helper
def all_known(m):
    """Whether all sensors can be differentiated.

    Rays can, where all that they may meet has a formula; what tells how far an object juts out of a site cannot.
    """
    for s in range(m.nsensor):
        kind = m.sensor_type[s]
        if (not is_known(kind) or (kind == names.SENS_RANGEFINDER and m.nmesh + m.nhfield > 0)
                or (kind == names.SENS_INSIDESITE and m.sensor_intprm[s, 0] != 0)):
            return False
    return True


@helper
def some_feel(m):
    """Whether there is a sensor that reads contacts."""
    for s in range(m.nsensor):
        if is_feeling(m.sensor_type[s]):
            return True
    return False


@helper
def some_weigh(m):
    """Whether there is a sensor that reads the inertia."""
    for s in range(m.nsensor):
        if m.sensor_type[s] == names.SENS_E_KINETIC:
            return True
    return False


# ---- readings ----
@stage
def sensors_on_duals(m, d, forces: bool):
    """Readings of all sensors, once positions and rows are known; `forces`: once forces are."""
    d.flg_rnepost, d.flg_subtreevel, d.flg_energypos = False, False, False
    if m.ncam or m.nlight:
        cameras_and_lights(m, d)
    if not forces:
        if some_weigh(m):
            make_inertia(m, d)
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


@helper
def take_readings(m, numbers, first, count, C, D):
    """Columns of C and D, from readings as duals."""
    nx = 2 * m.nv + m.na
    for i in range(m.nsensordata):
        for k in range(count):
            slope, column = numbers[WIDTH * i + 1 + k], first + k
            if column < nx:
                C[nx * i + column] = slope
            else:
                D[m.nu * i + column - nx] = slope


@stage
def sensor_slopes(m, d, X: Columns, C: ByState, D: ByControl) -> int:
    """C and D, derivatives of sensors by state and controls, for slopes X of qacc; or a reason."""
    duals, mark, whole, feels = dual_data(d), d.pstack, is_whole(m), d.ncon > 0 and (some_feel(m) or is_whole(m))
    frames, chain = scratch(d, SIZE * d.ncon), scratch_ints(d, CHAIN * m.nv)
    if feels and not frames_of_all(m, d, frames):
        d.pstack = mark
        return SHAPE
    for first in range(0, variables_of(m), SLOPES):
        count = min(SLOPES, variables_of(m) - first)
        seed_columns(m, d, first, count)
        put_inputs(m, d)
        put_accelerations(m, slopes_in(duals.qacc), X, first, count)
        if whole:
            residual_of_columns(m, d, frames, chain, first, count)
        else:
            positions_on_duals(m, duals, not feels)
            if feels:
                contacts_on_duals(m, d, frames, chain, first, count)
                make_constraint(m, duals)
        sensors_on_duals(m, duals, whole)
        take_readings(m, slopes_in(duals.sensordata), first, count, C, D)
    d.pstack = mark
    return 0
