"""mj_setConst: constants of a model that follow from others, most of them by forward dynamics in its reference pose."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..jit.call import checked
from ..jit.stage import named
from ..model.compile.columns import Fields
from ..model.compile.derived import (
    set_body_contacts,
    set_bounds,
    set_feature_flags,
    set_hfield_geoms,
    set_reflected_actuators,
    set_same_frames,
    set_subtree_masses,
)
from ..model.compile.fluid import set_fluid
from ..schema.codes import mjtCamLight, mjtSameFrame
from ..schema.constants import mjMINVAL
from . import engine
from .data import MjData
from .errors import FatalError
from .model import MjModel
from .reset import clear_constraints, place_mocap

__all__ = ['mj_setConst']

forward_kinematics, wake_all = named('physics.forward.forward_kinematics'), named('physics.sleep.wake.wake_all')
solve_inertia = named('physics.query.mass.solve_inertia')
transmission = named('physics.position.transmission.transmission')
reference_weights, measure, offsets = (named(f'physics.reference.{name}') for name in (
    'weights.reference_weights', 'measures.measure', 'offsets.offsets'))

FIXED = int(mjtCamLight.mjCAMLIGHT_FIXED)  # which is 0
BODY = int(mjtSameFrame.mjSAMEFRAME_BODY)
# fields of the model that stages fill, in the order of their parameters
WEIGHTS = ('dof_M0', 'dof_invweight0', 'body_invweight0', 'tendon_length0', 'tendon_invweight0', 'actuator_length0',
           'actuator_acc0')
OFFSETS = ('cam_pos0', 'cam_poscom0', 'cam_mat0', 'light_pos0', 'light_poscom0', 'light_dir0')
SEEN = ('cam_xpos', 'cam_xmat', 'light_xpos', 'light_xdir')
STATISTICS = {'meaninertia': 0, 'meanmass': 1, 'meansize': 2, 'extent': 3, 'center': slice(4, 7)}  # where measured


@checked
def mj_setConst(m, d) -> None:
    """Compute the constants of the model that depend on others, after those were changed.

    The data is left in the pose of springs, qpos_spring, with kinematics and lengths of that pose, awake and without
    constraints; M and its factors are those of the reference pose qpos0. Cameras and lights stay where they were.
    """
    set_geometric_constants(m)
    wake_all(m, d)
    clear_constraints(d)
    seen = [d._arrays[name].copy() for name in SEEN]
    with mocap_as_compiled(m, d):
        set_reference_constants(m, d)
        d.qpos[:] = m.qpos_spring
        checked_kinematics(m, d)
        if m.nactuator:
            transmission(m, d)
    for name, pose in zip(SEEN, seen):
        d._arrays[name][...] = pose
    d._arrays['work.placed'][...] = False  # poses of cameras and lights that do not move are to be computed again


@contextmanager
def mocap_as_compiled(m: MjModel, d: MjData) -> Iterator[None]:
    """Mocap bodies are where the model has them; afterwards mocap_pos and mocap_quat are the user's again."""
    wanted = d.mocap_pos.copy(), d.mocap_quat.copy()
    if m.nmocap:
        place_mocap(m._arrays, d._arrays)
    try:
        yield
    finally:
        d.mocap_pos[:], d.mocap_quat[:] = wanted


def set_geometric_constants(m: MjModel) -> None:
    """Bounds, fluid coefficients, masses of subtrees and frames that coincide, from sizes, poses and masses.

    A model that has to be compiled anew is refused before anything is written.
    """
    from ..model.compile.bvh import refit_hierarchies  # the compiler of models is loaded when it is needed

    fields = Fields(m._arrays)
    for derive in (set_same_frames, refuse_offset_simple_bodies, refuse_geoms_without_box, set_hfield_geoms, set_bounds,
                   set_body_contacts, refit_hierarchies, set_fluid, set_subtree_masses, set_reflected_actuators,
                   set_feature_flags):
        derive(fields)
    for name, value in fields.items():
        if value is not m._arrays[name]:
            m._arrays[name][...] = value
    m.body_sameframe[0] = BODY  # the world


def refuse_offset_simple_bodies(fields: Fields) -> None:
    """Refuse a body that was compiled as simple, with a diagonal inertia matrix, and whose inertia is now elsewhere."""
    is_offset = (fields['body_simple'] != 0) & (fields['body_sameframe'] != BODY)
    for body in np.flatnonzero(is_offset[1:])[:1] + 1:
        raise FatalError(f'mj_setConst: body {body} was compiled as simple, and its inertial frame is not that of the '
                         'body any more: set simple="false" for the body and compile the model again')


def refuse_geoms_without_box(fields: Fields) -> None:
    """Refuse a geom that collides but is not in the tree of boxes of its body, as it did not when compiled."""
    collides = (fields['geom_contype'] | fields['geom_conaffinity']) != 0
    has_tree = fields['body_bvhnum'][fields['geom_bodyid']] > 0
    has_box = np.zeros(len(collides), bool)
    for start, count in zip(fields['body_bvhadr'], fields['body_bvhnum']):
        leaves = fields['bvh_nodeid'][start:start + count]
        has_box[leaves[leaves >= 0]] = True
    for geom in np.flatnonzero(collides & has_tree & ~has_box)[:1]:
        raise FatalError(f'mj_setConst: geom {geom} was compiled not to collide: set its contype or conaffinity in the '
                         'file or spec, and compile the model again')


