"""Arithmetic of joint positions, where quaternions make qpos differ from a vector."""

from ...jit import stage
from ...jit.arguments import In, Out
from ...jit.values import exponential, normalized, rotation_vector
from ..common.names import BALL, FREE

Position = In('nq')


@stage
def move_position(m, qpos: Out('nq'), qvel: In('nv'), dt: float):
    """Move qpos with the velocity qvel for a time dt; angular velocities are in the axes of the child."""
    for j in range(m.njnt):
        kind, q, i = m.jnt_type[j], m.jnt_qposadr[j], m.jnt_dofadr[j]
        if kind == FREE:
            qpos.vec3[q] += dt * qvel.vec3[i]
            q += 3
            i += 3
        if kind == FREE or kind == BALL:
            qpos.quat[q] = normalized(qpos.quat[q]) * exponential(dt * qvel.vec3[i])
        else:
            qpos[q] += dt * qvel[i]


@stage
def position_difference(m, qvel: Out('nv'), dt: float, qpos1: Position, qpos2: Position):
    """The velocity that moves qpos1 to qpos2 in a time dt."""
    rate = 1.0 / dt
    for j in range(m.njnt):
        kind, q, i = m.jnt_type[j], m.jnt_qposadr[j], m.jnt_dofadr[j]
        if kind == FREE:
            qvel.vec3[i] = (qpos2.vec3[q] - qpos1.vec3[q]) * rate
            q += 3
            i += 3
        if kind == FREE or kind == BALL:
            qvel.vec3[i] = rotation_vector(qpos1.quat[q].conjugate * qpos2.quat[q]) * rate
        else:
            qvel[i] = (qpos2[q] - qpos1[q]) / dt


@stage
def normalize_position(m, qpos: Out('nq')):
    """Scale all quaternions in qpos to unit length."""
    for j in range(m.njnt):
        kind, q = m.jnt_type[j], m.jnt_qposadr[j]
        if kind == FREE:
            q += 3
        if kind == FREE or kind == BALL:
            qpos.quat[q] = normalized(qpos.quat[q])
