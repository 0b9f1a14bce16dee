"""Gradients by the numbers in qpos and by positions in tangent space; they differ where there are quaternions.

A turn w of a unit quaternion q about its own axes changes it by sum_i w_i T_i, with T_i = q (0, e_i) / 2.
"""

from typing import TYPE_CHECKING

import numpy as np

from ..schema.enums import mjtJoint

if TYPE_CHECKING:
    import torsor

__all__ = ['to_coordinates', 'to_tangent']

_FREE, _BALL = int(mjtJoint.mjJNT_FREE), int(mjtJoint.mjJNT_BALL)


def _turns(q: np.ndarray) -> np.ndarray:
    """The rows T_i of a quaternion."""
    w, x, y, z = q / np.linalg.norm(q)
    return 0.5 * np.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])


def _joints(m: 'torsor.MjModel'):
    """(first number in qpos, first dof, dofs that are no rotation, whether three are) of each joint."""
    for kind, q, i in zip(m.jnt_type, m.jnt_qposadr, m.jnt_dofadr):
        yield int(q), int(i), 3 if kind == _FREE else 0 if kind == _BALL else 1, kind in (_FREE, _BALL)


def to_tangent(m: 'torsor.MjModel', qpos: np.ndarray, by_qpos: np.ndarray) -> np.ndarray:
    """The gradient (nv) in tangent space at qpos, from that by the numbers in qpos."""
    result = np.zeros(m.nv)
    for q, i, straight, turns in _joints(m):
        result[i:i + straight] = by_qpos[q:q + straight]
        if turns:
            q, i = q + straight, i + straight
            result[i:i + 3] = _turns(qpos[q:q + 4]) @ by_qpos[q:q + 4]
    return result


def to_coordinates(m: 'torsor.MjModel', qpos: np.ndarray, by_tangent: np.ndarray) -> np.ndarray:
    """The gradient (nq) by the numbers in qpos, whose quaternions are normalised first, from that in tangent space."""
    result = np.zeros(m.nq)
    for q, i, straight, turns in _joints(m):
        result[q:q + straight] = by_tangent[i:i + straight]
        if turns:
            q, i = q + straight, i + straight
            length = np.linalg.norm(qpos[q:q + 4])
            result[q:q + 4] = 4.0 / length * by_tangent[i:i + 3] @ _turns(qpos[q:q + 4])
    return result