def complete_model(m: MjModel, pending: Mapping[str, np.ndarray], statistic: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in what the compiler leaves to forward dynamics; `pending` are its attributes that need inertia.

    Returns the statistics, with those that were not authored (None or NaN).
    """
    d = _awake_data(m)
    engine.mj_step.call.expect(m, d, 1)  # who loads a model is going to step it
    if m.ntendon:
        set_spring_lengths(m, d)
    measured = set_reference_constants(m, d).tolist()
    if m.njnt:
        set_spring_dampers(m, pending['jnt_springdamper'])
    if m.nactuator:
        set_damping_ratios(m, d, pending['actuator_dampratio'])
    return {name: measured[STATISTICS[name]] if _is_missing(value) else value for name, value in statistic.items()}


def _is_missing(value: float | Sequence[float] | None) -> bool:
    return value is None or math.isnan(value[0] if isinstance(value, Sequence) else value)


def _awake_data(m: MjModel) -> MjData:
    """Data with all that poses in the reference depend on; nothing sleeps while weights are unknown."""
    d = object.__new__(MjData)
    d._create(m)
    if m.nmocap:
        place_mocap(m._arrays, d._arrays)
    wake_all(m, d)
    return d


def set_spring_lengths(m: MjModel, d: MjData) -> None:
    """Lengths at which springs of spatial tendons rest, where the compiler left them to kinematics at qpos_spring."""
    measured = np.isnan(m.tendon_lengthspring[:, 0])
    if not measured.any():
        return
    d.qpos[:] = m.qpos_spring
    checked_kinematics(m, d)
    m.tendon_lengthspring[measured] = d.ten_length[measured, None]
    for t in np.flatnonzero(measured & (m.tendon_plasticadr >= 0)):
        start = m.tendon_plasticadr[t]
        kept = m.key_plastic[:, start:start + 2]
        kept[np.isnan(kept)] = d.ten_length[t]


def set_spring_dampers(m: MjModel, wanted: np.ndarray) -> None:
    """Stiffness and damping of joints from time constant and damping ratio, for the inertia that the joint feels."""
    for j in np.flatnonzero(wanted[:, 0]) if np.count_nonzero(wanted) else ():
        time_constant, ratio = wanted[j]
        dofs = m.dof_jntid == j
        inertia = 1.0 / max(mjMINVAL, m.dof_invweight0[dofs].mean())
        m.jnt_stiffness[j] = inertia / (time_constant * ratio) ** 2
        m.dof_damping[dofs] = 2.0 * inertia / time_constant


def set_damping_ratios(m: MjModel, d: MjData, ratios: np.ndarray) -> None:
    """Damping of servos from their damping ratio, for the inertia they feel along their transmission.

    A servo with several forces feels the harmonic mean of their inertias.
    """
    for a in np.flatnonzero(ratios):
        mobilities = []
        for out in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
            moment, weight = np.zeros((1, m.nv)), np.zeros((1, m.nv))
            row = slice(d.moment_rowadr[out], d.moment_rowadr[out] + d.moment_rownnz[out])
            moment[0, d.moment_colind[row]] = d.actuator_moment[row]
            solve_inertia(m, d, weight, moment)
            mobilities.append(np.vdot(moment, weight))
        mobility = np.mean(mobilities)
        inertia = 1.0 / mobility if mobility > mjMINVAL else 0.0  # a servo that moves nothing has nothing to damp
        with np.errstate(invalid='ignore'):  # a spring that pushes away has no damping ratio: NaN, as MuJoCo has it
            m.actuator_biasprm[a, 2] = -2.0 * ratios[a] * np.sqrt(-m.actuator_biasprm[a, 1] * inertia)


def set_reference_constants(m: MjModel, d: MjData) -> np.ndarray:
    """Inverse weights, inertia, camera and light offsets, anchors of equalities, lengths at qpos0; the statistics."""
    modes = m.cam_mode.copy(), m.light_mode.copy()
    m.cam_mode[:] = m.light_mode[:] = FIXED  # offsets are those of cameras and lights that are fixed to their bodies
    try:
        return _measure_reference(m, d)
    finally:
        m.cam_mode[:], m.light_mode[:] = modes


def _measure_reference(m: MjModel, d: MjData) -> np.ndarray:
    arrays, statistics = m._arrays, np.zeros(7)
    massless = reference_weights(m, d, *[arrays[name] for name in WEIGHTS], np.zeros(m.nv))
    if massless >= 0:
        raise FatalError(f'setInertia0: moving body {massless} has 0 mass')
    if m.nflex:
        from .flex_const import set_flex_constants

        set_flex_constants(m, d)
    measure(m, d, np.zeros(m.nbody), arrays['dof_length'], statistics)
    if m.neq:
        from ..model.compile.equality import hold_in_pose

        hold_in_pose(arrays, d.xpos.tolist(), d.xquat.tolist())
    if m.ncam or m.nlight:
        offsets(m, d, *[arrays[name] for name in OFFSETS])
    return statistics


def checked_kinematics(m: MjModel, d: MjData) -> None:
    """Compute all poses, also of what does not move."""
    d._arrays['work.placed'][...] = False
    forward_kinematics(m, d)
