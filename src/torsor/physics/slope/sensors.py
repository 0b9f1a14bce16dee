"""Exact derivatives of sensors, on dual numbers: seven columns at a time, with the slopes of accelerations.

Sensors read what forward dynamics leaves in a data, so all of that is computed on duals, but for contacts: how these
move with their bodies is known (frame.py), and they are put among the duals with these slopes.
"""

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.arguments import Out
from ...jit.choice import one_of
from ...jit.dual import SLOPES, WIDTH, dual_data, slopes_in
from ...jit.rows import rest_of
from ...jit.structs import flat
from ...jit.values import STILL, cross
from ..collision.fields import FEWEST
from ..collision.mixing import set_distant
from ..collision.narrow import open_contacts, put_point
from ..common import names
from ..common.chain import tree_centre
from ..constraint.contact import contact_body
from ..dynamics.inertia import make_inertia
from ..forward import find_constraints
from ..position.camera import cameras_and_lights
from ..sensor.evaluate import acceleration_sensors, position_sensors, velocity_sensors
from .columns import forces_on_duals, positions_on_duals, seed_columns
from .contact import CHAIN, list_chain, shifted
from .frame import SIZE, collide_on_duals, distance_rate, frame_twist, keep_slopes, listed_pair, put_still
from .inverse import Columns
from .refuse import SHAPE
from .smooth import columns_of

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
Frames = Out('nv')


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


# ---- contacts ----
@stage
def contact_frames(m, d, frames: Frames) -> bool:
    """How the frames of all contacts move, SIZE numbers for each; returns whether all can be differentiated.

    Reads ncon, geom_xpos, contact.dist, contact.pos, contact.frame, contact.geom; geom_type of the model. Runs
    collide_on_duals.
    """
    first, second = -1, -1
    for c in range(d.ncon):
        if d.contact.geom[c, 0] != first or d.contact.geom[c, 1] != second:
            first, second = d.contact.geom[c, 0], d.contact.geom[c, 1]
            if not collide_on_duals(m, d, first, second):
                return False
        keep_slopes(m, d, c, rest_of(frames, SIZE * c))
    return True


@helper
def put_contact(m, d, c):
    """Let contact c be one of duals, without slopes."""
    duals, first, second = dual_data(d), d.contact.geom[c, 0], d.contact.geom[c, 1]
    frame = d.contact.frame[c]
    duals.work.found_dist[0], duals.work.found_pos[0] = d.contact.dist[c], d.contact.pos[c]
    duals.work.found_normal[0], duals.work.found_tangent[0] = frame.row_x, frame.row_y
    put_point(m, duals, c, 0, first, second, listed_pair(m, first, second), False)
    set_distant(duals, c)


@helper
def put_motion(d, c, k, twist, rate):
    """The slopes of contact c by variable k, for a twist of its frame about its point and a change of its distance."""
    duals, frame = dual_data(d), d.contact.frame[c]
    slopes_in(duals.contact.dist)[WIDTH * c + k] = rate
    points, frames = slopes_in(duals.contact.pos), slopes_in(duals.contact.frame)
    at = 3 * WIDTH * c + k
    points[at], points[at + WIDTH], points[at + 2 * WIDTH] = twist.lin.x, twist.lin.y, twist.lin.z
    for row in range(3):
        axis = frame.row_x if row == 0 else (frame.row_y if row == 1 else frame.row_z)
        change, at = cross(twist.ang, axis), WIDTH * (9 * c + 3 * row) + k
        frames[at], frames[at + WIDTH], frames[at + 2 * WIDTH] = change.x, change.y, change.z


@stage
def contacts_on_duals(m, d, frames: Frames, chain: Frames, first: int, count: int):
    """The contacts of a data as duals, for `count` columns from the first on.

    Reads ncon, subtree_com, cdof, contact.dist, contact.pos, contact.frame, contact.geom; flg_surfacevel, body_rootid,
    body_weldid, body_dofnum, body_dofadr, dof_parentid, geom_condim, geom_bodyid, geom_priority, geom_solmix,
    geom_solref, geom_solimp, geom_friction, geom_margin, geom_gap, geom_surfacevel, geom_adhesion, pair_dim,
    pair_geom1, pair_geom2, pair_solref, pair_solreffriction, pair_solimp, pair_margin, pair_gap, pair_adhesion,
    pair_friction, opt.o_*, opt.enableflags of the model.
    """
    duals = dual_data(d)
    duals.work.con_capacity, duals.work.found_ahead = max(FEWEST, d.ncon), 0
    open_contacts(m, duals)
    for c in range(d.ncon):
        put_contact(m, d, c)
        kept, b1, b2 = rest_of(frames, SIZE * c), contact_body(m, d, c, 0), contact_body(m, d, c, 1)
        arm1, arm2 = d.contact.pos[c] - tree_centre(m, d, b1), d.contact.pos[c] - tree_centre(m, d, b2)
        for e in range(list_chain(m, b1, b2, chain)):
            j, moved = int(chain[CHAIN * e]), int(chain[CHAIN * e + 1])
            if first <= j < first + count:
                v1 = shifted(d.cdof[j], arm1) if moved & 1 else STILL
                v2 = shifted(d.cdof[j], arm2) if moved & 2 else STILL
                put_motion(d, c, 1 + j - first, frame_twist(d, c, v1, v2, kept), distance_rate(v1, v2, kept))
    duals.ncon = d.ncon


# ---- readings ----
@stage
def sensors_on_duals(m, d):
    """Readings of all sensors, once positions and rows are known.

    Reads sensor_type of the model. Writes flg_energypos, flg_subtreevel, flg_rnepost. Runs cameras_and_lights,
    make_inertia, forces_on_duals, position_sensors, velocity_sensors, acceleration_sensors.
    """
    d.flg_rnepost, d.flg_subtreevel, d.flg_energypos = False, False, False
    if m.ncam or m.nlight:
        cameras_and_lights(m, d)
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
    """C and D, derivatives of sensors by state and controls, for slopes X of qacc; or a reason.

    Reads ncon, xfrc_applied; sensor_type of the model. Runs contact_frames, seed_columns, positions_on_duals,
    contacts_on_duals, find_constraints, sensors_on_duals.
    """
    duals, mark, feels = dual_data(d), d.pstack, some_feel(m) and d.ncon > 0
    frames, chain = scratch(d, SIZE * d.ncon), scratch(d, CHAIN * m.nv)
    if feels and not contact_frames(m, d, frames):
        d.pstack = mark
        return SHAPE
    put_still(slopes_in(duals.xfrc_applied), 0, 6 * m.nbody, flat(d.xfrc_applied))
    for first in range(0, columns_of(m), SLOPES):
        count = min(SLOPES, columns_of(m) - first)
        seed_columns(m, d, first, count)
        put_accelerations(m, slopes_in(duals.qacc), X, first, count)
        positions_on_duals(m, duals, not feels)
        if feels:
            contacts_on_duals(m, d, frames, chain, first, count)
            find_constraints(m, duals)
        sensors_on_duals(m, duals)
        take_readings(m, slopes_in(duals.sensordata), first, count, C, D)
    d.pstack = mark
    return 0
