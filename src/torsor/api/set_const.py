"""mj_setConst: constants of a model that follow from others, most of them by forward dynamics in its reference pose."""

from collections.abc import Mapping

import numpy as np

from ..jit.call import checked
from ..jit.stage import Stages, named
from ..model.compile.columns import Fields
from ..model.compile.derived import (
    set_body_contacts,
    set_bounds,
    set_feature_flags,
    set_same_frames,
    set_subtree_masses,
)
from ..model.compile.fluid import set_fluid
from ..model.compile.statistics import body_sizes, dof_lengths, set_statistics
from ..schema.codes import mjtCamLight, mjtSameFrame
from ..schema.constants import mjMINVAL
from . import engine
from .data import MjData
from .errors import FatalError
from .model import MjModel
from .reset import clear_constraints

__all__ = ['mj_setConst']

forward_kinematics, wake_all = named('physics.forward.forward_kinematics'), named('physics.sleep.wake.wake_all')
solve_inertia, transmission = (named(f'physics.{name}') for name in (
    'query.mass.solve_inertia', 'position.transmission.transmission'))
inertia, weights = Stages('physics.dynamics.inertia'), Stages('physics.query.weights')

ONLY_SLIDES = 2  # value of body_simple
FIXED = int(mjtCamLight.mjCAMLIGHT_FIXED)  # which is 0


@checked
def mj_setConst(m, d) -> None:
    """Compute the constants of the model that depend on others, after those were changed.

    The data is left in the reference pose qpos0, awake, with what follows from positions, but without constraints.
    """
    set_geometric_constants(m)
    wake_all(m, d)
    clear_constraints(d)
    set_reference_constants(m, d)


def set_geometric_constants(m: MjModel) -> None:
    """Bounds, fluid coefficients, masses of subtrees and frames that coincide, from sizes, poses and masses."""
    from ..model.compile.bvh import refit_hierarchies  # the compiler of models is loaded when it is needed

    fields = Fields(m._arrays)
    for derive in (set_fluid, set_bounds, set_body_contacts, set_subtree_masses, set_same_frames, refit_hierarchies,
                   set_feature_flags):
        derive(fields)
    for name, value in fields.items():
        if value is not m._arrays[name]:
            m._arrays[name][...] = value
    m.body_sameframe[0] = mjtSameFrame.mjSAMEFRAME_BODY  # the world


def complete_model(m: MjModel, pending: Mapping[str, np.ndarray]) -> None:
    """Fill in what the compiler leaves to forward dynamics; `pending` are its attributes that need inertia."""
    flags = m._arrays['opt.enableflags']
    asked, flags[...] = flags.item(), 0  # nothing sleeps while weights are unknown
    d = MjData(m)
    flags[...] = asked
    engine.mj_step.call.expect(m, d, 1)  # who loads a model is going to step it
    set_spring_lengths(m, d)
    sizes = set_reference_constants(m, d)
    set_spring_dampers(m, pending['jnt_springdamper'])
    set_damping_ratios(m, d, pending['actuator_dampratio'])
    set_statistics(m, d, sizes)


def set_spring_lengths(m: MjModel, d: MjData) -> None:
    """Lengths at which springs of spatial tendons rest, where the compiler left them to kinematics at qpos_spring."""
    measured = np.isnan(m.tendon_lengthspring[:, 0])
    if not measured.any():
        return
    d.qpos[:] = m.qpos_spring
    place_all(m, d)
    m.tendon_lengthspring[measured] = d.ten_length[measured, None]
    for t in np.flatnonzero(measured & (m.tendon_plasticadr >= 0)):
        start = m.tendon_plasticadr[t]
        kept = m.key_plastic[:, start:start + 2]
        kept[np.isnan(kept)] = d.ten_length[t]


def set_spring_dampers(m: MjModel, wanted: np.ndarray) -> None:
    """Stiffness and damping of joints from time constant and damping ratio, for the inertia that the joint feels."""
    for j in np.flatnonzero(wanted.any(axis=1)):
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
        m.actuator_biasprm[a, 2] = -2.0 * ratios[a] * np.sqrt(-m.actuator_biasprm[a, 1] * inertia)


def set_reference_constants(m: MjModel, d: MjData) -> np.ndarray:
    """Inverse weights, inertia, camera and light offsets, anchors of equalities, lengths at qpos0; sizes of bodies."""
    d.qpos[:] = m.qpos0
    place_all(m, d)
    inertia.composite_inertia(m, d)
    m.dof_M0[:] = d.M[m.M_rowadr + m.M_rownnz - 1]
    inertia.make_inertia(m, d)
    inertia.factor_inertia(m, d)
    zeros = np.zeros(m.nv)
    weights.dof_weights(m, d, m.dof_invweight0, zeros)
    weights.body_weights(m, d, m.body_invweight0, zeros)
    set_slider_weights(m)
    if m.nflex:
        from .flex_const import set_flex_constants

        set_flex_constants(m, d)
    sizes = body_sizes(m, d)
    m.dof_length[:] = dof_lengths(m, sizes)
    if m.neq:
        from ..model.compile.equality import hold_in_pose

        hold_in_pose(m._arrays, d.xpos.tolist(), d.xquat.tolist())
    if m.ntendon:
        weights.tendon_constants(m, d, m.tendon_length0, m.tendon_invweight0, zeros)
    if m.nactuator:
        transmission(m, d)
        weights.actuator_constants(m, d, m.actuator_length0, m.actuator_acc0, zeros)
    if m.ncam or m.nlight:
        set_tracking_offsets(m, d)
    return sizes


def place_all(m: MjModel, d: MjData) -> None:
    """Compute all poses, also of what does not move."""
    d._arrays['work.placed'][...] = False
    forward_kinematics(m, d)


def set_slider_weights(m: MjModel) -> None:
    """Bodies that only slide along their axes weigh what their mass says, in any direction."""
    for b in np.flatnonzero(m.body_simple == ONLY_SLIDES):
        mass = m.body_mass[b]
        if mass == 0.0:
            raise FatalError(f'setInertia0: moving body {b} has 0 mass')
        weight = 1.0 / (mjMINVAL if mass < mjMINVAL else mass)
        m.body_invweight0[b] = weight, 0.0
        m.dof_invweight0[m.body_dofadr[b]:m.body_dofadr[b] + m.body_dofnum[b]] = weight


def set_tracking_offsets(m: MjModel, d: MjData) -> None:
    """Where cameras and lights are, relative to their bodies, in world orientation, when they are fixed to them."""
    modes = m.cam_mode.copy(), m.light_mode.copy()
    tracks = any(mode.any() for mode in modes)
    if tracks:
        m.cam_mode[:] = m.light_mode[:] = FIXED
        place_all(m, d)
        m.cam_mode[:], m.light_mode[:] = modes
    m.cam_pos0[:] = d.cam_xpos - d.xpos[m.cam_bodyid]
    m.cam_poscom0[:] = d.cam_xpos - d.subtree_com[_watched(m.cam_targetbodyid, m.cam_bodyid)]
    m.cam_mat0[:] = d.cam_xmat
    m.light_pos0[:] = d.light_xpos - d.xpos[m.light_bodyid]
    m.light_poscom0[:] = d.light_xpos - d.subtree_com[_watched(m.light_targetbodyid, m.light_bodyid)]
    m.light_dir0[:] = d.light_xdir
    if tracks:
        place_all(m, d)


def _watched(target: np.ndarray, body: np.ndarray) -> np.ndarray:
    """The body that a camera or light aims at; its own body if it has no target."""
    return np.where(target >= 0, target, body)
