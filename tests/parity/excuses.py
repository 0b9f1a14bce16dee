"""Explanations of differences other than noise, each with a criterion that a defect does not meet.

A tie: forces of the dual solvers lie on the surface of a friction cone to the last digits, where rounding decides
whether the contact counts as one that slips; or a row that pushes or does not, or slides or does not, has a force that
is nothing next to the largest one. The smaller maximum: how far an object juts out of a site is told of a point that is
not the one farthest out. Progress below rounding: the wheel goes on by less than the last digit of its cost. The
search that is given up: of round shapes that touch the wheel says that they are exactly 0 apart, as its search for
their depth has found no polytope to start from, and has no contact; ours is less deep than searches tell. The storage:
the wheel itself gives our answer as soon as it stores its Jacobian the other way (its Hessian for sparse rows
is not always that of the cost, and a Newton step misses). The stages of a Runge-Kutta step: in a state in between,
which the wheel tells, its own contacts or accelerations are noise.
"""

import copy
from collections.abc import Callable

import mujoco
import numpy as np
from numpy.random import default_rng

from parity.trace import CONE, PGS, dense_jacobian
from reference.enclosure import extreme_points, signed_distances

SURFACE = 1e-12  # relative to the normal force
ROW = 'state', 'type', 'id', 'force', 'frictionloss'
NEGLIGIBLE = 1e-9  # relative to the largest force, as all fields are compared
SATISFIED, QUADRATIC, LINEARNEG, LINEARPOS = (
    int(getattr(mujoco.mjtConstraintState, f'mjCNSTRSTATE_{name}'))
    for name in ('SATISFIED', 'QUADRATIC', 'LINEARNEG', 'LINEARPOS'))
DENSE, SPARSE = int(mujoco.mjtJacobian.mjJAC_DENSE), int(mujoco.mjtJacobian.mjJAC_SPARSE)
STATE = int(mujoco.mjtState.mjSTATE_INTEGRATION)
LIMIT = int(mujoco.mjtConstraint.mjCNSTR_LIMIT_JOINT)
FRICTION = (int(mujoco.mjtConstraint.mjCNSTR_FRICTION_DOF), int(mujoco.mjtConstraint.mjCNSTR_FRICTION_TENDON))
ELLIPTIC = int(mujoco.mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC)
ROUND = {int(mujoco.mjtGeom.mjGEOM_ELLIPSOID), int(mujoco.mjtGeom.mjGEOM_CYLINDER)}
INSIDE = int(mujoco.mjtSensor.mjSENS_INSIDESITE)
CLOSE = 0.05  # how far a sample of points may stay behind the one farthest out, of what two engines differ by


def is_tie(m, ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray], rows_of: str = 'efc') -> bool:
    """Whether all states of rows, or of those of islands (iefc), that differ are decided by rounding."""
    state = f'{rows_of}_state'
    if np.shape(ours.get(state)) != np.shape(theirs.get(state)):  # there are other rows, or none
        return False
    rows = np.flatnonzero(ours[state] != theirs[state])
    dual = rows_of == 'efc' and (m.opt.solver == PGS or m.opt.noslip_iterations > 0)
    ours, theirs = ({name: fields.get(f'{rows_of}_{name}') for name in ROW} | {'all': fields}
                    for fields in (ours, theirs))
    return all((dual and slips_or_not(ours, theirs, row)) or slides_or_not(ours, theirs, row)
               or pushes_or_not(ours, theirs, row) for row in rows)


def slips_or_not(ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray], row: int) -> bool:
    """Whether a row belongs to a contact whose forces lie on the surface of its cone, in both engines."""
    slips = [fields['state'][row] == CONE for fields in (ours, theirs)]
    return bool(theirs['type'][row] == ELLIPTIC and slips[0] != slips[1] and all(
        on_surface(fields['all'], theirs['id'][row]) for fields in (ours, theirs)))


def slides_or_not(ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray], row: int) -> bool:
    """Whether the state of a row of dry friction is that of its force in both engines, which differ by nothing."""
    if theirs['type'][row] not in FRICTION:
        return False
    forces = [fields['force'][row] for fields in (ours, theirs)]
    loss = theirs['frictionloss'][row]
    states = [LINEARPOS if force <= -loss else LINEARNEG if force >= loss else QUADRATIC for force in forces]
    return bool(states == [fields['state'][row] for fields in (ours, theirs)]
                and abs(forces[0] - forces[1]) <= NEGLIGIBLE * np.abs(theirs['force']).max())


def pushes_or_not(ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray], row: int) -> bool:
    """Whether a row that can only push has, in both engines, a force that is nothing compared with the largest."""
    states = {int(fields['state'][row]) for fields in (ours, theirs)}
    return bool(LIMIT <= theirs['type'][row] < ELLIPTIC and states == {SATISFIED, QUADRATIC} and all(
        fields['force'][row] <= NEGLIGIBLE * np.abs(fields['force']).max() for fields in (ours, theirs)))


def on_surface(fields: dict[str, np.ndarray], contact: int) -> bool:
    """Whether the friction of a contact is all that its normal force allows, and no more."""
    row, dim = fields['contact.efc_address'][contact], fields['contact.dim'][contact]
    normal, friction = fields['efc_force'][row], fields['efc_force'][row + 1:row + dim]
    length = np.linalg.norm(friction / fields['contact.friction'][contact, :dim - 1])
    return abs(normal - length) <= SURFACE * normal


