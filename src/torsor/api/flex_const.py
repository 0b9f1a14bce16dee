"""Constants of flexes that depend on the reference pose: lengths of their edges, and how easily those change."""

import numpy as np

from ..jit.stage import named
from .data import MjData
from .model import MjModel
from .support import mj_jac

solve_inertia = named('physics.query.mass.solve_inertia')

ONLY_SLIDES = 2  # value of body_simple


def set_flex_constants(m: MjModel, d: MjData) -> None:
    """Fill flexedge_length0 and flexedge_invweight0; `d` is in the reference pose, with its inertia factored."""
    bodies = m.flex_vertbodyid
    points = d.xpos[bodies] + np.einsum('nij,nj->ni', d.xmat.reshape(-1, 3, 3)[bodies], m.flex_vert)
    ends = m.flex_edge + np.repeat(m.flex_vertadr, m.flex_edgenum)[:, None]
    vectors = points[ends[:, 1]] - points[ends[:, 0]]
    m.flexedge_length0[:] = np.linalg.norm(vectors, axis=1)
    pairs = bodies[ends]
    sliding = (m.body_simple[pairs] == ONLY_SLIDES).all(axis=1) & (m.body_dofnum[pairs] == 3).all(axis=1)
    m.flexedge_invweight0[sliding] = m.body_invweight0[pairs[sliding], 0].mean(axis=1)
    others = np.flatnonzero(~sliding & (m.flexedge_J_rownnz > 0) & ~m.flexedge_rigid)
    m.flexedge_invweight0[~sliding] = 0.0
    if not len(others):
        return
    rows = _jacobian(m, d, points, bodies, ends[others], vectors[others] / m.flexedge_length0[others, None])
    weights = np.zeros_like(rows)
    solve_inertia(m, d, weights, rows)
    m.flexedge_invweight0[others] = np.einsum('ij,ij->i', rows, weights)


def _jacobian(m: MjModel, d: MjData, points, bodies, ends: np.ndarray, along: np.ndarray) -> np.ndarray:
    """Rates of lengths of edges (n, nv): how fast their ends part, along them."""
    moves = {}
    for vertex in np.unique(ends).tolist():
        moves[vertex] = jacobian = np.zeros((3, m.nv))
        mj_jac(m, d, jacobian, None, points[vertex], int(bodies[vertex]))
    return np.array([u @ (moves[second] - moves[first]) for u, (first, second) in zip(along, ends.tolist())])