def is_smaller_maximum(m, ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray]) -> bool:
    """Whether all readings of enclosure that differ are larger in our engine, and many points of the object agree."""
    name = 'sensordata.insidesite'
    sensors = np.repeat(np.arange(m.nsensor), m.sensor_dim)[np.repeat(m.sensor_type, m.sensor_dim) == INSIDE]
    for k, mine, other in zip(sensors, ours[name], theirs[name]):
        if abs(mine - other) > NEGLIGIBLE:
            if not m.sensor_intprm[k, 0] or m.sensor_cutoff[k] > 0:
                return False
            most = sampled_enclosure(m, theirs, k)
            if not (other < most <= mine + NEGLIGIBLE and mine - most <= CLOSE * (mine - other)):
                return False
    return True


def sampled_enclosure(m, fields: dict[str, np.ndarray], sensor: int) -> float:
    """How far some of many points of a geom, or of the geoms of a body, jut out of a site."""
    kind, element, site = m.sensor_objtype[sensor], m.sensor_objid[sensor], m.sensor_refid[sensor]
    chosen = {int(mujoco.mjtObj.mjOBJ_GEOM): np.arange(m.ngeom) == element,
              int(mujoco.mjtObj.mjOBJ_BODY): m.geom_bodyid == element}.get(int(kind), np.zeros(m.ngeom, bool))
    rng, most = default_rng(0), -np.inf
    for g in np.flatnonzero(chosen):
        points = extreme_points(shape_name(m.geom_type[g]), m.geom_size[g], rng)
        world = points @ fields['geom_xmat'][g].reshape(3, 3).T + fields['geom_xpos'][g]
        local = (world - fields['site_xpos'][site]) @ fields['site_xmat'][site].reshape(3, 3)
        most = max(most, signed_distances(shape_name(m.site_type[site]), m.site_size[site], local).max())
    return most


def shape_name(kind: int) -> str:
    return mujoco.mjtGeom(kind).name.removeprefix('mjGEOM_').lower()


def cost_of(m: mujoco.MjModel, d: mujoco.MjData, motion: np.ndarray) -> float:
    """The cost of an acceleration, in the state and with the rows of this data."""
    d, cost, smooth = copy.copy(d), np.zeros(1), np.zeros(m.nv)
    residual = dense_jacobian(mujoco, m, d) @ motion - d.efc_aref
    mujoco.mj_constraintUpdate(m, d, residual, cost, 0)
    mujoco.mj_mulM(m, d, smooth, motion - d.qacc_smooth)
    return cost[0] + 0.5 * smooth @ (motion - d.qacc_smooth)


def below_rounding(m: mujoco.MjModel, d: mujoco.MjData, island: int, iteration: int) -> bool:
    """Whether an iteration of the wheel, whose data after forward dynamics this is, gained less than a last digit."""
    index = len(d.solver) // mujoco.mjNISLAND * island + iteration
    gain = d.solver[index].improvement * m.stat.meaninertia * max(1, m.nv)
    return gain < np.finfo(float).eps * cost_of(m, d, np.array(d.qacc))


def gains_nothing(m: mujoco.MjModel, d: mujoco.MjData) -> bool:
    """Whether the wheel's solver, before a pass against slip, gains less than a last digit of its cost in all."""
    plain, d = copy.copy(m), copy.copy(d)
    plain.opt.noslip_iterations = 0
    mujoco.mj_forward(plain, d)
    if not d.nefc:
        return False
    start, end = (cost_of(plain, d, np.array(motion)) for motion in (d.qacc_smooth, d.qacc))
    return start - end < np.finfo(float).eps * end


def is_given_up(m: mujoco.MjModel, d: mujoco.MjData, pair: tuple[int, int], ours: list, theirs: list) -> bool:
    """Whether two round geoms touch in our engine only, less deep than ccd_tolerance, and the wheel says exactly 0.

    Its data is that after its position stage.
    """
    if theirs or not ours or not set(m.geom_type[list(pair)].tolist()) & ROUND:
        return False
    shallow = all(0.0 <= contact['includemargin'] - contact['dist'] <= m.opt.ccd_tolerance for contact in ours)
    return bool(shallow and mujoco.mj_geomDistance(m, d, *pair, 1.0, None) == 0.0)


def in_other_storage(m: mujoco.MjModel) -> mujoco.MjModel:
    """A model of the wheel whose Jacobian is dense if it was sparse, and the other way round."""
    other = copy.copy(m)
    other.opt.jacobian = DENSE if mujoco.mj_isSparse(m) else SPARSE
    return other


def stages(m: mujoco.MjModel, begin: Callable) -> list[mujoco.MjData]:
    """Data in the states in which the wheel computes accelerations during a step."""
    states = []

    def remember(model, d) -> None:
        states.append(np.empty(mujoco.mj_stateSize(m, STATE)))
        mujoco.mj_getState(m, d, states[-1], STATE)

    mujoco.set_mjcb_control(remember)
    try:
        mujoco.mj_step(m, begin(m))
    finally:
        mujoco.set_mjcb_control(None)
    found = [begin(m) for _ in states]
    for d, state in zip(found, states):
        mujoco.mj_setState(m, d, state, STATE)
    return found
